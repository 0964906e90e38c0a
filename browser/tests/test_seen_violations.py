"""axe-core is heard in a page whose policy lets no foreign script in, and the page does not notice."""

import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from browser.accessibility import SERIOUS, violations

POLICY = "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
PAGE = "<!DOCTYPE html><html lang='en'><title>Order</title><main><h1>Order</h1>{}</main></html>"


class OnePage(BaseHTTPRequestHandler):
    """Answers every path with a page that has a field; only under /fine the field has a name."""

    def do_GET(self) -> None:
        field = "<label>Name <input></label>" if self.path == "/fine" else "<input>"
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Security-Policy", POLICY)
        self.end_headers()
        self.wfile.write(PAGE.format(field).encode())

    def log_message(self, *_: object) -> None:
        """Says nothing."""


@pytest.fixture(scope="module")
def site():
    with HTTPServer(("127.0.0.1", 0), OnePage) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.mark.parametrize(("path", "rules"), [("/fine", []), ("/nameless", ["label"])])
def test_a_field_without_a_name_is_a_serious_violation(visitors, site, path, rules):
    visitor = visitors()
    visitor.page.goto(f"{site}{path}")

    assert not visitor.scrolls_sideways(), "scripts of the driver run"
    assert [each.rule for each in violations(visitor.page) if each.impact in SERIOUS] == rules
