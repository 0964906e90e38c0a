"""How the tests are run: what goes side by side, what the person at the terminal says comes last, and that a run
which tries next to nothing has failed.
"""

import os
import ssl
import subprocess
import sys
import time
from types import SimpleNamespace
from typing import Any

import certifi
import polars as pl
import psutil
import pytest
from rich.console import Console

from cli import check_stages
from cli.check_stages import NO_TESTS, Stage, failed_tests, failures, no_longer_than, stages, too_few_java_tests
from deploy.host.ports import base_of_tests
from deploy.paths import CHECKOUT


@pytest.fixture
def machine(monkeypatch):
    def has(gigabytes, cores):
        monkeypatch.setattr(psutil, "virtual_memory", lambda: SimpleNamespace(available=gigabytes * 10**9))
        monkeypatch.setattr(psutil, "cpu_count", lambda: cores)

    return has


def real_bed(options=()):
    return " ".join(stages(fast=False, no_browser=False, options=options)[-2].command)


def timed(options=()):
    return " ".join(stages(fast=False, no_browser=False, options=options)[-1].command)


def units():
    [stage] = [stage for stage in stages(fast=True, no_browser=False, options=[]) if stage.name == "pytest, units"]
    return " ".join(stage.command)


@pytest.mark.parametrize(
    ("gigabytes", "cores", "number"), [(20, 2, 2), (64, 8, 2), (10, 8, 2), (9.9, 8, 1), (64, 1, 1)]
)
def test_where_there_is_room_two_processes_test_on_beds_of_their_own(machine, gigabytes, cores, number):
    machine(gigabytes, cores)
    if number > 1:
        assert f"-n {number} --dist loadgroup --no-loadscope-reorder" in real_bed()
    else:
        assert "-n" not in real_bed().split()


def test_without_beds_there_is_a_process_for_each_of_two_cores(machine):
    machine(gigabytes=2, cores=2)
    assert "-n 2 --dist loadfile" in units()
    machine(gigabytes=1.9, cores=2)
    assert "-n" not in units().split()


def test_tests_that_compare_times_have_the_machine_to_themselves(machine):
    machine(gigabytes=20, cores=2)
    assert real_bed().endswith("-m bed and not timed") and timed().endswith("-m bed and timed")
    assert "-n" not in timed().split()
    assert "--min-tests" in timed() and "--min-tests" not in timed(["-k", "order"])


def test_what_the_person_says_has_the_last_word(machine):
    machine(gigabytes=20, cores=2)
    command = real_bed(["-n", "0", "-k", "order"])
    assert command.index("-n 2") < command.index("-n 0 -k order")


def test_the_quick_ones_need_no_servers():
    quick = stages(fast=True, no_browser=False, options=[])
    everything = stages(fast=False, no_browser=False, options=[])
    assert [stage.name for stage in quick] == [stage.name for stage in everything][:-2]
    assert all("bed" not in stage.command for stage in quick)


def test_whoever_selects_nothing_needs_the_least_number_in_each_stage():
    assert "--min-tests" in real_bed()
    assert "--min-tests" not in real_bed(["-k", "order"])


def test_the_browser_is_left_out_where_that_was_asked_for():
    with_browser, without = (stages(fast=False, no_browser=each, options=[]) for each in (False, True))
    assert not any("--no-browser" in stage.command for stage in with_browser)
    assert ["--no-browser" in stage.command for stage in without] == [
        False,
        False,
        False,
        False,
        True,
        False,
        True,
        True,
    ]


def beside_mypy(fast, options):
    [mypy] = [stage for stage in stages(fast=fast, no_browser=False, options=options) if stage.name == "mypy"]
    return " ".join(mypy.beside)


def test_domains_are_prepared_beside_mypy_which_keeps_one_core_busy_where_beds_are_tested():
    assert beside_mypy(fast=False, options=[]).endswith(f" -m deploy.bed.domains {base_of_tests()}")
    assert beside_mypy(fast=True, options=[]) == beside_mypy(fast=False, options=["-k", "order"]) == ""
    others = [stage.name for stage in stages(fast=False, no_browser=False, options=[]) if stage.beside]
    assert others == ["mypy"], "before Maven, which builds the applications again"


def python(program):
    return (sys.executable, "-c", f"import time\nfrom pathlib import Path\n{program}")


def until(file):
    """Waits for the file, half a minute at most."""
    return f"deadline = time.monotonic() + 30\nwhile not Path({str(file)!r}).exists():\n  time.sleep(0.01)\n" + (
        "  assert time.monotonic() < deadline\n"
    )


def noted(file):
    return f"Path({str(file)!r}).touch()\n"


