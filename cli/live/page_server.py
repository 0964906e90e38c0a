"""Serves the page on loopback. It only ever tells: no request changes anything, and none costs the lab much.

A connection has a thread of its own, of which there are few; who finds none free is sent away at once. Who reads slowly
misses snapshots, and is sent away when nothing of one could be written for five seconds.
"""

import socket
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from socketserver import TCPServer
from time import monotonic
from typing import Any

from deploy.errors import PetlabError

LOOPBACK = "127.0.0.1"
HTTP_PORT = 80
MAX_CONNECTIONS = 16
MAX_WATCHERS = 8
"""So many may follow at a time; the other connections are for who loads the page."""
CLIENT_TIMEOUT_S = 5.0
LAST_SNAPSHOT_S = 2.0
_QUIET_S = 10.0

HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}
_FOLDER = Path(__file__).with_name("page")
_FILES: Mapping[str, tuple[str, str]] = {
    "/": ("live.html", "text/html; charset=utf-8"),
    "/live.css": ("live.css", "text/css; charset=utf-8"),
    "/live.js": ("live.js", "text/javascript; charset=utf-8"),
}
_BUSY = (
    b"HTTP/1.0 503 Service Unavailable\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n"
    b"Too many connections: close a window that shows this page, and try again.\n"
)


class LivePortError(PetlabError):
    """The page cannot be served on this port."""


@dataclass(frozen=True)
class Frame:
    """A snapshot. is_last: nothing comes after it."""

    number: int = 0
    data: bytes = b""
    is_last: bool = False


def hosts_at(port: int) -> set[str]:
    """What a browser calls a server on loopback; it leaves the port out that is usual."""
    names = {LOOPBACK, "localhost"}
    return {f"{name}:{port}" for name in names} | (names if port == HTTP_PORT else set())


class Feed:
    """The newest snapshot, one for all who follow."""

    def __init__(self) -> None:
        self._frame = Frame()
        self._changed = threading.Condition()
        self.watchers = 0

    def publish(self, data: bytes, *, is_last: bool = False) -> None:
        with self._changed:
            if not self._frame.is_last:
                self._frame = Frame(self._frame.number + 1, data, is_last)
                self._changed.notify_all()

    def newer_than(self, number: int, timeout_s: float) -> Frame | None:
        """The newest snapshot as soon as there is one after that; None when none came in time."""
        with self._changed:
            self._changed.wait_for(lambda: self._frame.number > number, timeout_s)
            return self._frame if self._frame.number > number else None

    @contextmanager
    def followed(self) -> Iterator[int | None]:
        """The number of the snapshot after which one more follows while the block runs; None when too many do."""
        with self._changed:  # one that is published as soon as somebody follows is newer than this
            is_free, newest = self.watchers < MAX_WATCHERS, self._frame.number
            self.watchers += is_free
        try:
            yield newest if is_free else None
        finally:
            with self._changed:
                self.watchers -= is_free


