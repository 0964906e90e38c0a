"""`petlab floors` on a bed: every floor is there, they agree with each other, and nothing is left behind."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from analysis.comparing.floors import TITLES, floors_of
from analysis.contract.checksums import changes
from analysis.contract.floors_document import FloorsDocument, Primitive
from analysis.contract.schemas import read_document
from cli.floors import drafted, write_floors
from deploy.bed.standing_bed import Bed
from deploy.specification.plan import BedPlan, check
from deploy.testing import PORT_BASE, another_bed, compares_times_only
from loadscripts.campaign_progress import Silent
from loadscripts.floors import primitives, store_load
from loadscripts.floors.measuring import FloorPlan, measure_floors
from loadscripts.floors.order_statements import CapturedOrders, capture_orders
from loadscripts.floors.primitives import Primitives
from loadscripts.load.scenario import read_scenario
from loadscripts.trial_errors import FloorError

pytestmark = [pytest.mark.bed, pytest.mark.timed]

HIGH = 8
PLAN = FloorPlan(rounds=3, seconds=0.5, concurrency=HIGH, customers=8, warmup_s=4.0)
NOISE = 0.25
"""More at a time are done about as often as one at a time, or oftener. On a machine that others use, too, it may be so
much less, even in the best of the rounds; a rate that was divided by the concurrency is an eighth.
"""


@pytest.fixture(scope="module")
def probed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bed]:
    """The shared bed where that has the floors, too."""
    if compares_times_only(request.session):
        yield request.getfixturevalue("bed")
        return
    plan = BedPlan(port_base=PORT_BASE + 400, floor_probe=True)
    with another_bed(plan, tmp_path_factory.mktemp("floors")) as standing:
        yield standing


@pytest.fixture(scope="module")
def record(probed: Bed) -> FloorsDocument:
    """As short as orders of few customers and statements in a small JVM allow; each primitive as long as it is asked
    for.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store_load, "_SHORTEST_S", 1.5)
        patch.setattr(primitives, "_STATEMENT_WARMUP_S", 0.3)
        return measure_floors(probed, PLAN, "./petlab floors", Silent())


@pytest.fixture(scope="module")
def captured(probed: Bed) -> CapturedOrders:
    found = capture_orders(probed, read_scenario("place-orders"), 1, seed=1)
    probed.reset()
    return found


def per_s(record: FloorsDocument, primitive: Primitive, concurrency: int) -> float:
    """In the best round: what else runs on the machine only takes away."""
    rates = [rate for each in record.rounds for rate in each.rates]
    return max(rate.per_s for rate in rates if (rate.primitive, rate.concurrency) == (primitive, concurrency))


def test_every_floor_is_there_and_they_agree_with_each_other(record: FloorsDocument) -> None:
    found = floors_of(record)
    counted = {name for name in TITLES if not name.startswith("forced-write") or not found.not_counted}
    assert {each.resource for each in found.floors} == counted
    assert all(each.rate.value and each.rate.value > 0 for each in found.floors)
    assert found.binding.share is not None
    for each in record.rounds:
        assert sorted(each.order) == sorted(
            [f"{rate.primitive} {rate.concurrency}" for rate in each.rates] + ["store 8"]
        )
    # A step forces a write at the broker and another one at the database, and does more.
    writes: tuple[Primitive, ...] = ("forced-write broker", "forced-write database")
    assert per_s(record, "step", 1) < min(per_s(record, each, 1) for each in writes)
    assert per_s(record, "step", 1) < per_s(record, "send", 1)
    assert per_s(record, "soap", 1) < per_s(record, "http", 1) / NOISE
    for primitive in {rate.primitive for rate in record.rounds[0].rates}:
        assert per_s(record, primitive, HIGH) > NOISE * per_s(record, primitive, 1), primitive


def test_an_order_has_six_transactions_in_the_database_and_sends_seven_messages(record: FloorsDocument) -> None:
    """Checkout, receiving, approving, supplying, invoicing, notifying. Each hands on one document, approving and
    supplying besides: a mail after approval; after the invoice, which goes to a topic, the two other mails.
    """
    assert (record.uses.transactions, record.uses.sends) == (6, 7)
    assert (record.uses.http_requests, record.uses.soap_calls) == (12, 0)


def test_what_is_repeated_are_the_statements_of_an_order_of_today(captured: CapturedOrders, probed: Bed) -> None:
    [units] = captured.orders
    written = Counter(
        (unit.role, told.sql.split()[2].lower())
        for unit in units
        for told in unit.statements
        if told.sql.lower().startswith("insert into")
    )
    history = {(role, "step_record") for role in ("storefront", "opc", "supplier")}
    assert set(written) == history | {
        ("storefront", "placed_order"),
        ("opc", "purchase_order"),
        ("opc", "order_line"),
        ("opc", "booked_invoice"),
        ("opc", "shipment_notice"),
        ("supplier", "supplier_order"),
        ("supplier", "supplier_order_line"),
        ("supplier", "shipment"),
    }
    assert all(count == 1 for (_, table), count in written.items() if table != "step_record")


def test_who_has_no_secret_of_the_bed_is_not_let_in(probed: Bed) -> None:
    where = check(probed.plan).ports.server(0)
    token = {"Authorization": f"Bearer {probed.secret('management')}"}
    login = ("floors", probed.secret("application.floors"))

    def status(port: int, path: str, **known: object) -> int:
        return httpx.post(f"http://127.0.0.1:{port}/floors/{path}", content="0.1", **known).status_code  # type: ignore[arg-type]

    for path in ("manage/floors/send", "manage/floors/step/1", "manage/reset"):
        assert status(where.management, path) == 401
        assert status(where.management, path, auth=login) == 401
        assert status(where.pages, path, headers=token) == status(where.services, path, headers=token) == 404
    for path in ("services/http-echo", "services/soap-echo"):
        assert status(where.services, path) == status(where.services, path, auth=("floors", "guessed")) == 401
        assert status(where.pages, path, auth=login) == 404
    assert status(where.services, "services/http-echo", auth=login) == 200


def test_a_primitive_that_fails_is_named_with_its_reason(probed: Bed, captured: CapturedOrders) -> None:
    expected = r"the floor step at concurrency 17 was not measured: .* Expected 1 to 16 steps at a time, not 17"
    with pytest.raises(FloorError, match=expected):
        Primitives(probed, captured).measure("step", 17, 0.1)


def test_nothing_is_left_in_the_bed(probed: Bed, record: FloorsDocument) -> None:
    assert not any(each.messages or each.delivering for each in probed.queue_lengths())
    assert not any(count for counts in probed.counts().values() for count in counts.values())
    assert probed.in_doubt().total == 0
    assert not [*probed.home.rglob(".floor-*"), *probed.folders[0].glob(".floor-*")]


def test_record_and_page_are_written_together(record: FloorsDocument, tmp_path: Path) -> None:
    with drafted(tmp_path) as draft:
        page = write_floors(record, draft)
    [folder] = tmp_path.iterdir()
    assert page == folder / "report.html" and folder.name.startswith("floors-")
    assert read_document(folder / "floors.json", FloorsDocument) == record
    assert json.loads((folder / "floors.json").read_text(encoding="utf-8"))["rounds"][0]["store"]["orders"] > 0
    assert list(changes(folder, [folder / "floors.json"])) == []
