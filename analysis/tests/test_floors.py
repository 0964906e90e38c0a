"""Floors, worked by hand from the example: in its second round all is twice as fast as in its first."""

import shutil
from math import exp, sqrt
from pathlib import Path

import pytest

from analysis.comparing.floors import CPU, Floor, best_concurrency, floors_of
from analysis.contract.floors_document import FloorsDocument
from analysis.contract.schemas import SCHEMAS, read_document
from analysis.reporting.floors_report import floors_sentence, floors_table, remarks, write_floors_report

EXAMPLE = read_document(SCHEMAS / "examples" / "floors.json", FloorsDocument)


def floor(resource: str, record: FloorsDocument = EXAMPLE) -> Floor:
    return next(each for each in floors_of(record).floors if each.resource == resource)


@pytest.mark.parametrize(
    ("resource", "uses", "first_round", "share"),
    [
        # 400 + 200 calls over 20 + 20 orders: 15 for each; 1000 writes a second, one at a time, are enough for 66.7.
        ("forced-write broker", 15, 1000 / 15, 10 * 15 / 1000),
        ("forced-write database", 12, 1000 / 12, 10 * 12 / 1000),
        ("forced-write log", 6, 4000 / 6, 10 * 6 / 4000),
        ("step", 6, 30, 10 / 30),
        ("send", 7, 100, 10 / 100),
        ("sql", 1, 80, 10 / 80),
        ("http", 12, 100, 10 / 100),
        # 3.2 s over 20 orders, then over 40: 2 cores are enough for 12.5 orders in a second, then for 25.
        (CPU, (0.16 + 0.08) / 2, 12.5, 10 / 12.5),
    ],
)
def test_a_floor_is_the_rate_over_the_uses(resource, uses, first_round, share):
    found = floor(resource)
    assert found.uses == pytest.approx(uses)
    assert found.orders_per_s is not None and found.share is not None
    assert found.orders_per_s.value == pytest.approx(first_round * sqrt(2))
    assert found.share.value == pytest.approx(share)
    assert found.share.low == pytest.approx(share)
    assert found.share.high == pytest.approx(share)


def test_the_interval_of_a_floor_is_over_rounds_and_that_of_a_share_within_them():
    """The logarithms of two rounds differ by ln 2: half a width is t(0.975; 1) · ln 2 / 2 = 12.7062 · 0.34657."""
    found = floor("step").orders_per_s
    assert found is not None and found.low is not None and found.high is not None
    assert found.low == pytest.approx(30 * sqrt(2) * exp(-4.40365), rel=1e-4)
    assert found.high == pytest.approx(30 * sqrt(2) * exp(4.40365), rel=1e-4)


def test_what_no_order_uses_has_a_rate_and_no_floor():
    found = floor("soap")
    assert found.rate.value == pytest.approx(600 * sqrt(2))
    assert (found.uses, found.orders_per_s, found.share) == (0, None, None)


def test_the_lowest_floor_binds():
    assert floors_of(EXAMPLE).binding.resource == CPU
    uses = EXAMPLE.uses.model_copy(update={"transactions": 36.0})
    assert floors_of(EXAMPLE.model_copy(update={"uses": uses})).binding.resource == "step"


def test_of_the_concurrencies_the_faster_one_counts():
    assert best_concurrency("step", EXAMPLE) == 16
    swapped = tuple(
        each.model_copy(
            update={"rates": tuple(r.model_copy(update={"concurrency": 17 - r.concurrency}) for r in each.rates)}
        )
        for each in EXAMPLE.rounds
    )
    assert best_concurrency("step", EXAMPLE.model_copy(update={"rounds": swapped})) == 1


def test_a_log_that_all_write_into_is_forced_by_one_at_a_time():
    assert best_concurrency("forced-write database", EXAMPLE) == 1
    assert best_concurrency("forced-write log", EXAMPLE) == 16


def without_counts() -> FloorsDocument:
    rounds = tuple(
        each.model_copy(update={"store": each.store.model_copy(update={"forced_writes": None})})
        for each in EXAMPLE.rounds
    )
    return EXAMPLE.model_copy(update={"rounds": rounds})


def test_forced_writes_that_could_not_be_counted_leave_their_floors_out_and_the_report_says_so():
    assert not any(each.resource.startswith("forced-write") for each in floors_of(without_counts()).floors)
    assert "Forced writes could not be counted on this machine: their floors are left out." in remarks(without_counts())


def test_less_than_three_rounds_are_remarked_on():
    three = EXAMPLE.model_copy(update={"rounds": (*EXAMPLE.rounds, EXAMPLE.rounds[0])})
    assert remarks(three) == []
    assert remarks(EXAMPLE) == ["Fewer than 3 rounds give no useful interval: ask for more with --rounds."]


def test_one_round_has_no_intervals():
    one = EXAMPLE.model_copy(update={"rounds": EXAMPLE.rounds[:1]})
    assert floors_sentence(one) == (
        "The store does 10.0 orders/s, 80 % of the floor that binds: processors, 12.5 orders/s."
    )


def test_a_store_above_a_floor_is_remarked_on():
    uses = EXAMPLE.uses.model_copy(update={"sends": 140.0})
    [_, remark] = remarks(EXAMPLE.model_copy(update={"uses": uses}))
    assert remark.startswith("The store reaches more than the floor of persistent sends")


def test_the_table_begins_with_what_binds():
    table = floors_table(EXAMPLE)
    first = [next(iter(column.cells)) for column in table.columns]
    assert first[:4] == ["processors", "–", "2.00 cores", "120 ms"]
    assert list(table.columns[0].cells)[-1] == "SOAP echoes"


def test_the_page_is_made_from_the_record_alone(tmp_path: Path):
    shutil.copy(SCHEMAS / "examples" / "floors.json", tmp_path)
    page = write_floors_report(tmp_path).read_text(encoding="utf-8")
    assert "80 % (80 %–80 %) of the floor that binds: processors" in page
    assert page.count('class="binds"') == 1
    assert "src=" not in page and "http://" not in page
