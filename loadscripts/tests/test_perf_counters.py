"""The performance counters of a JVM, read from their file: its layout byte by byte, and what a running JVM says."""

# mypy: disable-error-code="arg-type, list-item, union-attr"

import csv
import os
import re
import struct
import subprocess
from pathlib import Path
from types import SimpleNamespace

import pytest

from analysis.contract.schemas import table
from loadscripts.probes import perf_counters
from loadscripts.probes.perf_counters import COLLECTORS, VM_THREAD, VM_THREAD_OF_KERNEL, CollectorCounters, counters
from loadscripts.probes.sampling import Sampler
from loadscripts.tests.test_jvm_threads import JDK, jvms_of, work, working


def entry(order, name, kind, value):
    """20 bytes, the name, and the value at a multiple of eight."""
    named = name.encode() + b"\0"
    value_at = -(-(20 + len(named)) // 8) * 8
    head = struct.pack(order + "iii4bi", value_at + 8, 20, 0 if kind == "J" else 5, ord(kind), 0, 3, 2, value_at)
    return (head + named).ljust(value_at, b"\0") + value


def file_of(order="<", is_complete=1, **numbers):
    entries = [entry(order, "java.version", "B", b"25.0\0\0\0\0")]
    entries += [entry(order, name.replace("_", "."), "J", struct.pack(order + "q", n)) for name, n in numbers.items()]
    body = b"".join(entries)
    prologue = struct.pack("b3b", order == "<", 2, 0, is_complete)
    prologue += struct.pack(order + "iiqii", 32 + len(body), 0, 7, 32, len(entries))
    return b"\xca\xfe\xc0\xc0" + prologue + body + bytes(100)


@pytest.mark.parametrize("order", ["<", ">"])
def test_every_number_is_read_by_its_name(order):
    assert counters(file_of(order, a_b=7, c=2**40)) == {"a.b": 7, "c": 2**40}


@pytest.mark.parametrize("data", [b"", b"\xca\xfe\xba\xbe" + bytes(99), file_of(is_complete=0, a=1)])
def test_what_is_no_complete_file_has_no_counters(data):
    assert counters(data) == {}


def test_a_jvm_without_counters_has_none(monkeypatch, tmp_path):
    monkeypatch.setattr(perf_counters, "TEMPORARY", tmp_path)
    pid = os.getpid()
    assert perf_counters.counters_of(pid) == {}
    (tmp_path / "hsperfdata_somebody").mkdir()
    file = tmp_path / f"hsperfdata_somebody/{pid}"
    file.write_bytes(file_of(a=1)[:60])
    assert perf_counters.counters_of(pid) == {}
    file.write_bytes(file_of(a=1))
    assert perf_counters.counters_of(pid) == {"a": 1}
    assert perf_counters.counters_of(2**22 + 1) == {}


def test_what_another_users_process_of_that_id_has_left_is_not_its(monkeypatch, tmp_path):
    """And a pipe, from which nothing ever comes, is no file."""
    monkeypatch.setattr(perf_counters, "TEMPORARY", tmp_path)
    init = 1  # a process of root's
    for user in ("a", "b"):
        (tmp_path / f"hsperfdata_{user}").mkdir()
    os.mkfifo(tmp_path / f"hsperfdata_a/{init}")
    other = tmp_path / f"hsperfdata_b/{init}"
    other.write_bytes(file_of(a=1))
    owners = {other: 4711}
    lstat = type(other).lstat
    monkeypatch.setattr(
        type(other), "lstat", lambda file: SimpleNamespace(st_mode=lstat(file).st_mode, st_uid=owners.get(file, 0))
    )
    assert perf_counters.counters_of(init) == {}
    owners[other] = Path(f"/proc/{init}").stat().st_uid
    assert perf_counters.counters_of(init) == {"a": 1}


def test_the_parts_are_added_and_their_sum_is_not(monkeypatch, tmp_path):
    """The JVM brings the sum up to date at its collections only."""
    told = {"sun.threads.cpu_time.gc_parallel_workers": 30, "sun.threads.cpu_time.gc_conc_refine": 12}
    others = {"sun.threads.total_gc_cpu_time": 30, "sun.threads.cpu_time.vm": 5, "sun.threads.cpu_time.conc_dedup": 9}
    monkeypatch.setattr(perf_counters, "counters_of", lambda pid: told | others)
    ended = type("Jvm", (), {"name": "server", "pid": 2**22 + 1})
    assert list(CollectorCounters().poll([ended])) == [("server", COLLECTORS, 42), ("server", VM_THREAD, 5)]


@pytest.mark.parametrize("collector", ["G1", "Parallel"])
def test_a_running_jvm_says_the_same(collector, tmp_path):
    with working(collector, tmp_path) as process:
        work(process)
        before = by_source(process)
        told = printed(process)
        after = by_source(process)

    parts = sum(value for name, value in told.items() if name.startswith("sun.threads.cpu_time.gc_"))
    assert 0 < before[COLLECTORS] <= parts <= after[COLLECTORS]
    assert before[VM_THREAD] <= told["sun.threads.cpu_time.vm"] <= after[VM_THREAD]


def test_a_trial_has_them_in_a_table(tmp_path):
    with working("G1", tmp_path) as process:
        bed = SimpleNamespace(processes=(), observed_jvms=jvms_of(process), queue_lengths=list)
        with Sampler(bed, tmp_path).running() as sampler:
            work(process)
            sampler.sample_counters()

    with (tmp_path / "collector_counters.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert ",".join(rows[0]) == table("collector_counters").header
    assert {(row["jvm"], row["source"]) for row in rows} == {
        ("jvm0", COLLECTORS), ("jvm0", VM_THREAD), ("jvm0", VM_THREAD_OF_KERNEL)
    }  # fmt: skip
    by_collectors = [int(row["cpu_ns"]) for row in rows if row["source"] == COLLECTORS]
    assert by_collectors == sorted(by_collectors) and by_collectors[-1] > 0


def by_source(process):
    return {source: cpu_ns for _, source, cpu_ns in CollectorCounters().poll(jvms_of(process))}


def printed(process):
    """What `jcmd PerfCounter.print` says of each number."""
    done = subprocess.run(
        [JDK.home / "bin" / "jcmd", str(process.pid), "PerfCounter.print"], capture_output=True, text=True, check=True
    )
    return {name: int(value) for name, value in re.findall(r"^(\S+)=(\d+)$", done.stdout, re.MULTILINE)}


def test_of_serial_kernel_and_jvm_agree_within_five_per_cent(tmp_path):
    """In the VM thread, as far as it is idle: the JVM counts at the end of each of its operations."""
    with working("Serial", tmp_path) as process:
        counted = CollectorCounters()
        work(process, much=True)
        first = dict_of(counted, process)
        for _ in range(3):
            work(process, much=True)
        then = dict_of(counted, process)

    used = {source: then[source] - first[source] for source in first}
    assert COLLECTORS not in used
    assert used[VM_THREAD] > 50_000_000
    assert used[VM_THREAD] == pytest.approx(used[VM_THREAD_OF_KERNEL], rel=0.05)


def dict_of(counted, process):
    return {source: cpu_ns for _, source, cpu_ns in counted.poll(jvms_of(process))}


@pytest.mark.parametrize("collector", ["Z", "Shenandoah"])
def test_collectors_beside_the_application_are_in_no_counter(collector, tmp_path):
    with working(collector, tmp_path) as process:
        work(process)
        assert COLLECTORS not in by_source(process)
