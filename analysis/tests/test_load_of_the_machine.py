"""What a trial took from the machine, worked by hand: who used the cores, the disk, and how long the queues were."""

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from analysis.tests.synthetic_records import ns, records_with, trial_of_window
from analysis.trials.machine_metrics import (
    counter_increase,
    cpu_metrics,
    increments,
    machine_metrics,
    queue_metrics,
    reach_both_ends,
    sum_if_all_known,
)

ENDS = (100, 130)


def process(name: str, used_s: float, begin_s: float = 7.0) -> list[dict[str, Any]]:
    """CPU seconds at both ends of the window."""
    return [
        {"wall_ns": ns(at), "process": name, "cpu_s": cpu_s, "rss_bytes": 1}
        for at, cpu_s in zip(ENDS, (begin_s, begin_s + used_s), strict=True)
    ]


RESOURCES = [*process("server", 18.0), *process("broker", 6.0), *process("siege", 3.0), *process("petlab", 1.5)]


def machine(**used: float) -> list[dict[str, Any]]:
    """By the window's end so much more than at its begin; two cores have 60 s of it."""
    names = ("user_s", "system_s", "iowait_s", "idle_s", "steal_s", "disk_write_bytes")
    return [
        {"wall_ns": ns(at), "disk_read_bytes": 0, **{name: 1000 + later * used[name] for name in names}}
        for at, later in zip(ENDS, (0, 1), strict=True)
    ]


MACHINE = machine(user_s=24.0, system_s=9.0, iowait_s=3.0, idle_s=21.0, steal_s=3.0, disk_write_bytes=90_000_000)
PRESSURE = [
    {"wall_ns": ns(at), "resource": resource, "some_us": total, "full_us": 0}
    for resource, totals in (("io", (500, 3_000_500)), ("cpu", (0, 6_000_000)))
    for at, total in zip(ENDS, totals, strict=True)
]


def test_the_cpu_of_an_order_is_the_bed_s_without_generator_and_lab() -> None:
    """18 + 6 s for 40 orders."""
    assert cpu_metrics(records_with(resources=RESOURCES), completed=40) == pytest.approx(
        {
            "cpu_process_broker_s": 6,
            "cpu_process_petlab_s": 1.5,
            "cpu_process_server_s": 18,
            "cpu_process_siege_s": 3,
            "cpu_servers_s": 24,
            "cpu_per_order_ms": 600,
        }
    )


def pieces(*cpu_ms: float) -> list[dict[str, int]]:
    """Of a canary between trials; how long they took beside their processor time counts nowhere."""
    return [{"cpu_ns": round(each * 1e6), "elapsed_ns": 90_000_000} for each in cpu_ms]


def test_a_canary_of_one_side_only_is_none() -> None:
    for half in ({"before": pieces(2.0), "after": []}, {"before": [], "after": pieces(2.0)}):
        assert machine_metrics(records_with(trial_of_window(canary=half)))["canary_between_ms"] is None


def test_without_an_order_or_without_samples_there_is_no_cpu_of_an_order() -> None:
    assert cpu_metrics(records_with(resources=RESOURCES), completed=0)["cpu_per_order_ms"] is None
    assert cpu_metrics(records_with(), completed=40) == {"cpu_servers_s": None, "cpu_per_order_ms": None}


def test_the_cores_are_busy_with_all_that_is_neither_idle_nor_waits() -> None:
    """24 + 9 + 3 of 60 s are busy, 28.5 of them with processes of the trial; 90 MB in 30 s; 3 and 6 s of pressure. The
    canary between trials: medians of 2.2 and of 2.4 ms.
    """
    canary = [{"wall_ns": ns(at), "cpu_ns": took} for at, took in zip(ENDS, (2_000_000, 2_600_000), strict=True)]
    before = {"wall_ns": ns(ENDS[0]) - 1, "cpu_ns": 90_000_000}
    found = machine_metrics(
        records_with(
            trial_of_window(canary={"before": pieces(9.9, 2.0, 2.2), "after": pieces(2.4)}),
            resources=RESOURCES,
            machine=MACHINE,
            pressure=PRESSURE,
            canary=[before, *canary],
        )
    )
    assert found == pytest.approx(
        {
            "cpu_busy_fraction": 0.6,
            "cpu_other_fraction": 0.125,
            "iowait_fraction": 0.05,
            "steal_fraction": 0.05,
            "canary_ms": 2.3,
            "canary_between_ms": 2.3,
            "disk_write_mb_per_s": 3,
            "io_pressure_fraction": 0.1,
            "cpu_pressure_fraction": 0.2,
        }
    )


@pytest.mark.parametrize(("used_s", "others"), [(36.0, 0.0), (50.0, 0.0), (35.4, 0.01)])
def test_others_never_use_less_than_nothing(used_s: float, others: float) -> None:
    found = machine_metrics(records_with(resources=process("server", used_s), machine=MACHINE))
    assert found["cpu_other_fraction"] == pytest.approx(others)


