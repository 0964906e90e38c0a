"""Siege itself, against a trivial server: what the lab relies on, seen here and now."""

import shutil
import subprocess
import sys
import time
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import psutil
import pytest

from deploy.tests.test_processes import gone
from loadscripts.load.customers import Customers
from loadscripts.load.preloading import preloading
from loadscripts.load.scenario import read_scenario
from loadscripts.load.siege_program import find_siege
from loadscripts.load.siege_records import ran_out_of_files, read_counts, read_requests
from loadscripts.load.think import Think
from loadscripts.load.thinktime import compile_shim
from loadscripts.tests.small_store import small_store
from loadscripts.trial_errors import GeneratorError


@pytest.fixture(scope="module")
def siege():
    return find_siege(compile_shim())


def customers(count, think, duration_s=60.0):
    return Customers(read_scenario("place-orders"), count, think, duration_s, seed=7)


def sieged(siege, who, store, folder, until):
    """Lets the customers loose until enough was asked for."""
    with who.ordering(siege, who.urls(store.address + "/storefront"), folder) as running:
        while not until(store):
            running.check()
            time.sleep(0.05)
        return running.finish()


def each_has_asked(store, customers, times):
    """A customer can be late to begin, by more than the others take for hundreds of requests."""
    asked = Counter(customer for customer, *_ in store.requests)
    return len(asked) == customers and min(asked.values()) >= times


def test_customers_follow_the_scenario_from_its_beginning(siege, tmp_path):
    with small_store() as store:
        exit_code = sieged(
            siege, customers(5, Think(0, 0)), store, tmp_path, lambda store: each_has_asked(store, 5, 12)
        )

        scenario = read_scenario("place-orders")
        first_pass: dict[str, list[tuple[str, str]]] = {}
        for customer, method, path, _, _ in store.requests:
            first_pass.setdefault(customer, []).append((method, path.partition("?")[0]))
    assert exit_code == 0
    assert len(first_pass) == 5
    expected = [(request.method, request.path.partition("?")[0]) for request in scenario.requests]
    assert all(passed[:12] == expected for passed in first_pass.values())


def test_a_siege_that_is_finished_has_told_of_every_request(siege, tmp_path):
    with small_store() as store:
        sieged(siege, customers(5, Think(0, 0)), store, tmp_path, lambda store: len(store.requests) > 1000)
        requested = len(store.requests)

    requests = list(read_requests(tmp_path / "siege.out"))
    counts = read_counts((tmp_path / "siege.err").read_text())
    # The siege is lifted at any moment: it may not tell of the last requests of each customer, the more the busier the
    # machine is. That is why its counts are a cross-check only.
    assert 0.95 * counts.transactions <= len(requests) <= counts.transactions
    assert 0.95 * requested <= len(requests) <= requested
    assert counts.failed == 0


