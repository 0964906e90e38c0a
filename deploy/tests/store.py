"""What the tests of the store do with it: order as a customer does, look on, and cause trouble in its database."""

import csv
import io
import re
import subprocess
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TypeVar

import httpx
import psycopg

from deploy.bed.standing_bed import Bed
from deploy.broker.broker_management import QueueLength
from deploy.host.certificates import client_context
from deploy.host.jdk import Jdk
from deploy.host.ports import BedPorts
from deploy.payara import server_log
from deploy.specification import workflow_table

DELEGATES = workflow_table.read().delegates
SWITCHABLE = tuple(each.name for each in workflow_table.read().transitions if each.switchable)
THREE_MAILS = ("approved", "shipped", "completed")
GOOD_CARD = "4111111111111111"
ADDRESS = {
    "given_name": "Ada",
    "family_name": "Byron",
    "street": "12 St James Square",
    "city": "London",
    "postal_code": "SW1Y 4JH",
    "country": "United Kingdom",
    "telephone": "020 7946 0000",
    "email": "ada@example.org",
}
_POLL_INTERVAL_S = 0.05
_LONG_PAUSE_S = 6
Found = TypeVar("Found")


@dataclass
class Customer:
    """A visit to the shop, as a browser makes it."""

    bed: Bed
    name: str = "customer1"
    client: httpx.Client = field(init=False)

    def __post_init__(self) -> None:
        trusted = client_context(self.bed.trust) or True
        self.client = httpx.Client(base_url=self.bed.applications["storefront"], timeout=30, verify=trusted)

    def order(self, items: Mapping[str, int], card: str = GOOD_CARD) -> str:
        """Goes all the way to the confirmation and returns the order's number."""
        return order_id(self.submit(items, card))

    def submit(self, items: Mapping[str, int], card: str = GOOD_CARD) -> httpx.Response:
        """The same, but returns the answer to the last request, whatever it is."""
        self.make_ready(items)
        return self.confirm(card)

    def make_ready(self, items: Mapping[str, int]) -> None:
        """Goes as far as the last form."""
        for item, quantity in items.items():
            self._post("cart", {"item": item, "quantity": str(quantity)})
        self._post("signon", {"user": self.name, "password": self.name})
        self._post("checkout", {})
        self._post("checkout/address", ADDRESS)

    def confirm(self, card: str = GOOD_CARD) -> httpx.Response:
        """Sends the last form."""
        return self.client.post("/order", data={"card_number": card, "card_expiry": "12/2030"})

    def _post(self, path: str, form: Mapping[str, str]) -> None:
        answer = self.client.post(f"/{path}", data=form)
        assert answer.status_code == 200, f"{path}: {answer.status_code} {answer.text}"

    def __enter__(self) -> "Customer":
        return self

    def __exit__(self, *_: object) -> None:
        self.client.close()


def order_number(answer: httpx.Response) -> str | None:
    """The number that a confirmation names; None when the answer is no confirmation."""
    found = re.search(r'<strong id="order-id">([^<]+)</strong>', answer.text)
    return found.group(1) if found and answer.status_code == 200 else None


def order_id(answer: httpx.Response) -> str:
    """The number of the order that an answer confirms."""
    found = order_number(answer)
    assert found, f"{answer.status_code} {answer.text}"
    return found


def order(bed: Bed, items: Mapping[str, int] | None = None, card: str = GOOD_CARD) -> str:
    """One customer, one order."""
    with Customer(bed) as customer:
        return customer.order(items or {"EST-1": 1}, card)


def rows(bed: Bed, application: str, table: str = "orders") -> list[dict[str, str]]:
    """A table of an application's management, as the audit sees it; every value is text."""
    text = bed.manage(application).get_text(f"{table}.csv")
    return list(csv.DictReader(io.StringIO(text)))


def row(bed: Bed, application: str, order_id: str) -> dict[str, str] | None:
    """What an application knows of an order."""
    return next((each for each in rows(bed, application) if each["order_id"] == order_id), None)


def state(bed: Bed, order_id: str) -> str | None:
    """The order's state at the order processing center."""
    known = row(bed, "opc", order_id)
    return known["state"] if known else None


def mails(bed: Bed, order_id: str) -> list[str]:
    """The kinds of the mails about an order, sorted."""
    return all_mails(bed).get(order_id, [])


def all_mails(bed: Bed) -> dict[str, list[str]]:
    """The kinds of the mails about every order, sorted."""
    mails_by_order: dict[str, list[str]] = {}
    with bed.mail_record.open(encoding="utf-8", newline="") as record:
        for mail in csv.DictReader(record):
            mails_by_order.setdefault(mail["order_id"], []).append(mail["kind"])
    return {order_id: sorted(kinds) for order_id, kinds in mails_by_order.items()}


