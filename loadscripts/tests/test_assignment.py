"""To what levels are assigned: what an experiment may say, and which trials it has then."""

import re
from pathlib import Path
from typing import Any

import pytest

from analysis.contract.assignment_units import default_primary
from loadscripts.planning.assignment import Assignment, plan_windows
from loadscripts.planning.experiment import Experiment
from loadscripts.planning.experiment_file import find_experiment, read_experiment
from loadscripts.planning.schedule import expected_s, schedule
from loadscripts.trial_errors import ExperimentError

THREE = ("jms-transacted", "jms-nontransacted", "soap")


def experiment_with(*, factors: dict[str, Any] | None = None, **keys: Any) -> Experiment:
    """Three delegates unless said otherwise."""
    asked = {"name": "a", "question": "?", "baseline": "jms-transacted", "repetitions": 1, "warmup_s": 1}
    levels = {"transition": list(THREE), "customers": 4} | (factors or {})
    return Experiment.model_validate(asked | {"measure_s": 72, "factors": levels} | keys)


@pytest.mark.parametrize(
    ("compare", "factors", "unit"),
    [
        ("transition", {}, "order"),
        ("supplier-order", {"transition": "soap", "supplier-order": ["soap", "jms-transacted"]}, "order"),
        ("invoice", {"transition": "soap", "invoice": ["soap", "jms-transacted"]}, "order"),
        ("transition", {"transition": "soap"}, "trial"),
        ("transition", {"measuring": "off"}, "trial"),
        ("transition", {"measuring": ["on", "off"]}, "trial"),
        ("transition", {"measuring": "profile"}, "order"),
        ("transition", {"fault": "worked:throw"}, "trial"),
        ("transition", {"fault": "none"}, "order"),
        ("transition", {"supplier-order": "soap", "invoice": "soap"}, "trial"),
        ("measuring", {"measuring": ["on", "off"]}, "trial"),
        ("fault", {"fault": ["none", "kill broker"]}, "trial"),
        ("think", {"think": ["none", "1-4 s"]}, "trial"),
        ("jvm", {"jvm": ["default", "huge"]}, "bed"),
        ("topology", {"topology": ["one-server", "three-servers"]}, "bed"),
        ("transactions", {"transactions": ["payara", "narayana file"]}, "bed"),
        ("past_orders", {"past_orders": [0, 10]}, "bed"),
        ("message_store", {"message_store": ["journal", "database"]}, "bed"),
        ("broker", {"broker": ["process", "in-server"]}, "bed"),
        ("jdk", {"jdk": ["default", "other"]}, "bed"),
        ("broker_jvm", {"broker_jvm": ["default", "huge"]}, "bed"),
        ("forced_writes", {"forced_writes": ["all", "none"]}, "bed"),
        ("placebo", {"placebo": ["a1", "a2"]}, "order"),
        ("placebo", {"placebo": ["a1", "a2"], "measuring": "off"}, "trial"),
        ("placebo", {"placebo": "a1"}, "trial"),
    ],
)
def test_the_default_is_the_finest_unit_that_the_compared_factor_allows(compare, factors, unit):
    assert experiment_with(compare=compare, factors=factors).units == (unit,)


def test_what_the_file_says_counts_and_one_unit_needs_no_list():
    assert experiment_with(assignment="trial").units == ("trial",)
    assert experiment_with(assignment=["order", "window"]).units == ("order", "window")


def test_the_primary_metric_is_that_of_the_unit_unless_the_file_says_another():
    assert experiment_with().primary_metric == "response_geomean_ms"
    assert experiment_with(assignment=["window", "order"]).primary_metric == "response_geomean_ms"
    assert experiment_with(assignment="window").primary_metric == "cpu_per_order_ms"
    assert experiment_with(primary="call_geomean_ms").primary_metric == "call_geomean_ms"
    assert default_primary(("trial",)) == default_primary(("bed",)) == "cpu_per_order_ms"


GOOD = """
question = "Which way is faster?"
baseline = "jms-transacted"
repetitions = 2
warmup_s = 10
measure_s = 36
%s
[factors]
transition = ["jms-transacted", "jms-nontransacted", "soap"]
customers = 15
%s
"""


def read(tmp_path: Path, keys: str, factors: str = "") -> Experiment:
    file = tmp_path / "asked.toml"
    file.write_text(GOOD % (keys, factors), encoding="utf-8")
    return read_experiment(file)


def test_windows_of_six_seconds_are_the_default(tmp_path):
    by_window = read(tmp_path, 'assignment = "window"')
    assert (by_window.window_s, by_window.washout_s) == (6, 1)


