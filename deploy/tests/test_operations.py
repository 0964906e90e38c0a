"""What a person who runs the store sees of it: health, metrics, logs."""

import time
from collections.abc import Mapping
from pathlib import Path

import httpx
import psutil
import pytest
from prometheus_client.openmetrics.parser import text_string_to_metric_families

from deploy.bed.bed_record import read
from deploy.bed.standing_bed import Bed
from deploy.errors import ManagementError
from deploy.host.stalling import stalled
from deploy.payara import server_log
from deploy.tests import store

pytestmark = pytest.mark.bed

APPLICATIONS = ("storefront", "opc", "supplier")
PARTS = {
    *((application, part) for application in APPLICATIONS for part in ("broker", "database", "services", "threads")),
    ("opc", "mail"),
}
STEPS = {
    "storefront": {"checkout": 1},
    "opc": {"receiving": 1, "approving": 1, "invoicing": 1, "notifying-shipment": 1, "mailing": 3},
    "supplier": {"supplying": 1},
}
QUEUE_SAMPLES = ("petlab_queue_documents", "petlab_queue_dead_letters")
MISTYPED = "mistyped-8261"
Samples = Mapping[tuple[str, frozenset[tuple[str, str]]], float]


def metrics(bed: Bed, application: str) -> Samples:
    """Every sample of an application's metrics, by its name and labels; a real parser reads them strictly."""
    answer = httpx.get(
        f"{bed.management[application]}/metrics",
        headers={"Authorization": f"Bearer {bed.secret('management')}"},
        timeout=30,
    )
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("application/openmetrics-text")
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }


def value(samples: Samples, name: str, **labels: str) -> float:
    return samples[(name, frozenset(labels.items()))]


def steps(samples: Samples, outcome: str = "committed") -> dict[str, float]:
    return {
        dict(labels)["step"]: count
        for (name, labels), count in samples.items()
        if name == "petlab_steps_total" and ("outcome", outcome) in labels
    }


def test_health_names_every_part_of_every_application(bed: Bed) -> None:
    checks = bed.health()
    assert {(check.application, check.part) for check in checks} == PARTS
    # A part that does not answer within a second is down, and a busy machine is slow.
    store.wait_for("UP", lambda: all(check.up for check in bed.health()))


def test_liveness_does_not_ask_what_only_readiness_needs(bed: Bed) -> None:
    server = httpx.URL(bed.management["opc"]).copy_with(path="/")
    alive = httpx.get(server.join("/health/live")).json()
    assert {check["name"] for check in alive["checks"]} == {f"{name} threads" for name in APPLICATIONS}
    ready = httpx.get(server.join("/health/ready")).json()
    assert "opc broker" in {check["name"] for check in ready["checks"]}


@pytest.mark.parametrize("shown", [None, "Bearer guessed"])
def test_metrics_are_told_to_who_has_the_management_token(bed: Bed, shown: str | None) -> None:
    headers = {"Authorization": shown} if shown else {}
    for application in APPLICATIONS:
        answer = httpx.get(f"{bed.management[application]}/metrics", headers=headers)
        assert answer.status_code == 401
        assert "petlab_" not in answer.text


def test_metrics_count_an_orders_steps_and_know_queues_pools_and_the_jvm(bed: Bed) -> None:
    bed.reset()
    before = {name: steps(metrics(bed, name)) for name in APPLICATIONS}
    order_id = store.order(bed)
    store.wait_until_told(bed, order_id, "approved", "shipped", "completed")
    store.wait_until_idle(bed)
    samples: dict[str, Samples] = {}

    def grown() -> dict[str, dict[str, float]]:
        samples.update({name: metrics(bed, name) for name in APPLICATIONS})
        after = {name: steps(samples[name]) for name in APPLICATIONS}
        return {name: {step: count - before[name][step] for step, count in after[name].items()} for name in after}

    # Counted when the commit is over, which others see a little earlier; then the connection is given back.
    store.wait_for("all steps in the metrics", lambda: grown() == STEPS and used_connections(samples) == 0)
    for name in APPLICATIONS:
        for step, count in steps(samples[name]).items():
            rolled_back = steps(samples[name], "rolled-back")[step]
            assert value(samples[name], "petlab_step_duration_seconds_count", step=step) == count + rolled_back
        assert value(samples[name], "petlab_pool_connections", pool="database", state="free") >= 1
        assert value(samples[name], "jvm_memory_used_bytes", area="heap") > 0
        assert all(up == 1 for (sample, _), up in samples[name].items() if sample == "petlab_source_up")
        status = "acknowledged" if name == "storefront" else "completed" if name == "opc" else "shipped"
        assert value(samples[name], "petlab_orders", status=status) == 1
    assert {value(samples["opc"], sample, queue=queue) for sample in QUEUE_SAMPLES for queue in queues(bed)} == {0}


