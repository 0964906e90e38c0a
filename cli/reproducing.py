"""reproduce: the experiment of a results folder again, and which of its verdicts come back."""

from pathlib import Path
from typing import Annotated

import typer

from cli import conducting
from cli.conducted_trials import require_finished
from cli.experiment_options import DatabaseOption, PortBaseOption, RepetitionsOption, ResultsOption, YesOption
from cli.finite_numbers import finite
from cli.kept_capacity import capacity_per_s
from cli.report_commands import ResultsArgument, require_verdicts, show, show_replication, written_report
from deploy.errors import PlanError
from deploy.specification.delegate_choice import MAX_SEED
from loadscripts.campaign.bed_pool import BedChoice
from loadscripts.campaign.resumption import begun_at, require_same_version, resumed_choice
from loadscripts.load.load_levels import CAPACITY, is_share
from loadscripts.planning.experiment import Experiment
from loadscripts.planning.factors import LOAD
from loadscripts.probes.machine import revision
from loadscripts.trials.results_folder import RESULTS, Results


def reproduce(
    first: ResultsArgument,
    conducted: Annotated[
        Path | None, typer.Option("--with", metavar="RESULTS", help="Conduct nothing, use these results instead.")
    ] = None,
    seed: Annotated[int | None, typer.Option(min=0, max=MAX_SEED, help="Draw another schedule and customers.")] = None,
    repetitions: RepetitionsOption = None,
    measure: Annotated[
        float | None,
        typer.Option(min=1, metavar="SECONDS", callback=finite, help="Another length of the measuring window."),
    ] = None,
    results: ResultsOption = RESULTS,
    port_base: PortBaseOption = 21000,
    database: DatabaseOption = None,
    other_version: Annotated[
        bool, typer.Option("--other-version", help="Accept results of another version of Petlab.")
    ] = False,
    yes: YesOption = False,
) -> int:
    """Conduct the experiment of a results folder again, and say which of its verdicts come back.

    Exit code 1 when a trial is void or failed, or when a verdict is contradicted.
    """
    experiment, _, record = Results(first).read()
    require_verdicts(first)
    if conducted is not None:
        if not (seed is repetitions is measure is None):
            raise PlanError("--with conducts nothing: leave --seed, --repetitions and --measure out")
        require_finished(Results(conducted))
        return max(show(written_report(conducted)), show_replication(first, conducted))
    if not other_version:
        require_same_version(begun_at(record), revision())
    choice = resumed_choice(BedChoice(port_base, database), record.bed)
    chosen = conducting.with_changes(_here(experiment), seed=seed, repetitions=repetitions, measure_s=measure)
    report = conducting.begin(chosen, results, choice, yes=yes)
    return max(show(report), show_replication(first, report.page.parent))


def _here(experiment: Experiment) -> Experiment:
    """Its think times stay what they were. Where this machine bears something else than that to which they were
    matched, they are matched to nothing here; loads in per cent stay shares of what that machine bore.
    """
    matched = experiment.recorded.get(CAPACITY)
    in_shares = any(map(is_share, experiment.levels().get(LOAD, ())))
    if matched is None or in_shares or matched == ((0.0, capacity_per_s(experiment.machine_question)),):
        return experiment
    others = {name: table for name, table in experiment.recorded.items() if name != CAPACITY}
    return experiment.model_copy(update={"recorded": others})
