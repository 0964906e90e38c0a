"""What a customer was written can be read again: whole, bounded, and by nobody who may not."""

import http.client
import smtplib
import socket
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from deploy.host import ports, processes
from deploy.mail import mail_sink_process, mailbox
from deploy.mail.mail_sink_process import MailboxOptions
from deploy.mail.mailbox import Mailbox
from deploy.mail.mailbox_service import MailboxService

TOKEN = "a token of the bed"


def written(order_id: str = "10001", text: str = "Thank you.\n", subject: str = "Your order") -> bytes:
    head = f"X-Petlab-Order: {order_id}\r\nX-Petlab-Mail: approved\r\nX-Petlab-Document: {order_id}-M-approved\r\n"
    return f"{head}Subject: {subject}\r\nContent-Type: text/plain; charset=UTF-8\r\n\r\n{text}".encode()


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Mailbox]:
    with closing(Mailbox(tmp_path / "mails.db", max_mails=3)) as found:
        yield found


def test_a_mail_is_read_as_its_receiver_would(kept):
    kept.keep(written(text="Grüße\r\nvon uns\r\n", subject="=?UTF-8?Q?Gr=C3=BC=C3=9Fe?="), 5)
    [found] = kept.of_order("10001")
    assert (found.kind, found.document_id, found.taken_ns) == ("approved", "10001-M-approved", 5)
    assert (found.subject, found.text) == ("Grüße", "Grüße\nvon uns")
    assert kept.of_order("10002") == []


def test_the_oldest_go_when_there_are_too_many(kept):
    for number in range(5):
        kept.keep(written(text=str(number)), number)
    assert [found.text for found in kept.of_order("10001")] == ["2", "3", "4"]


def test_long_mails_are_cut(kept):
    kept.keep(written(text="x" * 100_000, subject="y" * 10_000), 1)
    [found] = kept.of_order("10001")
    assert found.text == "x" * mailbox.MAX_TEXT + "…"
    assert len(found.subject) == mailbox.MAX_SUBJECT


@pytest.mark.parametrize(
    "mail",
    [
        b"",
        b"\r\n\r\n",
        b"X-Petlab-Order: 10001\r\nSubject: =?what?X?\xff?=\r\nContent-Type: text/plain; charset=none\r\n\r\n\xff\x00",
        b"X-Petlab-Order: 10001\r\nContent-Type: multipart/mixed; boundary=\r\n\r\n--\r\n",
        b"X-Petlab-Order: 10001\r\nContent-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\n!",
    ],
)
def test_a_mail_that_is_not_well_formed_is_kept_as_well_as_may_be(kept, mail):
    kept.keep(mail, 1)
    assert len(kept.of_order("10001")) == (b"10001" in mail)


def test_a_mailbox_that_is_opened_again_continues_and_another_process_may_empty_it(tmp_path):
    file = tmp_path / "mails.db"
    mailbox.empty(file)
    assert not file.exists()
    with closing(Mailbox(file, 10)) as first:
        first.keep(written(), 1)
    with closing(Mailbox(file, 10)) as again:
        assert len(again.of_order("10001")) == 1
        mailbox.empty(file)
        assert again.of_order("10001") == []
        again.keep(written(), 2)
        assert len(again.of_order("10001")) == 1


@pytest.mark.parametrize(
    ("head", "status"),
    [
        (f"GET /mails?order=10001 HTTP/1.1\r\nAuthorization: Bearer {TOKEN}\r\n\r\n", 401),
        ("GET /mails?order=10001 HTTP/1.1\r\nAuthorization: Bearer token\r\n\r\n", 200),
        ("GET /mails?order=10001 HTTP/1.1\r\nAuthorization: Bearer tokens\r\n\r\n", 401),
        ("GET /mails?order=10001 HTTP/1.1\r\nX: Authorization: Bearer token\r\n\r\n", 401),
        ("GET /mails?order=10001 HTTP/1.1\r\n\r\n", 401),
        ("GET /mails?order=../etc HTTP/1.1\r\nauthorization: bearer token\r\n\r\n", 404),
        ("POST /mails?order=10001 HTTP/1.1\r\nAuthorization: Bearer token\r\n\r\n", 404),
    ],
)
def test_only_who_shows_the_token_is_answered(kept, head, status):
    answer = MailboxService(kept, "token").answer(head.encode())
    assert answer.startswith(f"HTTP/1.1 {status} ".encode())


@pytest.fixture
def sink(tmp_path: Path) -> Iterator[tuple[int, int]]:
    """A sink that keeps mails: its port for mails, and the one for questions."""
    smtp, questions = free_port(), free_port()
    options = MailboxOptions(100, str(tmp_path / "mails.db"), questions, "token")
    process = mail_sink_process.start(smtp, tmp_path / "mails.csv", tmp_path / "mail.log", options)
    try:
        processes.wait_until(lambda: ports.answers(smtp), "the mail sink", timeout_s=60, process=process)
        yield smtp, questions
    finally:
        processes.end([process])


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_the_sink_takes_addresses_beyond_ascii_keeps_the_mail_and_tells_it(sink, tmp_path):
    smtp, questions = sink
    with smtplib.SMTP("127.0.0.1", smtp) as client:
        client.sendmail("petlab@localhost", ["müller@example.org"], written(), mail_options=["SMTPUTF8"])
    connection = http.client.HTTPConnection("127.0.0.1", questions, timeout=30)
    connection.request("GET", "/mails?order=10001", headers={"Authorization": "Bearer token"})
    answer = connection.getresponse()
    assert answer.status == 200
    assert '"text": "Thank you."' in answer.read().decode()
    assert stat.S_IMODE((tmp_path / "mails.db").stat().st_mode) == 0o600


def test_who_asks_slowly_is_cut_off_and_holds_up_nobody(sink):
    _, questions = sink
    with socket.create_connection(("127.0.0.1", questions)) as slow:
        slow.settimeout(30)
        slow.sendall(b"GET /mails?order=10001 HTTP/1.1\r\n")
        connection = http.client.HTTPConnection("127.0.0.1", questions, timeout=30)
        connection.request("GET", "/mails?order=10001")
        assert connection.getresponse().status == 401
        assert slow.recv(100) == b""
