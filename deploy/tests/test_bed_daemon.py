"""What passes between `petlab up` and the daemon that it leaves behind, with a daemon that starts nothing."""

import contextlib
import io
import json
import os
import signal
import sys
import time

import psutil
import pytest

from deploy.errors import BedError
from deploy.lifecycle import bed_daemon, bed_daemon_process
from deploy.paths import CHECKOUT
from deploy.progress import Silent
from deploy.specification.plan import BedPlan
from deploy.tests.test_processes import has_ended

PLAN = BedPlan(port_base=30400, settings={"approval.limit": "9.00"})
DAEMON = """
import json, os, pathlib, sys, time
pathlib.Path("plan.json").write_text(sys.stdin.read())
pathlib.Path("pid").write_text(str(os.getpid()))
for words in {words}:
    print(json.dumps(words), flush=True)
time.sleep({lives_s})
"""


class Steps(Silent):
    def __init__(self) -> None:
        self.texts: list[str] = []

    def step(self, text: str) -> None:
        self.texts.append(text)


class Interrupted(Silent):
    """Somebody presses Ctrl-C at the first step."""

    def step(self, text: str) -> None:
        raise KeyboardInterrupt


@pytest.fixture
def daemon(tmp_path, monkeypatch):
    """Lets a script stand for the daemon: it says these words and lives for so long."""
    monkeypatch.setattr(bed_daemon_process, "RUNTIME", tmp_path)
    monkeypatch.setattr(bed_daemon_process, "CHECKOUT", tmp_path)

    def stand_in(*words, lives_s=0):
        script = tmp_path / "daemon.py"
        script.write_text(DAEMON.format(words=list(words), lives_s=lives_s))
        monkeypatch.setattr(bed_daemon_process, "die_with_parent", lambda signal: [sys.executable, str(script)])
        return tmp_path

    return stand_in


def pid_of(folder):
    return int((folder / "pid").read_text())


def test_the_daemon_gets_the_plan_and_its_steps_are_reported_until_the_bed_is_up(daemon):
    folder, steps = daemon("step starting broker", "step starting Payara", "up", lives_s=60), Steps()

    bed_daemon_process.start(PLAN, steps)

    assert steps.texts == ["starting broker", "starting Payara"]
    assert BedPlan.of_json(json.loads((folder / "plan.json").read_text())) == PLAN
    assert not has_ended(pid_of(folder)), "it lives on when its bed is up"
    psutil.Process(pid_of(folder)).kill()
    os.waitpid(pid_of(folder), 0)


def test_the_daemon_s_reason_is_the_message(daemon):
    daemon("step starting broker", "failed port 30480 is taken by process 4711")
    with pytest.raises(BedError, match=r"^port 30480 is taken by process 4711$"):
        bed_daemon_process.start(PLAN, Silent())


def test_a_daemon_that_ends_without_a_word_is_reported_with_its_log(daemon):
    folder = daemon("step starting broker")
    with pytest.raises(BedError, match=r"^the daemon ended; see .*bed-daemon\.log$"):
        bed_daemon_process.start(PLAN, Silent())
    assert (folder / "bed-daemon.log").exists()


def test_who_gives_up_waiting_takes_the_daemon_along(daemon):
    folder = daemon("step starting broker", lives_s=60)
    with pytest.raises(KeyboardInterrupt):
        bed_daemon_process.start(PLAN, Interrupted())
    assert has_ended(pid_of(folder))


@pytest.mark.parametrize(
    ("progress", "expected"), [(Interrupted(), KeyboardInterrupt), (Silent(), "the broker did not come up")]
)
def test_a_daemon_that_is_slow_to_end_does_not_hide_why_it_ends(daemon, monkeypatch, progress, expected):
    folder = daemon("step starting broker", "failed the broker did not come up", lives_s=60)
    monkeypatch.setattr(bed_daemon_process, "_TIMEOUT_S", 0)
    error = BedError if isinstance(expected, str) else expected
    with pytest.raises(error, match=expected if isinstance(expected, str) else None):
        bed_daemon_process.start(PLAN, progress)
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid_of(folder), signal.SIGKILL)


def told_by_main(monkeypatch, bed_up):
    """What the daemon itself reports, and its exit code."""
    out = io.StringIO()
    monkeypatch.setattr(bed_daemon, "bed_up", bed_up)
    monkeypatch.setattr(sys, "stdin", io.StringIO(json.dumps(PLAN.as_json())))
    monkeypatch.setattr(sys, "stdout", out)
    code = bed_daemon.main()
    return [json.loads(line) for line in out.getvalue().splitlines()], code


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (BedError("the broker did not come up\nsee its log"), "the broker did not come up\nsee its log"),
        (OSError(28, "No space left on device", "/bed"), "[Errno 28] No space left on device: '/bed'"),
    ],
)
def test_a_bed_that_does_not_come_up_is_reported_with_its_steps_and_its_reason(error, reason, monkeypatch):
    plans = []

    def bed_up(plan, progress, *, kept):
        plans.append((plan, kept))
        progress.step("starting broker")
        raise error

    reported, code = told_by_main(monkeypatch, bed_up)
    assert reported == ["step starting broker", f"failed {reason}"]
    assert (code, plans) == (1, [(PLAN, True)])


def test_a_daemon_whose_bed_is_up_waits_for_a_signal_and_says_nothing_more(monkeypatch, tmp_path):
    """In a process of its own, since it gives up its standard output."""
    script = tmp_path / "daemon.py"
    script.write_text(
        "import contextlib, sys\n"
        "from deploy.lifecycle import bed_daemon\n"
        "@contextlib.contextmanager\n"
        "def bed_up(plan, progress, *, kept):\n"
        "    yield\n"
        "    print('never')\n"
        "bed_daemon.bed_up = bed_up\n"
        "sys.exit(bed_daemon.main())\n"
    )
    where = os.environ | {"PYTHONPATH": str(CHECKOUT)}
    process = psutil.Popen([sys.executable, str(script)], stdin=-1, stdout=-1, text=True, env=where)
    process.stdin.write(json.dumps(PLAN.as_json()))
    process.stdin.close()
    try:
        assert json.loads(process.stdout.readline()) == "up"
        time.sleep(0.3)
        assert not has_ended(process.pid)
    finally:
        process.terminate()
        process.wait()
    with process.stdout:
        assert process.stdout.read() == ""


def test_what_the_daemon_waits_for_is_told_who_waits_for_the_daemon(monkeypatch, tmp_path):
    """Another petlab holds a lock, and may have been stopped with it."""

    def bed_up(plan, progress, kept):
        sys.stderr.write("some warning\n")
        sys.stderr.write("petlab: waiting for another petlab, which has locked /cache/.lock\n")
        raise BedError("the broker did not come up")

    log = io.StringIO()
    monkeypatch.setattr(sys, "stderr", log)
    told, code = told_by_main(monkeypatch, bed_up)
    assert code == 1
    assert told == [
        "step waiting for another petlab, which has locked /cache/.lock",
        "failed the broker did not come up",
    ]
    assert "some warning" in log.getvalue() and "waiting for another" in log.getvalue()
    assert sys.stderr is log
