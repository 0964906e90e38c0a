"""The search for the least heap: what it tries, and what becomes of each heap. The load is a stand-in here."""

# mypy: disable-error-code="no-untyped-def"

from dataclasses import dataclass, field
from types import SimpleNamespace

import pytest

from analysis.contract import schemas
from analysis.contract.machine_heaps import HeapAttempt, MachineHeaps
from deploy.errors import BedError, ManagementError, MissingError, ServerEndedError
from loadscripts.campaign_progress import Silent
from loadscripts.heaps.least_heap import HeapSearch, bisect
from loadscripts.planning.heap_levels import HeapQuestion
from loadscripts.probes.machine import Revision
from loadscripts.system.pet_store import PET_STORE
from loadscripts.trial_errors import FloorError, GeneratorError, HeapError, OverloadError

EXAMPLE = schemas.read_document(schemas.SCHEMAS / "examples" / "machine_heaps.json", MachineHeaps).heaps[0]
QUESTION = HeapQuestion(
    EXAMPLE.jvm_options, EXAMPLE.topology, EXAMPLE.transitions, EXAMPLE.customers, EXAMPLE.think, EXAMPLE.bed
)


@pytest.mark.parametrize(("least", "found"), [(151, (146, 154)), (65, (64, 71)), (1024, (1016, 1024))])
def test_bisection_ends_at_a_step_of_eight(least, found):
    """By hand for 151, from 64 to 1,024: 544, 304, 184, 124, 154, 139, 146."""
    tried = []

    def is_enough(mb):
        tried.append(mb)
        return mb >= least

    assert bisect(64, 1024, is_enough) == found
    assert len(tried) == 7


@dataclass
class StoreStandIn:
    """A store that needs some heap to start, more not to run out of memory, and still more to be quick.

    start_failures, load_failures: what goes wrong besides in a heap, by its size, the first time that it is tried and
    so on.
    """

    starts_mb: int
    lives_mb: int
    rests_mb: int
    quick_mb: int
    mb: int = 0
    options: tuple[str, ...] = ()
    start_failures: dict[int, list[Exception]] = field(default_factory=dict)
    load_failures: dict[int, list[Exception]] = field(default_factory=dict)
    restarts: list[int] = field(default_factory=list)
    system = PET_STORE

    @property
    def bed(self):
        jvms = [SimpleNamespace(name="server")]
        return SimpleNamespace(
            jvms=jvms,
            restart_servers=self.restart,
            switch=lambda transition, delegate: None,
            is_running=lambda name: self.mb >= self.lives_mb,
        )

    def restart(self, options):
        self.options = options
        self.mb = int(next(each for each in options if each.startswith("-Xmx")).removeprefix("-Xmx").rstrip("m"))
        self.restarts.append(self.mb)
        if self.mb < self.starts_mb:
            raise ServerEndedError("it ended while it was starting")
        _raise_next(self.start_failures.get(self.mb))

    def measure(self, warmup_s, seconds, seed):
        if self.mb < self.rests_mb:
            raise OverloadError("the store still works on orders")
        _raise_next(self.load_failures.get(self.mb))
        return SimpleNamespace(orders=100 if self.mb >= self.quick_mb else 49)


def _raise_next(failures):
    if failures:
        raise failures.pop(0)


def searched(store):
    search = HeapSearch(QUESTION, store, Silent(), seconds=20, warmup_s=15)
    return search.run(EXAMPLE.machine, "Debian, 25+36", Revision("abc", dirty=False))


