"""The page's server: whom it answers, what it refuses, and what it does not wait for."""

import json
import socket
import threading
import time
from contextlib import ExitStack, contextmanager

import httpx
import pytest

from cli.live import page_server
from cli.live.page_server import HEADERS, MAX_CONNECTIONS, MAX_WATCHERS, Feed, Frame, LivePortError, PageServer

DEADLINE_S = 20


@contextmanager
def serving():
    made = PageServer()
    made.start()
    try:
        yield made
    finally:
        made.feed.publish(b"{}", is_last=True)
        made.stop()


@pytest.fixture
def server():
    with serving() as made:
        yield made


@pytest.fixture(scope="module")
def shared():
    """For who only asks."""
    with serving() as made:
        yield made


def wait_until(condition):
    deadline_s = time.monotonic() + DEADLINE_S
    while not condition():
        assert time.monotonic() < deadline_s
        time.sleep(0.01)


def connection(server):
    return socket.create_connection((page_server.LOOPBACK, server.server_port), timeout=DEADLINE_S)


def request(server, path="/events"):
    return f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.server_port}\r\n\r\n".encode()


def until_closed(connected):
    """All that comes until the other side ends the connection; a reset is an end, too."""
    received = b""
    try:
        while piece := connected.recv(1 << 16):
            received += piece
    except ConnectionResetError:
        pass
    return received


@pytest.mark.parametrize(
    ("path", "content_type"), [("/", "text/html"), ("/live.css", "text/css"), ("/live.js", "text/javascript")]
)
def test_the_page_is_made_of_three_files_and_takes_nothing_from_elsewhere(shared, path, content_type):
    answer = httpx.get(shared.url.rstrip("/") + path)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith(content_type)
    assert {name: answer.headers[name] for name in HEADERS} == dict(HEADERS)
    assert HEADERS["Content-Security-Policy"].startswith("default-src 'none'; ")
    # SVG's namespace is a name, and is never asked for.
    assert "//" not in answer.text.replace("http://www.w3.org/2000/svg", "").replace("// ", "").replace("//\n", "")


@pytest.mark.parametrize("path", ["/live", "/..%2f", "/page_server.py", "/live.html", "/events/", "/?x"])
def test_what_is_not_there(shared, path):
    assert httpx.get(shared.url.rstrip("/") + path).status_code == 404


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS"])
def test_no_request_changes_anything(shared, method):
    assert httpx.request(method, shared.url).status_code == 501


@pytest.mark.parametrize(
    "host", ["example.org", "example.org:{port}", "127.0.0.1", "127.0.0.1:1", "localhost.evil:{port}", ""]
)
@pytest.mark.parametrize("path", ["/", "/events"])
def test_a_name_that_only_leads_here_is_refused(shared, path, host):
    answer = httpx.get(shared.url.rstrip("/") + path, headers={"Host": host.format(port=shared.server_port)})
    assert answer.status_code == 421
    assert "Petlab" not in answer.text


def test_two_hosts_are_refused(shared):
    with connection(shared) as connected:
        connected.sendall(request(shared, "/").replace(b"\r\n\r\n", b"\r\nHost: example.org\r\n\r\n"))
        assert b" 421 " in until_closed(connected).partition(b"\r\n")[0]


def test_localhost_is_this_page_too(shared):
    assert httpx.get(shared.url, headers={"Host": f"localhost:{shared.server_port}"}).status_code == 200


@pytest.mark.parametrize(("site", "status"), [("cross-site", 403), ("same-site", 403), ("same-origin", 200)])
def test_another_site_cannot_follow(server, site, status):
    with httpx.stream("GET", f"{server.url}events", headers={"Sec-Fetch-Site": site}) as answer:
        assert answer.status_code == status


def told(answer):
    """The lines without comments: one comes whenever nothing was published for a while."""
    return (line for line in answer.iter_lines() if line and not line.startswith(":"))


def test_who_follows_gets_each_snapshot_and_the_last_ends_it(server):
    with httpx.stream("GET", f"{server.url}events", timeout=DEADLINE_S) as answer:
        wait_until(lambda: server.feed.watchers == 1)
        lines = told(answer)
        received = []
        for number in (1, 2, 3):
            server.feed.publish(json.dumps({"shot": number}).encode(), is_last=number == 3)
            received.append(next(lines))
        assert list(lines) == []
    assert received == [f'data: {{"shot": {number}}}' for number in (1, 2, 3)]
    wait_until(lambda: server.feed.watchers == 0)