def test_in_a_duet_it_is_not_known_what_others_used() -> None:
    """The other trial's bed, which nobody takes for a part of this one, is among them."""
    found = machine_metrics(records_with(trial_of_window(beside="002"), resources=RESOURCES, machine=MACHINE))
    assert found["cpu_other_fraction"] is None
    assert found["cpu_busy_fraction"] == pytest.approx(0.6)


def test_what_was_not_sampled_is_not_known() -> None:
    found = machine_metrics(records_with(machine=MACHINE))
    assert found["cpu_busy_fraction"] == pytest.approx(0.6)
    assert found["cpu_other_fraction"] is None
    unknown = ("canary_ms", "canary_between_ms", "disk_write_mb_per_s", "io_pressure_fraction", "cpu_pressure_fraction")
    assert machine_metrics(records_with()) == dict.fromkeys(unknown)


def test_a_machine_whose_counters_stood_still_has_no_fractions() -> None:
    still = machine(user_s=0, system_s=0, iowait_s=0, idle_s=0, steal_s=0, disk_write_bytes=0)
    assert "cpu_busy_fraction" not in machine_metrics(records_with(machine=still))


@pytest.mark.parametrize(
    ("totals", "came"),
    [
        ([10, 20, 20], [10, 0]),
        ([10, 4, 6], [4, 2]),  # restarted: it counts from zero
        ([10, 5, 6], [0, 1]),  # half of it is no restart yet
        ([10, 9, 11], [0, 2]),  # a child process that ended takes its share along
    ],
)
def test_a_total_that_falls_was_restarted_or_lost_a_little(totals: list[float], came: list[float]) -> None:
    assert increments(np.array(totals, dtype=float)).tolist() == came


def test_a_total_between_two_samples_is_on_the_line_between_them() -> None:
    """At second 100 it is 8 (between 0 at 99 and 16 at 101), at 130 it is 50: 42."""
    records = records_with(
        resources=[
            {"wall_ns": ns(at), "process": "server", "cpu_s": cpu_s}
            for at, cpu_s in ((131, 52), (99, 0), (129, 48), (101, 16))
        ]
    )
    assert counter_increase(records.resources, "cpu_s", records.trial) == pytest.approx(42)


@pytest.mark.parametrize(
    ("instants_s", "reaches"),
    [
        ((100, 130), True),
        ((102, 128), True),
        ((102.1, 128), False),
        ((102, 127.9), False),
        ((90, 100), False),
        ((130, 140), False),
        ((90, 140), True),
        ((115,), False),
        ((), False),
    ],
)
def test_samples_reach_both_ends_but_for_two_seconds(instants_s: tuple[float, ...], reaches: bool) -> None:
    assert reach_both_ends(np.array([ns(at) for at in instants_s], dtype=np.int64), trial_of_window()) is reaches


@pytest.mark.parametrize(("parts", "total"), [([1.5, 2.0], 3.5), ([1.5, None], None), ([], None), ([None], None)])
def test_a_sum_is_known_when_all_its_parts_are(parts: list[float | None], total: float | None) -> None:
    assert sum_if_all_known(iter(parts)) == total


def lengths(queue: str, messages: Iterable[int], dead: bool = False) -> list[dict[str, Any]]:
    """One poll every two seconds, the first one two seconds before the window."""
    rows = {"queue": queue, "delivering": 0, "dead": dead}
    return [{"wall_ns": ns(98 + 2 * place), "messages": count, **rows} for place, count in enumerate(messages)]


QUEUES = [
    *lengths("MailQueue", [99, 7, *[0] * 13, 0, 9, 99]),
    *lengths("InvoiceQueue", [99, *[2] * 16, 99]),
    *lengths("MailQueue.dead", [50] * 18, dead=True),
]


def test_queues_have_their_mean_and_maximum_within_the_window() -> None:
    """Sixteen polls from 100 to 130: (7 + 9) / 16 and 32 / 16; dead letters are the audit's."""
    assert queue_metrics(records_with(queues=QUEUES)) == pytest.approx(
        {
            "queue_InvoiceQueue_mean": 2.0,
            "queue_InvoiceQueue_max": 2,
            "queue_MailQueue_mean": 1.0,
            "queue_MailQueue_max": 9,
            "queue_longest_mean": 2.0,
            "queue_longest_max": 9,
        }
    )


def test_without_queues_but_those_of_dead_letters_there_are_no_lengths() -> None:
    assert queue_metrics(records_with(queues=lengths("MailQueue.dead", [50] * 18, dead=True))) == {}
    assert queue_metrics(records_with()) == {}


@pytest.mark.parametrize(("missed", "known"), [(0, True), (1, True), (2, False)])
def test_lengths_are_told_where_one_poll_of_twenty_was_missed_and_not_more(missed: int, known: bool) -> None:
    """Nineteen polls came: 1 of 20 is 5 %, 2 of 21 is 9.5 %."""
    trial = trial_of_window(**{"generator.queue_polls_missed": missed})
    records = records_with(trial, queues=lengths("MailQueue", range(19)))
    assert bool(queue_metrics(records)) is known