@pytest.mark.parametrize(
    ("keys", "factors", "mistake"),
    [
        ('assignment = "customer"', "", "assignment.0: expected 'order', 'window', 'trial' or 'bed', got 'customer'"),
        ('assignment = ["order", "order"]', "", "assignment: expected each level once"),
        ("assignment = []", "", "assignment: expected Value should have at least 1 item"),
        (
            'assignment = "bed"',
            "",
            "assignment: expected order or window or trial with compare = 'transition', got 'bed'",
        ),
        (
            'compare = "fault"\nassignment = "order"',
            'fault = ["none", "worked:throw"]',
            "assignment: expected trial with compare = 'fault', got 'order'",
        ),
        (
            'compare = "jvm"\nassignment = "trial"',
            'jvm = ["default"]',
            "assignment: expected bed with compare = 'jvm', got 'trial'",
        ),
        (
            'assignment = "window"',
            'supplier-order = "soap"\ninvoice = "soap"',
            "assignment: expected trial with compare = 'transition', got 'window'",
        ),
        (
            'compare = "invoice"\nassignment = "order"',
            'invoice = "jms-transacted"',
            "assignment: expected at least two levels of invoice to assign by order",
        ),
        ('assignment = "order"', 'measuring = ["on", "off"]', 'factors.measuring: expected "on" with assignment = \'o'),
        ('assignment = "window"', 'fault = "worked:throw"', "factors.fault: expected none with assignment = 'window'"),
        ('assignment = "order"\nwindow_s = 5', "", "window_s: expected only with assignment = 'window'"),
        ('assignment = "order"\nwindow_blocks = 2', "", "window_blocks: expected only with assignment = 'window'"),
        ('assignment = "window"\nwindow_blocks = 0', "", "window_blocks: expected greater than or equal to 1, got 0"),
        ("washout_s = 1", "", "washout_s: expected only with assignment = 'window'"),
        (
            'assignment = "window"\nwindow_s = 2\nwashout_s = 2',
            "",
            "washout_s: expected less than window_s = 2, got 2",
        ),
        (
            'assignment = "window"\nwindow_s = 6.1',
            "",
            "measure_s: expected at least 36.6, for a block of 6 windows of 6.1 s, got 36",
        ),
        ('assignment = "window"\nwindow_s = 0', "", "window_s: expected greater than 0, got 0"),
        ('assignment = "window"\nwashout_s = "long"', "", "washout_s: expected a valid number"),
        ('primary = "Mean Time"', "", "primary: expected String should match pattern"),
    ],
)
def test_a_unit_that_cannot_be_is_a_mistake_named_by_its_key(tmp_path, keys, factors, mistake):
    with pytest.raises(ExperimentError) as caught:
        read(tmp_path, keys, factors)
    mistakes = [line.strip() for line in str(caught.value).splitlines() if not line.strip().startswith("baseline:")]
    assert len(mistakes) == 2 and mistakes[1].startswith(mistake)


def test_a_unit_of_a_factor_or_system_that_is_not_known_is_no_further_mistake(tmp_path):
    with pytest.raises(ExperimentError, match=re.escape("1 mistake\n  system: expected one of pet-store")):
        read(tmp_path, 'system = "book-shop"\nassignment = "trial"')


def test_one_trial_has_all_levels_in_each_block_at_each_load():
    trials = schedule(experiment_with(assignment=["order", "window"], repetitions=2, factors={"customers": [4, 8]}))

    found = {(trial.block, trial.levels["transition"], trial.customers) for trial in trials}
    assert len(trials) == len(found) == 8
    assert found == {(block, word, load) for block in (1, 2) for word in ("by order", "by window") for load in (4, 8)}


def test_trials_of_one_level_each_stand_beside_those_of_all():
    trials = schedule(experiment_with(assignment=["order", "trial"]))
    assert {trial.levels["transition"] for trial in trials} == {"by order", *THREE}
    assert [trial.levels["transition"] for trial in trials if trial.assignment] == ["by order"]


def trial_by(unit: str, **keys: Any):
    (trial,) = schedule(experiment_with(assignment=unit, **keys))
    return trial


def test_by_order_the_switched_transitions_have_the_same_drawing():
    trial = trial_by("order")
    drawn = f"drawn:{trial.seed}:jms-transacted,jms-nontransacted,soap"
    assert trial.delegates == {"order-submission": "jms-transacted", "supplier-order": drawn, "invoice": drawn}
    assert trial.first_delegates == trial.delegates
    assert trial.switched == ("supplier-order", "invoice")


def test_by_window_it_begins_with_a_drawing():
    trial = trial_by("window")
    drawn = f"drawn:{trial.seed}:jms-transacted,jms-nontransacted,soap"
    assert trial.delegates == {"order-submission": "jms-transacted"} | dict.fromkeys(trial.switched, "by window")
    assert trial.first_delegates == {"order-submission": "jms-transacted"} | dict.fromkeys(trial.switched, drawn)


