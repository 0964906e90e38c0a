"""On which bed that is measured which an experiment presupposes: the least heap, the capacity."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from analysis.contract.measured_bed import MeasuredBed
from analysis.contract.trial_document import PastOrdersDocument
from deploy.specification.broker_place import PROCESS
from deploy.specification.database_commit import TWO_PHASE
from deploy.specification.forced_writes import ALL, transactions_of
from deploy.specification.message_store import JOURNAL
from deploy.specification.past import Past
from deploy.specification.plan import DEFAULT_SETTINGS, BedPlan
from deploy.specification.transactions import TransactionPlan, is_default, parse


def bed_of_levels(
    levels: Mapping[str, Any],
    scenario: str,
    settings: Mapping[str, str],
    broker_jvm_options: tuple[str, ...],
    past: Past | None,
) -> MeasuredBed:
    """The bed of these levels, one of each factor. What it has by default is not named."""
    return MeasuredBed(
        scenario=scenario,
        settings={name: value for name, value in settings.items() if value != DEFAULT_SETTINGS.get(name)},
        transactions=_unless_default(levels.get("transactions")),
        message_store=levels.get("message_store") or JOURNAL,
        broker=levels.get("broker") or PROCESS,
        broker_jvm_options=broker_jvm_options,
        forced_writes=levels.get("forced_writes") or ALL,
        database_commit=levels.get("database_commit") or TWO_PHASE,
        past=PastOrdersDocument(**asdict(past)) if past else None,
    )


def plan_of(bed: MeasuredBed, topology: str, jvm_options: tuple[str, ...], jdk: str | None, port_base: int) -> BedPlan:
    """What is put up to measure on it."""
    requested = parse(bed.transactions) if bed.transactions else TransactionPlan()
    return BedPlan(
        topology=topology,
        port_base=port_base,
        jvm_options=jvm_options,
        settings=bed.settings,
        transactions=transactions_of(bed.forced_writes, requested),
        message_store=bed.message_store,
        broker=bed.broker,
        broker_jvm_options=bed.broker_jvm_options,
        forced_writes=bed.forced_writes,
        database_commit=bed.database_commit,
        jdk=jdk,
        past=Past(**bed.past.model_dump()) if bed.past else None,
    )


def _unless_default(level: str | None) -> str | None:
    return None if level is None or is_default(parse(level)) else level
