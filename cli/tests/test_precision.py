"""What `plan --tell` answers, and what it refuses."""

import io
from pathlib import Path

import pytest
import typer
from rich.console import Console

from analysis.comparing.pilot import PilotRatio
from analysis.contract.experiment_document import HeapOfExperiment
from analysis.reporting.report import write_report
from analysis.tests.synthetic_checkouts import write_checkouts
from cli.calibrating import calibrations
from cli.precision import (
    Source,
    Units,
    main_effects_asked_for,
    newest_pilot,
    precision_source,
    ratios_asked_for,
    show_precision,
    wished_effect,
)
from cli.tests.test_command_line import petlab
from loadscripts.planning.experiment_file import find_experiment, read_experiment

pytestmark = pytest.mark.usefixtures("analysed_once")


@pytest.mark.parametrize(("text", "effect"), [("3%", 0.03), (" 2.5 %", 0.025), ("100%", 1.0)])
def test_an_effect_is_a_percentage(text, effect):
    assert wished_effect(text) == pytest.approx(effect)


@pytest.mark.parametrize("text", ["3", "0%", "-1%", "101%", "three", "3%%"])
def test_what_is_none_is_refused(text):
    with pytest.raises(typer.BadParameter, match="expected a percentage above 0 and up to 100, such as 3%"):
        wished_effect(text)


def test_the_units_of_the_quickstart_are_those_of_its_file():
    """130 s are 26 blocks of 5 s; the three blocks of windows have three levels, twice each, for 3 s."""
    quickstart = read_experiment(find_experiment("quickstart"))
    assert (Units(quickstart, "order").planned, Units(quickstart, "window").planned) == (26, 3)
    assert Units(quickstart, "order").enlarged(52)[0] == "measure_s = 260"
    assert Units(quickstart, "window").enlarged(10)[0] == "window_blocks = 10"
    by_time = quickstart.model_copy(update={"window_blocks": None})
    assert Units(by_time, "window").enlarged(10)[0] == "measure_s = 180"
    # Blocks of 18 s: four fit into 80 s, so that two trials have eight; seven take four in each.
    twice = by_time.model_copy(update={"measure_s": 80.0, "repetitions": 2})
    assert Units(twice, "window").planned == 8
    assert Units(twice, "window").enlarged(7)[0] == "measure_s = 72"
    # The trial by order is 130 s longer, that by window as long as before.
    assert Units(quickstart, "order").enlarged(52)[1] - Units(quickstart, "order").enlarged(26)[1] == 130


def test_beds_of_several_blocks_are_units_of_beds_alone():
    """Levels that are switched on the same servers tell anew in each of twelve blocks, servers three times."""
    experiment = read_experiment(find_experiment("paper"), lambda question: 40.0).model_copy(
        update={"repetitions": 12, "blocks_per_bed": 4}
    )
    assert (Units(experiment, "trial").planned, Units(experiment, "bed").planned) == (12, 3)
    assert Units(experiment, "trial").enlarged(16)[0] == Units(experiment, "bed").enlarged(4)[0] == "repetitions = 16"


def test_an_experiment_with_many_ratios_is_planned_for_all_of_them():
    """Five collectors against G1 in three heaps, by two delegates; by order two delegates against a third, at one load;
    at each of six loads.
    """
    shipped = {
        name: read_experiment(find_experiment(name), lambda question: 40.0, lambda question: HeapOfExperiment(mb=100))
        for name in ("collectors", "quickstart", "paper")
    }
    asked = {name: ratios_asked_for(experiment) for name, experiment in shipped.items()}
    assert asked == {"collectors": 30, "quickstart": 2, "paper": 12}
    averaged = {name: main_effects_asked_for(experiment) for name, experiment in shipped.items()}
    assert averaged == {"collectors": 5, "quickstart": 2, "paper": 12}, "over heaps and delegates, not over loads"