def test_each_heap_is_told_with_what_became_of_it():
    found = searched(StoreStandIn(starts_mb=100, lives_mb=150, rests_mb=200, quick_mb=320))
    outcomes = {attempt.mb: attempt.outcome for attempt in found.attempts}
    assert found.jdk_build == "Debian, 25+36"
    assert found.attempts[0] == HeapAttempt(mb=1024, outcome="borne", orders=100)
    assert outcomes[544] == "borne" and outcomes[304] == "too slow"
    assert 312 <= found.too_small_mb < 320 <= found.least_mb <= 328
    store = StoreStandIn(starts_mb=170, lives_mb=500, rests_mb=600, quick_mb=600)
    outcomes = {attempt.mb: attempt.outcome for attempt in searched(store).attempts}
    assert outcomes[544] == "did not come to rest"
    store = StoreStandIn(starts_mb=70, lives_mb=560, rests_mb=600, quick_mb=600)
    assert {attempt.mb: attempt.outcome for attempt in searched(store).attempts}[544] == "ran out of memory"
    store = StoreStandIn(starts_mb=560, lives_mb=560, rests_mb=560, quick_mb=560)
    assert {attempt.mb: attempt.outcome for attempt in searched(store).attempts}[544] == "did not start"
    assert store.options[: len(QUESTION.jvm_options)] == QUESTION.jvm_options


def store(**failures):
    """It needs 200 MiB, and fails besides as is said."""
    return StoreStandIn(starts_mb=100, lives_mb=150, rests_mb=200, quick_mb=200, **failures)


@pytest.mark.parametrize(
    "failing",
    [
        {"start_failures": {544: [BedError("opc is not ready after 240 s")]}},
        {"load_failures": {544: [OverloadError("the store still works on orders")]}},
        {"load_failures": {544: [ManagementError("opc did not answer")]}},
        {"load_failures": {544: [FloorError("the wall clock was set")]}},
        {"load_failures": {1024: [OverloadError("the store still works on orders")]}},
    ],
)
def test_what_goes_wrong_once_in_a_heap_changes_nothing(failing):
    failed = store(**failing)
    found = searched(failed)
    assert found == searched(store()).model_copy(update={"made": found.made})
    assert failed.restarts[:3] in ([1024, 544, 544], [1024, 1024, 544])


def test_a_heap_that_was_too_slow_once_is_borne(monkeypatch):
    orders = iter([100, 49])
    monkeypatch.setattr(
        StoreStandIn, "measure", lambda self, warmup_s, seconds, seed: SimpleNamespace(orders=next(orders, 100))
    )
    found = searched(store())
    assert found.attempts[1] == HeapAttempt(mb=544, outcome="borne", orders=100)


def test_what_fails_twice_without_a_dead_jvm_is_no_heap_that_is_too_small():
    late = [BedError("opc is not ready after 240 s"), BedError("opc is not ready after 240 s")]
    with pytest.raises(HeapError, match=r"544 MiB: two attempts failed .* opc is not ready after 240 s"):
        searched(store(start_failures={544: late}))
    stepped = [FloorError("the wall clock was set"), FloorError("the wall clock was set")]
    with pytest.raises(HeapError, match=r"544 MiB: two attempts failed .* the wall clock was set"):
        searched(store(load_failures={544: stepped}))


@pytest.mark.parametrize("failure", [GeneratorError("Siege ended too early"), MissingError("no compiler")])
def test_a_load_that_cannot_be_made_is_not_told_of_a_heap(failure):
    with pytest.raises(type(failure), match=str(failure)):
        searched(store(load_failures={544: [failure]}))


def test_customers_who_leave_because_the_server_has_died_tell_of_its_heap():
    """A thousand refused requests end Siege, too."""
    store = StoreStandIn(starts_mb=70, lives_mb=560, rests_mb=0, quick_mb=0)
    store.load_failures = {544: [GeneratorError("Siege ended too early")]}
    assert {each.mb: each.outcome for each in searched(store).attempts}[544] == "ran out of memory"


def test_a_load_that_no_heap_bears_is_told():
    with pytest.raises(HeapError, match=r"1024 MiB do not bear the load \(ran out of memory\): use fewer customers"):
        searched(StoreStandIn(starts_mb=0, lives_mb=2000, rests_mb=2000, quick_mb=0))


def test_servers_that_start_in_no_heap_are_told_in_their_own_words():
    """No heap is the remedy for an option that the JVM does not know."""
    unknown = "the server ended while it was starting: Unrecognized VM option 'UseNoGC'"
    with pytest.raises(HeapError, match=f"the servers do not start even in 1024 MiB: {unknown}"):
        searched(store(start_failures={1024: [ServerEndedError(unknown)]}))
