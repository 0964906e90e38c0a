"""Three servers that speak TLS: orders go all the way, plain connections and strangers are refused."""

import contextlib
import socket
import ssl
from pathlib import Path

import httpx
import pytest

from deploy.bed.standing_bed import Bed
from deploy.host.certificates import client_context
from deploy.host.ports import BedPorts
from deploy.tests import store
from deploy.tests import test_foreign_clients as foreign

pytestmark = pytest.mark.bed

EVERY = {"storefront", "opc", "supplier"}


def ports(bed: Bed) -> dict[str, int]:
    where = BedPorts(bed.plan.port_base)
    kinds = ("pages", "services", "management")
    servers = {
        f"{jvm.name}: {kind}": getattr(where.server(n), kind) for n, jvm in enumerate(bed.jvms) for kind in kinds
    }
    return servers | {"broker": where.broker, "broker's console": where.broker_console}


@pytest.mark.parametrize("delegate", store.DELEGATES)
def test_an_order_goes_all_the_way_over_tls(tls_bed: Bed, delegate: str) -> None:
    order_id = store.assert_carried_along(tls_bed, delegate)
    with store.Customer(tls_bed) as customer:
        customer.client.post("/signon", data={"user": customer.name, "password": customer.name})
        # The storefront asks the order processing center for this, and that asks all of them for the next.
        assert "complete" in customer.client.get(f"/orders/{order_id}").text
    store.wait_for("the steps of all applications", lambda: applications_of_steps(tls_bed, order_id) == EVERY)


def applications_of_steps(bed: Bed, order_id: str) -> set[str]:
    """Whose steps the order's history has."""
    answer = httpx.get(
        f"{bed.applications['opc']}/api/orders/{order_id}",
        auth=("administrator", bed.secret("signon.administrator")),
        verify=client_context(bed.trust) or True,
        timeout=30,
    )
    assert answer.status_code == 200, answer.text
    return {step["application"] for step in answer.json()["steps"]}


def test_a_foreign_client_gets_in_by_the_words_of_the_docs(tls_bed: Bed, tmp_path: Path) -> None:
    assert "<documentId>F-1001</documentId>" in foreign.type_all(tls_bed, tmp_path)
    foreign.assert_zeep_says_what_the_docs_say(tls_bed)
    for order_id in ("F-1001", "F-1002", "F-1004"):
        foreign.assert_completed(tls_bed, order_id)
    foreign.reasons(tls_bed, "F-1005")
    tls_bed.reset()


def test_plain_connections_are_refused(tls_bed: Bed) -> None:
    for what, port in ports(tls_bed).items():
        with pytest.raises(httpx.TransportError):
            httpx.get(f"http://127.0.0.1:{port}/", timeout=5)
        assert not speaks_plainly(port), what


def speaks_plainly(port: int) -> bool:
    """Whether anything but a TLS alert or silence answers to an HTTP request in the clear."""
    with socket.create_connection(("127.0.0.1", port), timeout=5) as plain, contextlib.suppress(OSError):
        plain.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        return plain.recv(5)[:5] == b"HTTP/"
    return False


def test_each_port_shows_a_certificate_of_the_beds_authority_and_no_old_protocol(tls_bed: Bed) -> None:
    for what, port in ports(tls_bed).items():
        trusting = client_context(tls_bed.trust)
        assert trusting is not None
        with (
            socket.create_connection(("127.0.0.1", port)) as plain,
            trusting.wrap_socket(plain, server_hostname="127.0.0.1") as secured,
        ):
            assert secured.version() in ("TLSv1.3", "TLSv1.2"), what
        with socket.create_connection(("127.0.0.1", port)) as plain, pytest.raises(ssl.SSLCertVerificationError):
            ssl.create_default_context().wrap_socket(plain, server_hostname="127.0.0.1")
        with socket.create_connection(("127.0.0.1", port)) as plain, pytest.raises(ssl.SSLCertVerificationError):
            trusting.wrap_socket(plain, server_hostname="example.org")


def test_cookies_are_for_tls_only_and_nobody_is_told_to_use_tls_for_ever(tls_bed: Bed) -> None:
    with store.Customer(tls_bed) as customer:
        answers = [
            customer.client.post("/cart", data={"item": "EST-1", "quantity": "1"}),
            customer.client.post("/signon", data={"user": customer.name, "password": customer.name}),
        ]
    cookies = [cookie for answer in answers for cookie in answer.headers.get_list("set-cookie")]
    assert cookies
    assert all("secure" in cookie.lower().replace(" ", "").split(";") for cookie in cookies), cookies
    assert not any("strict-transport-security" in answer.headers for answer in answers)


def test_health_and_the_keys(tls_bed: Bed) -> None:
    store.wait_for("UP", lambda: all(check.up for check in tls_bed.health()))
    stores = [file for file in tls_bed.home.rglob("*.p12") if file.is_file()]
    assert len(stores) >= 7
    assert [file for file in stores if file.stat().st_mode & 0o077] == []
    trust = tls_bed.trust
    assert trust is not None and trust.read_text(encoding="utf-8").startswith("-----BEGIN CERTIFICATE")
