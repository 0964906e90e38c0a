"""A trial by order and one by window on the real bed: each order goes as it was drawn or as its window says."""

from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import jsonschema
import polars as pl
import pytest

from analysis.contract.trial_document import TrialDocument
from analysis.reading.records import Records, read_records
from deploy.bed.standing_bed import Bed
from deploy.paths import CHECKOUT
from deploy.tests import store
from loadscripts.campaign.trial_sequence import make_lab
from loadscripts.campaign_progress import Silent
from loadscripts.planning.assignment import plan_windows
from loadscripts.planning.experiment import Experiment
from loadscripts.planning.schedule import schedule
from loadscripts.planning.trial import Trial
from loadscripts.tests.warm_jvms import warm_up_once
from loadscripts.trials.conduct import conduct
from loadscripts.trials.results_folder import new_results, read_json

pytestmark = [pytest.mark.bed, pytest.mark.timed]

DELEGATES = ("jms-transacted", "jms-nontransacted", "soap")
SWITCHED = ("supplier-order", "invoice")
SCHEMA = CHECKOUT / "shared-schemas" / "records" / "trial.schema.json"
EXPERIMENT = Experiment.model_validate(
    {
        "name": "turns",
        "question": "Do the delegates take turns?",
        "baseline": "jms-transacted",
        "assignment": ["order", "window"],
        "repetitions": 1,
        "jvm_warmup_s": 6,
        "jvm_warmup_max_s": 6,
        "warmup_s": 4,
        "measure_s": 18,
        "window_s": 1.5,
        "washout_s": 0.5,
        "factors": {"transition": list(DELEGATES), "customers": 6, "think": "0.1-0.2 s"},
    }
)


@pytest.fixture(scope="module")
def folders(bed: Bed, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Path]]:
    """The folders of both trials by the level that they have."""
    lab, results = make_lab(EXPERIMENT, Silent()), new_results(tmp_path_factory.mktemp("turns"), EXPERIMENT)
    with store.delegates(bed, bed.delegates()):
        warm_up_once(bed, lab)
        for trial in schedule(EXPERIMENT):
            assert conduct(trial, bed, lab, results) is None
    bed.reset()
    yield {trial.levels["transition"]: results.folder_of(trial) for trial in schedule(EXPERIMENT)}


@pytest.fixture(scope="module")
def by_order(folders: dict[str, Path]) -> Records:
    return read_records(folders["by order"])


@pytest.fixture(scope="module")
def by_window(folders: dict[str, Path]) -> Records:
    return read_records(folders["by window"])


def planned(word: str) -> Trial:
    return next(trial for trial in schedule(EXPERIMENT) if trial.levels["transition"] == word)


def drawn_for(seed: int, order_id: str) -> str:
    """By the contract in trial.json's schema."""
    return DELEGATES[int.from_bytes(sha256(f"{seed}/{order_id}".encode()).digest()[:8]) % len(DELEGATES)]


@pytest.mark.parametrize("word", ["by order", "by window"])
def test_the_facts_are_as_their_schema_says(folders: dict[str, Path], word: str) -> None:
    record = read_json(folders[word] / "trial.json")
    jsonschema.validate(record, read_json(SCHEMA))
    document = TrialDocument.model_validate(record)
    assert document.assignment is not None and document.assignment.transitions == SWITCHED
    assert document.assignment.seed == planned(word).seed
    assert document.delegates == planned(word).delegates
    assert document.outcome.status == "complete" and document.drained


def test_each_order_goes_by_the_delegate_that_was_drawn_for_it(by_order: Records) -> None:
    seed = planned("by order").seed
    calls = by_order.calls.filter(pl.col("transition").is_in(SWITCHED))
    ordered = set(by_order.storefront_orders["order_id"])

    assert len(ordered) > 30
    for transition in SWITCHED:
        assert set(calls.filter(pl.col("transition") == transition)["order_id"]) == ordered
    assert {(row["order_id"], row["delegate"]) for row in calls.iter_rows(named=True)} == {
        (order_id, drawn_for(seed, order_id)) for order_id in ordered
    }
    assert set(calls["delegate"]) == set(DELEGATES)
    others = by_order.calls.filter(~pl.col("transition").is_in(SWITCHED))
    assert set(others["delegate"]) == {"jms-transacted"}


def test_the_windows_are_those_planned_and_what_is_sent_in_them_goes_by_their_level(by_window: Records) -> None:
    turns = planned("by window").assignment
    assert turns is not None
    windows = by_window.windows
    blocks = plan_windows(turns, planned("by window").seed, EXPERIMENT.measure_s)
    assert [(row["block"], row["level"]) for row in windows.iter_rows(named=True)] == [
        (window.block, window.level) for window in blocks
    ]
    assert len(windows) == 12
    calls = by_window.calls.filter(pl.col("transition").is_in(SWITCHED))
    used: Counter[str] = Counter()
    for window in windows.iter_rows(named=True):
        assert 0.5e9 < window["end_ns"] - window["begin_ns"] <= 2e9
        sent = calls.filter(pl.col("begin_ns").is_between(window["begin_ns"], window["end_ns"]))
        assert set(sent["delegate"]) <= {window["level"]}
        used[window["level"]] += len(sent)
    assert all(used[delegate] > 10 for delegate in DELEGATES)


def test_processes_are_sampled_where_a_window_ends_and_where_its_washout_ends(by_window: Records) -> None:
    samples = by_window.resources.filter(pl.col("process") == "server")["wall_ns"].to_list()
    for window in by_window.windows.iter_rows(named=True):
        for edge_ns in (window["begin_ns"] + 5e8, window["end_ns"]):
            assert min(abs(sample_ns - edge_ns) for sample_ns in samples) < 4e8
    assert samples == sorted(samples)


def test_steps_calls_and_requests_have_their_cpu_time(by_order: Records) -> None:
    steps, requests = by_order.steps, by_order.service_requests
    assert steps["cpu_ns"].null_count() == by_order.calls["cpu_ns"].null_count() == 0
    assert (steps["cpu_ns"] > 0).all()
    # A thread cannot work longer than the step lasts, but for what stands between the two clocks.
    assert (steps["cpu_ns"] <= steps["duration_ns"] + 5_000_000).all()
    ordered = set(by_order.storefront_orders["order_id"])
    checkouts = requests.filter(pl.col("entrance") == "checkout")
    assert set(checkouts["order_id"]) == ordered and (checkouts["cpu_ns"] > 0).all()
    seed = planned("by order").seed
    by_soap = {order_id for order_id in ordered if drawn_for(seed, order_id) == "soap"}
    for transition in SWITCHED:
        assert set(requests.filter(pl.col("entrance") == transition)["order_id"]) == by_soap
    assert set(requests["outcome"]) == {"answered"}