def test_a_last_snapshot_that_comes_as_soon_as_somebody_follows_ends_it(server, monkeypatch):
    begin = page_server._Handler._begin

    def begin_and_end(handler, *arguments):
        server.feed.publish(b'"last"', is_last=True)
        begin(handler, *arguments)

    monkeypatch.setattr(page_server._Handler, "_begin", begin_and_end)
    with connection(server) as connected:
        connected.sendall(request(server))
        received = []
        reader = threading.Thread(target=lambda: received.append(until_closed(connected)), daemon=True)
        reader.start()
        reader.join(DEADLINE_S)
        assert received and received[0].endswith(b'data: "last"\n\n')


def test_who_comes_later_waits_for_the_next_snapshot(server):
    server.feed.publish(b'"old"')
    with httpx.stream("GET", f"{server.url}events", timeout=DEADLINE_S) as answer:
        wait_until(lambda: server.feed.watchers == 1)
        threading.Timer(0.1, lambda: server.feed.publish(b'"new"')).start()
        assert next(told(answer)) == 'data: "new"'


def test_nothing_comes_after_the_last_snapshot():
    feed = Feed()
    feed.publish(b"last", is_last=True)
    feed.publish(b"late")
    assert feed.newer_than(0, timeout_s=0) == Frame(1, b"last", is_last=True)


def test_a_snapshot_that_does_not_come_is_not_waited_for():
    assert Feed().newer_than(0, timeout_s=0.01) is None


def test_few_may_follow_and_the_page_can_still_be_loaded(server):
    with ExitStack() as open_connections:
        for _ in range(MAX_WATCHERS):
            open_connections.enter_context(connection(server)).sendall(request(server))
        wait_until(lambda: server.feed.watchers == MAX_WATCHERS)

        refused = httpx.get(f"{server.url}events")
        assert (refused.status_code, "Too many" in refused.text) == (503, True)
        assert httpx.get(server.url).status_code == 200


def test_who_says_nothing_takes_a_connection_for_a_while_only(server, monkeypatch):
    monkeypatch.setattr(page_server, "CLIENT_TIMEOUT_S", 2)
    with ExitStack() as open_connections:
        silent = [open_connections.enter_context(connection(server)) for _ in range(MAX_CONNECTIONS)]
        wait_until(lambda: len(server._open) == MAX_CONNECTIONS)
        with connection(server) as one_more:
            assert until_closed(one_more) in (page_server._BUSY, b"")
        # The first of them sends a letter from time to time, which keeps nothing open either.
        silent[0].sendall(b"G")
        for each in silent:
            assert b"200" not in until_closed(each)
    wait_until(lambda: not server._open)
    assert httpx.get(server.url).status_code == 200


def test_who_does_not_read_delays_nobody_and_is_sent_away(server, monkeypatch):
    with ExitStack() as open_connections:

        def follower(timeout_s, watchers):
            monkeypatch.setattr(page_server._Handler, "timeout", timeout_s)
            connected = open_connections.enter_context(connection(server))
            connected.sendall(request(server))
            wait_until(lambda: server.feed.watchers == watchers)
            return connected

        reading = follower(DEADLINE_S, watchers=1)  # not sent away, however late a busy machine lets it read
        follower(2, watchers=2)
        received, shot = [], b'"' + b"x" * 200_000 + b'"'
        reader = threading.Thread(target=lambda: received.append(until_closed(reading)))
        reader.start()
        deadline_s = time.monotonic() + DEADLINE_S
        while server.feed.watchers == 2:  # more than the buffers of a connection hold
            assert time.monotonic() < deadline_s
            begin_s = time.monotonic()
            server.feed.publish(shot)
            assert time.monotonic() - begin_s < 2
            time.sleep(0.05)
        server.feed.publish(b'"last"', is_last=True)
        reader.join(DEADLINE_S)
        assert received[0].endswith(b'data: "last"\n\n')


def test_the_end_does_not_wait_for_who_does_not_read(monkeypatch):
    monkeypatch.setattr(page_server._Handler, "timeout", 60)
    server = PageServer()
    server.start()
    with connection(server) as slow:
        slow.sendall(request(server))
        wait_until(lambda: server.feed.watchers == 1)
        server.feed.publish(b'"' + b"x" * 20_000_000 + b'"')
        begin_s = time.monotonic()
        server.feed.publish(b"{}", is_last=True)
        server.stop()
    assert time.monotonic() - begin_s < page_server.LAST_SNAPSHOT_S + 20
    with pytest.raises(ConnectionRefusedError):
        connection(server)


def test_a_port_that_is_taken(shared):
    with pytest.raises(LivePortError, match=f"port {shared.server_port} .*Address already in use.*--live-port"):
        PageServer(shared.server_port)


def test_it_listens_on_loopback_alone(shared):
    assert shared.socket.getsockname()[0] == "127.0.0.1"
