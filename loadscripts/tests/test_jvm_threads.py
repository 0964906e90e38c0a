"""Processor time of collectors' and compilers' threads, by the kernel, against what the JVM itself counts."""

# mypy: disable-error-code="arg-type, union-attr"

import re
import subprocess
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

from deploy.bed.bed_record import ServerJvm
from deploy.host.jdk import Jdk
from loadscripts.probes.jvm_threads import COLLECTS, COMPILES, JvmThreads
from loadscripts.probes.perf_counters import COLLECTORS, CollectorCounters
from loadscripts.tests.java_programs import compiled

JDK = Jdk.of_this_run()
# Each letter that it is sent makes 400,000 objects live and three times as many garbage again and again, three times as
# often when it is an M; then it is idle.
WORKING = """
public class Working {
  static Object[] live = new Object[400_000];
  public static void main(String[] arguments) throws Exception {
    System.out.println("begun");
    for (int letter; (letter = System.in.read()) > 0; ) {
      int objects = letter == 'M' ? 12_000_000 : 4_000_000;
      for (int i = 0; i < objects; i++) {
        byte[] made = new byte[100];
        if (i % 4 == 0) live[(int) (i * 2654435761L >>> 8) % live.length & 0x3ffff] = made;
      }
      System.out.println("worked");
    }
  }
}
"""
WITH_THREADS = ("G1", "Parallel", "Z", "Shenandoah")
#: Collectors whose threads the JVM counts in its performance counters.
COUNTED = ("G1", "Parallel")


@contextmanager
def working(collector, folder, *options):
    classes = compiled("Working", WORKING, folder)
    command = [JDK.java, "-Xmx200m", f"-XX:+Use{collector}GC", *options, "-cp", classes, "Working"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout.readline() == "begun\n"
            yield process
        finally:
            process.kill()


def work(process, *, much=False):
    """much: for who compares how much was used."""
    process.stdin.write("M" if much else "w")
    process.stdin.flush()
    assert process.stdout.readline() == "worked\n"


def jvms_of(*processes):
    return [ServerJvm(f"jvm{number}", each.pid, None, None, ()) for number, each in enumerate(processes)]


def counted_by_jvm(process):
    """In ns, what the JVM's performance counters say of its collectors' threads."""
    return next(cpu_ns for _, source, cpu_ns in CollectorCounters().poll(jvms_of(process)) if source == COLLECTORS)


def at_rest(threads, jvms):
    """What they have used when they have done their work: G1 collects beside the application, and counts later."""
    end_s = time.monotonic() + 30
    [(_, before_ns)] = threads.poll(jvms)
    while True:
        time.sleep(0.1)
        [(_, used_ns)] = threads.poll(jvms)
        if used_ns - before_ns < 2_000_000:
            return used_ns
        assert time.monotonic() < end_s
        before_ns = used_ns


@pytest.mark.parametrize("collector", COUNTED)
def test_kernel_and_jvm_agree_within_five_per_cent(collector, tmp_path):
    with working(collector, tmp_path) as process:
        threads, jvms = JvmThreads(COLLECTS), jvms_of(process)
        work(process, much=True)
        begin_ns, counted_ns = at_rest(threads, jvms), counted_by_jvm(process)
        for _ in range(3):
            work(process, much=True)
        end_ns = at_rest(threads, jvms)
        counted_ns = counted_by_jvm(process) - counted_ns

    assert counted_ns > 50_000_000
    assert end_ns - begin_ns == pytest.approx(counted_ns, rel=0.05)


@pytest.mark.parametrize("collector", WITH_THREADS)
def test_each_collector_with_threads_of_its_own_is_known(collector, tmp_path):
    with working(collector, tmp_path) as process:
        threads, jvms = JvmThreads(COLLECTS), jvms_of(process)
        work(process)
        [(jvm, first_ns)] = threads.poll(jvms)
        work(process)
        [(_, then_ns)] = threads.poll(jvms)

    assert jvm == "jvm0"
    assert then_ns - first_ns > 5_000_000


def test_serial_has_no_threads_and_no_row(tmp_path):
    with working("Serial", tmp_path) as process:
        work(process)
        assert list(JvmThreads(COLLECTS).poll(jvms_of(process))) == []


def test_a_jvm_that_is_replaced_hands_its_time_down(tmp_path):
    with working("Parallel", tmp_path) as first:
        threads = JvmThreads(COLLECTS)
        work(first)
        [(_, of_first_ns)] = threads.poll(jvms_of(first))
    with working("Parallel", tmp_path) as second:
        work(second)
        [(_, of_both_ns)] = threads.poll(jvms_of(second))
        [(_, of_second_ns)] = JvmThreads(COLLECTS).poll(jvms_of(second))

    assert of_first_ns > 0
    assert of_both_ns == pytest.approx(of_first_ns + of_second_ns, rel=0.02)


def test_the_compilers_are_known_by_their_names_and_no_others(tmp_path):
    """`jcmd Thread.print` tells the CPU of each thread, as the JVM has it from the kernel."""
    # Where there are many cores a compiler's thread may end meanwhile, and what it used is no longer told.
    with working("Serial", tmp_path, "-XX:-UseDynamicNumberOfCompilerThreads") as process:
        threads, jvms = JvmThreads(COMPILES), jvms_of(process)
        work(process)
        before_ms = told_of_compilers_ms(process)
        [(jvm, cpu_ns)] = threads.poll(jvms)
        after_ms = told_of_compilers_ms(process)

    assert jvm == "jvm0"
    assert 0 < before_ms <= cpu_ns / 1e6 + 0.01 and cpu_ns / 1e6 <= after_ms + 0.01


def told_of_compilers_ms(process):
    printed = subprocess.run(
        [JDK.home / "bin" / "jcmd", str(process.pid), "Thread.print"], capture_output=True, text=True, check=True
    ).stdout
    return sum(float(cpu) for cpu in re.findall(r'^"C[12] CompilerThread\d+".* cpu=([\d.]+)ms', printed, re.MULTILINE))


@pytest.mark.parametrize(
    "name",
    [
        *("XWorker#0", "XDriver", "XDirector", "XStat", "XUnmapper", "XUncommitter", "RuntimeWorker#1"),
        *("ZWorkerYoung#0", "ZDriverMajor", "ZDirector", "ZStat", "ZUnmapper", "ZUncommitter#0"),
        *("StringDedupThre", "G1 Conc#0", "G1 Service", "GC Thread#1", "Shenandoah GC T", "Shenandoah Cont"),
    ],
)
def test_collectors_threads_are_known_as_their_source_names_them(name):
    """hotspot/share/gc of JDK 21 to 25: set_name of concurrent threads, and names of workers with a number."""
    assert COLLECTS.match(name[:15])


def test_the_thread_that_replaces_strings_is_a_collector_s(tmp_path):
    with working("Parallel", tmp_path, "-XX:+UseStringDeduplication") as process:
        names = [(task / "comm").read_text().strip() for task in Path(f"/proc/{process.pid}/task").iterdir()]
    [dedup] = [name for name in names if "Dedup" in name]
    assert COLLECTS.match(dedup)


def test_the_applications_own_threads_are_not_taken_for_the_collectors():
    others = (
        "VM Thread",
        "G1Application",
        "http-thread",
        "C2 CompilerThre",
        "Reference Handl",
        "Finalizer",
        "GC worker",
        "XStatistics",
        "XDriver-1",
    )

    assert [name for name in others if COLLECTS.match(name)] == []
    assert [name for name in others if COMPILES.match(name)] == ["C2 CompilerThre"]
