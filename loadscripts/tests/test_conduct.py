"""One trial on the real bed: what its folder holds, and what becomes of one that fails."""

import csv
import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest

from deploy.bed.standing_bed import Bed
from deploy.paths import CHECKOUT
from deploy.tests import store
from loadscripts.campaign.trial_sequence import make_lab
from loadscripts.campaign_progress import Silent
from loadscripts.planning.experiment import Experiment
from loadscripts.planning.schedule import schedule
from loadscripts.trials.conduct import conduct
from loadscripts.trials.lab import Lab
from loadscripts.trials.results_folder import Results, new_results, read_json
from loadscripts.trials.warmup import warm_up_jvms

pytestmark = pytest.mark.bed

RECORDS = CHECKOUT / "shared-schemas" / "records"


@pytest.fixture(scope="module")
def experiment() -> Experiment:
    return Experiment.model_validate(
        {
            "name": "small",
            "question": "Is all of a trial recorded?",
            "baseline": "jms-transacted",
            "repetitions": 1,
            "jvm_warmup_s": 4,
            "jvm_warmup_max_s": 4,
            "warmup_s": 4,
            "measure_s": 8,
            "factors": {
                "transition": "soap",
                "customers": 6,
                "think": "0.1-0.2 s",
                "measuring": ["on", "off", "profile"],
            },
        }
    )


@pytest.fixture(scope="module")
def lab(experiment) -> Lab:
    return make_lab(experiment, Silent())


@pytest.fixture(scope="module")
def results(experiment, tmp_path_factory) -> Results:
    return new_results(tmp_path_factory.mktemp("results"), experiment)


@pytest.fixture(scope="module", autouse=True)
def delegates_put_back(bed: Bed) -> Iterator[None]:
    """A trial leaves the delegates as it needed them."""
    with store.delegates(bed, bed.delegates()):
        yield


@pytest.fixture(scope="module")
def folder(bed: Bed, lab: Lab, results: Results) -> Path:
    """The folder of a good trial with its measuring points on."""
    warm_up_jvms(bed, lab)
    trial = trial_with(lab, measuring="on")
    assert conduct(trial, bed, lab, results) is None
    bed.reset()
    return Path(results.folder / "trials" / trial.id)


def brief(lab: Lab) -> Lab:
    """For trials in which a few orders tell enough."""
    return replace(lab, experiment=lab.experiment.model_copy(update={"warmup_s": 1.0, "measure_s": 4.0}))


def trial_with(lab, measuring):
    return next(trial for trial in schedule(lab.experiment) if trial.levels["measuring"] == measuring)


def rows(file: Path) -> list[dict[str, str]]:
    with file.open(encoding="utf-8") as lines:
        return list(csv.DictReader(lines))


def test_the_facts_are_as_their_schema_says(folder):
    record = read_json(folder / "trial.json")

    jsonschema.validate(record, read_json(RECORDS / "trial.schema.json"))
    assert record["outcome"] == {"status": "complete", "reason": None}
    assert record["delegates"] == {"order-submission": "jms-transacted", "supplier-order": "soap", "invoice": "soap"}
    assert record["drained"] is True
    windows = record["windows"]
    assert 8e9 <= windows["measure_end_ns"] - windows["measure_begin_ns"] < 16e9
    assert windows["warmup_begin_ns"] < windows["measure_begin_ns"] < windows["drained_ns"]


def test_the_canary_was_asked_before_the_load_and_after_it(folder):
    canary = read_json(folder / "trial.json")["canary"]
    assert len(canary["before"]) == len(canary["after"]) == 40


def tables():
    return [table for file in sorted(RECORDS.glob("*.json")) if "columns" in (table := json.loads(file.read_text()))]


@pytest.mark.parametrize("table", tables(), ids=lambda table: table["table"])
def test_every_table_has_the_columns_of_its_schema(folder, table):
    header = (folder / table["file"]).read_text(encoding="utf-8").partition("\n")[0]

    assert header == ",".join(column["name"] for column in table["columns"])


def test_every_order_is_recorded_from_the_store_to_the_last_mail(folder):
    ordered = {row["order_id"] for row in rows(folder / "storefront_orders.csv")}
    points = {(row["point"], row["order_id"]) for row in rows(folder / "points.csv")}
    mails = Counter(row["order_id"] for row in rows(folder / "mails.csv"))

    assert len(ordered) > 5
    for point in ("order-received", "supplier-order-arrived", "completion-mailed"):
        assert {order for name, order in points if name == point} == ordered
    assert mails == dict.fromkeys(ordered, 3)
    assert {row["state"] for row in rows(folder / "opc_orders.csv")} == {"COMPLETED"}
    assert rows(folder / "dead_letters.csv") == []


def test_every_step_and_call_is_recorded_with_its_phase(folder):
    steps = rows(folder / "steps.csv")
    ordered = {row["order_id"] for row in rows(folder / "storefront_orders.csv")}

    for step in ("receiving", "approving", "supplying", "invoicing", "notifying-shipment", "mailing"):
        assert {row["order_id"] for row in steps if row["step"] == step} == ordered
    assert {row["phase"] for row in steps} <= {"warmup", "measure", "drain"}
    soap = {row["transition"] for row in rows(folder / "calls.csv") if row["delegate"] == "soap"}
    assert soap == {"supplier-order", "invoice"}


