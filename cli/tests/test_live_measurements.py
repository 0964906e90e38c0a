"""What the page draws, from samples that were made up so that each value can be worked out by hand."""

import pytest

from analysis.reading.gclog import Phase
from cli.live.measurements import Measurements
from cli.live.order_counts import OrderCounts
from cli.live.series import COLUMN_NS, COLUMNS, BinSeries, PeakSeries, RateSeries, Span, SumSeries
from cli.live.totals import Increase, Totals

SECOND_NS = 1_000_000_000
BEGIN_NS = 1_000_000 * SECOND_NS
"""A column begins with it."""


def at(seconds):
    return BEGIN_NS + round(seconds * SECOND_NS)


SPAN = Span.until(at(5), columns=3)
"""Seconds 0 to 6."""


def test_a_span_ends_with_the_column_of_now():
    assert COLUMN_NS == 2 * SECOND_NS
    assert list(Span.until(at(3.999), columns=2)) == [500_000, 500_001]
    assert list(Span.until(at(4), columns=2)) == [500_001, 500_002]
    assert Span.until(at(4), columns=2).first_ms == 1_000_002_000


def test_totals_grow_from_reading_to_reading():
    totals = Totals()
    assert totals.read(at(0), (10, 4)) is None
    assert totals.read(at(1), (13, 4)) == Increase((3, 0), 1.0)
    assert totals.read(at(3), (13, 9)) == Increase((0, 5), 2.0)


def test_totals_that_fell_have_begun_at_zero():
    totals = Totals()
    totals.read(at(0), (10, 4))
    assert totals.read(at(2), (1, 7)) == Increase((1, 7), 2.0)
    assert totals.read(at(3), (4, 8)) == Increase((3, 1), 1.0)


def test_nothing_is_made_of_a_clock_that_was_set_back_or_of_other_bins():
    totals = Totals()
    totals.read(at(9), (10,))
    assert totals.read(at(3), (11,)) is None
    assert totals.read(at(4), (13, 1)) is None
    assert totals.read(at(5), (14, 1)) == Increase((1, 0), 1.0)


def test_a_rate_is_of_all_the_time_that_was_read_in_a_column():
    rate = RateSeries()
    rate.add(at(1), 3, 1)
    rate.add(at(2), 6, 1)
    rate.add(at(3), 1, 1)
    assert rate.over(SPAN) == [3.0, 3.5, None]


def test_peaks_sums_and_bins_of_a_column():
    peak, total, bins = PeakSeries(), SumSeries(), BinSeries()
    for seconds, value in ((0, 4), (1.5, 2), (4, 0)):
        peak.add(at(seconds), value)
        total.add(at(seconds), value)
    bins.add(at(0), (1, 0))
    bins.add(at(1), (2, 0, 5))
    assert peak.over(SPAN) == [4, None, 0]
    assert total.over(SPAN) == [6, None, 0]
    assert bins.over(SPAN) == [(3, 0, 5), None, None]


def test_what_is_too_old_to_be_shown_is_forgotten():
    peak = PeakSeries()
    for column in range(10 * COLUMNS):
        peak.add(at(2 * column), column)
    assert len(peak._cells._cells) <= 2 * COLUMNS
    assert peak.over(Span.until(at(20 * COLUMNS - 1), columns=2)) == [1498, 1499]


@pytest.fixture
def measured():
    return Measurements(cores=2)


def shown(measured, seconds=5):
    """The last three columns of everything."""
    shot = measured.snapshot(at(seconds))

    def last(value):
        if isinstance(value, dict):
            return {key: last(each) for key, each in value.items()}
        if isinstance(value, list) and value and isinstance(value[0], dict):
            return {each["name"]: last(each["values"]) for each in value}
        return value[-3:] if isinstance(value, list) else value

    return {key: last(value) for key, value in shot.items()}


def counts(placed, completed, *bins):
    return OrderCounts(placed, completed, (0.01, 0.1), bins)


def test_orders_a_second_while_a_server_is_started_again(measured):
    for seconds, (placed, completed) in enumerate([(10, 9), (13, 11), (19, 12), (1, 0), (4, 3)]):
        measured.add_counts(at(seconds), counts(placed, completed, 0, 0, 0))
    # Between seconds 2 and 3 the total fell to 1: all of that came since.
    assert shown(measured)["orders"] == {"placed": [3.0, 3.5, 3.0], "completed": [2.0, 0.5, 3.0]}


