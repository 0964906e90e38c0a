"""A report holds the greatest throughput of each variant against the floors of the same machine and kind of bed.

By the floors of the example processors bind: 3.2 s over 20 orders, then over 40, on 2 cores are 12.5 orders/s, then 25;
their geometric mean is 17.68.
"""

from math import sqrt
from pathlib import Path
from typing import Any

import pytest

from analysis.comparing.floor_shares import floor_shares
from analysis.comparing.results import Results
from analysis.contract.experiment_document import ExperimentDocument
from analysis.contract.floors_document import FloorsDocument
from analysis.contract.machine_floors import MachineFloors
from analysis.contract.machine_profile import machine_of
from analysis.contract.schemas import SCHEMAS, read_document
from analysis.presentation.floor_sentences import floor_share_sentence
from analysis.reporting.report import floors_beside, write_report
from analysis.reporting.verification import verify
from analysis.statistics.intervals import Estimate
from analysis.tests.synthetic import write_results
from analysis.tests.synthetic_plan import VARIANTS, TrialPlan
from analysis.tests.synthetic_results import trial_with
from analysis.trials.trial_analysis import TrialResult
from analysis.trials.trial_transactions import requested_transactions

pytestmark = pytest.mark.usefixtures("analysed_once")

EXAMPLE = read_document(SCHEMAS / "examples" / "floors.json", FloorsDocument)
JMS, SOAP = "jms-transacted", "soap"
HEIGHT = 12.5 * sqrt(2)


def trial(delegate: str, customers: int, per_s: float, **changes: Any) -> TrialResult:
    plan = TrialPlan(f"{delegate}-{customers}", 1, variant=VARIANTS[delegate], customers=customers)
    return TrialResult(
        trial_with(plan, **changes), "valid", (), metrics={"throughput_per_min": Estimate(60 * per_s, 1)}
    )


def results_of(*trials: TrialResult) -> Results:
    levels = [each.trial.levels for each in trials]
    factors = {name: list(dict.fromkeys(each[name] for each in levels)) for name in ("transition", "customers")}
    about = {"schema_version": 2, "name": "floors", "question": "?", "baseline": JMS, "factors": factors}
    durations = {"schedule": [], "repetitions": 1, "warmup_s": 1.0, "measure_s": 1.0, "seed": 1}
    return Results(Path(), ExperimentDocument.model_validate(about | durations), trials)


def floors_of_bed(result: TrialResult, **changes: Any) -> MachineFloors:
    """The example's, as if they were of the machine and the bed of a trial."""
    facts = result.trial.facts
    of_bed: dict[str, Any] = {"machine": machine_of(facts), "transitions": facts.delegates}
    of_bed |= {"transactions": requested_transactions(result.trial)}
    record = EXAMPLE.model_copy(update={**of_bed, "message_store": "journal", **changes})
    return MachineFloors(schema_version=1, floors=(record,))


def test_the_greatest_throughput_counts_and_variants_without_floors_are_left_out() -> None:
    light, heavy, soap = trial(JMS, 15, 5.0), trial(JMS, 60, 9.0), trial(SOAP, 60, 11.0)
    falling = trial(JMS, 80, 8.0)
    [found] = floor_shares(results_of(light, heavy, falling, soap), floors_of_bed(heavy))
    assert (found.variant, found.orders_per_s, found.floor.title) == (JMS, 9.0, "processors")
    assert found.share == pytest.approx(9 / HEIGHT)
    assert floor_share_sentence(found).startswith(
        "at most 9.00 orders/s, 51 % of the floor that binds: processors, 17.7 ("
    )
    assert floor_share_sentence(found).endswith("(./petlab floors of 2026-11-24 22:00 UTC).")


def test_each_message_store_has_its_own_floors() -> None:
    plan = TrialPlan("db", 1, variant=VARIANTS[JMS], levels={"message_store": "database"})
    metrics = {"throughput_per_min": Estimate(300.0, 1)}
    result = TrialResult(trial_with(plan), "valid", (), metrics=metrics)
    assert floor_shares(results_of(result), floors_of_bed(result)) == []
    [found] = floor_shares(results_of(result), floors_of_bed(result, message_store="database"))
    assert found.share == pytest.approx(5 / HEIGHT)


