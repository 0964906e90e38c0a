"""Trials on the real bed in which a program submits orders without pages: conducted, audited and valid."""

import csv
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from analysis.trials.trial_analysis import analyse
from cli.tests.trial_reasons import other_than_lateness
from deploy.bed.standing_bed import Bed
from deploy.tests import store
from loadscripts.campaign.trial_sequence import make_lab
from loadscripts.campaign_progress import Silent
from loadscripts.planning.experiment import Experiment
from loadscripts.planning.schedule import schedule
from loadscripts.tests.warm_jvms import warm_up_once
from loadscripts.trials.conduct import conduct
from loadscripts.trials.results_folder import new_results, read_json

pytestmark = [pytest.mark.bed, pytest.mark.timed]

IN_FLIGHT = 4


def experiment(load: Mapping[str, Any], jvm_warmup_s: float) -> Experiment:
    return Experiment.model_validate(
        {
            "name": "without-pages",
            "question": "Is a trial without pages audited as others are?",
            "scenario": "submit-orders",
            "compare": "entrance",
            "baseline": "soap",
            "repetitions": 1,
            "jvm_warmup_s": jvm_warmup_s,
            "jvm_warmup_max_s": jvm_warmup_s or None,
            "warmup_s": 2,
            "measure_s": 6,
            "factors": {"entrance": ["soap", "jms"], "think": "none", **load},
        }
    )


@pytest.fixture(scope="module", params=[{"customers": IN_FLIGHT}, {"load": "10/s"}], ids=["closed", "open"])
def folders(request: pytest.FixtureRequest, bed: Bed, tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Path]:
    asked = experiment(request.param, jvm_warmup_s=6 if "customers" in request.param else 0)
    lab = make_lab(asked, Silent())
    results = new_results(tmp_path_factory.mktemp("results"), asked)
    with store.delegates(bed, bed.delegates()):
        warm_up_once(bed, lab)
        for trial in schedule(asked):
            assert conduct(trial, bed, lab, results) is None
    bed.reset()
    return {trial.levels["entrance"]: results.folder_of(trial) for trial in schedule(asked)}


def rows(file: Path) -> list[dict[str, str]]:
    with file.open(encoding="utf-8") as lines:
        return list(csv.DictReader(lines))


@pytest.mark.parametrize("entrance", ["soap", "jms"])
def test_every_order_with_a_receipt_is_completed_and_its_response_time_is_known(folders, entrance):
    folder = folders[entrance]
    result = analyse(folder)

    assert other_than_lateness(result.reasons) == []
    assert result.audit is not None and result.audit.failures == ()
    confirmed = [row for row in rows(folder / "answers.csv") if row["answer"] == "confirmed"]
    assert len(confirmed) == result.audit.acknowledged == result.audit.completed > 20
    assert len(rows(folder / "storefront_orders.csv")) == len(confirmed)
    response, call = result.metrics["response_mean_ms"].value, rows(folder / "requests.csv")
    assert response is not None and response > 0
    assert {row["status"] for row in call} == {"200"}
    assert read_json(folder / "trial.json")["generator"]["name"] == "order-generator"


def test_no_more_orders_are_in_flight_than_there_are_senders(folders):
    for folder in folders.values():
        if "load" in read_json(folder / "trial.json")["levels"]:
            pytest.skip("orders that are due do not wait for others")
        result = analyse(folder)
        inside, completed = result.metrics["orders_in_system"].value, rows(folder / "mails.csv")
        # The store's mark comes a little after the mail server's record, by which the next order is submitted.
        assert inside is not None and 0.5 * IN_FLIGHT < inside < 1.25 * IN_FLIGHT
        received = {row["order_id"]: int(row["received_ns"]) for row in rows(folder / "storefront_orders.csv")}
        mailed = {row["order_id"]: int(row["wall_ns"]) for row in completed if row["kind"] == "completed"}
        ends = sorted([(at, 1) for at in received.values()] + [(mailed[order], -1) for order in received])
        most, now = 0, 0
        for _, change in ends:
            now += change
            most = max(most, now)
        assert most == IN_FLIGHT
