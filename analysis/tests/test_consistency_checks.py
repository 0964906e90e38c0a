"""Little's law, by hand; and what of a trial's collections and requests is unknown rather than nothing."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from analysis.contract import schemas
from analysis.reading.records import Records, read_records
from analysis.tests.synthetic import write_trial
from analysis.tests.synthetic_plan import SECOND, T0_NS, TrialPlan, begin_ns
from analysis.tests.synthetic_results import trial_with
from analysis.timing import order_times
from analysis.trials.consistency_checks import consistency_metrics
from analysis.trials.pauses import collector_cpu_s
from analysis.trials.trial_analysis import analyse

PLAN = TrialPlan(measure_s=100)
BEGIN_NS = begin_ns(PLAN)


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> Records:
    folder = tmp_path_factory.mktemp("trial") / "001"
    write_trial(folder, PLAN)
    return read_records(folder)


def frame(table: str, rows: list[dict[str, Any]]) -> pl.DataFrame:
    return pl.DataFrame(rows, schema=schemas.tables()[table].polars_schema)


def with_orders(records: Records, last_state: str, supplier: str | None = None) -> Records:
    """Two orders that are completed within a second each, and one, received as the window begins, in another state."""
    states = {"1": "COMPLETED", "2": "COMPLETED", "3": last_state}
    received_ns = {"1": BEGIN_NS + 10 * SECOND, "2": BEGIN_NS + 50 * SECOND, "3": BEGIN_NS}
    marks = [("order-received", order, at_ns) for order, at_ns in received_ns.items()]
    marks += [("completion-mailed", order, received_ns[order] + SECOND) for order in ("1", "2")]
    common = {"total": 1.0, "customer": "c", "lines": "EST-1:1"}
    known = {"awaiting_approval": last_state == "PENDING", "duplicates": 0, "invoices": 0, "total": 1.0}
    suppliers = {"document_id": "d", "state": supplier, "shipments": 0, "duplicates": 0, "received_ns": 0}
    shipped = {"shipment_id": "s", "item_id": "EST-1", "quantity": 1, "shipped_ns": 0}
    return replace(
        records,
        points=frame(
            "points",
            [{"wall_ns": at, "jvm": "s", "point": mark, "order_id": o, "phase": "measure"} for mark, o, at in marks],
        ),
        storefront_orders=frame(
            "storefront_orders", [{"order_id": o, "received_ns": at, **common} for o, at in received_ns.items()]
        ),
        opc_orders=frame("opc_orders", [{"order_id": o, "state": state, **known} for o, state in states.items()]),
        supplier_orders=frame("supplier_orders", [{"order_id": "3", **suppliers}] if supplier else []),
        shipments=frame("shipments", [{"order_id": order, **shipped} for order in ("1", "2")]),
    )


@pytest.mark.parametrize(
    ("state", "supplier", "in_system", "ratio"),
    [
        # Two orders of one second in 100 s: 0.02 in the system, and 0.02 a second times one second.
        ("DENIED", None, 0.02, 1.0),
        ("PENDING", None, 0.02, 1.0),
        ("APPROVED", "waiting", 0.02, 1.0),
        # One that is lost is in the system to the end: 102 s of 100, and 0.03 a second times one second.
        ("APPROVED", None, 1.02, 0.03 / 1.02),
    ],
)
def test_an_order_that_is_refused_or_waits_is_not_on_its_way(
    records: Records, state: str, supplier: str | None, in_system: float, ratio: float
) -> None:
    found = with_orders(records, state, supplier)
    metrics = consistency_metrics(found, order_times.orders(found))
    assert metrics["orders_in_system"] == pytest.approx(in_system)
    assert metrics["little_ratio"] == pytest.approx(ratio)


def collection(at_ns: int) -> dict[str, Any]:
    times = {"duration_ns": 1, "sum_of_pauses_ns": 1, "longest_pause_ns": 1}
    return {"begin_ns": at_ns, "jvm": "server", "gc_id": 1, "collector": "x", "cause": "x", **times}


def collector_time(at_ns: int) -> dict[str, Any]:
    return {"wall_ns": at_ns, "jvm": "server", "gc_id": 1, "user_ns": SECOND, "system_ns": SECOND // 2, "real_ns": 1}


@pytest.mark.parametrize(
    ("collections", "times", "measuring", "cpu_s"),
    [
        ([BEGIN_NS], [BEGIN_NS], "on", 1.5),
        ([BEGIN_NS - 1], [BEGIN_NS - 1], "on", 0.0),  # in the warm-up, none in the window
        ([], [], "on", 0.0),
        ([BEGIN_NS], [], "on", None),  # a collector that does not tell (ZGC)
        ([], [], "off", None),
    ],
)
def test_a_window_without_a_collection_has_no_cpu_time_of_collections_rather_than_an_unknown_one(
    records: Records, collections: list[int], times: list[int], measuring: str, cpu_s: float | None
) -> None:
    found = replace(
        records,
        trial=trial_with(replace(PLAN, measuring=measuring)),
        collections=frame("collections", list(map(collection, collections))),
        collector_times=frame("collector_times", list(map(collector_time, times))),
    )
    assert collector_cpu_s(found) == cpu_s


@pytest.mark.parametrize(("missing", "status"), [(15, "valid"), (16, "void"), (-16, "void"), (None, "valid")])
def test_requests_that_the_generator_counted_and_of_which_it_left_no_line_void_a_trial(
    tmp_path: Path, missing: int | None, status: str
) -> None:
    """Of 15 customers each may have a request on its way when the generator is ended."""
    write_trial(tmp_path / "001", TrialPlan(changes={"generator.requests_without_line": missing}))
    result = analyse(tmp_path / "001")
    assert result.status == status
    assert (status == "void") == ("the generator's counts and its lines differ by 16 requests" in result.reasons)


def test_a_request_that_voids_its_trial_is_named_with_its_time(tmp_path: Path) -> None:
    folder = tmp_path / "001"
    write_trial(folder, TrialPlan())
    path = folder / "requests.csv"
    table = pl.read_csv(path)
    # The load begins at midnight, the window ten seconds later.
    number = (table["end_s"] - T0_NS / SECOND).to_list().index(33)
    failed = pl.Series("status", [503 if row == number else 200 for row in range(len(table))])
    table.with_columns(failed).write_csv(path)
    [reason] = analyse(folder).reasons
    assert reason == (
        "requests failed: 1 were answered with status 400 or above, "
        "POST /storefront/order 503 at 00:00:33 UTC, +23 s from the window's begin"
    )
