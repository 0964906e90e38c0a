"""An open trial on the real bed: it is conducted, audited and valid, and its records say when each request was due."""

import csv
import itertools
from collections import Counter, defaultdict
from pathlib import Path

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

EXPERIMENT = Experiment.model_validate(
    {
        "name": "open",
        "question": "Is an open trial audited as others are?",
        "baseline": "jms-transacted",
        "assignment": "trial",
        "repetitions": 1,
        "jvm_warmup_s": 8,
        "jvm_warmup_max_s": 8,
        "warmup_s": 6,
        "measure_s": 14,
        "factors": {"transition": "jms-transacted", "load": "5/s", "think": "0.1-0.2 s"},
    }
)


@pytest.fixture(scope="module")
def folder(bed: Bed, tmp_path_factory) -> Path:
    lab = make_lab(EXPERIMENT, Silent())
    results = new_results(tmp_path_factory.mktemp("results"), EXPERIMENT)
    [trial] = schedule(EXPERIMENT)
    with store.delegates(bed, bed.delegates()):
        warm_up_once(bed, lab)
        assert conduct(trial, bed, lab, results) is None
    bed.reset()
    return results.folder_of(trial)


def rows(file: Path) -> list[dict[str, str]]:
    with file.open(encoding="utf-8") as lines:
        return list(csv.DictReader(lines))


def test_an_open_trial_is_valid_and_every_order_that_a_customer_was_told_of_is_there(folder):
    result = analyse(folder)

    assert result.audit is not None and result.audit.failures == ()
    assert other_than_lateness(result.reasons) == []
    if not result.reasons:
        assert result.status == "valid"
    told = {row["order_id"] for row in rows(folder / "answers.csv") if row["answer"] == "confirmed"}
    assert len(told) > 30
    assert told <= {row["order_id"] for row in rows(folder / "storefront_orders.csv")}


def test_each_session_goes_through_the_scenario_once_with_its_think_times(folder):
    sessions = defaultdict(list)
    for row in rows(folder / "requests.csv"):
        sessions[row["user"]].append(row)

    whole = [requests for requests in sessions.values() if len(requests) == 12]
    assert len(whole) > 30
    for requests in whole:
        assert [row["url_index"] for row in requests] == [str(index) for index in range(12)]
        assert len({row["account"] for row in requests}) == 1
        for before, after in itertools.pairwise(requests):
            assert 0.1e9 <= int(after["intended_ns"]) - int(before["end_ns"]) <= 0.2e9
        assert all(int(row["intended_ns"]) <= int(row["sent_ns"]) <= int(row["end_ns"]) for row in requests)
    assert Counter(row["status"] for row in rows(folder / "requests.csv")).keys() == {"200"}


def test_the_generator_says_how_it_kept_its_schedule_and_is_measured(folder):
    facts, metrics = read_json(folder / "trial.json"), analyse(folder).metrics

    assert (facts["generator"]["name"], facts["generator"]["exit"]) == ("hyperfoil", 0)
    kept = facts["generator"]["open"]
    # One may have been due in the very moment in which the load ended.
    assert kept["sessions_started"] > 60 and 0 <= kept["sessions_due"] - kept["sessions_started"] <= 1
    assert kept["sessions_blocked"] == 0
    assert facts["levels"]["load"] == "5/s" and "customers" not in facts["levels"]
    assert metrics["cpu_process_hyperfoil_s"].value is not None
    # 70 are expected in the window.
    offered = metrics["offered_per_min"].value
    assert offered is not None and 300 - 4 * 36 < offered < 300 + 4 * 36
    due, received = metrics["order_due_mean_ms"].value, metrics["response_mean_ms"].value
    assert due is not None and received is not None and due > received > 0
