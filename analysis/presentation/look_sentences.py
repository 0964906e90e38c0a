"""What the report says of an experiment that looks at its data several times and may end early."""

from analysis.comparing.looks import Looks
from analysis.contract.looks import EndedAtLook
from analysis.counting import quantity


def looks_sentence(looks: Looks, metric: str, ended: EndedAtLook | None) -> str | None:
    """At which look it ended, and what that means for its verdicts and intervals; None with a single look."""
    if not looks.several:
        return None
    total = f"of {quantity(looks.after[-1], 'block')}"
    if ended is not None:
        how = f"It ended at look {ended.look} of {len(looks.after)}, after {ended.blocks} {total}."
    elif looks.conducted >= looks.after[-1]:
        how = f"It went on to the last of {len(looks.after)} looks, after all {quantity(looks.after[-1], 'block')}."
    else:
        how = f"It is not at its end: {looks.conducted} {total} are complete, and {len(looks.after)} looks are planned."
    return (
        f"The experiment looks at its data several times and ends as soon as {metric} is decided. {how} "
        f"Verdicts are given at p < {looks.level:.2g}, not at 5 % (O'Brien–Fleming spending), and intervals of ratios "
        f"are at {100 * (1 - looks.level):.4g} % accordingly, so that looking early makes no false verdict more likely."
    )
