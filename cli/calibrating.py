"""calibrate: what this machine shows of levels that change nothing, kept as its profile."""

import math
import time
from bisect import bisect_right
from collections.abc import Collection, Iterable
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from analysis.contract.assignment_units import LEVEL_WORDS, Unit
from analysis.contract.machine_profile import CalibratedUnit, MachineProfile
from cli.conducted_trials import require_finished
from cli.conducting import begin
from cli.consoles import plain_console
from cli.experiment_options import DryRunOption, PortBaseOption, ResultsOption, YesOption
from cli.finite_numbers import finite
from cli.planned import minutes as in_minutes
from cli.planned import show_plan
from cli.profiles import keep, profile_file
from cli.report_commands import show, written_report
from deploy.errors import PlanError
from loadscripts.campaign.bed_pool import BedChoice
from loadscripts.planning.experiment import Experiment
from loadscripts.planning.experiment_file import find_experiment, read_experiment
from loadscripts.planning.schedule import expected_s, schedule
from loadscripts.trial_errors import ResultsError
from loadscripts.trials.results_folder import RESULTS, Results

MIN_REPETITIONS = 2
MAX_REPETITIONS = 500
UNITS: tuple[Unit, ...] = ("order", "window", "trial", "bed")
#: From so many seconds on trials within which levels take turns are so many times as long, where none has to be
#: repeated, on a JVM that was warmed up for so many seconds, at most for so many.
LONG_S, LONGER, WARMUP_S, WARMUP_MAX_S = 900, 4, 60.0, 90.0
#: And trials that are themselves the unit are short, for the machine drifts from one to the next, and on a JVM that was
#: warmed up for longer: by how much it still warms from one to the next is noise of theirs.
SHORT_TRIAL = {"measure_s": 12.0, "warmup_s": 3.0, "jvm_warmup_s": 120.0, "jvm_warmup_max_s": 120.0}
#: By bed, two stand side by side for so many blocks, in which they have their trials at the same time, as they are
#: warmed up: what the machine does meets both. Each has half as many customers.
OF_BEDS = {"side_by_side": True, "duet": True, "blocks_per_bed": 4, "jvm_warmup_s": 120.0, "jvm_warmup_max_s": 120.0}


class UnitName(StrEnum):
    """As the command line takes them."""

    ORDER = "order"
    WINDOW = "window"
    TRIAL = "trial"
    BED = "bed"


#: By trial in duets, the levels change between two such beds from block to block.
IN_DUETS = {**SHORT_TRIAL, "side_by_side": True, "duet": True}

#: What this command chooses by unit and length; customers, too.
CHOSEN = (
    *("name", "assignment", "repetitions", "measure_s", "warmup_s", "jvm_warmup_s", "jvm_warmup_max_s"),
    *("side_by_side", "duet", "blocks_per_bed"),
)

MinutesOption = Annotated[float, typer.Option(min=1, callback=finite, help="Minutes that it may take in all.")]
UnitOption = Annotated[
    list[UnitName] | None, typer.Option(help="Unit of assignment; repeat it for several. By default, all four.")
]
DuetOption = Annotated[bool, typer.Option("--duet", help="By trial: both levels at the same time, on two beds.")]
WithOption = Annotated[
    list[Path] | None,
    typer.Option(
        "--with",
        metavar="RESULTS",
        help="Conduct nothing, use these results instead; repeat the option for several.",
    ),
]


def calibrate(
    minutes: MinutesOption = 30,
    unit: UnitOption = None,
    duet: DuetOption = False,
    conducted: WithOption = None,
    results: ResultsOption = RESULTS,
    port_base: PortBaseOption = 21000,
    dry_run: DryRunOption = False,
    yes: YesOption = False,
) -> int:
    """Measure levels that change nothing on this machine, and keep what they show as its profile."""
    if conducted and (unit or duet):
        raise PlanError("--with conducts nothing: leave --unit and --duet out")
    experiments = [conducted_calibration(folder) for folder in conducted or ()] or calibrations(
        [each.value for each in unit or UnitName], minutes * 60, duet=duet
    )
    console = plain_console()
    if dry_run:
        for each in experiments:
            show_plan(each, schedule(each), console)
        return 0
    made = (
        map(written_report, conducted)
        if conducted
        else (begin(each, results, BedChoice(port_base), yes=yes) for each in experiments)
    )
    reports = []
    for report in made:
        reports.append(report)
        profile = keep(partial(profile_with, report.page.parent))
    codes = [show(report) for report in reports]
    console.print(shown(profile))
    console.print(f"kept for plans and reports in {profile_file()}", soft_wrap=True, highlight=False)
    return max(codes)


def conducted_calibration(folder: Path) -> Experiment:
    """The experiment of finished results that this command began, whoever went on with them.

    Raises:
        ResultsError: they are of another experiment, or not finished.
    """
    results = Results(folder)
    experiment, shipped = results.read()[0], read_experiment(find_experiment("calibrate"))
    chosen = {name: getattr(shipped, name) for name in CHOSEN}
    factors = experiment.factors.model_copy(update={"customers": shipped.factors.customers})
    if experiment.model_copy(update={**chosen, "factors": factors}) != shipped:
        raise ResultsError(f"{folder} ({experiment.name}) has a different design from that of ./petlab calibrate now")
    require_finished(results)
    return experiment