def wait_for(what: str, look: Callable[[], Found | None], timeout_s: float = 40) -> Found:
    """Looks again and again until there is something, and returns it; fails with `what` when there is not in time."""
    end_s = time.monotonic() + timeout_s
    while not (found := look()):
        assert time.monotonic() < end_s, f"{what}: not within {timeout_s} s"
        time.sleep(_POLL_INTERVAL_S)
    return found


def wait_until_told(bed: Bed, order_id: str, *kinds: str) -> None:
    """Waits until the order's mails are exactly these, and until the steps that sent them have committed.

    The mail server records a mail before it answers: who kills it, or the broker, in between has the mail sent again.
    """

    def told() -> bool:
        return mails(bed, order_id) == sorted(kinds) and are_empty(bed.queue_lengths(), "MailQueue")

    wait_for(f"mails of order {order_id}: {kinds}", told)


def wait_until_shipped(bed: Bed, order_id: str) -> dict[str, str]:
    """Waits for the commit of the step that ships the order, and returns what the supplier has of it: outside that
    transaction the invoice leaves before it ends.
    """

    def shipped() -> dict[str, str] | None:
        known = row(bed, "supplier", order_id)
        return known if known and known["state"] == "shipped" else None

    return wait_for(f"the shipment of order {order_id}", shipped)


def wait_until_idle(bed: Bed, timeout_s: float = 60) -> None:
    """Waits until no queue holds anything but dead letters and no transaction is being committed."""
    wait_for("an idle store", lambda: is_idle(bed), timeout_s)


def is_idle(bed: Bed) -> bool:
    """In the midst of a commit all queues can be empty: what the step took is gone, what it sends is not there yet.
    Then a branch is prepared now, or a queue has got something since.
    """
    before = bed.queue_lengths()
    return are_empty(before) and bed.in_doubt().total == 0 and set(bed.queue_lengths()) == set(before)


def are_empty(lengths: Iterable[QueueLength], *queues: str) -> bool:
    """Whether these queues hold nothing and deliver nothing; without names, all that are not for dead letters."""
    return not any(
        each.messages or each.delivering for each in lengths if (each.queue in queues if queues else not each.dead)
    )


def guess_until_long_refusal(guess: Callable[[], httpx.Response]) -> httpx.Response:
    """Guesses a password until the next try has to wait longer than a request takes, on a busy machine too; the last
    answer.
    """

    def refused() -> httpx.Response | None:
        answer = guess()
        is_long = answer.status_code == 429 and int(answer.headers["Retry-After"]) >= _LONG_PAUSE_S
        return answer if is_long else None

    return wait_for("a long refusal", refused)


def threads(bed: Bed) -> list[str]:
    """The first server's threads, each with its stack."""
    jcmd = Jdk.of_this_run().home / "bin/jcmd"
    dump = subprocess.run([jcmd, str(bed.jvms[0].pid), "Thread.print"], capture_output=True, text=True, check=True)
    return dump.stdout.split("\n\n")


@contextmanager
def delegates(bed: Bed, chosen: Mapping[str, str]) -> Iterator[None]:
    """Switches transitions, and back to what they were."""
    before = bed.delegates()
    try:
        for transition, delegate in chosen.items():
            bed.switch(transition, delegate)
        yield
    finally:
        for transition in chosen:
            bed.switch(transition, before[transition])


def assert_carried_along(bed: Bed, delegate: str) -> str:
    """An order goes all the way with every transition by this delegate, and is shipped once. Returns its number."""
    with delegates(bed, dict.fromkeys(SWITCHABLE, delegate)):
        order_id = order(bed, {"EST-1": 1})
        wait_until_told(bed, order_id, *THREE_MAILS)
        wait_for("completion", lambda: state(bed, order_id) == "COMPLETED")
        at_supplier = wait_until_shipped(bed, order_id)
    assert (at_supplier["shipments"], at_supplier["duplicates"]) == ("1", "0")
    return order_id


@contextmanager
def commit_fails_once(bed: Bed, application: str, table: str, condition: str) -> Iterator[None]:
    """The first transaction that leaves such a row in the table fails when it is prepared.

    The count is a sequence because sequences are not rolled back.
    """
    with sql(bed, application) as database:
        database.execute("create sequence failure")
    try:
        with commits_fail(bed, application, table, f"({condition}) and nextval('failure') = 1"):
            yield
    finally:
        with sql(bed, application) as database:
            database.execute("drop sequence failure")


def assert_refused_commits_harm_no_others(bed: Bed, delegate: str) -> None:
    """The database refuses some checkouts; who orders next gets the same connections from the pool, and is served."""
    refused, served = range(1, 9), range(9, 17)
    with delegates(bed, {"order-submission": delegate}):
        with commits_fail(bed, "storefront", "placed_order", "true"):
            assert [_checkout(bed, number) for number in refused] == [503] * len(refused)
        assert [_checkout(bed, number) for number in served] == [200] * len(served)


