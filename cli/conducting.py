"""run, plan, resume: experiments."""

import sys
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated

import typer

from cli import kept_capacity, kept_heaps, transaction_options
from cli.consoles import plain_console
from cli.experiment_options import (
    AgainstOption,
    DatabaseOption,
    DryRunOption,
    ExperimentName,
    LiveOption,
    LivePortOption,
    PilotOption,
    PortBaseOption,
    RepetitionsOption,
    ResultsOption,
    SeedOption,
    TellOption,
    YesOption,
)
from cli.kept_capacity import capacity_per_s
from cli.kept_heaps import kept_heap
from cli.known_metrics import require_metrics
from cli.live.live_page import LivePage, live_page
from cli.looks import stop_rule
from cli.missing_trials import Campaign, Missing, missing_trials
from cli.planned import show_plan
from cli.precision import precision_source, show_precision, wished_effect
from cli.progress_display import ProgressDisplay
from cli.recorded_command import recorded_command
from cli.report_commands import show, show_report, void_reason, written_report
from cli.transaction_options import ForcedWritesOption, LogStoreOption, ManagerOption
from cli.up_and_down import load_rule
from deploy.build.revisions import commit_of
from deploy.errors import BedError, PlanError
from deploy.lifecycle import lifetime
from deploy.specification.transactions import is_default
from loadscripts.campaign.bed_pool import BedChoice, bed_ports
from loadscripts.campaign.other_checkout import against_record, get_ready
from loadscripts.campaign.resumption import bed_record
from loadscripts.campaign.trial_sequence import conduct_all, make_lab
from loadscripts.load.load_levels import is_share
from loadscripts.planning.experiment import Experiment
from loadscripts.planning.experiment_file import find_experiment, read_experiment
from loadscripts.planning.factors import LOAD
from loadscripts.planning.schedule import expected_s, parts_of_stands, schedule
from loadscripts.planning.two_checkouts import compared_with, revision_of
from loadscripts.probes.machine import revision
from loadscripts.trials.results_folder import RESULTS, Results, new_results, write_experiment

if TYPE_CHECKING:
    from analysis.reporting.report import Report

LONG_S = 30 * 60
"""Who starts something longer than this is asked whether they meant to."""


def run(
    experiment: ExperimentName = "quickstart",
    seed: SeedOption = None,
    repetitions: RepetitionsOption = None,
    against: AgainstOption = None,
    results: ResultsOption = RESULTS,
    port_base: PortBaseOption = 21000,
    database: DatabaseOption = None,
    transaction_manager: ManagerOption = None,
    log_store: LogStoreOption = None,
    forced_writes: ForcedWritesOption = None,
    live: LiveOption = False,
    live_port: LivePortOption = None,
    dry_run: DryRunOption = False,
    yes: YesOption = False,
) -> int:
    """Conduct an experiment and write its report."""
    chosen = _experiment_of(experiment, seed, repetitions, against)
    transactions = transaction_options.of_experiment(
        chosen, transaction_options.requested(transaction_manager, log_store, forced_writes)
    )
    choice = BedChoice(port_base, database, transactions)
    _require_measured_bed(chosen, choice)
    here = revision()
    warnings = kept_heaps.warning_of(chosen, here, quote(experiment)), kept_capacity.warning_of(chosen, here)
    for warning in warnings:
        if warning:
            plain_console(stderr=True, soft_wrap=True, highlight=False).print(warning, markup=False)
    if dry_run:
        _show_plan(chosen)
        return 0
    with live_page(live, live_port, bed_ports(port_base, chosen)) as page:
        report = begin(chosen, results, choice, yes=yes, page=page)
    return show(report)


def begin(
    chosen: Experiment,
    parent: Path,
    choice: BedChoice,
    *,
    yes: bool,
    page: LivePage | None = None,
    starts_may_fail: bool = False,
) -> "Report":
    """Conducts an experiment and writes its report into a new folder under the parent. page: shows it meanwhile;
    starts_may_fail: as a campaign has it.

    Nothing of the report is printed: whoever keeps what the results say does so first, for standard output may be gone.
    """
    trials = schedule(chosen)
    _require_no_bed()
    confirm(f"{len(trials)} trials", expected_s(chosen, trials), yes)
    command, other = recorded_command(), against_record(chosen)
    folder = new_results(parent, chosen)
    try:
        write_experiment(folder, chosen, trials, revision(), command, bed_record(choice), other)
        return completed(Campaign(chosen, trials, folder, choice, starts_may_fail=starts_may_fail), page)
    finally:
        folder.remove_if_empty()


def plan(
    experiment: ExperimentName = "quickstart",
    seed: SeedOption = None,
    repetitions: RepetitionsOption = None,
    against: AgainstOption = None,
    tell: TellOption = None,
    pilot: PilotOption = None,
) -> None:
    """Show what an experiment would do, in which order and how long, and what effect it could detect."""
    chosen = _experiment_of(experiment, seed, repetitions, against)
    if chosen.up_and_down and (tell is not None or pilot is not None):
        raise typer.BadParameter(
            f"the loads of {chosen.name} go up and down, and its levels are not compared at one load: leave it out",
            param_hint="--tell" if tell is not None else "--pilot",
        )
    effect = wished_effect(tell) if tell is not None else None
    _show_plan(chosen, pilot, effect)


def _show_plan(chosen: Experiment, pilot: Path | None = None, effect: float | None = None) -> None:
    show_plan(chosen, schedule(chosen), plain_console())
    if chosen.up_and_down:
        return  # its levels are not compared at one load
    source = precision_source(chosen, pilot, RESULTS, must_tell=effect is not None)
    show_precision(chosen, source, effect, plain_console(soft_wrap=True))


