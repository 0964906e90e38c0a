"""What --live does to a run: where it listens, when it refuses, and how it ends."""

import json
import socket
import threading
import time

import httpx
import pytest
import typer

from cli.live import live_page as live_pages
from cli.live import page_server
from cli.live.live_page import live_page
from cli.live.page_server import LOOPBACK, LivePortError, hosts_at
from cli.tests.live_in_virtual_time import EXPERIMENT
from cli.tests.test_command_line import petlab
from loadscripts.campaign.bed_pool import bed_ports
from loadscripts.campaign_progress import Silent
from loadscripts.planning.experiment_file import find_experiment, read_experiment

BASE = 21000
DEADLINE_S = 20
BED = range(BASE, BASE + 400)


@pytest.fixture
def taken():
    with socket.create_server((LOOPBACK, 0)) as listening:
        yield listening.getsockname()[1]


def test_nobody_is_served_who_did_not_ask():
    with live_page(False, None, BED) as page:
        assert page is None


def test_a_port_that_is_taken_ends_the_command_before_anything_is_started(taken, tmp_path):
    results = tmp_path / "results"
    shown = petlab("run", "tiny", "--live-port", str(taken), "--results", str(results))
    assert shown.returncode == 1
    assert f"port {taken} (Address already in use)" in shown.stderr
    assert "--live-port" in shown.stderr
    assert not results.exists()


def test_a_browser_leaves_out_the_port_that_is_usual():
    assert hosts_at(8080) == {"127.0.0.1:8080", "localhost:8080"}
    assert hosts_at(80) == {"127.0.0.1", "localhost", "127.0.0.1:80", "localhost:80"}


@pytest.mark.parametrize("port", [BASE, BASE + 799])
def test_a_port_of_a_bed_is_refused(port):
    with (
        pytest.raises(LivePortError, match=f"port {port} may be needed by a bed: choose one below 21000, or 21800 or"),
        live_page(False, port, range(BASE, BASE + 800)),
    ):
        pass


@pytest.mark.parametrize(("name", "beds"), [("tiny", 1), ("paper", 1), ("paper-windows", 4)])
def test_beds_side_by_side_need_the_ports_of_each(name, beds):
    experiment = read_experiment(find_experiment(name), lambda question: 40.0)
    assert bed_ports(BASE, experiment) == range(BASE, BASE + beds * 400)


def test_a_dry_run_listens_nowhere(taken):
    assert petlab("run", "tiny", "--dry-run", "--live-port", str(taken)).returncode == 0


def test_the_address_is_printed_at_the_begin(capsys):
    with live_page(True, None, BED) as page:
        assert page is not None
        assert capsys.readouterr().err == f"live: {page.url}\n"
        assert httpx.get(page.url).status_code == 200
    with pytest.raises(httpx.ConnectError):
        httpx.get(page.url)


class Follower(threading.Thread):
    """Follows a page until it ends."""

    def __init__(self, url):
        super().__init__(daemon=True)
        self.url, self.shots = url, []

    def run(self):
        with httpx.stream("GET", f"{self.url}events", timeout=DEADLINE_S) as answer:
            for line in answer.iter_lines():
                if line.startswith("data: "):
                    self.shots.append(json.loads(line.removeprefix("data: ")))

    def until_it_has_heard(self):
        deadline_s = time.monotonic() + DEADLINE_S
        while not self.shots:
            assert time.monotonic() < deadline_s
            time.sleep(0.01)


@pytest.mark.parametrize(
    ("error", "state", "words"),
    [
        (None, "ended", "Its report is written"),
        (KeyboardInterrupt, "interrupted", "petlab resume"),
        (typer.Abort, "interrupted", "petlab resume"),
        (RuntimeError("jdbc:postgresql://db/?password=secret"), "failed", "with an error"),
    ],
)
def test_who_follows_is_told_how_the_run_ended_and_no_secret(error, state, words, monkeypatch):
    monkeypatch.setattr(live_pages, "PERIOD_S", 0.05)
    monkeypatch.setattr(page_server, "LAST_SNAPSHOT_S", DEADLINE_S)  # a busy machine is slow, not gone
    before = threading.active_count()

    def run():
        with live_page(True, None, BED) as page:
            assert page is not None
            campaign = page.follow(EXPERIMENT, Silent())
            campaign.progress.trial(1, 2, "soap", 60)
            followers.append(Follower(page.url))
            followers[0].start()
            followers[0].until_it_has_heard()
            if error is not None:
                raise error

    followers: list[Follower] = []
    if error is None:
        run()
    else:
        with pytest.raises(type(error) if isinstance(error, Exception) else error):
            run()
    followers[0].join(DEADLINE_S)
    first, *_, last = followers[0].shots
    assert (first["state"], first["trial"]["text"]) == ("running", "soap")
    assert last["state"] == state
    assert words in last["outcome"]
    assert "secret" not in json.dumps(followers[0].shots)
    deadline_s = time.monotonic() + DEADLINE_S
    while threading.active_count() > before:
        assert time.monotonic() < deadline_s, threading.enumerate()
        time.sleep(0.01)
