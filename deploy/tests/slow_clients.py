"""Clients that do not hurry: each holds a connection and sends a byte a second, or reads nothing."""

import base64
import contextlib
import selectors
import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from urllib.parse import urlsplit

from deploy.bed.standing_bed import Bed

_INTERVAL_S = 1.0
_LENGTH = "Content-Length: 60000\r\n"


def kinds(bed: Bed) -> Mapping[str, tuple[str, bytes]]:
    """Where each kind knocks, and how its request begins. All that show a credential show a right one."""
    sender = base64.b64encode(f"storefront:{bed.secret('application.storefront')}".encode()).decode()
    soap = f"Authorization: Basic {sender}\r\nContent-Type: text/xml; charset=utf-8\r\n"
    lab = f"Authorization: Bearer {bed.secret('management')}\r\nContent-Type: text/plain\r\n"
    form = "Content-Type: application/x-www-form-urlencoded\r\n"
    upgrade = "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA\r\n"
    pages, services, management = bed.applications["storefront"], bed.services["opc"], bed.management["opc"]
    return {
        "form": (pages, _request("POST", f"{pages}/signon", form + _LENGTH)),
        "soap": (services, _request("POST", f"{services}/services/order-submission", soap + _LENGTH)),
        "soap in chunks": (
            services,
            _request("POST", f"{services}/services/order-submission", soap + "Transfer-Encoding: chunked\r\n")
            + b"ffff\r\n",
        ),
        "management": (management, _request("PUT", f"{management}/manage/phase", lab + _LENGTH)),
        "expecting": (pages, _request("POST", f"{pages}/signon", form + _LENGTH + "Expect: 100-continue\r\n")),
        "http/2": (pages, b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0"),
        "http/2 by upgrade": (pages, _request("POST", f"{pages}/signon", form + _LENGTH + upgrade)),
        "header": (pages, _request("POST", f"{pages}/signon", form).removesuffix(b"\r\n") + b"X-Slow: "),
        "nothing": (pages, b""),
    }


def _request(method: str, url: str, headers: str) -> bytes:
    return f"{method} {urlsplit(url).path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{headers}\r\n".encode()


@contextmanager
def slow_clients(bed: Bed, of_each_kind: int) -> Iterator[None]:
    """So many of each kind at a time, as long as the block runs: one that is refused comes again."""
    stopped = threading.Event()
    kinds_of_bed = kinds(bed).values()
    threads = [threading.Thread(target=_drip, args=(each, of_each_kind, stopped), daemon=True) for each in kinds_of_bed]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        stopped.set()
        for thread in threads:
            thread.join()


def _drip(kind: tuple[str, bytes], count: int, stopped: threading.Event) -> None:
    place, beginning = kind
    where = urlsplit(place)
    address = (where.hostname or "", where.port or 0)
    clients: list[socket.socket | None] = [None] * count
    try:
        while not stopped.is_set():
            clients = [_one_byte_more(client, address, beginning) for client in clients]
            stopped.wait(_INTERVAL_S)
    finally:
        for client in clients:
            if client is not None:
                client.close()


def _one_byte_more(client: socket.socket | None, address: tuple[str, int], beginning: bytes) -> socket.socket | None:
    try:
        if client is None:
            client = socket.create_connection(address, timeout=5)
            client.sendall(beginning)
        elif _is_refused(client):
            client.close()
            return None
        elif beginning:
            client.sendall(b"x")
    except OSError:
        if client is not None:
            client.close()
        return None
    return client


def _is_refused(client: socket.socket) -> bool:
    with selectors.DefaultSelector() as selector:
        selector.register(client, selectors.EVENT_READ)
        if not selector.select(timeout=0):
            return False
    return b"100 Continue" not in client.recv(4096)


@contextmanager
def clients_that_read_nothing(bed: Bed, count: int, path: str) -> Iterator[None]:
    """So many ask for a page a thousand times over on one connection, and read none of the answers."""
    where = urlsplit(bed.applications["storefront"])
    clients = []
    try:
        for _ in range(count):
            client = socket.socket()
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            client.connect((where.hostname or "", where.port or 0))
            client.setblocking(False)
            clients.append(client)
            with contextlib.suppress(OSError):
                client.sendall(_request("GET", f"{where.path}/{path}", "") * 1000)
        yield
    finally:
        for client in clients:
            client.close()


def times_s(ask: Callable[[], object], duration_s: float, every_s: float = 0.05) -> list[float]:
    """How long each answer takes while asked one after the other, sorted, in seconds."""
    taken = []
    end_s = time.monotonic() + duration_s
    while time.monotonic() < end_s:
        begin_s = time.monotonic()
        ask()
        taken.append(time.monotonic() - begin_s)
        time.sleep(every_s)
    return sorted(taken)


def p99(sorted_times: list[float]) -> float:
    """The time that 99 of 100 do not exceed."""
    return sorted_times[min(len(sorted_times) - 1, int(len(sorted_times) * 0.99))]
