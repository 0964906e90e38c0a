"""A signal that ends the process takes the bed down in good order, and another one meanwhile changes nothing."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from deploy.lifecycle import lifetime
from deploy.progress import Silent
from deploy.specification.plan import BedPlan


class SignalledBed:
    """Ending signals come while it is started or used, and again while it is taken down."""

    def __init__(self, *, while_put_up: bool) -> None:
        self.while_put_up = while_put_up
        self.home = Path()
        self.is_down = False

    def assemble(self) -> None:
        if self.while_put_up:
            os.kill(os.getpid(), signal.SIGTERM)

    def close(self) -> None:
        os.kill(os.getpid(), signal.SIGTERM)
        os.kill(os.getpid(), signal.SIGHUP)
        self.is_down = True

    def __enter__(self) -> "SignalledBed":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@pytest.fixture(autouse=True)
def unhandled() -> Iterator[None]:
    """As a shell starts a program, though the tests may have been started otherwise (nohup)."""
    before = {number: signal.signal(number, signal.SIG_DFL) for number in lifetime.ENDING}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.fixture(params=[True, False], ids=["while it is started", "while it is up"])
def begun(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> SignalledBed:
    """What stands for the assembly, and for the bed when it is started."""
    fake = SignalledBed(while_put_up=request.param)
    monkeypatch.setattr(lifetime, "check", lambda plan: plan)
    monkeypatch.setattr(lifetime, "Assembly", SimpleNamespace(begin=lambda *_, **__: fake))
    monkeypatch.setattr(lifetime, "Bed", lambda *_: fake)
    monkeypatch.setattr(fake, "reset", lambda: None, raising=False)
    monkeypatch.setattr(fake, "plan", SimpleNamespace(past=None), raising=False)
    return fake


def test_a_second_signal_does_not_interrupt_the_taking_down(begun: SignalledBed, tmp_path: Path) -> None:
    with pytest.raises(SystemExit) as ended, lifetime.bed_up(BedPlan(), Silent(), tmp_path):
        os.kill(os.getpid(), signal.SIGTERM)

    assert begun.is_down
    assert ended.value.code == 128 + signal.SIGTERM
    assert signal.getsignal(signal.SIGTERM) == signal.getsignal(signal.SIGHUP) == signal.SIG_DFL


def test_who_handles_signals_continues_handling_them(begun: SignalledBed, tmp_path: Path) -> None:
    handled: list[int] = []
    before = {each: signal.signal(each, lambda number, _: handled.append(number)) for each in lifetime.ENDING}
    try:
        with lifetime.bed_up(BedPlan(), Silent(), tmp_path):
            pass
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)

    assert handled[-2:] == [signal.SIGTERM, signal.SIGHUP] and begun.is_down
