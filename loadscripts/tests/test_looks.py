"""What the lab sees of machine, processes, logs and clocks."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from deploy.bed import ServerJvm
from loadscripts import proc
from loadscripts.gc_log import copy_slices, mark_logs
from loadscripts.machine import clock_record, read_clocks, revision, this_machine
from loadscripts.sampling import resources


def test_a_process_tree_counts_all_below_it():
    child = subprocess.Popen([sys.executable, "-c", "import time; sum(range(10**7)); time.sleep(30)"])
    try:
        deadline_s = time.monotonic() + 20
        while proc.processes()[child.pid].cpu_s < 0.1:
            assert time.monotonic() < deadline_s
        found = proc.processes()
        assert found[child.pid].parent == os.getpid()
        whole = proc.tree_use(os.getpid(), found, proc.children_of(found))
        rows = {name: float(str(cpu_s)) for name, cpu_s, _ in resources({"petlab": os.getpid(), "child": child.pid})}
    finally:
        child.kill()
        child.wait()

    assert whole is not None
    assert rows["petlab"] + rows["child"] == pytest.approx(whole.cpu_s, abs=0.1)
    assert rows["petlab"] < whole.cpu_s  # a tree with a name of its own is not counted twice
    assert whole.cpu_s >= found[os.getpid()].cpu_s + found[child.pid].cpu_s
    assert whole.rss_bytes >= found[os.getpid()].rss_bytes + found[child.pid].rss_bytes


def test_a_process_that_has_ended_has_no_row():
    rows = list(resources({"petlab": os.getpid(), "gone": 2**22 + 1}))

    assert [row[0] for row in rows] == ["petlab"]


def test_a_look_at_all_processes_is_cheap():
    begin_s = time.process_time()
    for _ in range(5):
        list(resources({"petlab": os.getpid()}))

    assert (time.process_time() - begin_s) / 5 < 0.1


def test_the_machine_only_gets_older():
    before = proc.machine_use()
    after = proc.machine_use()

    assert after.user_s >= before.user_s > 0
    assert after.idle_s >= before.idle_s > 0


def test_this_machine_is_told_with_its_units():
    machine = this_machine(Path.cwd()).as_record()

    assert machine["cores"] >= 1
    assert machine["memory_bytes"] > 10**8
    assert machine["kernel"] == os.uname().release


def test_the_clocks_do_not_drift_in_a_moment():
    drift = clock_record(read_clocks(), read_clocks())

    assert abs(drift["wall_monotonic_drift_ns"]) < 10**7
    assert 0 < drift["bound_ns"] < 10**7


def test_no_checkout_has_no_revision(tmp_path):
    assert revision(tmp_path).commit is None


@pytest.fixture
def jvm(tmp_path):
    return ServerJvm("server", 1, tmp_path / "gc.log", tmp_path / "server.log", ("opc",))


def test_a_slice_of_the_gc_log_is_the_trials_own_and_names_its_collector(jvm, tmp_path):
    jvm.gc_log.write_text("[0.1s][info][gc] Using G1\n[0.2s][info][gc,init] CPUs: 2\n[1.0s][info][gc] old pause\n")
    marks = mark_logs([jvm])
    with jvm.gc_log.open("a") as log:
        log.write("[2.0s][info][gc] Pause Young 1.5ms\n")
    (tmp_path / "trial").mkdir()

    copy_slices(marks, tmp_path / "trial")

    assert (tmp_path / "trial" / "gc-server.log").read_text().splitlines() == [
        "[0.1s][info][gc] Using G1",
        "[0.2s][info][gc,init] CPUs: 2",
        "[2.0s][info][gc] Pause Young 1.5ms",
    ]


def test_a_jvm_without_a_log_has_no_slice(jvm, tmp_path):
    copy_slices(mark_logs([jvm]), tmp_path)

    assert not list(tmp_path.glob("gc-*.log"))
