"""capacity: up to which rate of orders the store keeps an objective on this machine, kept for loads that are shares."""

import math
import time
from collections.abc import Sequence
from pathlib import Path
from shlex import quote
from typing import Annotated

import typer

from analysis.contract.machine_capacity import MachineCapacity, VariantCapacity
from analysis.contract.machine_profile import machine_of
from analysis.contract.objective import parse_objective
from analysis.reading.trial_facts import LOAD, rate_of
from analysis.statistics.crossing import Crossing
from cli.conducted_trials import require_finished
from cli.conducting import begin
from cli.consoles import plain_console
from cli.experiment_options import DryRunOption, PortBaseOption, RepetitionsOption, ResultsOption, YesOption
from cli.kept_capacity import keep_capacity
from cli.planned import show_plan
from cli.report_commands import show, written_report
from deploy.errors import PlanError
from loadscripts.campaign.bed_pool import BedChoice
from loadscripts.load.load_levels import MAX_RATE_PER_S, parse_load
from loadscripts.planning.experiment import Experiment
from loadscripts.planning.experiment_file import find_experiment, read_experiment
from loadscripts.planning.schedule import schedule
from loadscripts.planning.up_and_down_mistakes import MIN_LOADS
from loadscripts.trial_errors import ResultsError
from loadscripts.trials.results_folder import RESULTS, Results

STEP = 2 ** (1 / 6)
"""By which rates that are to be tried next lie apart; six steps double a rate."""
MORE_RATES = 6

ObjectiveOption = Annotated[str | None, typer.Option(help='What to keep; by default "p99 response <= 1 s".')]
WithOption = Annotated[
    Path | None, typer.Option("--with", metavar="RESULTS", help="Conduct nothing, use these results instead.")
]
RatesOption = Annotated[
    str | None,
    typer.Option(metavar="RATES", help="Rates to try in place of the bundled ones, in orders per second: 20,24,28."),
]


def capacity(
    objective: ObjectiveOption = None,
    rates: RatesOption = None,
    repetitions: RepetitionsOption = None,
    conducted: WithOption = None,
    results: ResultsOption = RESULTS,
    port_base: PortBaseOption = 21000,
    dry_run: DryRunOption = False,
    yes: YesOption = False,
) -> int:
    """Find the rate of orders up to which each delegate keeps an objective, and store it for loads in shares of it."""
    if conducted is None:
        experiment = experiment_of(objective, rates, repetitions)
    elif (objective, rates, repetitions) == (None, None, None):
        experiment = conducted_capacity(conducted)
    else:
        raise PlanError("--with conducts nothing: leave --objective, --rates and --repetitions out")
    console = plain_console()
    if dry_run:
        show_plan(experiment, schedule(experiment), console)
        return 0
    if conducted is None:
        report = begin(experiment, results, BedChoice(port_base), yes=yes)
    else:
        report = written_report(conducted)
    folder = report.page.parent
    found, without = capacities_in(folder)
    file = keep_capacity(found) if found.variants else None
    code = show(report)
    for variant, shown in found.variants.items():
        bounds = f" ({shown.low:.3g}–{shown.high:.3g})" if shown.low and shown.high else ""
        console.print(f"{variant}: {shown.rate_per_s:.3g}{bounds} orders/s", soft_wrap=True, highlight=False)
    if file:
        kept = f"kept in {file} for loads and think times that are shares of it: {', '.join(found.variants)}"
        console.print(kept, soft_wrap=True, highlight=False)
    if without:
        none = f"{', '.join(without)}: no capacity was found, so none is kept; see the report"
        console.print(none, soft_wrap=True, highlight=False)
        if uncounted := [variant for variant, crossings in without.items() if not crossings]:
            console.print(f"{', '.join(uncounted)}: none of its trials counts", soft_wrap=True, highlight=False)
        if crossings := [crossing for of_variant in without.values() for crossing in of_variant]:
            console.print(
                advice(crossings, rates_of(experiment), folder, experiment.repetitions), soft_wrap=True, highlight=False
            )
    return max(code, int(bool(without)))


def experiment_of(objective: str | None, rates: str | None, repetitions: int | None) -> Experiment:
    """The shipped experiment with what the command line says of it. Raises PlanError where it cannot be so."""
    shipped = read_experiment(find_experiment("capacity"))
    changes: dict[str, object] = {}
    try:
        if objective is not None:
            changes["objective"] = parse_objective(objective).text
        if rates is not None:
            changes["factors"] = shipped.factors.model_copy(update={"load": loads_of(rates)})
    except ValueError as error:
        raise PlanError(str(error)) from error
    if repetitions is not None:
        changes["repetitions"] = repetitions
    return shipped.model_copy(update=changes)