@pytest.mark.parametrize(
    "levels",
    [{"broker": "in-server"}, {"forced_writes": "none"}, {"entrance": "soap"}, {"database_commit": "last-agent"}],
)
def test_floors_are_of_orders_by_pages_a_broker_in_a_process_and_forced_writes(levels: dict[str, Any]) -> None:
    plan = TrialPlan("other", 1, variant=VARIANTS[JMS], levels=levels)
    metrics = {"throughput_per_min": Estimate(300.0, 1)}
    result = TrialResult(trial_with(plan), "valid", (), metrics=metrics)
    assert floor_shares(results_of(result), floors_of_bed(result)) == []


PAST = {"customers": 100, "products": 16, "orders": 1000, "seed": 1, "until": "2026-01-01"}


@pytest.mark.parametrize(
    "change",
    [
        {"topology": "three-servers"},
        {"jvm_options": ["-XX:+UseZGC"]},
        {"broker_jvm_options": ["-XX:+UseSerialGC"]},
        {"past": PAST},
        {"versions.jdk": "26"},
    ],
)
def test_a_trial_on_other_servers_or_with_a_past_has_no_share_of_these_floors(change: dict[str, Any]) -> None:
    plain, other = trial(JMS, 15, 5.0), trial(JMS, 15, 5.0, **change)
    assert floor_shares(results_of(plain), floors_of_bed(plain)) != []
    assert floor_shares(results_of(other), floors_of_bed(plain)) == []


@pytest.mark.parametrize(
    "change",
    [
        {"message_store": "database"},
        {"transactions": "payara"},
        {"transitions": {"supplier-order": SOAP}},
        {"machine": EXAMPLE.machine.model_copy(update={"cores": 64})},
    ],
)
def test_floors_of_another_machine_or_kind_of_bed_tell_nothing(change: dict[str, Any]) -> None:
    result = trial(JMS, 15, 5.0)
    assert floor_shares(results_of(result), floors_of_bed(result)) != []
    assert floor_shares(results_of(result), floors_of_bed(result, **change)) == []


def test_without_floors_or_throughput_there_is_no_share() -> None:
    result = trial(JMS, 15, 5.0)
    assert floor_shares(results_of(result), None) == []
    nothing = TrialResult(result.trial, "valid", (), metrics={"cpu_busy_fraction": Estimate(0.5, 1)})
    assert floor_shares(results_of(nothing), floors_of_bed(result)) == []


def test_a_newer_record_takes_the_place_of_one_of_the_same_bed() -> None:
    older, newer = (EXAMPLE.model_copy(update={"made": day}) for day in ("Monday", "Tuesday"))
    other = EXAMPLE.model_copy(update={"message_store": "database"})
    kept = MachineFloors(schema_version=1, floors=(older,)).with_record(other).with_record(newer)
    assert [(each.made, each.message_store) for each in kept.floors] == [
        (EXAMPLE.made, "database"),
        ("Tuesday", "journal"),
    ]


def test_the_report_says_it_and_keeps_what_it_was_made_with(tmp_path: Path) -> None:
    folder = write_results(tmp_path / "r", [JMS], [15], repetitions=2)
    result = trial(JMS, 15, 5.0)
    report = write_report(folder, None, floors_of_bed(result))
    assert "of the floor that binds: processors" in report.page.read_text()
    assert floors_beside(folder) == floors_of_bed(result)
    assert verify(folder).differences == []


def test_the_floors_of_a_report_stay_where_others_are_known_now(tmp_path: Path) -> None:
    """Where a report is written anew on a machine without floors of its own, or with those of another bed."""
    folder = write_results(tmp_path / "r", [JMS], [15], repetitions=2)
    made_with = floors_of_bed(trial(JMS, 15, 5.0))
    other = MachineFloors(schema_version=1, floors=(EXAMPLE.model_copy(update={"message_store": "database"}),))
    write_report(folder, None, made_with)
    assert "of the floor that binds" in write_report(folder).page.read_text()
    assert floors_beside(folder) == made_with
    write_report(folder, None, other)
    kept = floors_beside(folder)
    assert kept is not None and kept.floors == (*made_with.floors, *other.floors)
    assert verify(folder).differences == []
