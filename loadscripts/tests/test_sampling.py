"""What the lab sees of machine, processes, logs and clocks."""

# mypy: disable-error-code="arg-type"
# Beds here are what the code needs of one.

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import SimpleNamespace

import psutil
import pytest

from deploy.bed.standing_bed import ServerJvm
from deploy.host import git
from loadscripts.probes import proc, sampling
from loadscripts.probes.gc_log import GcSlices
from loadscripts.probes.machine import clock_record, read_clocks, revision, this_machine
from loadscripts.probes.sampling import Sampler, Uses
from loadscripts.trial_errors import SamplingError


class Heard:
    """An observer that notes what it is told."""

    def __init__(self):
        self.rows = []

    def sampled(self, table, wall_ns, rows):
        self.rows += [(table, wall_ns, *row) for row in rows]


def test_an_observer_is_told_the_rows_that_are_written(tmp_path):
    heard = Heard()
    with ExitStack() as files:
        polled = iter([[("server", "1.00", 5), ("broker", "2.00", 6)], []])
        sampled = sampling.SampledTable(files, tmp_path, "resources", lambda: next(polled), heard)
        sampled.sample()
        sampled.sample()

    written = (tmp_path / "resources.csv").read_text(encoding="utf-8").splitlines()[1:]
    assert len(written) == 2
    assert [",".join(map(str, row)) for _, *row in heard.rows] == written
    assert {table for table, *_ in heard.rows} == {"resources"}


def test_a_process_tree_counts_all_below_it():
    """Of processes that wait: what the test's own process has used grows, and its children come and go."""
    with burnt(0.3, and_below=True) as root:
        [child] = psutil.Process(root.pid).children()
        found = proc.processes()
        assert found[child.pid].parent == root.pid
        whole = proc.tree_use(root.pid, found, proc.children_of(found))
        rows = {name: float(str(cpu_s)) for name, cpu_s, _ in Uses().poll({"root": root.pid, "child": child.pid})}

    assert whole is not None
    assert rows["root"] + rows["child"] == pytest.approx(whole.cpu_s, abs=0.02)
    assert rows["root"] <= whole.cpu_s - 0.25, "a tree with a name of its own is not counted twice"
    assert whole.cpu_s >= 0.55
    assert whole.rss_bytes >= found[root.pid].rss_bytes + found[child.pid].rss_bytes


