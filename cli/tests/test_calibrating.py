"""What `calibrate` conducts in a given time, and what is kept of it."""

import json
import shutil
from pathlib import Path

import pytest
from rich.console import Console
from rich.table import Table

from analysis.contract import schemas
from analysis.contract.machine_profile import MachineProfile
from analysis.reporting.report import Report
from analysis.tests.synthetic_placebo import write_placebo
from cli.calibrating import calibrate, calibrations, profile_with, seconds_of, shown
from cli.precision import precision_source
from cli.profiles import keep, kept_profile, profile_file, readable_profile, this_machine
from cli.report_commands import show_report
from cli.tests.test_command_line import petlab
from deploy.errors import PlanError
from loadscripts.campaign.bed_pool import BedChoice
from loadscripts.planning.experiment import Experiment
from loadscripts.planning.experiment_file import find_experiment, read_experiment
from loadscripts.trial_errors import ResultsError
from loadscripts.trials.results_folder import as_read

pytestmark = pytest.mark.usefixtures("analysed_once")

EXAMPLE = schemas.read_document(schemas.SCHEMAS / "examples" / "machine_profile.json", MachineProfile)
QUICKSTART = read_experiment(find_experiment("quickstart"))


def keep_this(profile: MachineProfile) -> Path:
    keep(lambda kept: profile)
    return profile_file()


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PETLAB_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_half_an_hour_has_all_units():
    """A trial takes 33 s: all units on one bed 64 s and 4 · 33 s a block, 856 s for six. Two beds take 2 · 40 s and
    120 s to get warm, their four blocks 4 · 33 s, all at the same time: two such stands fit into the rest of 1,800 s.
    """
    on_one_bed, beds = calibrations(("order", "window", "trial", "bed"), 1800)
    assert (on_one_bed.units, on_one_bed.repetitions, seconds_of(on_one_bed)) == (("order", "window", "trial"), 6, 856)
    assert (beds.name, beds.units, beds.repetitions, seconds_of(beds)) == ("calibrate-beds", ("bed",), 8, 664)


def test_one_unit_has_all_of_the_time():
    """64 s and 33 s a block: eight in six minutes. A warm-up of 90 s makes 130 s, a trial four times as long 105 s: 15
    in half an hour.
    """
    for unit in ("order", "window"):
        [short], [long] = calibrations((unit,), 360), calibrations((unit,), 1800)
        assert (short.units, short.repetitions, short.measure_s) == ((unit,), 8, 24)
        assert (long.repetitions, long.measure_s, seconds_of(long)) == (15, 96, 130 + 15 * 105)


def test_trials_that_are_themselves_the_unit_are_short():
    """160 s and 2 · (3 + 12 + 3) s a block: 45 in half an hour. In a short time JVMs are not warmed for so long."""
    [short], [long] = calibrations(("trial",), 360), calibrations(("trial",), 1800)
    assert (short.measure_s, short.warmup_s) == (24, 6)
    assert (long.measure_s, long.warmup_s, long.repetitions, seconds_of(long)) == (12, 3, 45, 160 + 45 * 36)


def test_too_short_a_time_is_refused_with_what_it_takes():
    """Two blocks on one bed, two stands of beds: 64 + 2 · 132 + 2 · 332 = 992 s."""
    with pytest.raises(PlanError, match=r"take 16 min 32 s, .* 6 min 0 s allowed: name fewer .* or give --minutes 17"):
        calibrations(("order", "window", "trial", "bed"), 360)
    assert len(calibrations(("order", "window", "trial", "bed"), 17 * 60)) == 2


