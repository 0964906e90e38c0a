"""What collections promoted and left in the heap, worked by hand from lines of each dialect."""

import pytest

from analysis.reading.gclog import GcLog, HeapChange, Promotion, parse
from analysis.tests.synthetic_plan import MS
from analysis.tests.synthetic_records import ns, records_with
from analysis.timing.heap_use import left_bytes, live_bytes, promoted_bytes_per_s
from analysis.trials.heap_metrics import heap_metrics

MIB = 2**20
YOUNG = "GC(7) Pause Young (Normal) (G1 Evacuation Pause)"
G1 = [("gc,init", "Heap Region Size: 2M"), ("gc,start", YOUNG)]
SERIAL = [("gc,start", "GC(7) Pause Young (Allocation Failure)")]


def parsed(*lines: tuple[str, str]) -> GcLog:
    decorations = "[2026-11-21T04:05:31.227+0000][1.000s][info]"
    return parse([f"{decorations}[{tags:<8}] {message}" for tags, message in lines])


@pytest.mark.parametrize(
    ("lines", "promoted"),
    [
        # Three regions of 2 MiB; fewer than before are none.
        ([*G1, ("gc,heap", "GC(7) Old regions: 117->120")], [6 * MIB]),
        ([*G1, ("gc,heap", "GC(7) Old regions: 117->110")], [0]),
        ([*G1, ("gc,heap", "GC(7) Survivor regions: 5->6(10)"), ("gc,heap", "GC(7) Humongous regions: 3->9")], []),
        ([*SERIAL, ("gc,heap", "GC(7) Tenured: 1024K(68288K)->3072K(68288K)")], [2 * MIB]),
        ([*SERIAL, ("gc,heap", "GC(7) ParOldGen: 0K(64512K)->8K(64512K)")], [8 * 1024]),
        ([*SERIAL, ("gc,heap", "GC(7) DefNew: 27328K(30720K)->3072K(30720K) Eden: 9K(9K)->0K(9K)")], []),
        ([("gc,heap", "GC(7) y:  Promoted:         -                  -             1M (0%)           12M (3%)     ")],
         [12 * MIB]),
        ([("gc,heap", "GC(7) Y:  Promoted:         -                  -             0M (0%)            0M (0%)")], [0]),
        # What a mixed or a full collection promotes cannot be told from what it frees.
        ([("gc,init", "Heap Region Size: 2M"), ("gc,start", "GC(7) Pause Young (Mixed) (G1 Evacuation Pause)"),
          ("gc,heap", "GC(7) Old regions: 10->12")], []),
        ([("gc,start", "GC(7) Pause Full (Ergonomics)"), ("gc,heap", "GC(7) ParOldGen: 1K(9K)->2K(9K)")], []),
        # Without the size of a region their number tells nothing; nor does that of another JVM's.
        ([("gc,start", YOUNG), ("gc,heap", "GC(7) Old regions: 117->120")], []),
        ([*G1, ("gc", "Using G1"), ("gc,start", YOUNG), ("gc,heap", "GC(7) Old regions: 117->120")], []),
    ],
)  # fmt: skip
def test_what_a_collection_promoted(lines: list[tuple[str, str]], promoted: list[int]) -> None:
    assert [each.promoted_bytes for each in parsed(*lines).promotions] == promoted


def change(second: float, gc_id: int, after_mib: int) -> HeapChange:
    return HeapChange(ns(second - 2), ns(second), gc_id, 500 * MIB, after_mib * MIB)


#: A window from second 100 to 130, whose second half begins at 115.
CHANGES = [
    change(99, 1, 5), change(100, 2, 90), change(114.9, 3, 20), change(115, 4, 60), change(120, 5, 80),
    change(120.1, 5, 40), change(131, 6, 5),
]  # fmt: skip
WINDOW = (ns(100), ns(130))


def test_what_lives_is_what_the_best_collection_of_the_second_half_left() -> None:
    assert live_bytes(CHANGES, *WINDOW) == 40 * MIB
    assert live_bytes(CHANGES[:3], *WINDOW) is None


def test_what_collections_left_is_that_of_their_last_phases() -> None:
    """90, 20, 60 and 40: the first phase of the fifth collection left 80."""
    assert left_bytes(CHANGES, *WINDOW) == 52.5 * MIB
    assert left_bytes([], *WINDOW) is None


def test_what_was_promoted_in_a_second() -> None:
    """6 and 9 MiB in 30 s; before and after that it does not count."""
    promotions = [Promotion(ns(second), 1, mib * MIB) for second, mib in ((99, 50), (100, 6), (125, 9), (131, 50))]
    assert promoted_bytes_per_s(GcLog(promotions=promotions), *WINDOW) == 0.5 * MIB
    assert promoted_bytes_per_s(GcLog(promotions=promotions[:1]), *WINDOW) == 0
    assert promoted_bytes_per_s(GcLog(), *WINDOW) is None
    assert promoted_bytes_per_s(GcLog(promotions=promotions), ns(100), ns(100)) is None


def test_of_a_trial_they_are_sums_over_its_servers() -> None:
    """30 MB and 60 MB in 30 s; 52.5 and 10 MiB left; 40 and 10 live."""
    logs = {
        "server": GcLog(heap=CHANGES, promotions=[Promotion(ns(110), 1, 30_000_000)]),
        "supplier": GcLog(heap=[change(129, 1, 10)], promotions=[Promotion(ns(110), 1, 60_000_000)]),
    }
    expected = {"promotion_mb_per_s": 3.0, "heap_after_gc_mib": 62.5, "live_set_mib": 50.0}
    assert heap_metrics(records_with(gc_logs=logs)) == pytest.approx(expected)
    assert heap_metrics(records_with()) == {}


def test_of_a_trial_they_are_not_known_where_one_server_does_not_tell() -> None:
    logs = {"server": GcLog(heap=CHANGES, promotions=[Promotion(ns(110), 1, 6 * MS)]), "supplier": GcLog()}
    assert set(heap_metrics(records_with(gc_logs=logs)).values()) == {None}
