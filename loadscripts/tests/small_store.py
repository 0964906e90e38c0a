"""A trivial HTTP server of this process, to see what Siege does with a URL file."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from time import monotonic, sleep


@dataclass
class SmallStore:
    """What was asked for: customer (by cookie), method, path, body, when."""

    address: str
    requests: list[tuple[str, str, str, bytes, float]] = field(default_factory=list)


@contextmanager
def small_store(
    *, cuts_off: bool = False, page: Callable[[str], bytes] = lambda _: b"hello", slow_s: float = 0.0
) -> Iterator[SmallStore]:
    """Answers 200 to everything, 404 to paths with `missing` and 500 to paths with `broken`.

    page: what it answers to a path; slow_s: how long it takes for an order.

    A store that cuts off answers in chunks, and ends the connection before the last.
    """
    store = SmallStore("")

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def answer(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            customer = self.headers.get("Cookie", "") or f"customer={id(self.connection)}"
            store.requests.append((customer, self.command, self.path, body, monotonic()))
            if self.path == "/storefront/order":
                sleep(slow_s)
            content = page(self.path)
            self.send_response(404 if "missing" in self.path else 500 if "broken" in self.path else 200)
            self.send_header("Set-Cookie", customer)
            if cuts_off:
                self.send_header("Transfer-Encoding", "chunked")
                self.end_headers()
                self.wfile.write(b"5\r\nhello\r\n")
                self.close_connection = True
                return
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        do_GET = do_POST = answer  # noqa: N815 the names are http.server's

        def log_message(self, *_: object) -> None:
            return

    class Server(ThreadingHTTPServer):
        def handle_error(self, *_: object) -> None:
            return  # a customer who left in the middle of a request

    server = Server(("127.0.0.1", 0), Handler)
    store.address = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield store
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
