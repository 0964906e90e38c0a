"""Who sends or reads slowly holds no thread of the server: everybody else is answered as before."""

import os
import socket
import ssl
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from urllib.parse import urlsplit

import httpx
import pytest

from deploy.bed.standing_bed import Bed
from deploy.tests import slow_clients, store

pytestmark = pytest.mark.bed

#: So many of each kind, for so many seconds. The full trial, by hand: PETLAB_SLOW_CLIENTS=200,60
OF_EACH_KIND, DURATION_S = (int(word) for word in os.environ.get("PETLAB_SLOW_CLIENTS", "70,8").split(","))
#: Of those that read nothing: the kernel takes hundreds of answers for each, megabytes, before one has to wait.
CLIENTS = 24
KINDS_WITH_BODY = ("form", "soap", "management")
NO_TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


@pytest.mark.timed
def test_slow_requests_keep_nobody_waiting(bed: Bed, capsys: pytest.CaptureFixture[str]) -> None:
    lab = {"Authorization": f"Bearer {bed.secret('management')}"}
    storefront = ("storefront", bed.secret("application.storefront"))
    with httpx.Client(timeout=60, verify=NO_TLS) as client:
        signed_on = {"user": "customer21", "password": "customer21", "next": ""}
        requests = {
            "page": lambda: client.get(f"{bed.applications['storefront']}/").raise_for_status(),
            "form": lambda: client.post(f"{bed.applications['storefront']}/signon", data=signed_on).raise_for_status(),
            "service": lambda: client.get(f"{bed.services['supplier']}/stock", auth=storefront).raise_for_status(),
            "management": lambda: client.get(f"{bed.management['opc']}/manage/phase", headers=lab),
        }
        for ask in requests.values():
            ask()  # the first answer takes long: a page is compiled for it
        taken: dict[str, list[float]] = {}
        with slow_clients.slow_clients(bed, OF_EACH_KIND):
            threads = [
                threading.Thread(target=lambda kind=kind, ask=ask: taken.update({kind: measured(ask)}))
                for kind, ask in requests.items()
            ]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
    with capsys.disabled():
        summary = ", ".join(
            f"{kind} {len(times)} asked, p99 {slow_clients.p99(times) * 1000:.0f} ms, longest {times[-1] * 1000:.0f} ms"
            for kind, times in taken.items()
        )
        sys.stderr.write(f"\n{OF_EACH_KIND} slow clients of each kind for {DURATION_S} s: {summary}\n")
    assert taken.keys() == requests.keys()
    for kind, times in taken.items():
        assert len(times) > DURATION_S / 2, kind
        # If slow ones held the threads, nearly every answer would be late; a machine that stumbles makes one or two.
        assert times[int(0.9 * len(times))] < 1.0, kind


def measured(ask: object) -> list[float]:
    assert callable(ask)
    return slow_clients.times_s(ask, DURATION_S)


def test_who_reads_nothing_keeps_nobody_waiting(bed: Bed) -> None:
    style = f"{bed.applications['storefront']}/style.css"
    waiting: list[int] = []
    with slow_clients.clients_that_read_nothing(bed, CLIENTS, "style.css"):
        store.wait_for("their requests", lambda: count_requests(bed, waiting))
        store.wait_for("the end of their requests", lambda: not count_requests(bed, waiting), timeout_s=120)
        httpx.get(style, timeout=60, verify=NO_TLS).raise_for_status()
    # To send what nobody reads would take all threads of the listener for ten seconds.
    assert max(waiting) < CLIENTS / 2


def count_requests(bed: Bed, waiting: list[int]) -> int:
    """The page requests that have a thread; adds to the list how many of them wait for room to send."""
    requests = [thread for thread in store.threads(bed) if "http-thread-pool" in thread and "doService" in thread]
    waiting.append(sum("blockAfterWriteIfNeeded" in thread for thread in requests))
    return len(requests)


@pytest.fixture(scope="module")
def stopped_in_their_bodies(bed: Bed) -> Iterator[dict[str, socket.socket]]:
    """By kind of request, a client of which nothing comes after the begin of its body. All wait at the same time."""
    with ExitStack() as clients:
        waiting = {}
        for kind in KINDS_WITH_BODY:
            place, beginning = slow_clients.kinds(bed)[kind]
            where = urlsplit(place)
            client = socket.create_connection((where.hostname or "", where.port or 0), timeout=60)
            waiting[kind] = clients.enter_context(client)
            client.sendall(beginning + b"x")
        yield waiting


@pytest.mark.parametrize("kind", KINDS_WITH_BODY)
def test_a_body_has_a_deadline(stopped_in_their_bodies: dict[str, socket.socket], kind: str) -> None:
    client = stopped_in_their_bodies[kind]
    answer = client.recv(4096).decode()
    assert answer.startswith("HTTP/1.1 408 ")
    assert "within 10 seconds" in answer
    assert client.recv(1) == b""


def test_orders_go_all_the_way_in_pieces_too(bed: Bed) -> None:
    """The body of a form comes in a packet of its own, or in several."""
    with store.Customer(bed) as customer:
        order_id = customer.order({"EST-1": 1})
    store.wait_until_told(bed, order_id, "approved", "shipped", "completed")
    bed.reset()


def test_http_2_is_off(bed: Bed) -> None:
    where = urlsplit(bed.applications["storefront"])
    place, preface = slow_clients.kinds(bed)["http/2"]
    with socket.create_connection((where.hostname or "", where.port or 0), timeout=60) as client:
        client.sendall(preface)
        assert client.recv(4096).startswith(b"HTTP/1.1 501 ")
    offered = {"Connection": "Upgrade, HTTP2-Settings", "Upgrade": "h2c", "HTTP2-Settings": "AAMAAABkAAQAoAAAAAIAAAAA"}
    answer = httpx.get(f"{place}/", headers=offered)
    assert (answer.status_code, answer.http_version) == (200, "HTTP/1.1")
