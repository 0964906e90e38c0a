"""The SQL statements of an order, as the store tells them to the database today: captured on the bed itself.

Some customers order, one after the other, while PostgreSQL logs every statement. What mentions an order, or
its customer's account, is of that order; checks of connections and what a server does by itself are not.
"""

import re
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

import httpx

from deploy.bed.standing_bed import Bed
from deploy.database import postgresql, statement_log
from deploy.database.repeated_statements import ORDER, BoundStatement, Unit
from deploy.database.statement_log import Statement
from deploy.specification.plan import check
from loadscripts.load.scenario import Request, Scenario, url_file
from loadscripts.trial_errors import FloorError
from loadscripts.trials.drain import wait_until_drained

_PLACE = re.compile(r"\$\d+")
_QUIET_S = 1.0
_QUIET_TIMEOUT_S = 20.0
_DRAIN_TIMEOUT_S = 60.0
_REQUEST_TIMEOUT_S = 30.0


@dataclass(frozen=True)
class CapturedOrders:
    """What some orders needed. orders: the transactions of each; sends: messages that they sent, all together."""

    orders: tuple[tuple[Unit, ...], ...]
    sends: int

    @property
    def transactions(self) -> float:
        """Prepared in the database, per order."""
        return sum(unit.end == "prepare" for units in self.orders for unit in units) / len(self.orders)

    @property
    def statements(self) -> float:
        """Per order; begin and end of a transaction are none."""
        return sum(len(unit.statements) for units in self.orders for unit in units) / len(self.orders)


def capture_orders(bed: Bed, scenario: Scenario, orders: int, seed: int) -> CapturedOrders:
    """Lets so many customers order, one after the other.

    Raises:
        FloorError: an order was not taken, or not carried through.
    """
    address = urlsplit(bed.applications[scenario.application])
    lines = url_file(scenario, f"{address.scheme}://{address.netloc}", customers=orders, passes=1, seed=seed)
    size = len(scenario.requests)
    before = _messages_sent(bed)
    found = []
    for number in range(orders):
        requests = lines.requests[number * size : (number + 1) * size]
        found.append(_capture(bed, scenario, requests, lines.base_url, lines.accounts[number * size]))
    return CapturedOrders(tuple(found), _messages_sent(bed) - before)


def _capture(
    bed: Bed, scenario: Scenario, requests: Sequence[Request], base_url: str, account: str
) -> tuple[Unit, ...]:
    log, port = bed.home / "postgresql.log", check(bed.plan).ports.database
    with (
        postgresql.connect_as_admin(port, bed.secret("database.admin")) as admin,
        statement_log.captured(admin, log) as captured,
    ):
        order_id = _place_order(scenario, requests, base_url)
        if not wait_until_drained(bed, _DRAIN_TIMEOUT_S):
            raise FloorError(f"order {order_id} was not completed within {_DRAIN_TIMEOUT_S:g} s")
        _wait_until_quiet(log)
    units = units_of(captured.statements, order_id, account)
    if not any(unit.end == "prepare" for unit in units):
        raise FloorError(f"PostgreSQL has logged no transaction of order {order_id} in {log}")
    return units


def _place_order(scenario: Scenario, requests: Sequence[Request], base_url: str) -> str:
    """Goes through the shop as a customer does; returns the number of the order."""
    confirmed = re.escape(scenario.answers.confirmed).replace(r"\{\}", "([^<]+)") if scenario.answers else "^$"
    answer = ""
    with httpx.Client(base_url=base_url, timeout=_REQUEST_TIMEOUT_S, trust_env=False) as customer:
        for request in requests:
            form = request.form.encode() if request.method == "POST" else None
            header = {"Content-Type": "application/x-www-form-urlencoded"} if form is not None else {}
            try:
                response = customer.request(request.method, request.path, content=form, headers=header)
            except httpx.HTTPError as error:
                raise FloorError(f"{request.method} {request.path} was not answered: {error}") from error
            if response.status_code != httpx.codes.OK:
                raise FloorError(f"{request.method} {request.path} was answered {response.status_code}")
            answer = response.text
    if not (match := re.search(confirmed, answer)):
        raise FloorError("the store has not confirmed the order: its last page has no order number")
    return match[1]


def _wait_until_quiet(log: Path) -> None:
    """The history of an order is written a while after its last step. A server that is never quiet is left so."""
    deadline = time.monotonic() + _QUIET_TIMEOUT_S
    size, since = log.stat().st_size, time.monotonic()
    while time.monotonic() < deadline and time.monotonic() - since < _QUIET_S:
        time.sleep(0.1)
        if (now := log.stat().st_size) != size:
            size, since = now, time.monotonic()


def units_of(statements: Sequence[Statement], order_id: str, account: str) -> tuple[Unit, ...]:
    """The transactions that are of an order. Its number is taken out of the values, so that others can be put there."""
    number, name = _word(order_id), _word(account)

    def is_of_order(unit: Sequence[Statement]) -> bool:
        return any(number.search(value) or name.search(value) for each in unit for value in each.values if value)

    return tuple(
        Unit(unit[0].role, _end(unit), tuple(_bound(each, number) for each in unit if not _ends_or_begins(each)))
        for unit in _grouped(statements)
        if is_of_order(unit)
    )


def _word(text: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![0-9A-Za-z]){re.escape(text)}(?![0-9A-Za-z])")


def _grouped(statements: Sequence[Statement]) -> Iterator[tuple[Statement, ...]]:
    """Statements between begin and end of a session's transaction, by when it ended; others by themselves."""
    open_units: dict[int, list[Statement]] = {}
    for each in statements:
        word = _first_word(each)
        if word == "BEGIN":
            open_units[each.session] = [each]
        elif each.session in open_units:
            open_units[each.session].append(each)
            if word in ("COMMIT", "ROLLBACK", "PREPARE"):
                yield tuple(open_units.pop(each.session))
        elif word not in ("COMMIT", "ROLLBACK"):
            yield (each,)


def _end(unit: Sequence[Statement]) -> Literal["prepare", "commit", "each"]:
    ends: Mapping[str, Literal["prepare", "commit"]] = {"PREPARE": "prepare", "COMMIT": "commit"}
    return ends.get(_first_word(unit[-1]), "each")


def _ends_or_begins(each: Statement) -> bool:
    return _first_word(each) in ("BEGIN", "COMMIT", "ROLLBACK", "PREPARE")


def _first_word(each: Statement) -> str:
    return each.sql.split(maxsplit=1)[0].upper() if each.sql else ""


def _bound(each: Statement, number: re.Pattern[str]) -> BoundStatement:
    values = tuple(None if value is None else number.sub(ORDER, value) for value in each.values)
    return BoundStatement(_PLACE.sub("?", each.sql), values)


def _messages_sent(bed: Bed) -> int:
    """Into all destinations. What is sent to a topic comes into each of its queues, and is one message."""
    added = {each.queue: each.added for each in bed.queue_lengths()}
    return sum(max(added[queue] for queue in each.queues) for each in check(bed.plan).table.destinations)