def test_a_stage_ends_when_what_goes_on_beside_it_has_ended_too(tmp_path):
    begun, ended, last = (tmp_path / name for name in ("begun", "ended", "last"))
    beside = noted(begun) + until(ended) + "time.sleep(0.2)\n" + noted(last) + "exit(1)"
    stage = Stage("types", python(until(begun) + noted(ended)), beside=python(beside))
    assert stage.run(Console(quiet=True)).code == 0
    assert last.exists()


def test_who_interrupts_a_stage_ends_what_goes_on_beside_it(tmp_path, monkeypatch):
    known = tmp_path / "pid"

    def interrupted(*_, **__):
        deadline = time.monotonic() + 30
        while not known.exists() or not known.read_text():
            assert time.monotonic() < deadline
            time.sleep(0.01)
        raise KeyboardInterrupt

    monkeypatch.setattr(subprocess, "run", interrupted)
    beside = python(f"import os\nPath({str(known)!r}).write_text(str(os.getpid()))\ntime.sleep(60)")
    with pytest.raises(KeyboardInterrupt):
        Stage("types", ("none",), beside=beside).run(Console(quiet=True))
    assert not psutil.pid_exists(int(known.read_text()))


def test_what_goes_on_beside_a_stage_for_ever_is_ended(tmp_path, monkeypatch):
    begun, known = tmp_path / "begun", tmp_path / "pid"
    beside = f"import os\nPath({str(known)!r}).write_text(str(os.getpid()))\n{noted(begun)}time.sleep(60)"
    monkeypatch.setattr(check_stages, "MAX_BESIDE_S", 0.1)
    began_s = time.monotonic()
    assert Stage("types", python(until(begun)), beside=python(beside)).run(Console(quiet=True)).code == 0
    assert time.monotonic() - began_s < 50 and not psutil.pid_exists(int(known.read_text()))


@pytest.mark.parametrize(
    ("units", "bed", "is_selection", "failed"),
    [
        (0, 0, False, []),
        (0, NO_TESTS, False, ["pytest, bed"]),
        (0, NO_TESTS, True, []),
        (NO_TESTS, 0, True, []),
        (NO_TESTS, NO_TESTS, True, ["pytest, units", "pytest, bed"]),
        (1, NO_TESTS, True, ["pytest, units"]),
    ],
)
def test_a_stage_without_tests_has_failed_unless_the_person_selected_others(units, bed, is_selection, failed):
    codes = {"mypy": 0, "pytest, units": units, "pytest, bed": bed}
    assert list(failures(codes, is_selection)) == failed


def test_maven_s_five_is_no_excuse():
    assert failures({"pytest, units": 0, "Maven, units": NO_TESTS}, is_selection=True) == {"Maven, units": NO_TESTS}


def run(tmp_path, *options, tests="def test_one(): pass\ndef test_two(): pass\n"):
    file = tmp_path / "test_some.py"
    file.write_text(tests)
    command = [sys.executable, "-m", "pytest", "-c", os.devnull, "-p", "deploy.testing", *options, str(file)]
    return subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, check=False)


THOROUGH = "import pytest\ndef test_one(): pass\n@pytest.mark.thorough\ndef test_two(): pass\n"


@pytest.mark.parametrize("processes", ["0", "2"])
def test_what_is_thorough_is_run_where_it_is_asked_for_and_a_run_with_too_few_tests_fails_and_says_so(
    tmp_path, processes
):
    three = f"{THOROUGH}def test_three(): pass\n"
    short = run(tmp_path, "-n", processes, "--min-tests=3", tests=three)
    assert (short.returncode, "only 2 tests passed, expected at least 3" in short.stdout) == (1, True)
    whole = run(tmp_path, "-n", processes, "--min-tests=3", "--thorough", tests=three)
    assert (whole.returncode, "3 passed" in whole.stdout) == (0, True)


def test_a_skipped_test_is_none_that_passed(tmp_path):
    skipped = run(tmp_path, "--min-tests=1", tests="import pytest\ndef test_one(): pytest.skip('no reason')\n")
    assert skipped.returncode == 1


def test_a_run_that_selected_nothing_fails_by_its_least_number(tmp_path):
    assert run(tmp_path, "-k", "none").returncode == NO_TESTS
    assert run(tmp_path, "-k", "none", "--min-tests=1").returncode == 1


def test_what_is_thorough_is_run_where_a_test_is_named(tmp_path):
    assert "2 passed" in run(tmp_path, f"{tmp_path / 'test_some.py'}::test_two", tests=THOROUGH).stdout


@pytest.mark.parametrize("processes", ["0", "2"])
def test_a_test_that_hangs_ends_the_run_and_is_named(tmp_path, processes):
    hanging = "import threading\ndef test_one(): pass\ndef test_two(): threading.Event().wait(120)\n"
    ended = run(tmp_path, "-n", processes, *no_longer_than(4), tests=hanging)
    assert ended.returncode not in (0, NO_TESTS)
    assert "in test_two" in ended.stderr + ended.stdout
    assert "replacing crashed worker" not in ended.stdout