@pytest.mark.parametrize(
    ("units", "seconds", "least", "minutes"),
    [
        # With the short trials two repetitions take 64 + 2 · 33 + 664 = 794 s, with the long ones 1,004.
        (("order", "bed"), 900, 794, 14),
        (("order", "window", "bed"), 900, 860, 15),  # 64 + 4 · 33 + 664
    ],
)
def test_more_minutes_are_never_too_few_where_fewer_were_enough(
    units: tuple[str, ...], seconds: float, least: float, minutes: int
):
    """From a quarter of an hour on trials are longer, unless the other beds leave no time for that."""
    with pytest.raises(PlanError, match=f"give --minutes {minutes}$"):
        calibrations(units, least - 1)
    for given_s in (minutes * 60, seconds, seconds + 60):
        found = calibrations(units, given_s)
        assert found[0].measure_s == 24 and sum(map(seconds_of, found)) <= given_s
    assert calibrations(units, 1800)[0].measure_s == 96


def test_in_duets_half_as_many_customers_have_two_beds():
    one, duets = calibrations(["order", "trial"], 1800, duet=True)
    assert (one.units, duets.units, duets.name) == (("order",), ("trial",), "calibrate-duets")
    assert duets.crosses_over and duets.factors.customers == (20,) and duets.repetitions > 20
    assert seconds_of(one) + seconds_of(duets) <= 1800
    with pytest.raises(PlanError, match="--duet: expected --unit trial with it"):
        calibrations(["bed"], 1800, duet=True)


def test_the_plan_of_a_calibration_is_shown():
    shown = petlab("calibrate", "--dry-run", "--minutes", "6", "--unit", "window")
    assert shown.returncode == 0, shown.stderr
    assert "placebo (a1, a2) is assigned by window" in shown.stdout and "8 trials" in shown.stdout
    refused = petlab("calibrate", "--dry-run", "--unit", "customer")
    assert refused.returncode == 2


def test_what_is_kept_is_read_again(cache: Path):
    assert kept_profile() is None
    assert keep_this(EXAMPLE) == cache / "machine-profile.json"
    assert kept_profile() == EXAMPLE


def test_a_profile_that_cannot_be_read_is_complained_about_and_not_used(cache: Path):
    keep_this(EXAMPLE).write_text('{"schema_version": 99}')
    console = Console(record=True, width=400)
    assert readable_profile(console) is None
    assert "The machine profile is not used" in console.export_text()


def test_a_profile_that_cannot_be_read_is_set_aside_when_another_is_made(cache: Path) -> None:
    newer = '{"schema_version": 99}'
    keep_this(EXAMPLE).write_text(newer)
    keep_this(EXAMPLE)
    assert kept_profile() == EXAMPLE
    assert (cache / "machine-profile.json.1").read_text() == newer


def test_a_calibration_becomes_the_profile(tmp_path: Path):
    profile = profile_with(write_placebo(tmp_path / "calibrate-1", ["order"], blocks=2, seconds=48), None)
    assert list(profile.units) == ["order"]
    console = Console(record=True, width=200)
    console.print(shown(profile))
    text = console.export_text()
    assert "by order: 0 of 4 metrics are called different" in text and "Response time, geometric mean" in text


def test_both_experiments_are_conducted_and_each_adds_to_the_profile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    """With a void trial in the second, which is said by the exit code."""
    begun: list[tuple[str, ...]] = []

    def begin(experiment: Experiment, parent: Path, choice: BedChoice, *, yes: bool) -> Report:
        begun.append(experiment.units)
        folder = write_placebo(parent / experiment.name, experiment.units, blocks=2, seconds=48)
        return Report(folder / "report.html", Table(), ("void",) * (len(begun) - 1))

    monkeypatch.setattr("cli.calibrating.begin", begin)
    code = calibrate(minutes=30, results=tmp_path, port_base=26000, yes=True)
    assert (code, begun) == (1, [("order", "window", "trial"), ("bed",)])
    kept = kept_profile()
    assert kept is not None and list(kept.units) == ["order", "window", "trial", "bed"]
    assert {unit.results for unit in kept.units.values()} == {"calibrate", "calibrate-beds"}
    said = " ".join(capsys.readouterr().out.split())
    assert "by bed: 0 of" in said and "kept for plans and reports in" in said


