import time
from collections import Counter
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import pytest

from loadscripts.facts.fault_event import FaultEvent
from loadscripts.faults.fault_kinds import FullDisk, Kill, Stall
from loadscripts.faults.fault_levels import draw, parse_fault
from loadscripts.faults.fault_spec import POINTS, FaultSpec, parse_fault_spec, places
from loadscripts.faults.halting import HALTS_WITHIN
from loadscripts.faults.injecting import triggered_since
from loadscripts.trial_errors import GeneratorError


def test_no_fault_is_a_level():
    level = parse_fault("none")

    assert level.is_none
    assert draw(level, 5, (3, 8), seed=1) == ()


THREE_SERVERS: Any = SimpleNamespace(
    jvms=[SimpleNamespace(name=f"{each}-server", applications=(each,)) for each in ("storefront", "opc", "supplier")]
)


@pytest.mark.parametrize(
    ("level", "process"),
    [
        ("kill server", "opc-server"),
        ("stop server", "opc-server"),
        ("stall server 1s", "opc-server"),
        ("kill broker", "broker"),
        ("stall database 1s", "postgresql"),
        ("worked@invoice:halt", "supplier-server"),
        ("log-written:halt", "opc-server"),
    ],
)
def test_of_several_servers_the_one_with_the_place_is_hit_or_else_that_with_the_opc(level, process):
    [kind] = parse_fault(level).kinds
    assert kind.process_of(THREE_SERVERS) == process


@pytest.mark.parametrize("victim", ["server", "broker", "database"])
def test_a_kill_is_the_same_each_time(victim):
    planned = draw(parse_fault(f"kill {victim}"), 3, (3, 8), seed=1)

    assert [each.fault for each in planned] == [Kill(victim)] * 3
    assert str(planned[0].fault) == f"kill {victim}"


@pytest.mark.parametrize(
    "text",
    ["kill broker", "stall broker 40s", "stall database 20s", "stall server 0.5s", "stop database fast", "stop broker",
     "stop server", "terminate backends", "cut connections", "full disk broker", "full disk database",
     "full disk log 3s"],
)  # fmt: skip
def test_a_fault_is_written_as_its_level_is_read(text):
    [planned] = draw(parse_fault(text), 1, (3, 8), seed=1)

    assert str(planned.fault) == text


def test_seconds_are_those_of_the_level():
    assert parse_fault("stall broker 40s").kinds == (Stall("broker", 40.0),)
    assert parse_fault("full disk log 2.5s").kinds == (FullDisk("log", 2.5),)
    assert parse_fault("stall broker 40s").duration_s > 40 > parse_fault("stall broker 20s").duration_s > 20


def test_only_a_disk_that_is_to_be_full_makes_the_bed_another():
    assert parse_fault("full disk log").fills_disks
    assert not parse_fault("random").fills_disks
    assert not parse_fault("stall server 20s").fills_disks


def test_a_trial_counts_faults_triggered_in_it_and_not_in_the_trials_before():
    before = {"server": {"armed": "", "triggered": 40, "hits": {"sent": 800}}}
    after = {"server": {"armed": "sent:throw:each-20", "triggered": 43, "hits": {"sent": 71}}}

    points = triggered_since(before, after)

    assert points == {"server": {"armed": "sent:throw:each-20", "triggered": 3, "hits": {"sent": 71}}}


def test_when_a_server_halts_is_drawn():
    planned = draw(parse_fault("log-written:halt"), 200, (3, 8), seed=7)

    kinds = [str(each.fault) for each in planned]
    hits = {int(kind.removeprefix("log-written:halt:")) for kind in kinds}
    assert min(hits) >= 1
    assert HALTS_WITHIN * 0.8 < len(hits) <= max(hits) <= HALTS_WITHIN
    assert all(3 <= each.pause_s <= 8 for each in planned)


def test_a_passing_that_the_level_names_is_kept():
    planned = draw(parse_fault("worked@supplier-order:halt:3"), 4, (0, 0), seed=7)

    assert {str(each.fault) for each in planned} == {"worked@supplier-order:halt:3"}


def test_random_draws_from_all_kills_and_all_points_that_every_bed_passes():
    kinds = Counter(str(each.fault).partition(":")[0] for each in draw(parse_fault("random"), 500, (3, 8), seed=7))

    assert kinds.keys() == {"kill server", "kill broker", "kill database", *POINTS} - {"last-agent-committed"}
    assert min(kinds.values()) > 20


def test_a_seed_says_all_that_is_drawn():
    level = parse_fault("random")

    assert draw(level, 9, (3, 8), seed=7) == draw(level, 9, (3, 8), seed=7) != draw(level, 9, (3, 8), seed=8)


def test_what_throws_or_delays_is_armed_and_kills_nothing():
    level = parse_fault("sent@supplier-order:throw:each-20")

    assert level.kinds == ()
    assert level.spec == FaultSpec("sent", "throw", "supplier-order", "each-20")
    assert draw(level, 5, (3, 8), seed=1) == ()


@pytest.mark.parametrize(
    "text",
    [
        "committed:halt",
        "received@supplying:halt:3",
        "sent@invoice:delay:each-20:500",
        "second-prepared:throw:2",
        "worked@invoice:error:7",
    ],
)
def test_a_fault_spec_is_written_as_it_is_read(text):
    assert str(parse_fault_spec(text)) == text


