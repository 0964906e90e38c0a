"""The canary does the same work wherever and whenever it is asked."""

import hashlib
import threading
import time

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


def spin(over: threading.Event) -> None:
    while not over.is_set():
        sum(range(1000))
