"""Servers that answer an HTTP call with anything but a whole answer."""

import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager

#: A server that dies in the middle of its answer, or of its refusal; another kind of server; a page in place of data.
CUT = b'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n[{"status": 200, '
CUT_REFUSAL = b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 100\r\n\r\nthe server is "
SSH = b"SSH-2.0-OpenSSH_9.2\r\n"
HTML = b"HTTP/1.1 200 OK\r\nContent-Length: 13\r\n\r\n<html></html>"
NOT_UTF_8 = b"HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n\xff"


@contextmanager
def answering(answer: bytes) -> Iterator[str]:
    """The address of a server that answers every request with these bytes, and closes the connection."""

    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            # What is left unread would reset the connection before the answer has been read.
            headers = dict(line.decode().lower().split(": ", 1) for line in iter(self._line, b"") if b": " in line)
            self.rfile.read(int(headers.get("content-length", "0")))
            self.wfile.write(answer)

        def _line(self) -> bytes:
            return self.rfile.readline().strip()

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()
            thread.join()
