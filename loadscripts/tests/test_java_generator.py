"""How a generator that is a Java program is ended. A shell script stands in for the JVM: what counts is the signals."""

import os
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from loadscripts.load import java_generator, siege
from loadscripts.load.java_generator import KILLED, JavaGenerator, following
from loadscripts.load.siege import RunningSiege
from loadscripts.load.think import Think

SLOW = """#!/bin/sh
for folder; do :; done
trap 'trap "" TERM; sleep {seconds}; echo "{{}}" > "$folder/summary.json"; exit 0' TERM
touch "$folder/begun"
while :; do sleep 0.05; done
"""


def generator(tmp_path: Path, seconds: float) -> JavaGenerator:
    """One that needs so many seconds for its last answers."""
    program = tmp_path / "java"
    program.write_text(SLOW.format(seconds=seconds))
    program.chmod(0o700)
    jdk = SimpleNamespace(java=program, feature=25)
    return JavaGenerator(jdk, tmp_path / "generator.jar", "the generator", "1")  # type: ignore[arg-type]


def test_a_generator_that_waits_for_its_last_answers_is_not_killed_meanwhile(tmp_path: Path) -> None:
    """`timeout`, which stands before it, gets the signal too: it would kill after so long as it is told, and hands the
    signal on, which is no reason to wait once more.
    """
    begin_s = time.monotonic()
    with following(generator(tmp_path, 6), tmp_path / "trial", lambda folder: None, 60) as running:
        assert running.finish() == 0
    assert time.monotonic() - begin_s >= 6


def test_a_generator_that_hangs_at_its_end_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(java_generator, "EXIT_TIMEOUT_S", 1)
    with following(generator(tmp_path, 60), tmp_path / "trial", lambda folder: None, 60) as running:
        assert running.finish() == KILLED
    assert running.process.poll() is not None


def test_a_siege_that_hangs_at_its_end_is_told_from_one_that_has_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "siege"
    begun = tmp_path / "begun"
    program.write_text(f"#!/bin/sh\ntrap '' INT\ntouch {begun}\nwhile :; do sleep 0.05; done\n")
    program.chmod(0o700)
    monkeypatch.setattr(siege, "EXIT_TIMEOUT_S", 1)
    load = siege.Load("http://127.0.0.1/\n", 1, Think(0, 0), 10, 0, 1)
    running: RunningSiege = siege.Siege(program, "4", shim=None).begin(load, tmp_path)
    try:
        while not begun.exists():
            running.wait_while_running(0.02)
        assert running.finish() == siege.KILLED
    finally:
        running.stop()


@pytest.mark.parametrize(("plan_mib", "option"), [(1, "-Xmx1024m"), (64, "-Xmx1024m"), (100, "-Xmx1600m")])
def test_the_heap_holds_the_plan(tmp_path: Path, plan_mib: int, option: str) -> None:
    """16 times its file: of an hour of orders that wait for each other a gibibyte would not do."""
    (tmp_path / "orders.csv").touch()
    os.truncate(tmp_path / "orders.csv", plan_mib * 2**20)
    assert java_generator.heap_for(tmp_path) == option
