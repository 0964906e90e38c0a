"""The search for the least heap: what it tries, and what becomes of each heap. The load is a stand-in here."""

# mypy: disable-error-code="no-untyped-def"

from contextlib import nullcontext
from dataclasses import dataclass
from types import SimpleNamespace

import pytest

from analysis.contract import schemas
from analysis.contract.machine_heaps import HeapAttempt, MachineHeaps
from cli import kept_heaps, least_heap
from cli.kept_heaps import heaps_file, keep_heap, least_heap_mb
from deploy.errors import BedError
from deploy.lifecycle import lifetime
from loadscripts.campaign_progress import Silent
from loadscripts.heaps.least_heap import HeapSearch, bisect
from loadscripts.planning.heap_levels import HeapQuestion
from loadscripts.probes.machine import Revision
from loadscripts.system.pet_store import PET_STORE
from loadscripts.trial_errors import FloorError, HeapError

EXAMPLE = schemas.read_document(schemas.SCHEMAS / "examples" / "machine_heaps.json", MachineHeaps).heaps[0]
QUESTION = HeapQuestion(EXAMPLE.jvm_options, EXAMPLE.topology, EXAMPLE.transitions, EXAMPLE.customers, EXAMPLE.think)


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
    """A store that needs some heap to start, more not to run out of memory, and still more to be quick."""

    starts_mb: int
    lives_mb: int
    rests_mb: int
    quick_mb: int
    mb: int = 0
    options: tuple[str, ...] = ()
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
        if self.mb < self.starts_mb:
            raise BedError("it ended while it was starting")

    def measure(self, warmup_s, seconds, seed):
        if self.mb < self.rests_mb:
            raise FloorError("the store still works on orders")
        return SimpleNamespace(orders=100 if self.mb >= self.quick_mb else 49)


def searched(store):
    search = HeapSearch(QUESTION, store, Silent(), seconds=20, warmup_s=15)
    return search.run(EXAMPLE.machine, Revision("abc", dirty=False))


def test_each_heap_is_told_with_what_became_of_it():
    found = searched(StoreStandIn(starts_mb=100, lives_mb=150, rests_mb=200, quick_mb=320))
    outcomes = {attempt.mb: attempt.outcome for attempt in found.attempts}
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


def test_a_load_that_no_heap_bears_is_told():
    with pytest.raises(HeapError, match="1024 MiB do not bear the load"):
        searched(StoreStandIn(starts_mb=2000, lives_mb=0, rests_mb=0, quick_mb=0))


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("PETLAB_CACHE", str(tmp_path))
    monkeypatch.setattr(kept_heaps, "this_machine", lambda: EXAMPLE.machine)


@pytest.mark.usefixtures("cache")
def test_the_newest_of_a_kind_is_kept_and_found_by_its_question():
    assert least_heap_mb(QUESTION) is None
    keep_heap(EXAMPLE)
    other = EXAMPLE.model_copy(update={"customers": 99, "least_mb": 300})
    keep_heap(other)
    keep_heap(EXAMPLE.model_copy(update={"least_mb": 160}))
    assert least_heap_mb(QUESTION) == 160
    assert least_heap_mb(HeapQuestion(*EXAMPLE_KIND[:3], 99, EXAMPLE.think)) == 300
    assert least_heap_mb(HeapQuestion(("-XX:+UseZGC",), *EXAMPLE_KIND[1:])) is None
    heaps_file().write_text("{", encoding="utf-8")
    assert least_heap_mb(QUESTION) is None


EXAMPLE_KIND = (EXAMPLE.jvm_options, EXAMPLE.topology, EXAMPLE.transitions, EXAMPLE.customers, EXAMPLE.think)


@pytest.mark.usefixtures("cache")
def test_what_was_found_is_kept_although_nothing_can_be_printed(monkeypatch):
    def closed(found):
        raise SystemExit(1)

    monkeypatch.setattr(lifetime, "attach", lambda: None)
    monkeypatch.setattr(lifetime, "bed_up", lambda plan, progress: nullcontext(None))
    for name in ("this_machine", "find_siege", "compile_shim", "compile_listener", "StoreLoad", "revision"):
        monkeypatch.setattr(least_heap, name, lambda *_: None)
    monkeypatch.setattr(least_heap, "HeapSearch", lambda *_: SimpleNamespace(run=lambda *_: EXAMPLE))
    monkeypatch.setattr(least_heap, "_table", closed)

    with pytest.raises(SystemExit):
        least_heap.least_heap("collectors")
    assert least_heap_mb(QUESTION) == EXAMPLE.least_mb
