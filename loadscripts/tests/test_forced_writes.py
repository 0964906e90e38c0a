"""How the tracers count, on what they have written here and on a process that forces what it writes."""

import subprocess
import sys
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace

import pytest

from loadscripts.probes import perf, strace
from loadscripts.probes.forced_writes import _refusal, completed_between, count_forced_writes, find_tracer
from loadscripts.probes.tracing import Counted
from loadscripts.system.pet_store import PET_STORE
from loadscripts.trial_errors import TracingError

SECOND_NS = 10**9
RECORDED = Path(__file__).parent / "recorded"

FORCING_IN_A_CHILD = """
import os, sys
if os.fork():
    os.wait()
else:
    file = os.open("forced", os.O_CREAT | os.O_WRONLY)
    for number in sys.stdin:
        for force in [os.fsync, os.fdatasync] * (int(number) // 2):
            os.write(file, b"x")
            force(file)
        print(".", end="", flush=True)
"""


CHURNING = """
import subprocess, threading
def churn():
    while True:
        subprocess.run(["true"])
for _ in range(16):
    threading.Thread(target=churn).start()
print(".", flush=True)
"""


def test_perf_tells_the_count_of_each_call():
    assert perf.read_counts((RECORDED / "perf-6.1.csv").read_text()) == 67


def test_a_process_that_slept_all_the_while_forced_nothing():
    counted = (RECORDED / "perf-6.1.csv").read_text()

    assert perf.read_counts(counted.replace("57,", "<not counted>,")) == 10


def test_what_perf_cannot_count_is_an_error():
    counted = (RECORDED / "perf-6.1.csv").read_text()

    with pytest.raises(TracingError, match="has not counted"):
        perf.read_counts(counted.replace("57,", "<not supported>,"))
    with pytest.raises(TracingError, match="has not counted"):
        perf.read_counts("")


def test_a_call_that_took_long_has_two_lines_and_counts_once():
    lines = (RECORDED / "strace-6.1.out").read_text().splitlines()

    assert any("resumed" in line for line in lines)
    assert strace.count_calls(lines, 0, 2**63) == len([line for line in lines if "resumed" not in line])


def test_strace_counts_what_began_in_the_window():
    lines = (RECORDED / "strace-6.1.out").read_text().splitlines()
    times_ns = [round(float(line.split()[1]) * 1e9) for line in lines if "resumed" not in line]

    assert strace.count_calls(lines, times_ns[3] - 500, times_ns[9] - 500) == 6


def test_orders_are_those_completed_meanwhile():
    table = "order_id,state,completed_ns\n1,COMPLETED,100\n2,COMPLETED,199\n3,PENDING,\n4,COMPLETED,200\n"

    assert completed_between(table, "completed_ns", 100, 200) == 2


@dataclass
class LateTracer:
    """Each begins two seconds after the one before; two writes are forced for each order that is completed."""

    completed_ns: list[int]
    begun: int = 0
    method: str = "none"

    @contextmanager
    def trace(self, pid, seconds, folder):
        begin_ns = self.begun * 2 * SECOND_NS
        self.begun += 1
        end_ns = begin_ns + round(seconds * SECOND_NS)
        calls = 2 * sum(begin_ns <= each < end_ns for each in self.completed_ns)
        yield lambda: Counted(begin_ns, end_ns, calls)


def test_each_process_is_held_against_the_orders_of_its_own_window():
    """Ten orders a second for four seconds, then five: windows of 10 s from 0, 2 and 4 s on have 70, 60 and 50, and
    each process forced two writes for each.
    """
    times_ns = [at * SECOND_NS // 10 for at in range(40)] + [(4 + at / 5) * SECOND_NS for at in range(50)]
    tracer = LateTracer([round(each) for each in times_ns])
    _, column = PET_STORE.completed
    rows = "".join(f"{number},{at}\n" for number, at in enumerate(tracer.completed_ns))
    processes = [SimpleNamespace(name=name, pid=1) for name in ("broker", "database", "server")]
    bed = SimpleNamespace(processes=processes, table=lambda application, name: f"order_id,{column}\n{rows}")
    found = count_forced_writes(tracer, bed, PET_STORE, 10.0, lambda seconds: None)
    assert (found.orders, found.seconds) == (70, 10.0)
    assert found.by_process == {"broker": 140, "database": 140, "server": 140}


@pytest.mark.parametrize("tracer", [perf.Perf(), strace.Strace()], ids=["perf", "strace"])
def test_a_tracer_counts_what_was_forced_in_its_window_and_nothing_else(tmp_path, tracer):
    if refusal := _refusal(tracer):
        pytest.skip(refusal)
    command = [sys.executable, "-c", FORCING_IN_A_CHILD]
    with subprocess.Popen(command, cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        force(process, 4)
        with tracer.trace(process.pid, 3.0, tmp_path) as counted:
            force(process, 10)
            forced_ns = time.time_ns()
            time.sleep(3.1)
            wait_until_over(tracer, tmp_path)
            force(process, 6)
            found = counted()
        assert process.stdin is not None
        process.stdin.close()

    # On a busy machine the window is longer than asked for, and says so.
    assert found.end_ns - found.begin_ns > 2.99e9
    assert found.begin_ns < forced_ns < found.end_ns, "this machine is too busy for the test"
    assert found.calls == 10


def wait_until_over(tracer, folder):
    """Until nothing is counted any more: perf stops by a clock of its own, and may be late."""
    end_s = time.monotonic() + 30
    while isinstance(tracer, perf.Perf) and "syscalls:" not in (folder / "counts").read_text():
        assert time.monotonic() < end_s
        time.sleep(0.01)


def force(process, number):
    """Lets it force so many writes, and waits for them."""
    process.stdin.write(f"{number}\n")
    process.stdin.flush()
    assert process.stdout.read(1) == "."


def test_perf_counts_a_process_whose_children_come_and_go(tmp_path):
    tracer = find_tracer()
    if not isinstance(tracer, perf.Perf):
        pytest.skip(f"perf cannot be used here: {tracer.method}")
    with subprocess.Popen([sys.executable, "-c", CHURNING], stdout=subprocess.PIPE) as process:
        try:
            assert process.stdout is not None
            process.stdout.read(1)
            for _ in range(10):
                with tracer.trace(process.pid, 0.05, tmp_path) as counted:
                    assert counted().calls == 0
        finally:
            process.kill()


def test_what_has_ended_cannot_be_watched(tmp_path):
    tracer = find_tracer()
    with subprocess.Popen(["true"]) as process:
        process.wait()

    with pytest.raises(TracingError, match="has ended"), tracer.trace(process.pid, 0.05, tmp_path):
        pass