class PageServer(ThreadingHTTPServer):
    """Listens as soon as it is made. port: 0 for any that is free.

    Raises:
        LivePortError: another program listens there.
    """

    daemon_threads = True
    block_on_close = False
    request_queue_size = 16

    def __init__(self, port: int = 0) -> None:
        self.feed = Feed()
        self._open: dict[socket.socket, float] = {}
        self._heard: set[socket.socket] = set()
        self._lock = threading.Lock()
        try:
            super().__init__((LOOPBACK, port), _Handler)
        except OSError as error:
            raise LivePortError(
                f"the page of --live cannot be served on port {port} ({error.strerror}): "
                "choose another with --live-port, or leave it out for a free one"
            ) from error
        self.hosts = hosts_at(self.server_port)
        self._thread = threading.Thread(target=self.serve_forever, name="petlab-live-server", daemon=True)

    @property
    def url(self) -> str:
        return f"http://{LOOPBACK}:{self.server_port}/"

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Ends when those who follow have the last snapshot, or at the latest after two seconds."""
        deadline_s = monotonic() + LAST_SNAPSHOT_S
        while self.feed.watchers and monotonic() < deadline_s:
            self._thread.join(0.05)
        self.shutdown()
        self._thread.join()
        self.server_close()
        for each in self._connections():
            _end(each)

    def server_bind(self) -> None:
        """Without asking for this machine's name, as http.server does: that may take long where none is known."""
        TCPServer.server_bind(self)
        self.server_name, self.server_port = self.server_address[:2]  # type: ignore[assignment]

    def process_request(self, request: Any, client_address: Any) -> None:
        """Sends away whom there is no thread for."""
        with self._lock:
            is_free = len(self._open) < MAX_CONNECTIONS
            if is_free:
                self._open[request] = monotonic() + CLIENT_TIMEOUT_S
        if is_free:
            super().process_request(request, client_address)
            return
        request.setblocking(False)
        with suppress(OSError):
            request.send(_BUSY)
            request.recv(1 << 16)  # what is left unread would make the answer a reset of the connection
        self.shutdown_request(request)

    def service_actions(self) -> None:
        """Ends connections whose request is not there in time, however slowly it comes. Called twice a second."""
        now_s = monotonic()
        with self._lock:
            late = [each for each, due_s in self._open.items() if due_s < now_s and each not in self._heard]
        for each in late:
            _end(each)

    def heard(self, connection: socket.socket) -> None:
        """The request of this connection is there."""
        with self._lock:
            self._heard.add(connection)

    def shutdown_request(self, request: Any) -> None:
        with self._lock:
            self._open.pop(request, None)
            self._heard.discard(request)
        super().shutdown_request(request)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Who went away in the middle is no error; of all else the lab says nothing either, and goes on."""

    def _connections(self) -> list[socket.socket]:
        with self._lock:
            return list(self._open)


class _Handler(BaseHTTPRequestHandler):
    """Answers one request."""

    server: PageServer
    timeout = CLIENT_TIMEOUT_S  # of each read, and of each snapshot that is written

    def do_GET(self) -> None:
        self.server.heard(self.connection)
        if self.headers.get_all("Host", []) not in [[host] for host in self.server.hosts]:
            self._say(HTTPStatus.MISDIRECTED_REQUEST, f"This page is at {self.server.url}")
        elif self.path == "/events":
            self._follow()
        elif found := _FILES.get(self.path):
            name, content_type = found
            self._send(HTTPStatus.OK, content_type, (_FOLDER / name).read_bytes())
        else:
            self._say(HTTPStatus.NOT_FOUND, f"There is no such page. The run is at {self.server.url}")

    def _follow(self) -> None:
        """Server-sent events: each snapshot as soon as it is there."""
        if self.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
            self._say(HTTPStatus.FORBIDDEN, "Only this site may follow the run.")
            return
        with self.server.feed.followed() as number:
            if number is None:
                self._say(HTTPStatus.SERVICE_UNAVAILABLE, "Too many windows show this page: close one.")
                return
            self._begin(HTTPStatus.OK, "text/event-stream")
            self._write_events(number)

    def _write_events(self, number: int) -> None:
        """Those after this one, which may be old: none are made while nobody follows."""
        while True:
            frame = self.server.feed.newer_than(number, _QUIET_S)
            if frame is None:
                self.wfile.write(b": nothing new\n\n")  # which tells whether anybody is still there
                continue
            self.wfile.write(b"data: " + frame.data + b"\n\n")
            if frame.is_last:
                return
            number = frame.number

    def _say(self, status: HTTPStatus, text: str) -> None:
        self._send(status, "text/plain; charset=utf-8", f"{text}\n".encode())

    def _send(self, status: HTTPStatus, content_type: str, body: bytes) -> None:
        self._begin(status, content_type, len(body))
        self.wfile.write(body)

    def _begin(self, status: HTTPStatus, content_type: str, length: int | None = None) -> None:
        self.send_response(status)
        for name, value in {**HEADERS, "Content-Type": content_type}.items():
            self.send_header(name, value)
        if length is not None:
            self.send_header("Content-Length", str(length))
        self.end_headers()

    def version_string(self) -> str:
        """What answers, and no version of anything."""
        return "petlab"

    def log_message(self, format: str, *arguments: Any) -> None:
        """The terminal shows the experiment."""


def _end(connection: socket.socket) -> None:
    with suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)