def test_nobody_answers_for_a_while(measured):
    measured.add_counts(at(0), counts(10, 10))
    measured.add_counts(at(1), OrderCounts())
    measured.add_counts(at(4), counts(18, 10))
    assert shown(measured)["orders"] == {"placed": [None, None, 2.0], "completed": [None, None, 0.0]}


def test_response_times_by_bin_and_column(measured):
    for seconds, bins in ((0, (5, 1, 0)), (1, (5, 3, 0)), (2, (6, 3, 1)), (3, (6, 3, 1)), (4, (0, 2, 0))):
        measured.add_counts(at(seconds), counts(0, 0, *bins))
    shot = shown(measured)
    assert shot["bounds_s"] == (0.01, 0.1)
    assert shot["responses"] == [(0, 2, 0), (1, 0, 1), (0, 2, 0)]


def test_what_counts_from_another_beginning_is_not_taken_for_an_increase(measured):
    measured.add_counts(at(0), counts(10, 10, 10, 0, 0))
    measured.add_rows("resources", at(0), [("server", "100.00", 1)])
    measured.begin_again()
    measured.add_counts(at(1), counts(500, 500, 500, 0, 0))
    measured.add_rows("resources", at(1), [("server", "20.00", 1)])
    measured.add_rows("resources", at(3), [("server", "21.00", 1)])
    shot = shown(measured)
    assert shot["orders"] == {"placed": [None] * 3, "completed": [None] * 3}
    assert shot["responses"] == [None] * 3
    assert shot["cpu"] == {"server": [None, 0.5, None]}


def test_cores_by_process_and_of_the_machine(measured):
    for seconds, server_s, user_s, system_s in (
        (0, "10.00", 50.0, 10.0),
        (1, "10.50", 50.6, 10.1),
        (2, "12.00", 51, 11),
    ):
        measured.add_rows("resources", at(seconds), [("server", server_s, 1)])
        measured.add_rows("machine", at(seconds), [(user_s, system_s, 0.0, 0.0, 0.0, 0, 0)])
    shot = shown(measured)
    assert shot["cpu"] == {"server": [0.5, 1.5, None]}
    assert shot["busy"] == [0.7, 1.3, None]


def test_what_a_killed_process_has_used_all_its_life_is_not_its_parents_rate(measured):
    for seconds, cpu_s in ((0, "1.00"), (1, "1.50"), (2, "63.00"), (3, "63.25")):
        measured.add_rows("resources", at(seconds), [("petlab", cpu_s, 1)])
    assert shown(measured)["cpu"] == {"petlab": [0.5, 0.25, None]}


def test_queues_without_their_dead_letters(measured):
    rows = [("MailQueue", 3, 1, "false"), ("MailQueue.dead", 2, 0, "true"), ("InvoiceTopic.dead", 1, 0, "true")]
    measured.add_rows("queues", at(0), rows)
    measured.add_rows("queues", at(1), [("MailQueue", 1, 1, "false")])
    measured.add_rows("queues", at(4), [])  # the broker did not say
    shot = shown(measured)
    assert shot["queues"] == {"MailQueue": [3, None, None]}
    assert shot["dead"] == 0


def test_a_pause_belongs_to_the_column_in_which_it_began(measured):
    measured.add_pauses(at(1), [])
    measured.add_pauses(at(2.1), [Phase(at(1.9), 8_000_000, 1, "young", "Pause Young")])
    measured.add_pauses(at(3), [Phase(at(t), ms * 1_000_000, 2, "old", "Pause Full") for t, ms in ((2.2, 5), (2.4, 7))])
    assert shown(measured)["pauses"] == {"sum_ms": [8.0, 12.0, None], "longest_ms": [8.0, 7.0, None]}


def test_the_canary(measured):
    measured.add_rows("canary", at(0), [(2_000_000,)])
    measured.add_rows("canary", at(1), [(2_512_345,)])
    assert shown(measured)["canary_ms"] == [2.512, None, None]