def used_connections(samples: Mapping[str, Samples]) -> float:
    """To the broker: each look at the metrics uses one to the database."""
    return sum(value(each, "petlab_pool_connections", pool="broker", state="used") for each in samples.values())


@pytest.mark.usefixtures("metrics_may_be_slow")
def test_the_response_time_of_an_order_is_told_by_a_source_that_can_be_asked_for_alone(bed: Bed) -> None:
    bed.reset()
    before = responses(bed)
    begin_s = time.monotonic()
    order_id = store.order(bed)
    store.wait_until_told(bed, order_id, "approved", "shipped", "completed")
    elapsed_s = time.monotonic() - begin_s
    store.wait_until_idle(bed)

    after = responses(bed)

    grown = {sample: after[sample] - before[sample] for sample in after}
    assert grown[("petlab_completion_mails_total", frozenset())] == 1
    assert grown[("petlab_response_time_seconds_count", frozenset())] == 1
    assert 0.001 < grown[("petlab_response_time_seconds_sum", frozenset())] < elapsed_s
    assert bed.metrics("storefront", ["steps"]).count("petlab_source_up{") == 1
    bed.reset()


def responses(bed: Bed) -> Samples:
    """All that this source tells, and no other."""
    families = text_string_to_metric_families(bed.metrics("opc", ["responses"]))
    samples = {(each.name, frozenset(each.labels.items())): each.value for f in families for each in f.samples}
    assert samples.pop(("petlab_source_up", frozenset({("source", "responses")}))) == 1
    assert {name.rpartition("_")[0] for name, _ in samples} == {
        "petlab_completion_mails",
        "petlab_response_time_seconds",
    }
    return samples


@pytest.fixture
def metrics_may_be_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever measures waits a second for them; here the machine is busy with other things."""
    monkeypatch.setattr("deploy.bed.standing_bed._METRICS_TIMEOUT_S", 30)


@pytest.mark.usefixtures("metrics_may_be_slow")
def test_a_source_that_there_is_not_is_named_with_those_that_there_are(bed: Bed) -> None:
    with pytest.raises(ManagementError, match=r"400: There is no source of metrics prices: expected one of .*orders.*"):
        bed.metrics("opc", ["prices", "orders"])


def test_what_waits_in_a_queue_and_what_lies_beside_it_is_counted(bed: Bed) -> None:
    bed.reset()
    with bed.queue_paused("MailQueue"):
        order_id = store.order(bed)
        bed.put("SupplierOrderQueue", "no document", "opc")
        store.wait_for("a dead letter", bed.dead_letters)
        store.wait_for("three mails that wait", lambda: lengths(bed)["MailQueue"] == (3, 0))
        assert lengths(bed)["SupplierOrderQueue"] == (0, 1)
    store.wait_until_told(bed, order_id, "approved", "shipped", "completed")
    store.wait_for("no mails that wait", lambda: lengths(bed)["MailQueue"] == (0, 0))
    bed.reset()


def queues(bed: Bed) -> list[str]:
    """All queues that carry documents."""
    return [length.queue for length in bed.queue_lengths() if not length.dead]


def lengths(bed: Bed) -> dict[str, tuple[float, float]]:
    """What waits and what is dead, by queue."""
    samples = metrics(bed, "opc")
    waiting, dead = QUEUE_SAMPLES
    return {queue: (value(samples, waiting, queue=queue), value(samples, dead, queue=queue)) for queue in queues(bed)}


def test_a_step_that_is_rolled_back_is_counted_and_the_lines_about_it_name_the_order(bed: Bed) -> None:
    before = steps(metrics(bed, "opc"), "rolled-back")["approving"]
    with store.commit_fails_once(bed, "opc", "purchase_order", "new.state = 'APPROVED'"):
        order_id = store.order(bed)
        store.wait_until_told(bed, order_id, "approved", "shipped", "completed")
        store.wait_until_idle(bed)
    assert steps(metrics(bed, "opc"), "rolled-back")["approving"] == before + 1

    told = f"The step approving of order {order_id} was rolled back at delivery 1"
    store.wait_for("a line of the step", lambda: told in [line.text for line in about(bed, order_id)])
    store.wait_for(
        "a line of the container, which names the order too",
        lambda: any(not line.logger.startswith("org.petlab") for line in about(bed, order_id)),
    )
    assert {line.step for line in about(bed, order_id)} == {"approving"}


def about(bed: Bed, order_id: str) -> list[server_log.LogLine]:
    return [line for jvm in bed.jvms for line in server_log.lines(jvm.server_log) if line.order == order_id]


def test_no_log_tells_a_password_a_token_or_a_card(bed: Bed) -> None:
    store.order(bed)
    store.order(bed, card="4000000000000002")
    refused = httpx.post(
        f"{bed.applications['storefront']}/signon", data={"user": "customer1", "password": MISTYPED, "next": ""}
    )
    assert refused.status_code in (200, 303, 400, 401)
    httpx.get(f"{bed.management['opc']}/metrics", headers={"Authorization": f"Bearer {MISTYPED}"})
    with store.commit_fails_once(bed, "storefront", "placed_order", "true"), store.Customer(bed) as customer:
        customer.submit({"EST-1": 1})
    store.wait_until_idle(bed)
    store.wait_until_logs_are_written(bed)

    known = read(bed.home)
    assert known is not None
    samples = {store.GOOD_CARD, "4000000000000002", MISTYPED, *known.secrets.values()}
    logs = written_logs(bed)
    assert {"server.log", "jvm.out", "artemis.log"} <= {log.name for log in logs}
    assert [(log.name, secret) for log in logs for secret in samples if secret.encode() in log.read_bytes()] == []


def written_logs(bed: Bed) -> list[Path]:
    """Whatever grows beside the bed's data: logs of the servers, the broker, the database and the mail sink."""
    folders = [bed.home, *(read(bed.home) or pytest.fail("no record")).folders]
    found = {log for folder in folders for pattern in ("*.log", "*.out") for log in folder.rglob(pattern)}
    return sorted(found)


