"""The campaigns of a paper: what another one must have in common with this one, and the table beside the page."""

from collections.abc import Iterable, Mapping, Sequence

from analysis.comparing.design import TRANSITION
from analysis.comparing.floor_shares import JOURNAL, MESSAGE_STORE
from analysis.comparing.published_claims import WINDOW, Campaign, PublishedEstimate
from analysis.comparing.results import Results
from analysis.presentation.formatting import number
from analysis.presentation.settings import jvm_options

THINK, JVM = "think", "jvm"
#: Told in other ways, or what the rows themselves name.
APART = (TRANSITION, MESSAGE_STORE, THINK, JVM)


def campaign_of(results: Results) -> Campaign | None:
    """As which the next one knows these results; None where no number of customers is a share of what the machine
    bears, or where nobody else has what was conducted: they are comparable with none then.
    """
    experiment, facts = results.experiment, results.trials[0].trial.facts
    machine, thinks = facts.machine, facts.scenario.think_max_s > 0
    if experiment.capacity_per_s is None or not thinks or not experiment.commit or experiment.dirty:
        return None
    name = results.folder.resolve().name
    return Campaign(name, experiment.commit, machine.cpu_model, experiment.capacity_per_s, design_of(results))


def design_of(results: Results) -> str:
    """All that decides what is measured, but for the machine and what the rows of the table name."""
    experiment, facts = results.experiment, results.trials[0].trial.facts
    scenario = facts.scenario
    mean_s = (scenario.think_min_s + scenario.think_max_s) / 2
    at_capacity = mean_s * scenario.requests * (experiment.capacity_per_s or 0)
    varied = (
        f"{factor} {', '.join(map(str, levels))}"
        for factor, levels in sorted(results.design.factors.items())
        if factor not in APART
    )
    database = "" if experiment.bed is None or experiment.bed.database is None else ", another database"
    settings = ", ".join(f"{name} {value}" for name, value in sorted(facts.settings.items()))
    windows = f", in windows of {number(experiment.window_s)} s, the first {number(experiment.washout_s)} s cut off"
    turns = windows if WINDOW in experiment.assignment else ""
    return "; ".join(
        [
            f"{at_capacity:.0f} customers at 100 % who think {scenario.think_min_s / mean_s:.2f} to "
            f"{scenario.think_max_s / mean_s:.2f} of the mean",
            *varied,
            f"{scenario.name}, {number(facts.warmup_s)} + {number(facts.measure_s)} s{turns}",
            f"{facts.topology}, {facts.transactions}, {jvm_options(results)}{database}",
            settings,
        ]
    )


def campaign_lines(shown: Mapping[str, str], table: Sequence[PublishedEstimate], file: str) -> Iterable[str]:
    """Which campaigns are pooled, where they are several of a store. shown: the stores of the page, with their labels.

    file: where the table is.
    """
    for store, label in shown.items():
        campaigns = {row.campaign: row for row in table if row.store == store}
        of_units = {(row.unit, row.campaign) for row in table if row.store == store}
        if len(of_units) > len({unit for unit, _ in of_units}):
            told = (
                f"`{name}` ({row.machine}, 100 % is {number(row.capacity_per_s)} orders/s, at `{row.commit[:8]}`)"
                for name, row in campaigns.items()
            )
            yield from ["", f"- **{label}, by [all campaigns]({file})**: {', '.join(told)}."]


def label_of(store: str) -> str:
    """Where the broker kept its messages, in words."""
    return "messages in the broker's journal" if store == JOURNAL else "messages in PostgreSQL"
