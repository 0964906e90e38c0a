"""An experiment that compares this checkout with another revision of it: what becomes of the experiment, and the order
in which the two take turns.
"""

import random
from collections.abc import Mapping, Sequence
from typing import Any

from deploy.build.revisions import short
from deploy.errors import PlanError
from loadscripts.planning.experiment import Experiment
from loadscripts.planning.factors import CHECKOUT, THIS_CHECKOUT


def revision_of(experiment: Experiment, named: str | None) -> str | None:
    """The revision to compare with: the one that the command line names, else the file's; None: there is none."""
    if named is not None:
        return named
    return experiment.baseline if experiment.compare == CHECKOUT else None


def compared_with(experiment: Experiment, commit: str) -> Experiment:
    """The experiment of both, with all other factors as they were. Unless their beds stand side by side, one checkout's
    trials of a block follow the other's.

    Raises:
        PlanError: the experiment has duets of other levels.
    """
    varied = [name for name, levels in experiment.levels().items() if len(levels) > 1 and name != CHECKOUT]
    if experiment.duet and varied:
        raise PlanError(
            f"{experiment.name} conducts two trials at the same time, of the levels of {varied[0]}: with "
            "--against, expected a single level of each factor, or an experiment without duet"
        )
    factors = experiment.factors.model_copy(update={CHECKOUT: (THIS_CHECKOUT, short(commit))})
    changes = {
        "factors": factors,
        "compare": CHECKOUT,
        "baseline": short(commit),
        "against": commit,
        "assignment": ("bed",),
    }
    return experiment.model_copy(update=changes | {"bed_by_bed": not experiment.side_by_side})


def in_turns(
    drawn: Sequence[dict[str, Any]], levels: Mapping[str, tuple[Any, ...]], seed: int, turn: int
) -> list[dict[str, Any]]:
    """The variants of a block in the order that was drawn for them, each with both checkouts behind each other: AB in
    one block, BA in the next, for whatever has a fixed place could be worse or better for that. Which begins is drawn.
    """
    if len(levels.get(CHECKOUT, ())) < 2:
        return list(drawn)
    begins = (random.Random(f"{seed}/{CHECKOUT}").randrange(2) + turn) % 2
    letters = levels[CHECKOUT][begins], levels[CHECKOUT][1 - begins]
    return [{**variant, CHECKOUT: letter} for variant in drawn if variant[CHECKOUT] == letters[0] for letter in letters]
