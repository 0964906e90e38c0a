from dataclasses import replace
from pathlib import Path

import pytest

from loadscripts.load.scenario import Request, UrlFile
from loadscripts.load.siege_records import (
    SiegedRequest,
    failed_requests,
    read_counts,
    read_requests,
    summarise,
    without_line,
    write_requests,
)
from loadscripts.trial_errors import GeneratorError

RECORDED = Path(__file__).parent / "recorded"


@pytest.fixture
def requests():
    """Of a Siege 4.0.7 that asked for six URLs, one missing (404) and one broken (500)."""
    return list(read_requests(RECORDED / "siege-4.0.7.out"))


@pytest.fixture
def counts():
    return read_counts((RECORDED / "siege-4.0.7.err").read_text())


def test_every_line_is_a_request(requests):
    first = requests[0]

    assert len(requests) == 110
    assert (first.user, first.status, first.url_index, first.duration_s, first.bytes) == (0, 200, 0, 0.0, 5)
    assert first.end_s == 1795234616


def test_sieges_own_counts(counts):
    assert counts.transactions == 95
    assert counts.failed == 15
    assert counts.successful == 80
    assert counts.availability == 86.36
    assert counts.response_time_s == 0.02


def test_a_siege_that_hung_has_left_no_counts():
    with pytest.raises(GeneratorError, match="ended without its counts"):
        read_counts("** SIEGE 4.0.7\nThe server is now under siege...\nLifting the server siege...\n")


def test_what_is_no_request_is_passed_over(tmp_path):
    out = tmp_path / "siege.out"
    out.write_text("[error] socket: unable to connect sock.c:282: Connection refused\n\nHTTP/1.1 nonsense\n")

    assert list(read_requests(out)) == []


def test_a_404_is_a_failure_whatever_siege_thinks(requests, counts):
    missing = sum(request.status == 404 for request in requests)

    assert missing == counts.transactions - counts.successful
    assert failed_requests(requests, counts) == missing + counts.failed


def test_a_broken_connection_has_no_line_but_is_counted(requests, counts):
    good = [request for request in requests if request.status == 200]

    assert failed_requests(good, counts) == 15


def test_answers_without_a_line_are_found_by_sieges_counts(requests, counts):
    answered = [request for request in requests if request.status < 500]

    assert len(answered) == counts.transactions == 95
    assert without_line(requests, counts) == 0
    assert without_line(requests[3:], counts) == sum(request.status < 500 for request in requests[:3]) > 0
    assert without_line([*requests, answered[0]], counts) == -1


def test_the_window_counts_only_what_ended_in_it(requests, counts):
    begin_s = requests[0].end_s + 1

    load = summarise(requests, counts, begin_s, begin_s + 2)

    inside = [request for request in requests if begin_s <= request.end_s < begin_s + 2]
    assert load.transactions == len(inside) < len(requests)
    assert load.transaction_rate == len(inside) / 2


def request(end_s: int, status: int, duration_s: float) -> SiegedRequest:
    return SiegedRequest(end_s, user=0, url_index=0, status=status, duration_s=duration_s, bytes=5)


def test_the_load_of_a_window_is_as_worked_by_hand(counts):
    requests = [request(100, 200, 9.0), request(101, 200, 0.25), request(103, 404, 0.75), request(105, 500, 9.0)]

    load = summarise(requests, replace(counts, failed=3), 101, 105)

    # The begin belongs to the window and the end does not: two requests in 4 s.
    assert (load.transactions, load.transaction_rate) == (2, 0.5)
    assert (load.response_time_s, load.longest_s) == (0.5, 0.75)
    # Of Siege's three failures one has a line; with the 404 four failed of six requests.
    assert load.failed == 4
    assert load.availability == pytest.approx(100 / 3)


@pytest.mark.parametrize(("begin_s", "end_s"), [(100.4, 105.6), (100.999, 105), (101, 105.001)])
def test_seconds_that_the_window_has_not_whole_are_left_out_for_siege_stamps_no_fractions(counts, begin_s, end_s):
    requests = [request(at_s, 200, 0.25) for at_s in (100, 101, 102, 104, 104, 105, 105)]
    load = summarise(requests, counts, begin_s, end_s)
    # 101 to 104: four requests in four seconds.
    assert (load.transactions, load.transaction_rate) == (4, 1.0)


def test_a_window_without_a_whole_second_has_no_rate(counts):
    load = summarise([request(101, 200, 0.25)], counts, 100.5, 101.9)
    assert (load.transactions, load.transaction_rate) == (0, None)


def test_a_window_in_which_nothing_was_answered_has_no_times(counts):
    load = summarise([], replace(counts, failed=0), 101, 105)

    assert (load.transactions, load.transaction_rate, load.response_time_s, load.longest_s) == (0, 0, 0, 0)
    assert (load.failed, load.availability) == (0, 100)


def test_available_is_what_was_answered_well_of_all_that_was_asked(requests, counts):
    good = [request for request in requests if request.status == 200]

    load = summarise(good, counts, good[0].end_s, good[-1].end_s + 1)

    assert load.availability == pytest.approx(100 * len(good) / (len(good) + 15))


def test_requests_csv_names_method_and_place_in_the_pass(requests, tmp_path):
    url_file = UrlFile(
        "http://127.0.0.1", tuple(Request(method="GET", path=f"/{n}?q=1") for n in range(6)), ("customer7",) * 6
    )

    write_requests(requests[:1], url_file, 4, tmp_path / "requests.csv")

    lines = (tmp_path / "requests.csv").read_text().splitlines()
    assert lines[0] == "end_s,user,method_url,url_index,status,duration_s,bytes,account,intended_ns,sent_ns,end_ns"
    assert lines[1] == "1795234616,0,GET /0,0,200,0.00,5,customer7,,,"