def _checkout(bed: Bed, number: int) -> int:
    """How an order of this customer is answered."""
    with Customer(bed, f"customer{number}") as customer:
        return customer.submit({"EST-1": 1}).status_code


@contextmanager
def commits_fail(bed: Bed, application: str, table: str, condition: str) -> Iterator[None]:
    """Each transaction that leaves such a row in the table fails when it is prepared.

    A deferred trigger does it, so that all of the step's work, its sends too, lies before the failure.
    """
    with sql(bed, application) as database:
        database.execute(
            f"""create function fail() returns trigger language plpgsql as $$ begin
                  if {condition} then
                    raise exception 'a test makes this commit fail';
                  end if;
                  return null;
                end $$"""
        )
        database.execute(
            f"""create constraint trigger fail after insert or update on {table}
                deferrable initially deferred for each row execute function fail()"""
        )
    try:
        yield
    finally:
        with sql(bed, application) as database:
            database.execute(f"drop trigger fail on {table}")
            database.execute("drop function fail")


def set_on_hand(bed: Bed, item: str, pieces: int) -> None:
    """The supplier has had so many from the beginning."""
    with sql(bed, "supplier") as database:
        database.execute(
            "update stock set initial_quantity = %s, on_hand = %s where item_id = %s", (pieces, pieces, item)
        )


@contextmanager
def table_away(bed: Bed, application: str, table: str) -> Iterator[None]:
    """The table has another name meanwhile, which is an error that no application expects."""
    with sql(bed, application) as database:
        database.execute(f"alter table {table} rename to {table}_away")
    try:
        yield
    finally:
        with sql(bed, application) as database:
            database.execute(f"alter table {table}_away rename to {table}")


def error_line(bed: Bed, reference: str) -> server_log.LogLine:
    """What the server's log says of an error whose reference somebody was shown; logs are written a moment later."""
    found: list[server_log.LogLine] = []

    def is_written() -> bool:
        found[:] = [
            line
            for jvm in bed.jvms
            for line in server_log.lines(jvm.server_log)
            if line.message.startswith(f"Error {reference} at")
        ]
        return bool(found)

    wait_for(f"a line about error {reference}", is_written)
    [line] = found
    return line


class LogMark:
    """A place in the servers' logs: a bed that tests share has in them what the tests before have caused."""

    def __init__(self, bed: Bed) -> None:
        wait_until_logs_are_written(bed)
        self._bed = bed
        self._before = {jvm.server_log: len(server_log.lines(jvm.server_log)) for jvm in bed.jvms}

    def lines_since(self) -> list[server_log.LogLine]:
        """All that the servers have logged since; without what the waiting until it is written made them log."""
        awaited = wait_until_logs_are_written(self._bed)
        since = [line for log, begin in self._before.items() for line in server_log.lines(log)[begin:]]
        return [line for line in since if awaited not in line.text and "placed_order" not in line.text]


def wait_until_logs_are_written(bed: Bed) -> str:
    """Makes the server of the storefront log one thing more, and waits for it: then all before it is written too.

    Returns the reference of that error.
    """
    with table_away(bed, "storefront", "placed_order"):
        answer = httpx.get(
            f"{bed.management['storefront']}/manage/counts",
            headers={"Authorization": f"Bearer {bed.secret('management')}"},
        )
    error_line(bed, reference(answer))
    return reference(answer)


_SERVICES = {
    "storefront": ("steps/", "item-categories"),
    "opc": ("services/", "orders/"),
    "supplier": ("services/", "stock", "orders/"),
}


def url(bed: Bed, application: str, path: str) -> str:
    """Where an address of an application is served: each on the listener that is for its kind."""
    if path.startswith(("manage/", "metrics")):
        return f"{bed.management[application]}/{path}"
    if path.startswith(_SERVICES[application]):
        return f"{bed.services[application]}/{path}"
    return f"{bed.applications[application]}/{path}"


def reference(answer: httpx.Response) -> str:
    """By which the log can be asked about an error."""
    found = re.search(r'<strong id="reference">(\w{8})</strong>|reference (\w{8})$', answer.text.strip())
    assert found, answer.text
    return str(found.group(1) or found.group(2))


@contextmanager
def sql(bed: Bed, application: str) -> Iterator[psycopg.Connection]:
    """The database as the application sees it."""
    with psycopg.connect(
        host="127.0.0.1",
        port=BedPorts(bed.plan.port_base).database,
        dbname="postgres",
        user=application,
        password=bed.secret(f"database.{application}"),
        autocommit=True,
    ) as connection:
        yield connection


def waiting_for_locks(bed: Bed, application: str) -> int:
    """How many of the application's statements wait for a lock in its database."""
    with sql(bed, application) as database:
        [waiting] = database.execute(
            "select count(*) from pg_stat_activity where usename = %s and wait_event_type = 'Lock'", [application]
        ).fetchone() or (0,)
        return int(waiting)