def calibrations(units: Collection[str], seconds: float, *, duet: bool = False) -> list[Experiment]:
    """The experiments by these units that fit into so many seconds. What needs beds of its own shares it equally.

    duet: whether the trials of both levels are at the same time, by trial, too.

    Raises:
        PlanError: two repetitions of them do not fit; or duets of what is no trial.
    """
    if duet and "trial" not in units:
        raise PlanError("--duet: expected --unit trial with it; by bed, both levels have their trials together anyway")
    shipped = read_experiment(find_experiment("calibrate"))
    in_duets = {"bed": ("calibrate-beds", OF_BEDS)} | ({"trial": ("calibrate-duets", IN_DUETS)} if duet else {})
    on_one_bed = tuple(unit for unit in UNITS if unit in units and unit not in in_duets)
    apart = [
        shipped.model_copy(update={"assignment": (unit,), "name": name, **changes, **_for_two_beds(shipped)})
        for unit, (name, changes) in in_duets.items()
        if unit in units
    ]
    # As long as there is time for, as those of the other beds are to fit in as well.
    lengths = [_length(shipped, on_one_bed, seconds), {}] if on_one_bed else []
    tried = [[shipped.model_copy(update={"assignment": on_one_bed, **each}), *apart] for each in lengths] or [apart]
    wanted = next((each for each in tried if _least_s(each) <= seconds), tried[-1])
    if (least_s := _least_s(wanted)) > seconds:
        by = ", ".join(unit for unit in UNITS if unit in units)
        raise PlanError(
            f"two repetitions by {by} take {in_minutes(least_s)}, more than the {in_minutes(seconds)} allowed: "
            f"name fewer units (--unit {on_one_bed[0] if on_one_bed else 'order'}), or give --minutes "
            f"{math.ceil(least_s / 60)}"
        )
    return _shared_out(wanted, seconds)


def _least_s(wanted: Iterable[Experiment]) -> float:
    """How long two repetitions of these take."""
    return sum(seconds_of(_repeated(each, MIN_REPETITIONS)) for each in wanted)


def _for_two_beds(shipped: Experiment) -> dict[str, object]:
    customers = tuple(number // 2 for number in shipped.factors.customers or ())
    return {"factors": shipped.factors.model_copy(update={"customers": customers})}


def _length(shipped: Experiment, units: Collection[str], seconds: float) -> dict[str, float]:
    """Long trials have more blocks to half an hour, short ones are more trials, and a warm JVM has less noise."""
    if seconds < LONG_S or ("trial" in units and len(units) > 1):
        return {}
    warmup = {"jvm_warmup_s": WARMUP_S, "jvm_warmup_max_s": WARMUP_MAX_S}
    return SHORT_TRIAL if "trial" in units else {"measure_s": LONGER * shipped.measure_s, **warmup}


def _shared_out(wanted: list[Experiment], seconds: float) -> list[Experiment]:
    """Each as often repeated as its share allows, and at least twice; what one leaves is the next one's."""
    found: list[Experiment] = []
    for place, each in enumerate(wanted):
        later_s = sum(seconds_of(_repeated(other, MIN_REPETITIONS)) for other in wanted[place + 1 :])
        share_s = min(seconds / (len(wanted) - place), seconds - later_s)
        found.append(_repeated(each, _repetitions_within(each, share_s)))
        seconds -= seconds_of(found[-1])
    return found


def _repetitions_within(experiment: Experiment, seconds: float) -> int:
    """As many as fit, and at least two: each more takes longer."""
    more = range(MIN_REPETITIONS + 1, MAX_REPETITIONS + 1)
    return MIN_REPETITIONS + bisect_right(more, seconds, key=lambda n: seconds_of(_repeated(experiment, n)))


def seconds_of(experiment: Experiment) -> float:
    return expected_s(experiment, schedule(experiment))


def _repeated(experiment: Experiment, times: int) -> Experiment:
    return experiment.model_copy(update={"repetitions": times * experiment.blocks_per_bed})


def profile_with(results: Path, kept: MachineProfile | None) -> MachineProfile:
    """The kept profile with what these results showed."""
    from analysis.comparing.calibration import with_results  # its libraries are slow to load: not for --help
    from analysis.comparing.results import read_results

    made = time.strftime("%Y-%m-%d %H:%M", time.gmtime())
    return with_results(kept, read_results(results), made)


def shown(profile: MachineProfile) -> Table:
    """What each unit showed, metric by metric."""
    from analysis.metrics import metric
    from analysis.presentation.formatting import effect, number

    table = Table("by", "metric", "ratio", "n", "sd of one unit", "could be seen", "alone", "of all")
    for name, unit in profile.units.items():
        for each in unit.ratios:
            ratio = f"{number(each.ratio)} ({number(each.low)}–{number(each.high)})"
            alone = "different" if each.differs_alone else "–"
            spread = f"{100 * each.spread:.2g} %"
            seen = effect(each.smallest_effect)
            table.add_row(name, metric(each.metric).label, ratio, str(each.n), spread, seen, alone, each.verdict)
    table.title, table.title_justify = f"A/A on {profile.machine.described()}", "left"
    table.caption, table.caption_justify = "\n".join(false_positives(profile)), "left"
    return table


def false_positives(profile: MachineProfile) -> list[str]:
    """How often each unit called different what is not."""
    return [counted(name, unit) for name, unit in profile.units.items()]


def counted(name: str, unit: CalibratedUnit) -> str:
    """`by order: 0 of 4 metrics are called different, each by itself at 5 % (2026-11-23 06:10)`."""
    by = LEVEL_WORDS.get(name, f"by {name}")
    return (
        f"{by}: {unit.false_positives} of {len(unit.ratios)} metrics are called different, each by itself at 5 % "
        f"({unit.made})"
    )
