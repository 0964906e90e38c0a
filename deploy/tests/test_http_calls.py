"""What the lab makes of servers that die in the middle of an answer, or that are not what it takes them for."""

import socket
from collections.abc import Callable
from http import HTTPStatus

import pytest

from deploy.broker.broker_management import BrokerManagement
from deploy.errors import ConflictError, ManagementError
from deploy.payara import readiness
from deploy.payara.health import fetch_checks
from deploy.payara.management import Management
from deploy.tests.odd_servers import CUT, CUT_REFUSAL, HTML, NOT_UTF_8, SSH, answering

Call = Callable[[str], object]


def json_of(url: str) -> object:
    return Management("opc", url, "token").get_json("counts")


def text_of(url: str) -> object:
    return Management("opc", url, "token").put("phase", "measure")


def queues_of(url: str) -> object:
    return BrokerManagement(url, "password", ".dead").queue_lengths()


@pytest.mark.parametrize("call", [json_of, queues_of, fetch_checks])
@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (CUT, r"was not answered: IncompleteRead: IncompleteRead\(17 bytes read, 83 more expected\)"),
        (CUT_REFUSAL, r"was not answered: IncompleteRead: IncompleteRead\(14 bytes read, 86 more expected\)"),
        (SSH, "was not answered: BadStatusLine: SSH-2.0-OpenSSH_9.2"),
        (HTML, "was answered without JSON: '<html></html>'"),
        (NOT_UTF_8, "was not answered: 'utf-8' codec can't decode byte 0xff"),
    ],
    ids=["cut", "cut refusal", "SSH", "HTML", "not UTF-8"],
)
def test_whatever_is_no_whole_answer_is_a_management_error(call: Call, answer: bytes, said: str) -> None:
    with answering(answer) as url, pytest.raises(ManagementError, match=said):
        call(url)


@pytest.mark.parametrize("answer", [CUT, CUT_REFUSAL, SSH])
def test_a_call_that_is_answered_by_text_needs_a_whole_answer_too(answer: bytes) -> None:
    with answering(answer) as url, pytest.raises(ManagementError, match=r"^PUT opc/manage/phase was not answered: "):
        text_of(url)


@pytest.mark.parametrize("answer", [CUT, CUT_REFUSAL, SSH])
def test_a_server_that_dies_while_it_says_that_it_is_ready_is_not(answer: bytes) -> None:
    with answering(answer) as url:
        said = readiness.health(Management("opc", url, "token"))
    assert said.startswith("GET opc/manage/health was not answered: ")


def refusal(status: HTTPStatus, reason: bytes) -> bytes:
    return b"HTTP/1.1 %d No\r\nContent-Length: %d\r\n\r\n%s" % (status, len(reason), reason)


def test_a_refusal_is_told_with_its_reason_whatever_its_encoding() -> None:
    with answering(refusal(HTTPStatus.NOT_FOUND, b"caf\xe9 ")) as url:
        with pytest.raises(ManagementError, match=r"^GET opc/manage/counts was answered 404: caf\ufffd$"):
            json_of(url)
        with pytest.raises(ManagementError, match=r"^the broker's management answered 404$"):
            queues_of(url)
        with pytest.raises(ManagementError, match=r"/health was answered 404$"):
            fetch_checks(url)
        assert readiness.health(Management("opc", url, "token")).startswith("answered 404: caf")
    with answering(refusal(HTTPStatus.CONFLICT, b"later")) as url, pytest.raises(ConflictError, match="409: later"):
        text_of(url)
    checks = b'{"status": "DOWN", "checks": [{"name": "opc broker", "status": "DOWN"}]}'
    with answering(refusal(HTTPStatus.SERVICE_UNAVAILABLE, checks)) as url:
        [check] = fetch_checks(url)
    assert (check.application, check.part, check.up) == ("opc", "broker", False)


@pytest.mark.parametrize("call", [json_of, queues_of, fetch_checks])
def test_no_proxy_of_the_environment_is_told_anything(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """It would be told the credentials, and does not know this machine's ports."""
    for name in ("no_proxy", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
    with socket.create_server(("127.0.0.1", 0)) as proxy, answering(HTML) as url:
        monkeypatch.setenv("http_proxy", f"http://127.0.0.1:{proxy.getsockname()[1]}")
        with pytest.raises(ManagementError, match="was answered without JSON: '<html></html>'"):
            call(url)
        proxy.setblocking(False)
        with pytest.raises(BlockingIOError):
            proxy.accept()
