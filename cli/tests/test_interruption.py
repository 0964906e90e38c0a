"""Signals that end a command, and those that it was started to ignore."""

import errno
import os
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest
from rich.console import Console

from cli.interruption import Interruption
from deploy.paths import CHECKOUT

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
WAITING = """
from rich.console import Console
from cli.interruption import Interruption
with Interruption(Console(stderr=True)):
    print("begun", flush=True)
    input()
print("ended", flush=True)
"""


@pytest.fixture(autouse=True)
def unhandled() -> Iterator[None]:
    """As a shell starts a program in the foreground, however the tests were started."""
    before = {number: signal.signal(number, signal.SIG_DFL) for number in SIGNALS}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.parametrize("number", SIGNALS)
def test_a_signal_interrupts(number: signal.Signals) -> None:
    with pytest.raises(KeyboardInterrupt), Interruption(Console()):
        os.kill(os.getpid(), number)
    assert signal.getsignal(number) == signal.SIG_DFL


@pytest.mark.parametrize("number", SIGNALS)
def test_a_signal_that_is_ignored_stays_so(number: signal.Signals) -> None:
    signal.signal(number, signal.SIG_IGN)
    with Interruption(Console()):
        os.kill(os.getpid(), number)
        assert signal.getsignal(number) == signal.SIG_IGN
    assert signal.getsignal(number) == signal.SIG_IGN


def test_what_nohup_has_started_outlives_its_terminal() -> None:
    command = ["nohup", sys.executable, "-c", WAITING]
    environment = os.environ | {"PYTHONPATH": str(CHECKOUT)}
    with subprocess.Popen(command, stdin=-1, stdout=-1, stderr=-1, text=True, env=environment) as process:
        assert process.stdin is not None and process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        process.send_signal(signal.SIGHUP)
        said, _ = process.communicate("go on\n", timeout=30)
    assert (process.returncode, said) == (0, "ended\n")


@pytest.mark.parametrize("error", [OSError(errno.EIO, "Input/output error"), SystemExit(1)])
def test_a_second_signal_of_a_closed_terminal_does_not_interrupt_the_cleaning_up(error: BaseException) -> None:
    class Closed(Console):
        def print(self, *what: object, **how: object) -> None:
            raise error

    cleaned = []
    with pytest.raises(KeyboardInterrupt), Interruption(Closed()):
        try:
            os.kill(os.getpid(), signal.SIGHUP)
        finally:
            os.kill(os.getpid(), signal.SIGHUP)
            cleaned.append("all")
    assert cleaned == ["all"]