def test_no_stage_of_pytest_waits_for_a_test_for_ever():
    of_pytest = [stage for stage in stages(fast=False, no_browser=False, options=[]) if "pytest" in stage.command]
    assert len(of_pytest) == 3
    for stage in of_pytest:
        assert "faulthandler_exit_on_timeout=true" in stage.command


def test_java_tests_are_counted_by_the_reports_of_this_run(tmp_path, monkeypatch):
    monkeypatch.setattr(check_stages, "CHECKOUT", tmp_path)
    monkeypatch.setattr(check_stages, "MIN_JAVA_TESTS", 5)
    reports = tmp_path / "workflow" / "target" / "surefire-reports"
    reports.mkdir(parents=True)
    begin_s = time.time()
    for name, tests, age_s in (("A", 3, 0), ("B", 2, 0), ("Old", 7, 60)):
        report = reports / f"TEST-{name}.xml"
        report.write_text(f'<testsuite name="{name}" tests="{tests}" failures="0"/>')
        os.utime(report, (begin_s - age_s + 1, begin_s - age_s + 1))
    assert too_few_java_tests(begin_s) is None
    (reports / "TEST-B.xml").unlink()
    assert too_few_java_tests(begin_s) == "only 3 tests ran, expected at least 5"


@pytest.mark.parametrize("processes", ["0", "2"])
def test_tests_that_failed_are_named_with_the_first_line_of_what_they_said(tmp_path, processes):
    broken = (
        "import pytest\n"
        "@pytest.fixture\ndef broken(): raise OSError('no such\\nbed')\n"
        "def test_one(): pass\n"
        "def test_two(): assert 1 == 2, 'not the same\\nat all'\n"
        "def test_three(broken): pass\n"
    )
    report, begin_s = tmp_path / "report.xml", time.time()
    assert run(tmp_path, "-n", processes, f"--junitxml={report}", tests=broken).returncode == 1
    first, second = sorted(failed_tests([report], begin_s))
    assert first.endswith('test_some::test_three: failed on setup with "OSError: no such')
    assert second.endswith("test_some::test_two: AssertionError: not the same")
    assert failed_tests([report], time.time() + 60) == failed_tests([tmp_path / "none.xml"], begin_s) == []


def test_java_tests_that_failed_are_named_and_of_many_the_first(tmp_path):
    report = tmp_path / "TEST-org.petlab.WorkTest.xml"
    cases = [f"<testcase classname='org.petlab.WorkTest' name='no{number}'/>" for number in range(2)]
    cases += [
        f"<testcase classname='org.petlab.WorkTest' name='work{number}'><error message='late'>at …</error></testcase>"
        for number in range(22)
    ]
    report.write_text(f"<testsuite tests='24'>{''.join(cases)}</testsuite>")
    named = failed_tests([report], begin_s=0)
    assert named[0] == "org.petlab.WorkTest::work0: late"
    assert (len(named), named[-1]) == (21, "and 2 more")


def test_the_run_closes_on_the_stage_that_failed_and_its_tests(monkeypatch, capfd, tmp_path):
    report = tmp_path / "report.xml"
    package = f"some.{'long.' * 20}tests"
    case = f"<testcase classname='{package}' name='test_[x]'><failure message='wrong'/></testcase>"
    write = f"from pathlib import Path; Path({str(report)!r}).write_text({f'<testsuite>{case}</testsuite>'!r}); exit(3)"
    of_report = Stage("pytest, units", (sys.executable, "-c", write), reports=lambda: [report])
    short = Stage("Maven, units", (sys.executable, "-c", ""), lambda _: "only 3 tests ran")
    monkeypatch.setattr(check_stages, "stages", lambda *_: [of_report, short])
    nothing_selected: Any = SimpleNamespace(args=[])
    assert check_stages.test(nothing_selected) == 3
    *_, first, test, second, few, _ = capfd.readouterr().err.splitlines()
    assert [first, test] == ["FAILED (3)  pytest, units", f"  {package}::test_[x]: wrong"]
    assert [second, few] == ["FAILED (1)  Maven, units", "  only 3 tests ran"]


def test_authorities_are_read_once_and_only_a_default_is_shared():
    default = ssl.create_default_context(cafile=certifi.where())
    assert ssl.create_default_context(cafile=certifi.where()) is default
    assert default.verify_mode is ssl.CERT_REQUIRED and default.cert_store_stats()["x509_ca"] > 50
    assert ssl.create_default_context() is not ssl.create_default_context()


def test_of_several_processes_of_tests_each_has_one_thread_of_polars():
    """Unless somebody wants it otherwise. Looked at here, where it counts: in a process of the stage itself."""
    if "PYTEST_XDIST_WORKER" in os.environ:
        assert pl.thread_pool_size() == int(os.environ["POLARS_MAX_THREADS"])
