"""Orders at risk, and the bound that they give."""

from types import SimpleNamespace
from typing import Any

import polars as pl
import pytest

from analysis.auditing.at_risk import orders_at_risk, upper_bound
from analysis.contract.fault_documents import FaultDocument
from analysis.reading.trial_facts import Fault


def test_the_bound_is_that_of_the_nist_handbook() -> None:
    # NIST/SEMATECH e-Handbook 7.2.4.2: 4 of 20, two-sided at 90 %, so that each bound is one-sided at 95 %. It was
    # found there by a search in a spreadsheet, hence the last digit.
    assert upper_bound(4, 20) == pytest.approx(0.401029, abs=1e-6)


@pytest.mark.parametrize("at_risk", [1, 30, 5000])
def test_of_none_lost_the_bound_has_a_short_form(at_risk: int) -> None:
    assert upper_bound(0, at_risk) == pytest.approx(1 - 0.05 ** (1 / at_risk))


def test_no_loss_in_a_hundred_and_ten_crashes_leaves_less_than_three_percent() -> None:
    # 0.05^(1/110) = exp(-2.99573 / 110) = exp(-0.0272339) = 0.973134
    assert upper_bound(0, 110) == pytest.approx(0.026866, abs=1e-6)


def test_the_bound_at_the_ends() -> None:
    assert upper_bound(0, 0) is None
    assert upper_bound(3, 3) == 1.0


def crash(triggered_ns: int) -> Fault:
    never = {"recovered_ns": None, "resolved_ns": None, "in_doubt_at_recovery": None}
    kill = {"kind": "kill broker", "process": "broker", "at_ns": 0, "triggered_ns": triggered_ns, "triggered": True}
    return Fault(FaultDocument.model_validate(kill | never))


def records_of(*crash_times: int) -> Any:
    """One order received at 10 and completed at 20, one refused, one never completed, one unknown behind."""
    orders_df = pl.DataFrame({"order_id": ["1", "2", "3", "4"], "received_ns": [10, 10, 15, 30]})
    known = {
        "order_id": ["1", "2", "3"],
        "state": ["COMPLETED", "DENIED", "APPROVED"],
        "completed_ns": [20, None, None],
    }
    crashes = [crash(at) for at in crash_times]
    return SimpleNamespace(
        storefront_orders=orders_df, opc_orders=pl.DataFrame(known), trial=SimpleNamespace(crashes=crashes)
    )


@pytest.mark.parametrize(("crash_ns", "at_risk"), [(10, 0), (12, 1), (16, 2), (20, 1), (31, 2)])
def test_at_risk_is_what_was_received_and_not_completed(crash_ns: int, at_risk: int) -> None:
    assert orders_at_risk(records_of(crash_ns)) == at_risk


def test_an_order_is_at_risk_at_every_crash() -> None:
    assert orders_at_risk(records_of(16, 31)) == 4
