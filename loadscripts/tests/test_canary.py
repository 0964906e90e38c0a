"""The canary does the same work wherever and whenever it is asked."""

import hashlib
import threading
import time

from analysis.contract.trial_document import CanaryPiece
from loadscripts.facts.trial_run import TrialRun
from loadscripts.probes import canary


def test_the_work_is_the_same_on_every_machine():
    # Figures of several machines are compared: whoever changes the work changes its name, too.
    digest = hashlib.sha256(canary._TEXT).hexdigest()
    assert (len(canary._TEXT), digest) == (131072, "1ca00960b280160afa0e1352961c037296843bd7ec71fbb85546c52f399162f8")


def test_time_that_others_take_of_the_core_does_not_count():
    over = threading.Event()
    others = [threading.Thread(target=spin, args=(over,)) for _ in range(4)]
    for other in others:
        other.start()
    try:
        begin_ns = time.monotonic_ns()
        took_ns = [canary.canary_cpu_ns() for _ in range(20)]
        elapsed_ns = time.monotonic_ns() - begin_ns
    finally:
        over.set()
        for other in others:
            other.join()
    assert 0 < sum(took_ns) < elapsed_ns / 2


def test_between_trials_it_is_done_some_times_in_a_row():
    begin_ns = time.monotonic_ns()
    pieces = canary.canary_pieces()
    elapsed_ns = time.monotonic_ns() - begin_ns
    assert len(pieces) == 40
    assert all(piece.cpu_ns > 0 for piece in pieces)
    assert sum(piece.elapsed_ns for piece in pieces) + 40 * 5_000_000 <= elapsed_ns


def test_the_record_has_both_sides_or_none(tmp_path):
    run = TrialRun(tmp_path)
    assert run.canary() is None
    run.canary_before = (CanaryPiece(cpu_ns=2_000_000, elapsed_ns=2_000_001),)
    began = run.canary()
    assert began is not None and (len(began.before), began.after) == (1, ())
    run.canary_after = run.canary_before * 2
    ended = run.canary()
    assert ended is not None and len(ended.after) == 2


def spin(over: threading.Event) -> None:
    while not over.is_set():
        sum(range(1000))
