"""The database as the last agent of transactions with the broker: it prepares nothing, and can fail them all."""

import contextlib
from collections import Counter

import httpx
import pytest

from deploy import paths
from deploy.bed.standing_bed import Bed
from deploy.database import postgresql, statement_log
from deploy.lifecycle import lifetime
from deploy.progress import Silent
from deploy.specification.database_commit import LAST_AGENT
from deploy.specification.plan import BedPlan, check
from deploy.specification.transactions import NARAYANA
from deploy.testing import PORT_BASE, recovering_soon
from deploy.tests import store

pytestmark = pytest.mark.bed

BASE = PORT_BASE + 400
RECOVERED_IN_S = 120


@pytest.mark.alone
def test_a_last_agent_prepares_nothing_and_whom_it_fails_it_takes_along(tmp_path, monkeypatch):
    monkeypatch.setattr(paths, "BED_HOME", tmp_path / "runtime/bed")
    jvm_options = ("-XX:+UseParallelGC", *recovering_soon(NARAYANA))
    plan = BedPlan(port_base=BASE, database_commit=LAST_AGENT, faults=True, jvm_options=jvm_options)
    with lifetime.up(plan, progress=Silent()) as bed:
        with (
            postgresql.connect_as_admin(check(bed.plan).ports.database, bed.secret("database.admin")) as admin,
            statement_log.captured(admin, bed.home / "postgresql.log") as found,
        ):
            for delegate in store.DELEGATES:
                store.assert_carried_along(bed, delegate)
            store.wait_until_idle(bed)
        ended = Counter(each.sql.split()[0] for each in found.statements if each.role in ("opc", "supplier"))
        # At least the five steps of each order that keep a book; with two phases each would have been prepared.
        assert ended["COMMIT"] >= 5 * len(store.DELEGATES)
        assert ended["PREPARE"] == 0

        # Approving has sent the supplier order, whose branch has prepared, when the database refuses to commit.
        with store.commit_fails_once(bed, "opc", "purchase_order", "new.state = 'APPROVED'"):
            order_id = store.assert_carried_along(bed, "jms-transacted")
        assert store.state(bed, order_id) == "COMPLETED"
        assert bed.in_doubt().total == 0

        for delegate in ("jms-transacted", "soap"):
            bed.reset()
            store.assert_refused_commits_harm_no_others(bed, delegate)
            assert_who_registers_can_sign_on(bed, f"after-{delegate}")

        assert_what_approving_sent_is_lost_with_the_server(bed)


def assert_who_registers_can_sign_on(bed: Bed, name: str) -> None:
    """What is written on a connection whose commit was refused commits by itself: other connections see it."""
    account = {"user": name, "password": "correct horse", "password_again": "correct horse"}
    with store.Customer(bed) as customer:
        assert customer.client.post("/register", data={**account, **store.ADDRESS}).status_code in {200, 303}
    for _ in range(8):
        with store.Customer(bed) as customer:
            customer.client.post("/signon", data={"user": name, "password": "correct horse"})
            page = customer.client.get("/account")
            assert page.status_code == 200 and name in page.text


def assert_what_approving_sent_is_lost_with_the_server(bed: Bed) -> None:
    """A server that dies behind the database's commit: this is what a last agent gives up."""
    bed.reset()
    # Approving is the third transaction over database and broker: checkout and receiving come before it.
    bed.arm("server", "last-agent-committed:halt:3")
    with contextlib.suppress(httpx.TransportError):
        store.order(bed)
    store.wait_for("the halt", lambda: not bed.is_running("server"))
    assert len(bed.prepared_in_broker()) == 2, "of the document that was taken, and of those that were sent"

    bed.recover()

    [order_id] = [row["order_id"] for row in store.rows(bed, "opc")]
    store.wait_for(
        "approving again", lambda: (store.row(bed, "opc", order_id) or {})["duplicates"] == "1", RECOVERED_IN_S
    )
    store.wait_until_idle(bed)
    assert store.state(bed, order_id) == "APPROVED", "the database had committed by itself"
    assert store.row(bed, "supplier", order_id) is None, "and the broker has rolled back what was sent"
    assert store.mails(bed, order_id) == []
