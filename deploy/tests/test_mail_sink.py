"""The mail sink notes every mail before it says that it is taken."""

import smtplib
import socket

import pytest

from deploy.host import ports, processes
from deploy.mail import mail_sink, mail_sink_process

HEAD = b"X-Petlab-Order: 10001\r\nMessage-ID: <1@petlab>\r\nX-Petlab-Mail: shipped\r\nSubject: x\r\n"
MAIL = HEAD + b"\r\nX-Petlab-Order: 7\r\n"


def test_a_line_is_made_of_the_head_alone():
    assert mail_sink.line(MAIL, 5) == b"5,10001,shipped,<1@petlab>\n"


def test_a_field_cannot_break_the_line():
    assert mail_sink.line(b'X-Petlab-Order: 1,2"3\r\n\r\n', 5) == b"5,1_2_3,,\n"


@pytest.fixture
def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_mails_of_one_connection_are_recorded_and_a_new_record_begins_empty(tmp_path, free_port):
    record = tmp_path / "mails.csv"
    process = mail_sink_process.start(free_port, record, tmp_path / "mail.log")
    try:
        processes.wait_until(lambda: ports.answers(free_port), "the mail sink", timeout_s=60, process=process)
        with smtplib.SMTP("127.0.0.1", free_port) as client:
            for _ in range(3):
                client.sendmail("opc@petlab.example", ["customer@petlab.example"], MAIL)
            assert len(record.read_text(encoding="utf-8").splitlines()) == 4
            mail_sink.begin_record(record)
            client.sendmail("opc@petlab.example", ["customer@petlab.example"], MAIL)
        lines = record.read_text(encoding="utf-8").splitlines()
        assert lines[0] + "\n" == mail_sink.HEADER
        assert [line.split(",")[1:] for line in lines[1:]] == [["10001", "shipped", "<1@petlab>"]]
    finally:
        processes.end([process])
