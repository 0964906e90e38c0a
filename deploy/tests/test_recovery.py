"""A server halts in the midst of a step's transaction and comes back: what theory demands of each place.

One order goes its way alone, so that the third transaction over two resources is that of approving: checkout and
receiving come before it. What became of that transaction shows in how often a step begins afterwards: six steps are
left, and approving is one more when it is done again.
"""

import contextlib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import httpx
import pytest

from deploy.bed.standing_bed import Bed
from deploy.specification.transactions import MANAGERS, NARAYANA, PAYARA
from deploy.tests import store

pytestmark = pytest.mark.bed
by_either_manager = pytest.mark.parametrize("faulty_bed", MANAGERS, indirect=True)
by_narayana = pytest.mark.parametrize("faulty_bed", [NARAYANA], indirect=True)

STEPS_AFTER_APPROVING = 6  # supplying, invoicing, notifying-shipment, and a mail three times
RECOVERED_IN_S = 120
COMMITTER = {
    "narayana": "com.arjuna.ats.arjuna.coordinator.BasicAction.phase2Commit",
    "payara": "com.sun.jts.CosTransactions.TopCoordinator.commit",
}


@dataclass(frozen=True)
class Halted:
    """A specification; the branches that are prepared when the server has halted; whether the step is done again."""

    spec: str
    prepared: int
    again: bool


NOTHING_PREPARED = (
    Halted("received@approving:halt", prepared=0, again=True),
    Halted("worked@supplier-order:halt", prepared=0, again=True),
    Halted("sent@supplier-order:halt", prepared=0, again=True),
)
DECIDING = (
    Halted("first-prepared:halt:3", prepared=1, again=True),  # no decision is logged: presumed abort
    Halted("second-prepared:halt:3", prepared=2, again=True),
    # Three, not two: the broker has a branch for the document taken and one for the documents sent.
    Halted("log-written:halt:3", prepared=3, again=False),  # what is logged is carried out
    Halted("between-commits:halt:3", prepared=2, again=False),
    Halted("committed:halt:3", prepared=0, again=False),
)
#: Before anything is prepared the manager makes no difference.
HALTS = (
    *((NARAYANA, halted) for halted in (*NOTHING_PREPARED, *DECIDING)),
    *((PAYARA, halted) for halted in DECIDING),
)
#: The last moment without a decision and the first with one tell a manager that recovers from one that does not.
QUICK = {
    NARAYANA: ("second-prepared", "log-written", "between-commits"),
    PAYARA: ("second-prepared", "log-written"),
}


def marks_of(manager: str, halted: Halted) -> tuple[pytest.MarkDecorator, ...]:
    return () if halted.spec.startswith(QUICK[manager]) else (pytest.mark.thorough,)


@pytest.mark.parametrize(
    ("faulty_bed", "halted"),
    [pytest.param(*each, marks=marks_of(*each), id=f"{each[1].spec.replace(':', '-')}-{each[0]}") for each in HALTS],
    indirect=["faulty_bed"],
    scope="session",  # else a bed would end with its test, since the halts are no fixture
)
def test_an_order_survives_the_halt_and_the_step_is_done_once(faulty_bed: Bed, halted: Halted) -> None:
    faulty_bed.recover()  # what an earlier test may have left
    faulty_bed.reset()
    # What approving sends is taken up after the return: else a step may end while the server is about to halt.
    with faulty_bed.queue_paused("SupplierOrderQueue"), faulty_bed.queue_paused("MailQueue"):
        order_that_meets(faulty_bed, halted.spec)
        assert prepared(faulty_bed) == halted.prepared

    faulty_bed.recover()

    [order_id] = [row["order_id"] for row in store.rows(faulty_bed, "storefront")]
    store.wait_for("three mails", lambda: len(store.mails(faulty_bed, order_id)) == 3, RECOVERED_IN_S)
    store.wait_for("nothing in doubt", lambda: faulty_bed.in_doubt().total == 0, RECOVERED_IN_S)
    store.wait_until_idle(faulty_bed)
    assert store.mails(faulty_bed, order_id) == ["approved", "completed", "shipped"]
    assert steps_begun(faulty_bed) == STEPS_AFTER_APPROVING + halted.again
    assert shipments(faulty_bed, order_id) == 1
    assert store.state(faulty_bed, order_id) == "COMPLETED"


@by_narayana  # the document is in no manager's transaction
def test_a_shop_that_halted_after_it_had_sent_books_the_order(faulty_bed: Bed) -> None:
    """Outside the transaction the order goes its way without the shop: it asks for the numbers that have no order."""
    faulty_bed.recover()
    faulty_bed.reset()
    with store.delegates(faulty_bed, {"order-submission": "soap"}):
        order_that_meets(faulty_bed, "sent@order-submission:halt")
        assert faulty_bed.recover()
    store.wait_for("the order in the shop's books", lambda: store.rows(faulty_bed, "storefront"), RECOVERED_IN_S)
    [order_id] = [row["order_id"] for row in store.rows(faulty_bed, "storefront")]
    store.wait_for("three mails", lambda: len(store.mails(faulty_bed, order_id)) == 3, RECOVERED_IN_S)
    with store.Customer(faulty_bed) as customer:
        customer.client.post("/signon", data={"user": customer.name, "password": customer.name})
        assert customer.client.get(f"/orders/{order_id}").status_code == 200
        assert order_id in customer.client.get("/orders").text


def order_that_meets(bed: Bed, spec: str) -> None:
    """Orders, and waits until the server has halted, which may be before the customer has the answer."""
    bed.arm("server", spec)
    with contextlib.suppress(httpx.TransportError):
        store.order(bed)
    store.wait_for(f"the halt at {spec}", lambda: not bed.is_running("server"))


def prepared(bed: Bed) -> int:
    """How many branches wait for a decision, asked of the resources themselves."""
    with store.sql(bed, "opc") as database:
        [in_database] = database.execute("select count(*) from pg_prepared_xacts").fetchone() or (0,)
    return int(in_database) + len(bed.prepared_in_broker())


def steps_begun(bed: Bed) -> int:
    """Since the server came back: every step that a document has activated passes this point."""
    return int(bed.crash_points()["server"]["hits"]["received"])


def shipments(bed: Bed, order_id: str) -> int:
    return len([each for each in store.rows(bed, "supplier", "shipments") if each["order_id"] == order_id])


@by_either_manager
def test_the_manager_that_was_asked_for_commits_the_orders_of_the_store(faulty_bed: Bed) -> None:
    faulty_bed.recover()
    faulty_bed.reset()
    manager = faulty_bed.plan.transactions.manager
    assert faulty_bed.transactions()["server"]["manager"] == manager
    assert ("Transactions are driven by narayana" in server_log(faulty_bed)) == (manager == "narayana")

    faulty_bed.arm("server", "log-written:delay:1:8000")
    with ThreadPoolExecutor(max_workers=1) as customer:
        ordered = customer.submit(store.order, faulty_bed)
        stack = store.wait_for("a commit that waits at the crash point", lambda: stack_of_the_commit(faulty_bed))
        assert COMMITTER[manager] in stack
        order_id = ordered.result()
    store.wait_until_told(faulty_bed, order_id, "approved", "shipped", "completed")


def stack_of_the_commit(bed: Bed) -> str:
    """The stack of the thread that waits in a resource's commit; nothing when none does."""
    return next((thread for thread in store.threads(bed) if "CrashPointXAResource.commit" in thread), "")


def server_log(bed: Bed) -> str:
    return bed.jvms[0].server_log.read_text(encoding="utf-8", errors="replace")
