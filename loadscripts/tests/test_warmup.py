"""How long fresh JVMs are warmed up: at least and at most so long, and no longer than until they are steady."""

import csv
import os
import time
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from analysis.contract.steady_state import WarmupWindow
from deploy.specification.plan import BedPlan
from loadscripts.planning.experiment import Experiment
from loadscripts.planning.experiment_file import read_experiment
from loadscripts.planning.schedule import BED_S, expected_s, schedule, trial_s
from loadscripts.probes.order_cpu import OrderCpu
from loadscripts.system.dry_run_bed import DryRunBed
from loadscripts.trial_errors import ExperimentError, GeneratorError
from loadscripts.trials import warmup
from loadscripts.trials.duet import Alone


class Meter:
    """Tells what a test wants it to; one order in a window, so that its CPU time is that per order."""

    def __init__(self, values: list[float]) -> None:
        self.values = iter(values)

    def window(self) -> WarmupWindow:
        return WarmupWindow(end_s=1, orders=1, cpu_ms=next(self.values))


@pytest.fixture
def warmed(monkeypatch: pytest.MonkeyPatch) -> Callable[[list[float], float, float], tuple[int, int]]:
    """How many windows it took, and how many milliseconds; a window takes 20 ms here, of a clock that sleeping alone
    moves.
    """
    monkeypatch.setattr(warmup, "WINDOW_S", 0.02)
    monkeypatch.setattr(warmup, "_OVER_S", 0.0005)
    slept: list[float] = []
    clock = SimpleNamespace(monotonic=lambda: sum(slept), sleep=slept.append)
    monkeypatch.setattr(warmup, "time", clock)

    def warmed(values: list[float], least_s: float, limit_s: float) -> tuple[int, int]:
        monkeypatch.setattr(warmup, "OrderCpu", lambda bed: Meter(values))
        lab = SimpleNamespace(experiment=SimpleNamespace(jvm_warmup_s=least_s), company=Alone())
        begin_s = clock.monotonic()
        windows = warmup._until_steady(DryRunBed(BedPlan()), lab, limit_s, clock.sleep)  # type: ignore[arg-type]
        return len(windows), round((clock.monotonic() - begin_s) * 1000)

    return warmed


def test_it_ends_when_the_last_five_are_alike(warmed):
    count, _ = warmed([90, 60, 40, 30, 30, 30, 30, 30, 30, 30], 0.02, 2.0)
    assert count == 8


def test_it_takes_at_least_so_long(warmed):
    count, took_ms = warmed([30] * 99, 0.3, 2.0)
    assert (count, took_ms) == (15, 300)


def test_it_ends_at_the_limit_though_nothing_is_steady(warmed):
    count, took_ms = warmed([2.0**-number for number in range(99)], 0.02, 0.21)
    assert (count, took_ms) == (10, 210)


def test_a_window_that_the_limit_cuts_short_is_none(warmed):
    assert warmed([30] * 9, 0.01, 0.01)[0] == 0


def test_jvms_that_lost_their_load_are_not_warmed_up(monkeypatch: pytest.MonkeyPatch):
    waited = iter([None, None, GeneratorError("Siege ended too early")])

    def wait(seconds: float) -> None:
        if error := next(waited):
            raise error

    monkeypatch.setattr(warmup, "OrderCpu", lambda bed: Meter([30] * 9))
    lab = SimpleNamespace(experiment=SimpleNamespace(jvm_warmup_s=60, jvm_warmup_limit_s=90), company=Alone())
    load = SimpleNamespace(wait_while_running=wait)
    monkeypatch.setattr(warmup, "ordering", lambda bed, lab, seconds, scratch: nullcontext(load))
    with pytest.raises(GeneratorError):
        warmup._warm_up(DryRunBed(BedPlan()), lab)  # type: ignore[arg-type]


def bed_with(record: Path) -> DryRunBed:
    bed = DryRunBed(BedPlan(), mail_record=record)
    bed.jvms = tuple(replace(jvm, pid=os.getpid()) for jvm in bed.jvms)
    return bed


def test_a_window_has_the_servers_cpu_and_the_orders_completed_in_it(tmp_path: Path):
    record = tmp_path / "mails.csv"

    def mailed(*mails: tuple[int, str]) -> None:
        with record.open("w", newline="") as out:
            rows = csv.writer(out)
            rows.writerow(["wall_ns", "order_id", "kind", "message_id"])
            rows.writerows((wall_ns, "1", kind, "m") for wall_ns, kind in mails)

    mailed()
    meter, begin_ns = OrderCpu(bed_with(record)), time.time_ns()
    used_s = time.process_time() + 0.15
    while time.process_time() < used_s:
        pass
    mailed((begin_ns - 10**9, "completed"), (begin_ns + 10**6, "completed"), (begin_ns + 10**6, "approved"))
    first = meter.window()
    assert first.orders == 1 and 120 <= first.cpu_ms < 1000 and first.end_s > 0.1
    assert meter.window().orders == 0  # what was counted is not counted again


def experiment_with(**keys: object) -> Experiment:
    asked = {"name": "a", "question": "?", "baseline": "soap", "repetitions": 1, "warmup_s": 1, "measure_s": 5}
    return Experiment.model_validate(asked | {"factors": {"customers": 1, "transition": "soap"}} | keys)


@pytest.mark.parametrize(
    ("keys", "limit_s"),
    [({}, 0), ({"jvm_warmup_s": 20}, 50), ({"jvm_warmup_s": 20, "jvm_warmup_max_s": 25}, 25)],
)
def test_the_plan_counts_the_longest_time(keys, limit_s):
    experiment = experiment_with(**keys)
    assert experiment.jvm_warmup_limit_s == limit_s
    (trial,) = trials = schedule(experiment)
    assert expected_s(experiment, trials) == BED_S + limit_s + trial_s(experiment, trial)


@pytest.mark.parametrize("keys", ["jvm_warmup_s = 20\njvm_warmup_max_s = 19", "jvm_warmup_max_s = 19"])
def test_a_limit_below_the_least_is_a_mistake(tmp_path: Path, keys: str):
    factors = "[factors]\ncustomers = 1\n"
    text = (
        f'question = "?"\nbaseline = "jms-transacted"\nrepetitions = 1\nwarmup_s = 1\nmeasure_s = 5\n{keys}\n{factors}'
    )
    (tmp_path / "a.toml").write_text(text)
    with pytest.raises(
        ExperimentError, match="jvm_warmup_max_s: expected beside jvm_warmup_s, and at least as long, got 19"
    ):
        read_experiment(tmp_path / "a.toml")
