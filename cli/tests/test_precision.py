"""What `plan --tell` answers, and what it refuses."""

from pathlib import Path

import pytest
import typer

from analysis.reporting.report import write_report
from analysis.tests.synthetic_checkouts import write_checkouts
from cli.precision import Units, newest_pilot, precision_source, ratios_asked_for, wished_effect
from cli.tests.test_command_line import petlab
from loadscripts.planning.experiment import find_experiment, read_experiment


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
    assert Units(quickstart.model_copy(update={"window_blocks": None}), "window").enlarged(10)[0] == "measure_s = 180"
    # The trial by order is 130 s longer, that by window as long as before.
    assert Units(quickstart, "order").enlarged(52)[1] - Units(quickstart, "order").enlarged(26)[1] == 130


def test_an_experiment_with_many_ratios_is_planned_for_all_of_them():
    """Five collectors against G1 in three heaps, by two delegates; by order two delegates against a third, at one load;
    at each of six loads.
    """
    asked = {
        name: ratios_asked_for(read_experiment(find_experiment(name), least_heap=lambda question: 100))
        for name in ("collectors", "quickstart", "paper")
    }
    assert asked == {"collectors": 30, "quickstart": 2, "paper": 12}


def test_where_trials_or_beds_are_repeated_it_is_by_repetitions():
    paper = read_experiment(find_experiment("paper"))
    assert Units(paper, "trial").planned == paper.repetitions
    assert Units(paper, "trial").enlarged(7)[0] == "repetitions = 7"


def test_the_newest_readable_results_of_the_experiment_are_the_pilot(tmp_path, monkeypatch):
    quickstart = read_experiment(find_experiment("quickstart"))
    for name in ("quickstart-20261101T000000Z", "quickstart-20261122T000000Z", "tiny-9"):
        write_report(write_checkouts(tmp_path / name))
    for name, summary in {"23": "half a summ", "24": '{"schema_version": 1, "comparisons": []}', "25": None}.items():
        (tmp_path / f"quickstart-202611{name}T000000Z").mkdir()
        if summary:
            (tmp_path / f"quickstart-202611{name}T000000Z/summary.json").write_text(summary)
    found = precision_source(quickstart, None, tmp_path, must_tell=True)
    assert found.words == f"By the spread of {tmp_path / 'quickstart-20261122T000000Z'}" and found.ratios
    nowhere = tmp_path / "quickstart-20261125T000000Z"
    assert newest_pilot(quickstart, nowhere) is None
    monkeypatch.setenv("PETLAB_CACHE", str(nowhere))
    with pytest.raises(
        typer.BadParameter, match=r"no results of quickstart .* conduct it once.*there is no profile of this machine"
    ):
        precision_source(quickstart, None, nowhere, must_tell=True)


def test_the_command_shows_plan_and_precision(tmp_path: Path):
    assert petlab("report", str(write_checkouts(tmp_path / "r"))).returncode == 0
    shown = petlab("plan", "tiny", "--against", "HEAD", "--tell", "3%", "--pilot", str(tmp_path / "r"))
    assert shown.returncode == 0, shown.stderr
    assert "to see 3 %" in shown.stdout and "repetitions = " in shown.stdout
    refused = petlab("plan", "tiny", "--tell", "much")
    assert refused.returncode == 2 and "expected a percentage" in refused.stderr
