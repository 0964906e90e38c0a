"""What is read out of the metrics of a store."""

from types import SimpleNamespace

import pytest

from cli.live.order_counts import OrderCounts, OrderCountsReader, bins_of, parse
from deploy.errors import ManagementError
from deploy.payara.management import Management
from deploy.tests.odd_servers import CUT, HTML, SSH, answering
from loadscripts.system.pet_store import PET_STORE

STEPS = """# TYPE petlab_steps counter
petlab_steps_total{outcome="committed",step="checkout"} 12.0
petlab_steps_total{outcome="rolled-back",step="checkout"} 3.0
# TYPE petlab_source_up gauge
petlab_source_up{source="steps"} 1.0
# EOF
"""
RESPONSES = """# TYPE petlab_completion_mails counter
petlab_completion_mails_total 9.0
# TYPE petlab_response_time_seconds histogram
# UNIT petlab_response_time_seconds seconds
petlab_response_time_seconds_bucket{le="0.01"} 2
petlab_response_time_seconds_bucket{le="0.1"} 7
petlab_response_time_seconds_bucket{le="+Inf"} 8
petlab_response_time_seconds_count 8
petlab_response_time_seconds_sum 4.5
# TYPE petlab_source_up gauge
petlab_source_up{source="responses"} 1.0
# EOF
"""
OF_EVERYTHING = STEPS.replace("# EOF\n", 'petlab_source_up{source="orders"} 1.0\n# EOF\n')


class AnsweringBed:
    """Answers what it was told to, or fails so."""

    def __init__(self, **answers):
        self.answers = answers
        self.asked = []

    def metrics(self, application, sources):
        self.asked.append((application, tuple(sources)))
        answer = self.answers[application]
        if isinstance(answer, Exception):
            raise answer
        return answer


def reader(bed, metrics=PET_STORE.metrics):
    return OrderCountsReader(bed, metrics)


def test_each_application_is_asked_once_for_what_is_cheap():
    bed = AnsweringBed(storefront=STEPS, opc=RESPONSES)
    assert reader(bed).read() == OrderCounts(12.0, 9.0, (0.01, 0.1), (2, 5, 1))
    assert bed.asked == [("storefront", ("steps",)), ("opc", ("responses",))]


def test_orders_without_pages_are_placed_when_they_are_booked():
    booked = STEPS.replace("checkout", "receiving").partition("# TYPE petlab_source_up")[0]
    bed = AnsweringBed(opc=booked + RESPONSES.replace('petlab_source_up{source="responses"} 1.0\n', ""))
    counts = reader(bed, PET_STORE.metrics.of_programs()).read()
    assert (counts.placed, counts.completed) == (12.0, 9.0)
    assert bed.asked == [("opc", ("responses", "steps"))]


def test_buckets_are_sorted_by_their_bounds():
    text = "# TYPE a histogram\n" + "".join(
        f'a_bucket{{le="{le}"}} {n}\n' for le, n in ((9.0, 1), (10.0, 4), ("+Inf", 4))
    )
    assert bins_of(parse(text + "# EOF\n"), "a") == ((9.0, 10.0), (1, 3, 0))


@pytest.mark.parametrize("answer", [ManagementError("gone"), "<html>", "", "petlab_steps_total{"])
def test_who_does_not_answer_with_metrics_is_left_out(answer):
    assert reader(AnsweringBed(storefront=STEPS, opc=answer)).read() == OrderCounts(12.0)


def test_a_source_that_failed_is_missing():
    assert reader(AnsweringBed(storefront="# EOF\n", opc="# EOF\n")).read() == OrderCounts()


def test_a_store_that_cannot_be_asked_for_a_part_is_not_asked_again():
    bed = AnsweringBed(storefront=OF_EVERYTHING, opc=RESPONSES)
    asked = reader(bed)
    asked.read()
    assert asked.read().placed is None
    assert [application for application, _ in bed.asked] == ["storefront", "opc", "opc"]


@pytest.mark.parametrize("answer", [CUT, SSH, HTML])
def test_a_server_that_dies_in_the_middle_of_its_metrics_is_left_out(answer):
    """Nothing reaches the thread that asks each second: it would end."""
    with answering(answer) as url:
        bed = SimpleNamespace(metrics=lambda application, sources: Management(application, url, "t").metrics(sources))
        assert reader(bed).read() == OrderCounts()