@pytest.fixture(scope="module")
def profiled(bed: Bed, lab: Lab, results: Results, folder: Path) -> Path:
    """The folder of a trial with samples, after that of the good one."""
    trial = trial_with(lab, measuring="profile")
    assert conduct(trial, bed, lab, results) is None
    bed.reset()
    return Path(results.folder / "trials" / trial.id)


def test_what_pages_cost_is_told_by_page_where_it_is_profiled(folder, profiled):
    activities = {row["activity"] for row in rows(profiled / "profile.csv")}
    pages = {each.removeprefix("page ") for each in activities if each.startswith("page ")}
    assert {"/storefront/cart", "/storefront/category", "/storefront/product", "/storefront/signon"} <= pages
    assert "request checkout" in activities
    assert all(re.fullmatch(r"/[a-z]+/[a-z/*-]*", page) for page in pages), "no number of an order"
    assert rows(folder / "profile.csv") == []


def test_siege_was_answered_with_200_only(folder):
    requests = rows(folder / "requests.csv")

    assert {row["status"] for row in requests} == {"200"}
    assert {row["user"] for row in requests} == set("012345")
    assert len({row["method_url"] for row in requests}) == 11  # the item's page is asked for twice


def test_the_samples_come_each_second_from_every_process(folder):
    resources = rows(folder / "resources.csv")
    polls = Counter(row["process"] for row in resources)

    assert polls.keys() == {"server", "broker", "postgresql", "mail", "petlab", "siege"}
    # Of some fourteen seconds: a busy machine may keep the sampler waiting.
    assert polls["server"] >= 7
    assert len(rows(folder / "machine.csv")) >= 7
    assert {row["queue"] for row in rows(folder / "queues.csv") if row["dead"] == "false"} >= {"MailQueue"}


@pytest.mark.parametrize("jvm", ["server", "broker"])
def test_the_gc_log_is_the_trials_own(folder, jvm):
    log = (folder / f"gc-{jvm}.log").read_text()

    assert "Using" in log
    assert (folder / "recordings" / f"{jvm}.jfr").stat().st_size > 0


def test_of_each_jvm_it_is_known_what_it_allocated_and_what_its_collectors_used(folder):
    assert {row["jvm"] for row in rows(folder / "allocation.csv")} == {"server", "broker"}
    # A bed's server may collect by Serial, which has no threads of its own; the broker's G1 has some.
    assert "broker" in {row["jvm"] for row in rows(folder / "collector_threads.csv")}
    counted = {(row["jvm"], row["source"]) for row in rows(folder / "collector_counters.csv")}
    assert {("broker", "hsperf collectors"), ("server", "hsperf VM thread"), ("server", "proc VM thread")} <= counted
    flags = read_json(folder / "trial.json")["jvm_flags"]
    assert flags.keys() == {"server", "broker"}
    assert all(any(re.fullmatch(r"-XX:\+Use\w+GC", flag) for flag in of_jvm) for of_jvm in flags.values())


def test_measuring_off_leaves_tables_without_rows(bed, lab, results):
    trial = trial_with(lab, measuring="off")

    assert conduct(trial, bed, brief(lab), results) is None

    folder = results.folder / "trials" / trial.id
    assert rows(folder / "steps.csv") == rows(folder / "points.csv") == []
    assert len(rows(folder / "storefront_orders.csv")) > 5
    assert read_json(folder / "trial.json")["measuring"] == "off"
    bed.reset()


def test_customers_order_over_tls_too(tls_bed, lab, experiment, tmp_path):
    warm_up_jvms(tls_bed, lab)
    trial = trial_with(lab, measuring="on")
    results = new_results(tmp_path, experiment)

    assert conduct(trial, tls_bed, brief(lab), results) is None

    folder = results.folder / "trials" / trial.id
    assert {row["status"] for row in rows(folder / "requests.csv")} == {"200"}
    assert {row["state"] for row in rows(folder / "opc_orders.csv")} == {"COMPLETED"}
    assert {row["outcome"] for row in rows(folder / "steps.csv")} == {"committed"}
    tls_bed.reset()


def test_a_trial_whose_customers_stay_away_is_a_record_with_a_reason(bed, lab, results):
    trial = replace(trial_with(lab, measuring="on"), id="900")
    without_siege = replace(lab, siege=replace(lab.siege, program=Path("/bin/false")))

    reason = conduct(trial, bed, without_siege, results)

    record = read_json(results.folder / "trials" / "900" / "trial.json")
    assert reason is not None
    assert "Siege ended too early" in reason
    assert record["outcome"] == {"status": "failed", "reason": reason}
    jsonschema.validate(record, read_json(RECORDS / "trial.schema.json"))


def test_requests_that_fail_are_recorded(bed, lab, results):
    trial = replace(trial_with(lab, measuring="off"), id="901")
    requests = tuple(
        request.model_copy(update={"path": "/storefront/no-such-page"}) if request.path == "/storefront/" else request
        for request in lab.scenario.requests
    )
    astray = replace(brief(lab), scenario=lab.scenario.model_copy(update={"requests": requests}))

    assert conduct(trial, bed, astray, results) is None

    folder = results.folder_of(trial)
    missing = [row for row in rows(folder / "requests.csv") if row["status"] == "404"]
    assert len(missing) == read_json(folder / "trial.json")["load"]["failed"] > 0
    bed.reset()