def test_a_delay_without_a_passing_is_of_the_first_one():
    assert str(FaultSpec("worked", "delay", delay_ms=20)) == "worked:delay:1:20"


def test_a_place_is_passed_by_one_application():
    assert parse_fault_spec("received@supplying:halt").application == "supplier"
    assert parse_fault_spec("sent@supplier-order:halt").application == "opc"
    assert parse_fault_spec("committed:halt").application is None
    assert places("committed") == {}


@pytest.mark.parametrize(
    ("level", "message"),
    [
        ("kill", "expected none, random, kill server"),
        ("kill mail", r"kill server \(or broker, database\)"),
        ("earthquake", "expected none, random, kill server .* or a fault at a crash point such as log-written:halt"),
        ("stall broker", r"stall server 20s \(or broker, database; any seconds\)"),
        ("stall broker 40", "stall server 20s"),
        ("stall broker 0s", "stall server 20s"),
        ("stall mail 40s", "stall server 20s"),
        ("stop database", "stop database fast"),
        ("stop server fast", "stop server, stop broker, stop database fast"),
        ("cut connection", "cut connections"),
        ("full disk", r"full disk broker \(or database, log; seconds may follow\)"),
        ("full disk server", "full disk broker"),
        ("log-writen:halt", "expected as point one of received, worked, sent"),
        ("handed-on@supplier-order:throw", "expected the crash point sent: handed-on was"),
        ("log-written:explode", "expected as action one of halt, throw, error, delay"),
        ("log-written:halt:0", "expected a hit such as 3, or each-20"),
        ("log-written:halt:each-20", "expected one hit: a server halts once"),
        ("log-written@supplying:halt", "expected no place"),
        ("sent@supplying:throw", "expected as place of sent one of order-submission"),
        ("sent@:throw", "expected as place of sent one of order-submission"),
        ("committed:error", "expected an action other than error: committed is passed by transactions"),
        ("worked:throw:1:50", "expected milliseconds as the fourth part, of a delay only"),
        ("worked:delay:1:soon", "expected milliseconds"),
        ("worked:delay:1:50:9", "expected point"),
    ],
)
def test_what_is_no_fault(level, message):
    with pytest.raises(ValueError, match=message):
        parse_fault(level)


class Injection:
    """A bed's faults that only note what is asked of them."""

    def __init__(self, hit: int = 0) -> None:
        self.hit = hit
        self.recorded: list[str] = []

    def terminate_backends(self) -> int:
        return self.hit

    cut_connections = terminate_backends

    def kill(self, name):
        self.recorded.append(f"{name} killed")

    def stop(self, name):
        self.recorded.append(f"{name} stopped")

    @contextmanager
    def stalled(self, name):
        self.recorded.append(f"{name} stalled")
        try:
            yield
        finally:
            self.recorded.append(f"{name} continues")

    @contextmanager
    def full_disk(self, name):
        self.recorded.append(f"{name}'s disk is full")
        try:
            yield SimpleNamespace(fill=lambda: self.recorded.append("filled again"))
        finally:
            self.recorded.append(f"{name}'s disk has room")


def injected(level, injection, wait_while_running=lambda _: None):
    [kind] = parse_fault(level).kinds
    event = FaultEvent(level, "broker", at_ns=1)
    bed = SimpleNamespace(faults=injection, kill=injection.kill)
    context: Any = SimpleNamespace(bed=bed, wait_while_running=wait_while_running)
    kind.inject(event, context)
    return event


@pytest.mark.parametrize("level", ["terminate backends", "cut connections"])
def test_what_meets_no_commit_was_not_triggered(level):
    assert injected(level, Injection(hit=12)).triggered
    assert not injected(level, Injection(hit=0)).triggered


@pytest.mark.parametrize(("level", "done"), [("kill broker", "broker killed"), ("stop broker", "broker stopped")])
def test_what_ends_a_process_ends_the_one_that_the_event_names_and_was_triggered(level, done):
    injection, before_ns = Injection(), time.time_ns()

    event = injected(level, injection)

    assert injection.recorded == [done]
    assert before_ns <= event.triggered_ns <= time.time_ns()


def test_a_disk_is_filled_again_each_fifth_of_a_second_until_its_time_is_over():
    injection, passed = Injection(), list[float]()

    assert injected("full disk broker 0.5s", injection, passed.append).triggered
    assert passed == pytest.approx([0.2, 0.2, 0.1])
    assert injection.recorded == ["broker's disk is full", *["filled again"] * 3, "broker's disk has room"]


def test_the_load_continues_for_the_whole_of_a_stall():
    injection, passed = Injection(), list[float]()

    assert injected("stall broker 40s", injection, passed.append).triggered
    assert passed == [40.0]
    assert injection.recorded == ["broker stalled", "broker continues"]


def test_a_stall_ends_when_the_load_has_ended():
    injection = Injection()

    def ended(_: float) -> None:
        raise GeneratorError("Siege ended too early")

    with pytest.raises(GeneratorError):
        injected("stall broker 40s", injection, ended)
    assert injection.recorded == ["broker stalled", "broker continues"]
