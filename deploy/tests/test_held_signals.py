"""What must not stay half done is ended before a signal is answered."""

import os
import signal
import threading
from collections.abc import Iterator

import pytest

from deploy.host.held_signals import ENDING, held_signals


@pytest.fixture(autouse=True)
def interrupting() -> Iterator[None]:
    """Each of these signals raises, however the tests were started."""
    before = {number: signal.signal(number, signal.default_int_handler) for number in ENDING}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.parametrize("number", ENDING)
def test_a_signal_is_answered_when_the_block_is_over(number: signal.Signals) -> None:
    done = []
    with pytest.raises(KeyboardInterrupt), held_signals():
        os.kill(os.getpid(), number)
        os.kill(os.getpid(), number)  # whoever is impatient has one answer, too
        done.append("all of it")
    assert done == ["all of it"]
    with pytest.raises(KeyboardInterrupt):
        os.kill(os.getpid(), number)
        signal.pause()  # one that comes later is answered at once


def test_without_a_signal_nothing_is_raised() -> None:
    with held_signals():
        pass
    assert {signal.getsignal(number) for number in ENDING} == {signal.default_int_handler}


def test_what_is_ignored_stays_so() -> None:
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    with held_signals():
        os.kill(os.getpid(), signal.SIGHUP)
    assert signal.getsignal(signal.SIGHUP) == signal.SIG_IGN


def test_outside_of_the_main_thread_signals_are_the_main_thread_s() -> None:
    ended = []

    def hold() -> None:
        with held_signals():
            ended.append(threading.current_thread())

    thread = threading.Thread(target=hold)
    thread.start()
    thread.join(10)
    assert ended == [thread]