@contextmanager
def burnt(cpu_s: float, *, and_below: bool = False) -> Iterator["subprocess.Popen[bytes]"]:
    """A process that has used so much, and one below it, and now waits for its standard input to end."""
    work = f"import sys, time\nwhile time.process_time() < {cpu_s}: pass\nprint(flush=True)\nsys.stdin.read()"
    if and_below:
        below = f"subprocess.Popen([sys.executable, '-c', {work!r}], stdin=-1, stdout=-1)"
        work = f"import subprocess, sys\nbelow = {below}\nbelow.stdout.readline()\n{work}"
    with subprocess.Popen([sys.executable, "-c", work], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        try:
            assert child.stdout is not None
            child.stdout.readline()
            yield child
        finally:
            child.kill()


def test_a_process_that_has_ended_has_no_row():
    rows = list(Uses().poll({"petlab": os.getpid(), "gone": 2**22 + 1}))

    assert [row[0] for row in rows] == ["petlab"]


def test_a_process_hands_its_seconds_down_to_the_one_that_replaces_it():
    uses = Uses()
    with burnt(0.3) as one, burnt(0.2) as other:
        first = float(cpu_s_of(uses, one.pid))
        replaced = float(cpu_s_of(uses, other.pid))
        again = float(cpu_s_of(Uses(), other.pid))

    assert first > 0
    assert replaced == pytest.approx(first + again, abs=0.1)


def test_the_seconds_of_a_process_that_has_ended_are_not_its_parents():
    uses = Uses()
    with burnt(0.6) as child:
        before = by_name(uses, {"petlab": os.getpid(), "server": child.pid})
    after = by_name(uses, {"petlab": os.getpid(), "server": child.pid})

    assert before["server"] > 0.5
    assert "server" not in after
    assert after["petlab"] == pytest.approx(before["petlab"], abs=0.3)


def test_what_the_lab_has_begun_in_a_session_of_its_own_is_not_the_lab(monkeypatch):
    """Other beds, and the generator of the trial beside: 1 is the lab, 2 its helper, 3 a server with a child."""
    tree = {
        1: proc.ProcessUse(0, 1.0, 10, session=1),
        2: proc.ProcessUse(1, 0.5, 20, session=1),
        3: proc.ProcessUse(1, 4.0, 40, session=3),
        4: proc.ProcessUse(3, 8.0, 80, session=4),
    }
    monkeypatch.setattr(proc, "processes", lambda: tree)

    assert list(Uses().poll({"petlab": 1})) == [("petlab", "1.50", 30)]
    assert list(Uses().poll({"server": 3})) == [("server", "12.00", 120)]


def by_name(uses, roots):
    return {name: float(cpu_s) for name, cpu_s, _ in uses.poll(roots)}


def cpu_s_of(uses, pid):
    [(_, cpu_s, _)] = uses.poll({"server": pid})
    return cpu_s


def test_polling_all_processes_is_cheap():
    begin_s = time.process_time()
    for _ in range(5):
        list(Uses().poll({"petlab": os.getpid()}))

    assert (time.process_time() - begin_s) / 5 < 0.1


def test_the_machine_only_gets_older():
    before = proc.machine_use()
    after = proc.machine_use()

    assert after.user_s >= before.user_s > 0
    assert after.idle_s >= before.idle_s > 0


def test_this_machine_is_reported_with_its_units():
    machine = this_machine(Path.cwd()).as_record()

    assert machine.cores >= 1
    assert machine.memory_bytes > 10**8
    assert machine.kernel == os.uname().release
    assert machine.fsync_ms is not None and 0 <= machine.fsync_ms < 60_000


def test_the_clocks_do_not_drift_in_a_moment():
    drift = clock_record(read_clocks(), read_clocks())

    assert drift.wall_monotonic_drift_ns is not None and drift.bound_ns is not None
    assert abs(drift.wall_monotonic_drift_ns) < 10**7
    assert 0 < drift.bound_ns < 10**7


def test_no_checkout_has_no_revision(tmp_path):
    assert revision(tmp_path).commit is None


def test_what_is_not_committed_is_told_apart(tmp_path):
    """By content, that of a binary file too; what git does not track is no change."""
    git.ask(tmp_path, "init")
    file = tmp_path / "table.bin"
    for content in (b"\0\xff one", b"\0\xff two"):
        file.write_bytes(content)
        git.ask(tmp_path, "add", "table.bin")
        git.ask(tmp_path, "-c", "user.name=A", "-c", "user.email=a@example", "commit", "-m", "x")
    committed = revision(tmp_path)
    (tmp_path / "untracked").touch()
    assert (committed.dirty, committed.changes) == (False, None) and revision(tmp_path) == committed

    found = []
    for content in (b"\0\xff three", b"\0\xff four", b"\0\xff three"):
        file.write_bytes(content)
        found.append(revision(tmp_path))
    assert {each.commit for each in found} == {committed.commit} and all(each.dirty for each in found)
    assert found[0] == found[2] != found[1]


@pytest.fixture
def jvm(tmp_path):
    return ServerJvm("server", 1, tmp_path / "gc.log", tmp_path / "server.log", ("opc",))


def test_a_slice_of_the_gc_log_is_the_trials_own_and_names_its_collector(jvm, tmp_path):
    head = "[0.1s][info][gc] Using G1\n[0.2s][info][gc,init] CPUs: 2\n"
    jvm.gc_log.write_text(f"{head}[1.0s][info][gc,task] GC(0) Using 2 workers\n[1.0s][info][gc] old pause\n")
    (tmp_path / "trial").mkdir()
    slices = GcSlices([jvm], tmp_path / "trial")
    with jvm.gc_log.open("a") as log:
        log.write("[2.0s][info][gc] Pause Young 1.5ms\n")

    slices.keep()

    assert (tmp_path / "trial" / "gc-server.log").read_text().splitlines() == [
        "[0.1s][info][gc] Using G1",
        "[0.2s][info][gc,init] CPUs: 2",
        "[2.0s][info][gc] Pause Young 1.5ms",
    ]


def test_what_a_jvm_wrote_before_it_was_killed_is_kept(jvm, tmp_path):
    jvm.gc_log.write_text("[9.0s][info][gc] of an earlier trial\n")
    (tmp_path / "trial").mkdir()
    slices = GcSlices([jvm], tmp_path / "trial")
    with jvm.gc_log.open("a") as log:
        log.write("[9.5s][info][gc] before the kill\n")

    slices.keep()
    jvm.gc_log.write_text("[0.1s][info][gc] Using G1, after the return, longer than what was there before\n")
    slices.keep()

    kept = (tmp_path / "trial" / "gc-server.log").read_text().splitlines()
    assert [line.split("] ")[1][:12] for line in kept] == ["before the k", "Using G1, af"]


def test_a_jvm_that_was_ended_unseen_and_wrote_less_since_has_all_of_both_lives(jvm, tmp_path):
    """A silent broker is killed for it, when it is to come back."""
    head = "[{}][info][gc] Using G1\n"
    jvm.gc_log.write_text(head.format("0.1s") + "[9.0s][info][gc] of an earlier trial\n" * 9)
    (tmp_path / "trial").mkdir()
    slices = GcSlices([jvm], tmp_path / "trial")
    with jvm.gc_log.open("a") as log:
        log.write("[9.5s][info][gc] before the kill, half a l")
    slices.keep()
    with jvm.gc_log.open("a") as log:
        log.write("ine\n")
    slices.keep()
    jvm.gc_log.write_text(head.format("0.2s") + "[1.0s][info][gc] after the return\n")
    slices.keep()

    assert (tmp_path / "trial" / "gc-server.log").read_text().splitlines() == [
        "[0.1s][info][gc] Using G1",
        "[9.5s][info][gc] before the kill, half a line",
        "[0.2s][info][gc] Using G1",
        "[1.0s][info][gc] after the return",
    ]


def test_a_jvm_without_a_log_has_no_slice(jvm, tmp_path):
    GcSlices([jvm], tmp_path).keep()

    assert not list(tmp_path.glob("gc-*.log"))


class BedThatIsRead:
    """A bed whose processes can be listed so many times."""

    observed_jvms = ()

    def __init__(self, times):
        self._left = times
        self.refused, self.read = threading.Event(), threading.Event()

    @property
    def processes(self):
        self._left -= 1
        if self._left < 0:
            self.refused.set()
            raise OSError("No space left on device")
        return [SimpleNamespace(name="server", pid=os.getpid())]

    def queue_lengths(self):
        """What is asked last in each round."""
        self.read.set()
        return [SimpleNamespace(queue="MailQueue", messages=0, delivering=0, dead=False)]


def test_a_sampler_that_is_interrupted_while_it_begins_ends(tmp_path, monkeypatch):
    class Interrupted(ThreadPoolExecutor):
        def submit(self, *work):  # type: ignore[override]
            super().submit(*work)
            raise KeyboardInterrupt

    monkeypatch.setattr(sampling, "ThreadPoolExecutor", Interrupted)
    with pytest.raises(KeyboardInterrupt), Sampler(BedThatIsRead(9), tmp_path).running():
        raise AssertionError("it did not begin")


def test_a_sampler_that_ends_before_the_trial_fails_it(tmp_path):
    bed = BedThatIsRead(0)
    with (
        pytest.raises(SamplingError, match=r"not sampled to the end: .*No space left"),
        Sampler(bed, tmp_path).running(),
    ):
        assert bed.refused.wait(30)


def test_a_sampler_that_samples_to_the_end_fails_nothing(tmp_path):
    bed = BedThatIsRead(9)
    with Sampler(bed, tmp_path).running():
        assert bed.read.wait(30)

    assert "server" in (tmp_path / "resources.csv").read_text()
    assert (tmp_path / "queues.csv").read_text().splitlines()[1].endswith(",MailQueue,0,0,false")


def test_a_sample_that_is_asked_for_is_taken_at_once_and_the_broker_is_not_asked(tmp_path, monkeypatch):
    monkeypatch.setattr(sampling, "PERIOD_S", 60)
    bed = BedThatIsRead(9)
    with Sampler(bed, tmp_path).running() as sampler:
        assert bed.read.wait(30)
        before_ns = time.time_ns()
        sampler.sample_counters()
        after_ns = time.time_ns()

    times = {int(line.split(",")[0]) for line in (tmp_path / "resources.csv").read_text().splitlines()[1:]}
    assert len(times) == 2 and before_ns <= max(times) <= after_ns
    assert len((tmp_path / "machine.csv").read_text().splitlines()) == 3
    assert (tmp_path / "queues.csv").read_text().count("\n") == 2  # its header, and one poll of the one queue


def test_what_the_trial_failed_of_is_the_message_and_not_what_became_of_the_sampler(tmp_path):
    bed = BedThatIsRead(0)
    with pytest.raises(KeyError, match="the trial"), Sampler(bed, tmp_path).running():
        assert bed.refused.wait(30)
        raise KeyError("the trial")
