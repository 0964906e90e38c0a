"""What of the floors needs no bed."""

import pytest

from deploy.database.repeated_statements import ORDER, BoundStatement, Unit
from deploy.database.statement_log import Statement
from loadscripts.floors import forced_write_loop
from loadscripts.floors.measuring import FloorPlan
from loadscripts.floors.order_statements import units_of
from loadscripts.trial_errors import ExperimentError


def test_the_transactions_of_an_order_are_those_that_mention_it_or_its_account():
    statements = [
        Statement(1, "supplier", "SELECT COUNT(*) FROM pg_catalog.pg_database"),
        Statement(2, "storefront", "select email from customer where name = $1", ("customer7",)),
        Statement(1, "opc", "BEGIN"),
        Statement(3, "opc", "BEGIN"),
        Statement(1, "opc", "select $1, $2", ("10001-S", "<order>10001</order>, not 110001 or 100010")),
        Statement(3, "opc", "update t set a = $1", ("20002",)),
        Statement(3, "opc", "COMMIT"),
        Statement(1, "opc", "PREPARE TRANSACTION 'g'"),
        Statement(1, "opc", "COMMIT PREPARED 'g'"),
        Statement(4, "storefront", "BEGIN"),
        Statement(4, "storefront", "insert into s values ($1, $2)", ("10001", None)),
        Statement(4, "storefront", "COMMIT"),
        Statement(5, "storefront", "select 1 from customer where name = $1", ("customer77",)),
    ]
    assert units_of(statements, "10001", "customer7") == (
        Unit("storefront", "each", (BoundStatement("select email from customer where name = ?", ("customer7",)),)),
        Unit(
            "opc",
            "prepare",
            (BoundStatement("select ?, ?", (f"{ORDER}-S", f"<order>{ORDER}</order>, not 110001 or 100010")),),
        ),
        Unit("storefront", "commit", (BoundStatement("insert into s values (?, ?)", (ORDER, None)),)),
    )


def test_writes_are_forced_for_so_long_and_into_space_that_was_there(tmp_path):
    done, elapsed_ns = forced_write_loop.force_writes(tmp_path, 2, 0.1)
    assert done > 1
    assert elapsed_ns >= 100_000_000
    assert sorted(file.stat().st_size for file in tmp_path.iterdir()) == [4096 * 4096] * 2


@pytest.mark.parametrize("concurrency", [1, 17])
def test_a_concurrency_that_the_server_cannot_have_is_refused(concurrency):
    with pytest.raises(ExperimentError, match=f"--concurrency {concurrency}: 2 to 16 was expected"):
        FloorPlan(concurrency=concurrency).check()