def test_customers_think_as_long_as_they_should(siege, tmp_path):
    if siege.shim is None:
        pytest.skip("no C compiler here")
    think = Think(0.1, 0.4)

    with small_store() as store:
        sieged(siege, customers(20, think), store, tmp_path, lambda store: each_has_asked(store, 20, 25))

        gaps = thinking_times(store)
    streams = [drawn(7, thread, think, 200) for thread in range(30)]  # whichever thread a customer has
    later: list[float] = []
    for each in gaps:
        # Nobody asks before a think time is over; how long after it depends on how busy the machine is.
        fitting = [waits for stream in streams if min(waits := later_by(each, stream)) > -1e-6]
        assert fitting
        later += min(fitting, key=sum)
    assert sorted(later)[len(later) // 10] < 0.05


def test_think_times_are_uniform():
    drawn_by_all = [time_s for thread in range(20) for time_s in drawn(7, thread, Think(0.1, 0.4), 100)]
    assert min(drawn_by_all) >= 0.1 and max(drawn_by_all) < 0.4
    assert sum(drawn_by_all) / len(drawn_by_all) == pytest.approx(0.25, abs=0.01)
    assert sum(time_s < 0.25 for time_s in drawn_by_all) / len(drawn_by_all) == pytest.approx(0.5, abs=0.05)


def drawn(seed, thread, think, count):
    """The think times of a customer's thread, drawn by splitmix64 as thinktime.c does."""
    mask = 2**64 - 1
    state = seed * 0x2545F4914F6CDD1D + thread & mask
    times = []
    for _ in range(2 + count):
        state = state + 0x9E3779B97F4A7C15 & mask
        mixed = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & mask
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & mask
        share = ((mixed ^ mixed >> 31) >> 11) / 2**53
        times.append(think.min_s + (think.max_s - think.min_s) * share)
    return times[2:]  # the first is thrown away, the second is the stagger


def later_by(gaps, think_times):
    return [gap - time_s for gap, time_s in zip(gaps, think_times, strict=False)]


def thinking_times(store):
    """For each customer, the seconds between requests; the first is the stagger and does not count."""
    times: dict[str, list[float]] = {}
    for customer, _, _, _, at_s in store.requests:
        times.setdefault(customer, []).append(at_s)
    return [[after - before for before, after in pairwise(each[1:])] for each in times.values()]


def test_customers_do_not_begin_all_at_once(siege, tmp_path):
    if siege.shim is None:
        pytest.skip("no C compiler here")

    with small_store() as store:
        sieged(siege, customers(20, Think(0.1, 0.3)), store, tmp_path, lambda store: len(store.requests) > 200)

        times: dict[str, list[float]] = {}
        for customer, _, _, _, at_s in store.requests:
            times.setdefault(customer, []).append(at_s)
    staggers = [each[1] - each[0] for each in times.values() if len(each) > 1]
    # A pass is 12 x 0.2 s long: the second requests are spread over it.
    assert max(staggers) - min(staggers) > 1.0


def test_without_a_compiler_whole_seconds_are_used_and_said(siege):
    from loadscripts.load.siege import Siege

    plain = Siege(siege.program, siege.version, shim=None)

    assert plain.think_method(Think(1, 4)) == "whole-seconds"
    assert plain.think_method(Think(0, 0)) == "none"
    assert siege.shim is None or siege.think_method(Think(1, 4)) == "shim"


def test_customers_can_be_cancelled_only_where_they_wait(tmp_path):
    """One that is cancelled while it has a lock keeps it, and a siege that waits for that lock is never lifted."""
    shim = compile_shim()
    assert shim is not None
    library = tmp_path / "a b" / shim.library.name  # as under the home of John Doe
    library.parent.mkdir()
    shutil.copy(shim.library, library)
    asks_for_any_moment = (
        "import ctypes; c = ctypes.CDLL(None); kind = ctypes.c_int(-1);"
        "c.pthread_setcanceltype(1, ctypes.byref(kind)); c.pthread_setcanceltype(1, ctypes.byref(kind));"
        "print(kind.value)"
    )
    kinds = [
        subprocess.run([sys.executable, "-c", asks_for_any_moment], env=env, capture_output=True, check=True).stdout
        for env in ({}, preloading([shim.library]))
    ]
    assert kinds == [b"1\n", b"0\n"]


def test_a_siege_without_a_store_has_only_failures(siege, tmp_path):
    with small_store() as store:
        gone = store.address
    who = customers(3, Think(0.05, 0.1))

    with who.ordering(siege, who.urls(gone + "/storefront"), tmp_path) as running:
        running.wait_while_running(3)  # Siege says nothing of its failures before its end
        running.finish()

    counts = read_counts((tmp_path / "siege.err").read_text())
    assert counts.transactions == 0
    assert counts.failed > 0


def test_customers_of_a_trial_with_faults_never_give_up(siege, tmp_path, monkeypatch):
    monkeypatch.setattr("loadscripts.load.siege.MAX_FAILURES", few := 50)
    with small_store() as store:
        gone = store.address
    who = replace(customers(20, Think(0.01, 0.02)), may_fail=True)

    with who.ordering(siege, who.urls(gone + "/storefront"), tmp_path) as running:
        running.wait_while_running(2)
        running.finish()

    assert not ran_out_of_files((tmp_path / "siege.err").read_text())
    assert read_counts((tmp_path / "siege.err").read_text()).failed > few


def test_what_siege_complains_of_without_end_fills_no_disk(siege, tmp_path):
    who = customers(1, Think(0, 0))
    with small_store(cuts_off=True) as store, who.ordering(siege, who.urls(store.address), tmp_path) as running:
        store_was_asked(store)
        running.wait_while_running(1)
        running.finish()

    complaints = (tmp_path / "siege.err").read_text()
    assert "chunk" in complaints
    assert len(complaints) < 10_000


def test_a_siege_that_ends_too_early_is_noticed(siege, tmp_path):
    who = customers(3, Think(0, 0))
    with small_store() as store, who.ordering(siege, who.urls(store.address + "/storefront"), tmp_path) as running:
        store_was_asked(store)
        family = [each.pid for each in psutil.Process(running.pid).children(recursive=True)]
        psutil.Process(running.pid).kill()
        running.process.wait()
        with pytest.raises(GeneratorError, match="ended too early"):
            running.check()
    assert family, "Siege itself, which does not die with what watches its time"
    assert all(gone(pid) for pid in family)


def store_was_asked(store):
    timeout_s = time.monotonic() + 20
    while not store.requests:
        assert time.monotonic() < timeout_s, "Siege asks nothing"
        time.sleep(0.02)


def test_whatever_happens_no_siege_is_left(siege, tmp_path):
    who = customers(3, Think(1, 4))
    family: list[int] = []

    with small_store() as store, pytest.raises(KeyboardInterrupt):
        interrupt(siege, who, store, tmp_path, family)

    assert len(family) >= 2
    assert all(gone(pid) for pid in family)


def interrupt(siege, who, store, folder, family):
    with who.ordering(siege, who.urls(store.address + "/storefront"), folder) as running:
        while not store.requests:
            running.check()
        family += [running.pid, *(each.pid for each in psutil.Process(running.pid).children(recursive=True))]
        raise KeyboardInterrupt