def test_a_main_effect_is_shown_with_the_launches_of_all_its_strata():
    """Of collectors, three heaps: each of four repetitions gives a launch in each."""
    collectors = read_experiment(find_experiment("collectors"), least_heap=lambda question: HeapOfExperiment(mb=100))
    name = "zgc against g1, over every heap and every transition"
    effect = PilotRatio("cpu_per_order_ms", name, "bed", 9, 0.05, 0.08, strata=3, is_main_effect=True)
    single = PilotRatio("cpu_per_order_ms", "zgc against g1", "bed", 3, 0.05, 0.3)
    printed = io.StringIO()
    show_precision(collectors, Source("By hand", [effect, single]), 0.5, Console(file=printed, width=200))
    [of_effect] = [line for line in printed.getvalue().splitlines() if "every heap" in line]
    assert "8 %, n = 9" in of_effect and "n = 12" in of_effect and "n = 6: repetitions = 2" in of_effect
    assert "as planned each as one of 5 main effects or 30 ratios" in printed.getvalue()


def test_where_trials_or_beds_are_repeated_it_is_by_repetitions():
    paper = read_experiment(find_experiment("paper"), lambda question: 40.0)
    assert Units(paper, "trial").planned == paper.repetitions
    assert Units(paper, "trial").enlarged(7)[0] == "repetitions = 7"


def test_of_levels_that_change_beds_two_blocks_are_one_repetition():
    [calibration] = calibrations(["trial"], 1800, duet=True)
    duets = calibration.model_copy(update={"repetitions": 12})
    assert duets.crosses_over and Units(duets, "trial").planned == 6
    assert Units(duets, "trial").enlarged(10)[0] == "repetitions = 20"


def test_the_newest_readable_results_of_the_experiment_are_the_pilot(tmp_path, monkeypatch):
    collectors = read_experiment(find_experiment("collectors"), least_heap=lambda question: HeapOfExperiment(mb=100))
    # collectors-again is another experiment whose name begins alike.
    mine = ("collectors-20261101T000000Z", "collectors-20261122T000000Z")
    for name in (*mine, "load[1]-20261122T000000Z", "collectors-again-20261123T000000Z", "tiny-9"):
        write_report(write_checkouts(tmp_path / name))
    for name, summary in {"23": "half a summ", "24": '{"schema_version": 1, "comparisons": []}', "25": None}.items():
        (tmp_path / f"collectors-202611{name}T000000Z").mkdir()
        if summary:
            (tmp_path / f"collectors-202611{name}T000000Z/summary.json").write_text(summary)
    found = precision_source(collectors, None, tmp_path, must_tell=True)
    assert found.words == f"By the spread of {tmp_path / 'collectors-20261122T000000Z'}" and found.ratios
    odd = newest_pilot(collectors.model_copy(update={"name": "load[1]"}), tmp_path)
    assert odd and odd.words == f"By the spread of {tmp_path / 'load[1]-20261122T000000Z'}"
    nowhere = tmp_path / "collectors-20261125T000000Z"
    assert newest_pilot(collectors, nowhere) is None
    monkeypatch.setenv("PETLAB_CACHE", str(nowhere))
    with pytest.raises(
        typer.BadParameter, match=r"no results of collectors .* conduct it once.*there is no profile of this machine"
    ):
        precision_source(collectors, None, nowhere, must_tell=True)


def test_a_pilot_of_another_assignment_is_refused_or_passed_over(tmp_path):
    """Its units are others: servers of their own, where the experiment assigns its levels by order and by window."""
    quickstart = read_experiment(find_experiment("quickstart"))
    pilot = tmp_path / "quickstart-20261127T000000Z"
    write_report(write_checkouts(pilot))
    with pytest.raises(typer.BadParameter, match="no ratio by order or by window, as quickstart needs: name the"):
        precision_source(quickstart, pilot, tmp_path, must_tell=False)
    assert newest_pilot(quickstart, tmp_path) is None


def test_the_command_shows_plan_and_precision(tmp_path: Path):
    assert petlab("report", str(write_checkouts(tmp_path / "r"))).returncode == 0
    shown = petlab("plan", "tiny", "--against", "HEAD", "--tell", "3%", "--pilot", str(tmp_path / "r"))
    assert shown.returncode == 0, shown.stderr
    assert "to detect 3 %" in shown.stdout and "repetitions = " in shown.stdout
    refused = petlab("plan", "capacity", "--tell", "3%")
    assert refused.returncode == 2 and "go up and down, and its levels are not compared" in " ".join(
        refused.stderr.replace("│", " ").split()
    )
    refused = petlab("plan", "tiny", "--tell", "much")
    assert refused.returncode == 2 and "expected a percentage" in refused.stderr