def test_only_what_the_factor_switches_takes_turns():
    factors = {"transition": "soap", "invoice": ["jms-transacted", "soap"]}
    trial = trial_by("order", compare="invoice", factors=factors)
    assert trial.switched == ("invoice",)
    assert trial.delegates["supplier-order"] == "soap"
    assert trial.delegates["invoice"] == f"drawn:{trial.seed}:jms-transacted,soap"


def test_people_read_what_takes_turns():
    assert trial_by("window").describe() == "by window, 4 customers"
    factors = {"transition": "soap", "invoice": ["jms-transacted", "soap"]}
    assert trial_by("order", compare="invoice", factors=factors).describe() == "soap, 4 customers, invoice by order"
    varied = trial_by("order", compare="invoice", factors=factors | {"transactions": "payara"})
    assert varied.describe() == "soap, 4 customers, invoice by order, payara"


def test_a_trial_of_one_level_switches_nothing():
    trial = next(iter(schedule(experiment_with(assignment="trial"))))
    assert trial.switched == () and trial.first_delegates == trial.delegates


def test_blocks_draw_differently():
    trials = schedule(experiment_with(repetitions=2))
    assert len({trial.delegates["invoice"] for trial in trials}) == 2


@pytest.mark.parametrize(("unit", "window_s", "washout_s"), [("order", None, None), ("window", 5.0, 0.5)])
def test_the_record_says_what_takes_turns(unit, window_s, washout_s):
    trial = trial_by(unit, window_s=5, washout_s=0.5)
    assert trial.assignment is not None
    assert trial.assignment.as_record(trial.seed, trial.switched).model_dump() == {
        "unit": unit,
        "factor": "transition",
        "transitions": ("supplier-order", "invoice"),
        "levels": THREE,
        "seed": trial.seed,
        "window_s": window_s,
        "washout_s": washout_s,
    }


def windows(levels: tuple[str, ...], seed: int, measure_s: float, window_s: float = 5.0):
    return plan_windows(Assignment("window", "transition", levels, window_s, 1.0), seed, measure_s)


def test_a_block_is_a_drawn_order_and_its_reverse():
    planned = windows(THREE, 7, 120)
    assert [window.block for window in planned] == [1] * 6 + [2] * 6 + [3] * 6 + [4] * 6
    for block in range(1, 5):
        levels = [window.level for window in planned if window.block == block]
        assert set(levels[:3]) == set(THREE)
        assert levels[3:] == levels[2::-1]


def test_only_whole_blocks_are_planned():
    assert len(windows(("a", "b"), 7, 59.9, window_s=5)) == 8
    assert len(windows(("a", "b"), 7, 60, window_s=5)) == 12
    assert len(windows(("a", "b", "c"), 7, 3.6, window_s=0.1)) == 36  # 0.1 is a little more than a tenth


def test_the_same_seed_has_the_same_windows_and_each_order_occurs():
    assert windows(THREE, 7, 1200) == windows(THREE, 7, 1200)
    assert windows(THREE, 7, 1200) != windows(THREE, 8, 1200)
    planned = windows(THREE, 7, 3600)
    begins = [tuple(each.level for each in planned[first : first + 3]) for first in range(0, len(planned), 6)]
    assert len(begins) == 120 and len(set(begins)) == 6


def test_the_quickstart_compares_all_delegates_by_order_and_by_window():
    quickstart = read_experiment(find_experiment("quickstart"))
    assert [trial.levels["transition"] for trial in schedule(quickstart)] in (
        ["by order", "by window"],
        ["by window", "by order"],
    )
    turns, by_order = quickstart.assignment_by("window"), quickstart.assignment_by("order")
    assert (quickstart.measured_s(turns), quickstart.measured_s(by_order)) == (54, 130)
    assert len(plan_windows(turns, 1, quickstart.measured_s(turns))) == 18
    assert expected_s(quickstart, schedule(quickstart)) < 5 * 60


def test_a_trial_by_window_is_as_long_as_its_blocks_where_the_file_counts_them():
    """Three levels, twice each, for 5 s: a block of 30 s."""
    experiment = experiment_with(assignment=["order", "window"], window_s=5, washout_s=1, window_blocks=7)
    assert experiment.measured_s(experiment.assignment_by("window")) == 210
    assert experiment.measured_s(experiment.assignment_by("order")) == experiment.measured_s(None) == 72
    as_many_as_fit = experiment_with(assignment="window", window_s=5, washout_s=1)
    assert as_many_as_fit.measured_s(as_many_as_fit.assignment_by("window")) == 72