def resume(
    results: Annotated[Path, typer.Argument(help="Results folder of an experiment that was interrupted.")],
    port_base: PortBaseOption = 21000,
    database: DatabaseOption = None,
    transaction_manager: ManagerOption = None,
    log_store: LogStoreOption = None,
    forced_writes: ForcedWritesOption = None,
    void_too: Annotated[
        bool, typer.Option("--void-too", help="Repeat void and failed trials, too; the earlier attempts are kept.")
    ] = False,
    other_version: Annotated[
        bool, typer.Option("--other-version", help="Continue what another version of Petlab, machine or JDK began.")
    ] = False,
    repetitions: Annotated[
        int | None,
        typer.Option(min=2, metavar="NUMBER", help="New total of repetitions, more than before; the report says so."),
    ] = None,
    only: Annotated[
        list[str] | None,
        typer.Option(metavar="FACTOR=LEVEL,…", help="Levels of the further repetitions, if not all: customers=15,40."),
    ] = None,
    live: LiveOption = False,
    live_port: LivePortOption = None,
    yes: YesOption = False,
) -> int:
    """Conduct the trials that are missing from a results folder, and write its report."""
    transactions = transaction_options.requested(transaction_manager, log_store, forced_writes)
    requested = BedChoice(port_base, database, transactions)
    missing = missing_trials(
        Results(results), requested, Missing(void_too, other_version, repetitions, tuple(only or ()))
    )
    if not missing.trials:
        plain_console(stderr=True).print("no trial is missing")
        return show_report(results)
    with live_page(live, live_port, bed_ports(port_base, missing.experiment)) as page:
        _require_no_bed()
        confirm(f"{len(missing.trials)} trials", expected_s(missing.experiment, missing.trials), yes)
        report = completed(missing, page)
    return show(report)


def _experiment_of(name: str, seed: int | None, repetitions: int | None, against: str | None) -> Experiment:
    read = read_experiment(find_experiment(name), capacity_per_s, kept_heap)
    require_metrics(read)
    experiment = with_changes(read, seed=seed, repetitions=repetitions)
    revision = revision_of(experiment, against)
    return experiment if revision is None else compared_with(experiment, commit_of(revision))


def with_changes(experiment: Experiment, **changes: float | None) -> Experiment:
    """With what the command line changes of it; None changes nothing. A length of the measuring window is that of all
    trials, of those too that the experiment makes as long as some blocks of windows.

    Raises:
        PlanError: it is no experiment any more.
    """
    given: dict[str, float | None] = {key: value for key, value in changes.items() if value is not None}
    if "measure_s" in given:
        given["window_blocks"] = None
    changed = experiment.model_copy(update=given)
    if changed.looks > changed.repetitions:
        raise PlanError(f"{experiment.name} has {changed.looks} looks: expected at least as many repetitions")
    if unequal := parts_of_stands(changed):
        raise PlanError(unequal)
    if "window" in changed.units:
        turns = changed.assignment_by("window")
        if changed.measured_s(turns) < (block_s := turns.block_s):
            raise PlanError(f"{experiment.name} is by window: expected a measuring window of {block_s:g} s or more")
    return changed


def _require_measured_bed(experiment: Experiment, choice: BedChoice) -> None:
    """Raises PlanError where the command line asks for another bed than that on which it was measured what levels are
    of.
    """
    loads = experiment.levels().get(LOAD, ())
    is_relative = experiment.least_heap_mb is not None or any(map(is_share, loads))
    if is_relative and (choice.database_url or not is_default(choice.transactions)):
        raise PlanError(
            f"{experiment.name} has levels relative to what was measured with the bed's own database and transaction "
            "manager: leave out the options that choose others, or give sizes and rates"
        )


def completed(campaign: Campaign, page: LivePage | None = None) -> "Report":
    """Conducts the trials and writes the report of the folder. page: shows it meanwhile."""
    with _as_extended(campaign):
        _conduct(campaign, page)
    return written_report(campaign.results.folder)


def _as_extended(campaign: Campaign) -> AbstractContextManager[None]:
    if campaign.extended is None:
        return nullcontext()
    return campaign.results.extended(campaign.experiment, campaign.extended)


def _conduct(campaign: Campaign, page: LivePage | None) -> None:
    console = plain_console(stderr=True, highlight=False)
    console.print(campaign.experiment.question, style="bold")
    with ProgressDisplay(console).shown() as display:
        live = page.follow(campaign.experiment, display) if page else None
        progress = live.progress if live else display
        get_ready(campaign.experiment, progress)
        lab = make_lab(campaign.experiment, progress, live)
        decided = stop_rule(campaign.experiment, campaign.results)
        loads = load_rule(campaign.experiment, campaign.results)
        conduct_all(
            campaign.trials,
            lab,
            campaign.choice,
            campaign.results,
            void_reason,
            decided,
            loads,
            starts_may_fail=campaign.starts_may_fail,
        )
        if live:
            live.progress.reporting()


def _require_no_bed() -> None:
    if lifetime.attach() is not None:
        raise BedError("a bed is up already: take it down first (petlab down), or end the other petlab run")


def confirm(what: str, seconds: float, yes: bool) -> None:
    """Asks whoever sits before a terminal whether to begin what takes long. Raises typer.Abort when not."""
    if yes or seconds < LONG_S or not sys.stdin.isatty():
        return
    typer.confirm(f"{what} will take about {seconds / 3600:.1f} hours. Continue?", abort=True, err=True)
