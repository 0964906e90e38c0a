"""Profiles by hand: what an order takes, by activity and layer; which nodes stand in the picture."""

import polars as pl
import pytest

from analysis.plotting.profile_plot import Node, nodes
from analysis.reporting.profile_findings import OTHER, Profiled, activity_name, grouped
from analysis.tests.synthetic_records import records_with
from analysis.trials.profile import SCHEMA, profile_per_order


def sampled(
    activity: str, path: str, leaf: str, amount: float, kind: str = "cpu", jvm: str = "opc"
) -> dict[str, object]:
    layer = path.rpartition(";")[2]
    return {
        "jvm": jvm, "kind": kind, "activity": activity, "path": path, "layer": layer, "leaf": leaf, "samples": 1,
        "amount": amount,
    }  # fmt: skip


ROWS = [
    sampled("step approving", "EJB container;JPA", "A.a", 6_000_000),
    sampled("step approving", "EJB container;JPA", "A.a", 2_000_000, jvm="supplier"),
    sampled("step approving", "EJB container", "B.b", 4_000_000),
    sampled("http-thread-pool::pages(#)", "HTTP", "C.c", 8_000_000),
    sampled("step approving", "EJB container;XML", "D.d", 40_000, "allocation"),
    sampled("step approving", "EJB container;JDBC driver", "E.e", 12_000_000, "wait"),
    sampled("step approving", "EJB container;JDBC driver", "E.e", 6, "answer"),
]


def test_an_order_takes_its_part_of_all_servers_samples() -> None:
    """Of four orders: 8 ms by JPA on two servers are 2 ms each; 40,000 bytes are 10 kB; 12 ms waited are 3, for
    six answers.
    """
    found = profile_per_order(records_with(profile=ROWS), 4)
    assert found.select("kind", "activity", "layer", "per_order").rows() == [
        ("cpu", "step approving", "JPA", 2.0),
        ("cpu", "step approving", "EJB container", 1.0),
        ("cpu", "http-thread-pool::pages(#)", "HTTP", 2.0),
        ("allocation", "step approving", "XML", 10.0),
        ("wait", "step approving", "JDBC driver", 3.0),
        ("answer", "step approving", "JDBC driver", 1.5),
    ]


@pytest.mark.parametrize(("rows", "completed"), [([], 4), (ROWS, 0)])
def test_without_samples_or_orders_there_is_no_profile(rows: list[dict[str, object]], completed: int) -> None:
    assert profile_per_order(records_with(profile=rows), completed).rows() == []


def test_activities_stand_by_layer_the_greatest_first_and_what_is_small_together() -> None:
    """100 ms: 60 of JPA in a step, 39 of pages, and 1 of a step that has less than a fiftieth."""
    profile_df = pl.DataFrame(
        [
            ("cpu", "step approving", "JPA", "JPA", "A.a", 60.0),
            ("cpu", "pages", "HTTP", "HTTP", "B.b", 39.0),
            ("cpu", "step rare", "JPA", "JPA", "C.c", 1.0),
        ],
        schema=SCHEMA,
        orient="row",
    )
    [table] = Profiled("soap, 8", profile_df, "").tables
    assert table.columns == ["in", "all", "JPA", "HTTP", OTHER]
    assert table.rows == [
        ["step approving", "60.0", "60.0", "0", "0"],
        ["pages", "39.0", "0", "39.0", "0"],
        [OTHER, "1.00", "1.00", "0", "0"],
        ["all", "100", "61.0", "39.0", "0"],
    ]
    [methods] = Profiled("soap, 8", profile_df, "").methods
    assert methods.rows[0] == ["A.a", "JPA", "60.0", "60 %"]
    assert len(methods.rows) == 3
    assert grouped(profile_df, "activity") == ["step approving", "pages"]


@pytest.mark.parametrize(
    ("recorded", "name"),
    [
        ("http-thread-pool::pages-listener(#)", "pages, the rest"),
        ("page /storefront/cart", "page /storefront/cart"),
        ("services-thread-pool::services-listener(#)", "services, outside of requests"),
        ("step shipping", "step shipping"),
        ("Artemis-client-#", "Artemis-client-#"),
    ],
)
def test_pools_are_named_by_what_they_do(recorded: str, name: str) -> None:
    assert activity_name(recorded) == name


def test_a_node_stands_below_its_caller_from_where_it_begins_and_small_ones_are_left_out() -> None:
    rows = [(("a", "x"), 2.0), (("a", "y"), 5.0), (("b",), 3.0), (("a", "z"), 0.1), (("a",), 1.0)]
    assert list(nodes(rows, 0.5)) == [
        Node("a", 0, 0.0, pytest.approx(8.1)),  # type: ignore[arg-type]
        Node("y", 1, 0.0, 5.0),
        Node("x", 1, 5.0, 2.0),
        Node("b", 0, pytest.approx(8.1), 3.0),  # type: ignore[arg-type]
    ]