def test_all_is_kept_although_nothing_can_be_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def begin(experiment: Experiment, parent: Path, choice: BedChoice, *, yes: bool) -> Report:
        folder = write_placebo(parent / experiment.name, experiment.units, blocks=2, seconds=48)
        return Report(folder / "report.html", Table())

    def closed(report: Report) -> int:
        raise SystemExit(1)

    monkeypatch.setattr("cli.calibrating.begin", begin)
    monkeypatch.setattr("cli.calibrating.show", closed)
    with pytest.raises(SystemExit):
        calibrate(minutes=30, results=tmp_path, yes=True)
    kept = kept_profile()
    assert kept is not None and list(kept.units) == ["order", "window", "trial", "bed"]


def conducted_calibration(folder: Path, **changes: object) -> Path:
    """Results by order, as the lab would have written them. changes: of the experiment."""
    write_placebo(folder, ["order"], blocks=2, seconds=48)
    [experiment] = calibrations(("order",), 360)
    record = json.loads((folder / "experiment.json").read_text())
    record["as_read"] = as_read(experiment.model_copy(update=changes))
    (folder / "experiment.json").write_text(json.dumps(record))
    return folder


def test_results_that_were_resumed_become_the_profile(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = conducted_calibration(tmp_path / "calibrate-1")
    assert calibrate(conducted=[folder]) == show_report(folder)
    made = profile_with(folder, None)
    kept = kept_profile()
    assert kept is not None and {unit: each.ratios for unit, each in kept.units.items()} == {
        unit: each.ratios for unit, each in made.units.items()
    }
    assert "kept for plans and reports in" in " ".join(capsys.readouterr().out.split())


def test_other_results_become_no_profile(tmp_path: Path) -> None:
    folder = conducted_calibration(tmp_path / "another", baseline="a2")
    with pytest.raises(ResultsError, match=r"another \(calibrate\) has a different design from that of"):
        calibrate(conducted=[folder])
    unfinished = conducted_calibration(tmp_path / "unfinished")
    shutil.rmtree(unfinished / "trials" / "002")
    with pytest.raises(ResultsError, match="unfinished is not finished: 1 of 2 trials still to be conducted"):
        calibrate(conducted=[conducted_calibration(tmp_path / "finished"), unfinished])
    with pytest.raises(PlanError, match="--with conducts nothing: leave --unit and --duet out"):
        calibrate(conducted=[folder], duet=True)
    assert kept_profile() is None


def test_a_plan_says_what_the_profile_lets_it_see(tmp_path: Path):
    keep_this(EXAMPLE.model_copy(update={"machine": this_machine()}))
    source = precision_source(QUICKSTART, None, tmp_path, must_tell=False)
    assert "by order of 2026-01-01 00:30; 40 customers, 24 s measured" in source.words
    assert [(each.metric, each.assignment) for each in source.ratios] == [("response_geomean_ms", "order")]
    planned = petlab("plan", "quickstart")
    assert "as planned" in planned.stdout and "to detect" not in planned.stdout
    wished = petlab("plan", "quickstart", "--tell", "3%")
    assert wished.returncode == 0 and "to detect 3 %" in wished.stdout


def test_a_plan_does_without_a_profile_and_says_so(tmp_path: Path):
    missing = petlab("plan", "quickstart")
    assert missing.returncode == 0
    assert "there is no profile of this machine; ./petlab calibrate makes one" in " ".join(missing.stdout.split())
    keep_this(EXAMPLE)
    other = precision_source(QUICKSTART, None, tmp_path, must_tell=False)
    assert other.ratios == [] and "is of another machine (Example CPU @ 2.00GHz, 2 cores" in other.words
    keep_this(EXAMPLE.model_copy(update={"machine": this_machine()}))
    regression = read_experiment(find_experiment("regression"))
    unknown = precision_source(regression, None, tmp_path, must_tell=False)
    assert unknown.ratios == [] and "was not calibrated by bed" in unknown.words