@pytest.mark.timed
def test_a_broker_that_hangs_makes_its_applications_down_within_two_seconds(bed: Bed) -> None:
    [broker] = [process for process in bed.processes if process.name == "broker" and process.is_running()]
    with stalled(broker):
        begin_s = time.monotonic()
        checks = bed.health()
        assert time.monotonic() - begin_s < 2
        down = {(check.application, check.part): check.reason for check in checks if not check.up}
        assert down == {(name, "broker"): "No answer within 1000 ms" for name in APPLICATIONS}
    store.wait_for("UP", lambda: all(check.up for check in bed.health()))


@pytest.mark.timed
def test_a_broker_that_is_gone_makes_its_applications_down_with_the_reason(bed: Bed) -> None:
    bed.kill("broker")
    try:
        store.wait_for("DOWN", lambda: all(not check.up for check in bed.health() if check.part == "broker"))
        begin_s = time.monotonic()
        checks = bed.health()
        assert time.monotonic() - begin_s < 2, "all parts have one second together"
        down = {(check.application, check.part): check.reason for check in checks if not check.up}
        assert set(down) == {(name, "broker") for name in APPLICATIONS}
        assert all(down.values())
        samples = metrics(bed, "opc")
        assert value(samples, "petlab_source_up", source="queues") == 0
        assert [name for name, _ in samples if name in QUEUE_SAMPLES] == []
        assert value(samples, "petlab_source_up", source="orders") == 1
    finally:
        bed.recover()
    store.wait_for("UP", lambda: all(check.up for check in bed.health()))
    order_id = store.order(bed)
    store.wait_until_told(bed, order_id, "approved", "shipped", "completed")


def test_no_page_is_compiled_while_the_store_is_open(bed: Bed) -> None:
    """The first visitor of a page would wait for it, under full load for seconds."""
    for application, path in (("storefront", ""), ("storefront", "cart"), ("storefront", "nothing"), ("opc", "signon")):
        httpx.get(f"{bed.applications[application]}/{path}", timeout=30)
    for jvm in bed.jvms:
        compiled = list((jvm.server_log.parent.parent / "generated/jsp").rglob("*.class"))
        assert len(compiled) > 60
        late = [each.name for each in compiled if each.stat().st_mtime > psutil.Process(jvm.pid).create_time()]
        assert not late
