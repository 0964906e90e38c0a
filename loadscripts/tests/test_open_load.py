"""What the generator of an open load is given and leaves, and that it ends with who began it."""

import json
import re
from pathlib import Path

import pytest

from deploy.host.jdk import Jdk
from deploy.paths import CHECKOUT
from loadscripts.load.hyperfoil import VERSION, hyperfoil
from loadscripts.load.open_load import OpenCustomers
from loadscripts.load.open_records import (
    OpenRequest,
    OpenSummary,
    read_open_requests,
    read_summary,
    summarise_open,
    write_open_requests,
)
from loadscripts.load.rate_profile import RatePiece, RateProfile
from loadscripts.load.scenario import read_scenario
from loadscripts.load.think import Think
from loadscripts.tests.small_store import small_store
from loadscripts.trial_errors import GeneratorError

S = 1_000_000_000


PAPER = Think(1.0, 4.0)


def customers(rate=10.0, think=PAPER, seed=7, store="http://127.0.0.1:9/storefront", duration_s=30.0):
    profile = RateProfile((RatePiece(duration_s, rate, rate),), paced=False)
    return OpenCustomers(
        read_scenario("place-orders"), profile, think, duration_s, seed, store, hyperfoil(Jdk.of_this_run())
    )


def written(who: OpenCustomers, folder: Path) -> tuple[dict[str, object], list[dict[str, str]]]:
    folder.mkdir()
    who.write_plan(folder)
    header, *lines = (folder / "sessions.csv").read_text().splitlines()
    sessions = [dict(zip(header.split(","), line.split(","), strict=True)) for line in lines]
    return json.loads((folder / "plan.json").read_text()), sessions


def test_the_same_seed_means_the_same_customers(tmp_path):
    _, one = written(customers(), tmp_path / "one")
    _, same = written(customers(), tmp_path / "same")
    _, other = written(customers(seed=8), tmp_path / "other")

    assert one == same != other
    assert [session["customer"] for session in one[:3]] == ["customer1", "customer2", "customer3"]
    due = [int(session["due_ns"]) for session in one]
    assert due == sorted(due) and due[-1] < 30 * S
    thinks = [int(think) for session in one for think in session["think_ns"].split(" ")]
    assert len(thinks) == 11 * len(one)
    assert S <= min(thinks) < 1.1 * S and 3.9 * S < max(thinks) <= 4 * S
    assert {session["quantity"] for session in one} == {"1", "2"}
    assert len({session["item"] for session in one}) == 12


def test_another_rate_changes_nothing_of_who_comes(tmp_path):
    _, slow = written(customers(rate=5), tmp_path / "slow")
    _, quick = written(customers(rate=20), tmp_path / "quick")

    def without_due(sessions):
        return [session | {"due_ns": ""} for session in sessions]

    assert without_due(slow) == without_due(quick)[: len(slow)]


@pytest.mark.parametrize(
    ("rate", "think", "limit"),
    # 2 x rate x (11 think times of 2.5 s + 10 s), at least 100 and at most 20,000.
    [(10, Think(1, 4), 750), (1, Think(1, 4), 100), (1000, Think(1, 4), 20_000), (10, Think(0, 0), 200)],
)
def test_sessions_and_connections_are_bounded(tmp_path, rate, think, limit):
    who = customers(rate=rate, think=think, duration_s=10)
    plan, _ = written(who, tmp_path / "plan")

    assert plan["session_limit"] == who.session_limit == limit
    assert plan["connections"] == min(1000, limit)


def test_the_version_that_is_recorded_is_the_one_that_is_built():
    pom = (CHECKOUT / "load-generator" / "pom.xml").read_text()
    assert re.findall("<hyperfoil.version>(.*)</hyperfoil.version>", pom) == [VERSION]


LINES = "0,0,1000,1500,2000,200,10\n41,11,3000000000,3000120000,3212000000,500,20\n7,1,1,2"


def test_what_was_recorded_becomes_the_table_of_requests(tmp_path):
    out = tmp_path / "requests.out"
    out.write_text(LINES)
    requests = list(read_open_requests(out))

    assert requests == [
        OpenRequest(0, 0, 1000, 1500, 2000, 200, 10),
        OpenRequest(41, 11, 3 * S, 3 * S + 120_000, 3_212_000_000, 500, 20),
    ]
    write_open_requests(requests, read_scenario("place-orders").requests, 40, tmp_path / "requests.csv")
    assert (tmp_path / "requests.csv").read_text().splitlines()[1:] == [
        "0.000002,0,GET /storefront/,0,200,0.000001,10,customer1,1000,1500,2000",
        "3.212000,41,POST /storefront/order,11,500,0.212000,20,customer2,3000000000,3000120000,3212000000",
    ]


def test_the_load_of_the_window_is_that_of_requests_that_ended_in_it_and_failed_are_all():
    def request(end_s, status=200):
        return OpenRequest(1, 0, round((end_s - 0.5) * S), round((end_s - 0.4) * S), round(end_s * S), status, 1)

    load = summarise_open([request(9.9, 0), request(10), request(12, 404), request(14)], 10 * S, 14 * S)
    assert (load.transactions, load.failed, load.availability) == (2, 2, 50.0)
    assert (load.response_time_s, load.transaction_rate, load.longest_s) == (0.5, 0.5, 0.5)


def test_a_generator_that_left_no_summary_has_failed(tmp_path):
    with pytest.raises(GeneratorError, match="ended without a summary"):
        read_summary(tmp_path / "summary.json")
    (tmp_path / "summary.json").write_text(
        '{"sessions_due": 3, "sessions_started": 2, "sessions_blocked": 1, "requests_sent": 4, "requests_ended": 4, '
        '"requests_unanswered": 2}'
    )
    assert read_summary(tmp_path / "summary.json") == OpenSummary(
        sessions_due=3,
        sessions_started=2,
        sessions_blocked=1,
        requests_sent=4,
        requests_ended=4,
        requests_unanswered=2,
    )


def test_a_load_that_is_finished_has_told_of_its_requests_and_nothing_is_left(tmp_path):
    with small_store() as store:
        who = customers(store=store.address + "/storefront", think=Think(0, 0))
        with who.ordering(tmp_path) as running:
            while len(store.requests) < 60:
                running.wait_while_running(0.05)
            assert running.finish() == 0
        assert running.process.poll() is not None

    requests = list(read_open_requests(tmp_path / "requests.out"))
    assert len(requests) == read_summary(tmp_path / "summary.json").requests_ended >= 50
    assert {request.status for request in requests} == {200}


def test_a_generator_that_cannot_begin_says_why(tmp_path):
    who = customers()
    object.__setattr__(who, "scenario", who.scenario.model_copy(update={"requests": ()}))
    with pytest.raises(GeneratorError, match="Hyperfoil ended too early: requests: expected at least one"), \
            who.ordering(tmp_path):  # fmt: skip
        pass