def conducted_capacity(folder: Path) -> Experiment:
    """The experiment of finished results that this command began, whoever went on with them.

    Raises:
        ResultsError: they are of another experiment, or not finished.
    """
    results = Results(folder)
    experiment, shipped = results.read()[0], experiment_of(None, None, None)
    chosen = {"objective": shipped.objective, "repetitions": shipped.repetitions}
    factors = experiment.factors.model_copy(update={"load": shipped.factors.load})
    if experiment.model_copy(update={**chosen, "factors": factors}) != shipped:
        raise ResultsError(f"{folder} ({experiment.name}) has a different design from that of ./petlab capacity now")
    require_finished(results)
    return experiment


def loads_of(rates: str) -> tuple[str, ...]:
    """`20,24,28` as levels of the factor load, in ascending order."""
    loads = tuple(f"{rate.strip()}/s" for rate in rates.split(","))
    for load in loads:
        parse_load(load)
        if rate_of({LOAD: load}) is None:
            raise ValueError(f"--rates: expected rates such as 20, got {load!r}, which is not one rate")
    if len({rate_of({LOAD: load}) for load in loads}) < max(MIN_LOADS, len(loads)):
        raise ValueError(f"--rates: expected {MIN_LOADS} different rates or more, such as 20,24,28, got {rates!r}")
    return tuple(sorted(loads, key=lambda load: rate_of({LOAD: load}) or 0.0))


def rates_of(experiment: Experiment) -> list[float]:
    """The rates that were tried, in orders per second."""
    return sorted(rate for load in experiment.levels()["load"] if (rate := rate_of({LOAD: load})))


def advice(crossings: Sequence[Crossing], rates: Sequence[float], folder: Path, repetitions: int) -> str:
    """What to do next: try lighter rates where the lightest was too much, heavier ones where the heaviest was kept, and
    more trials where neither is known.
    """
    further = [STEP**step for step in range(1, MORE_RATES + 1)]
    kept = [each.kept for each in crossings if each.kept is not None]
    broken = [each.broken for each in crossings if each.broken is not None]
    if rates[0] not in broken and rates[-1] not in kept:
        return (
            f"the rates tried, {min(kept + broken):g} to {max(kept + broken):g}/s, do not show the capacity yet: "
            f"./petlab resume {quote(str(folder))} --repetitions {2 * repetitions}, "
            f"then ./petlab capacity --with {quote(str(folder))}"
        )
    if rates[0] in broken:
        why = f"{rates[0]:g}/s, the lowest rate, was too much in most trials"
        tried = [*(rates[0] / by for by in reversed(further)), *rates]
    else:
        why = f"{rates[-1]:g}/s, the highest rate, was sustained in most trials"
        tried = [*rates, *(rates[-1] * by for by in further)]
    possible = dict.fromkeys(f"{float(f'{rate:.3g}'):g}" for rate in tried if rate <= MAX_RATE_PER_S)
    if len(possible) <= len(rates):
        return f"{why}, and no experiment may have more than {MAX_RATE_PER_S:g}/s"
    return f"{why}: try --rates {','.join(possible)}"


def capacities_in(folder: Path) -> tuple[MachineCapacity, dict[str, list[Crossing]]]:
    """What the results of the experiment showed: the variants that have a capacity; and the crossings of each that has
    none: its load was beyond those that were tried, or, where there is no crossing at all, none of its trials counts.
    """
    from analysis.comparing.capacity import capacities  # its libraries are slow to load: not for --help
    from analysis.comparing.results import read_results

    results = read_results(folder)
    shown = {each.variant: each for each in capacities(results)}
    planned = (dict(each.levels) for each in results.experiment.schedule)
    variants = dict.fromkeys(map(results.design.variant_at_any_load, planned))
    lacking = [each for each in variants if each not in shown or shown[each].load.value is None]
    without = {each: list(shown[each].crossings.values()) if each in shown else [] for each in lacking}
    question = Results(folder).read()[0].capacity_question
    found = MachineCapacity(
        machine=machine_of(results.trials[0].trial.facts),
        objective=question.objective,
        topology=question.topology,
        jvm_options=question.jvm_options,
        bed=question.bed,
        made=time.strftime("%Y-%m-%d %H:%M", time.gmtime()),
        commit=results.experiment.commit,
        dirty=results.experiment.dirty,
        results=folder.name,
        variants={
            each.variant: VariantCapacity(
                rate_per_s=each.load.value, low=each.load.low, high=each.load.high, n=each.load.n
            )
            for each in shown.values()
            if each.load.value is not None and math.isfinite(each.load.value)
        },
    )
    return found, without
