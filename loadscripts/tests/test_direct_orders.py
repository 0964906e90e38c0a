"""What the generator of orders without pages is given, and what becomes of what it leaves."""

import re
from decimal import Decimal
from pathlib import Path

import pytest

from deploy.host.jdk import Jdk
from deploy.paths import CHECKOUT
from deploy.specification.foreign_client import ForeignAccess
from deploy.specification.plan import BedPlan
from loadscripts.campaign.trial_sequence import make_lab
from loadscripts.campaign_progress import Silent
from loadscripts.facts.trial_run import TrialRun
from loadscripts.load.direct_orders import DirectOrders
from loadscripts.load.order_generator import CLIENT_VERSION, order_generator
from loadscripts.load.rate_profile import RatePiece, RateProfile
from loadscripts.load.received_orders import ReceivedOrder, read_received_orders
from loadscripts.load.scenario import read_scenario
from loadscripts.load.think import Think
from loadscripts.planning.experiment import Experiment
from loadscripts.planning.experiment_file import read_experiment
from loadscripts.planning.schedule import schedule
from loadscripts.system.dry_run_bed import DryRunBed
from loadscripts.trial_errors import ExperimentError
from loadscripts.trials.collect import add_received_points, write_received_orders
from loadscripts.trials.generators import ProgramOfTrial, generator_of

ACCESS = ForeignAccess("foreign-client", "se=cr\\et", "http://127.0.0.1:9/opc", "tcp://127.0.0.1:8?a=b")
NO_THINK = Think(0.0, 0.0)


def orders(in_flight=None, rate=None, think=NO_THINK, seed=7, duration_s=3.0):
    profile = RateProfile((RatePiece(duration_s, rate, rate),), paced=False) if rate else None
    program = order_generator(Jdk.of_this_run())
    scenario = read_scenario("submit-orders")
    mails = Path("/bed/mails.csv")
    return DirectOrders(scenario, ("soap", "jms"), in_flight, profile, think, duration_s, seed, ACCESS, mails, program)


def written(planned: DirectOrders, folder: Path) -> tuple[dict[str, str], list[dict[str, str]]]:
    folder.mkdir()
    planned.write_plan(folder)
    properties = dict(line.split("=", 1) for line in (folder / "plan.properties").read_text().splitlines())
    header, *lines = (folder / "orders.csv").read_text().splitlines()
    return properties, [dict(zip(header.split(","), line.split(","), strict=True)) for line in lines]


@pytest.mark.parametrize("load", [{"customers": 2, "think": "none"}, {"load": "5/s"}])
def test_a_plan_is_longer_than_its_trial_as_one_of_a_duet_waits_for_the_other(load, tmp_path):
    """The trial takes 4 + 20 s, of which nobody knows when they begin."""
    factors = {"transition": "jms-transacted", "entrance": ["soap", "jms"], **load}
    asked = {"name": "small", "question": "?", "scenario": "submit-orders", "compare": "entrance", "baseline": "soap"}
    times = {"jvm_warmup_s": 0, "warmup_s": 4, "measure_s": 20, "repetitions": 1}
    lab = make_lab(Experiment.model_validate({**asked, **times, "factors": factors}), Silent())

    planned = generator_of(schedule(lab.experiment)[0], lab, DryRunBed(BedPlan()))

    assert isinstance(planned, ProgramOfTrial)
    assert written(planned.orders, tmp_path / "plan")[0]["duration_ms"] == "84000"


def test_who_sends_what_and_where(tmp_path):
    properties, planned = written(orders(in_flight=16), tmp_path / "plan")

    assert properties == {
        "entrances": "soap,jms",
        "service": "http://127.0.0.1:9/opc/services/order-submission",
        "broker": "tcp://127.0.0.1:8?a=b",
        "user": "foreign-client",
        "password": "se=cr\\\\et",  # as Java's properties have a backslash
        "at_once": "16",
        "closed": "true",
        "duration_ms": "3000",
        "answers_timeout_ms": "10000",
        "mails": "/bed/mails.csv",
        "completion": "completed",
    }
    assert (tmp_path / "plan" / "plan.properties").stat().st_mode & 0o077 == 0
    assert [order["order"] for order in planned[:3]] == ["F-1", "F-2", "F-3"]
    assert len(planned) == 3000
    assert {order["due_ns"] for order in planned} == {"0"}
    assert {order["quantity"] for order in planned} == {"1", "2"}
    assert len({order["item"] for order in planned}) == 12
    for order in planned[:100]:
        assert Decimal(order["total"]) == int(order["quantity"]) * Decimal(order["price"])


def test_the_same_seed_means_the_same_orders_at_whatever_rate(tmp_path):
    def without_due(planned):
        return [order | {"due_ns": ""} for order in planned]

    slow_properties, slow = written(orders(rate=5), tmp_path / "slow")
    _, quick = written(orders(rate=50), tmp_path / "quick")
    _, other = written(orders(rate=50, seed=8), tmp_path / "other")
    assert (slow_properties["closed"], slow_properties["at_once"]) == ("false", "100")
    assert without_due(slow) == without_due(quick)[: len(slow)]
    assert quick != other
    due = [int(order["due_ns"]) for order in quick]
    assert due == sorted(due) and due[0] > 0 and due[-1] < 3e9


@pytest.mark.parametrize(("rate", "at_once"), [(1, 100), (20, 400), (1000, 1000)])
def test_as_many_are_submitted_at_once_as_a_slow_store_needs(rate, at_once):
    """2 x rate x 10 s, at least 100 and at most 1,000: with fewer a store that pauses for a second would be called
    overloaded.
    """
    assert orders(rate=rate).at_once == at_once


def test_senders_think_between_two_times(tmp_path):
    _, planned = written(orders(in_flight=1, think=Think(0.5, 1.0)), tmp_path / "plan")
    thinks = [int(order["think_ns"]) for order in planned]
    assert 5e8 <= min(thinks) < 5.5e8 and 9.5e8 < max(thinks) <= 1e9


def test_the_version_that_is_recorded_is_the_one_that_is_built():
    pom = (CHECKOUT / "order-generator" / "pom.xml").read_text()
    assert re.findall("<artemis.version>(.*)</artemis.version>", pom) == [CLIENT_VERSION]


RECEIVED = (ReceivedOrder("F-1", 1000, "customer1", "33.00", "EST-1:2"), ReceivedOrder("F-3", 5000, "c3", "9", "I:1"))


def test_an_order_is_received_when_its_sender_has_a_receipt(tmp_path):
    (tmp_path / "answers.csv").write_text(
        "1000,1500,customer1,confirmed,F-1\n2000,2500,customer2,unsettled,F-2\n3000,3500,customer3,refused,F-4\n"
    )
    (tmp_path / "orders.csv").write_text(
        "due_ns,think_ns,item,price,order,customer,quantity,total\n"
        "0,0,EST-1,16.50,F-1,customer1,2,33.00\n0,0,EST-1,16.50,F-2,customer2,1,16.50\n"
    )
    assert read_received_orders(tmp_path / "answers.csv", tmp_path / "orders.csv") == RECEIVED[:1]


def test_receipts_are_the_storefront_s_books_and_the_first_measuring_points(tmp_path):
    run = TrialRun(tmp_path, measure_begin_ns=2000, measure_end_ns=5000, received_orders=RECEIVED)
    (tmp_path / "points.csv").write_text("wall_ns,jvm,point,order_id,phase\n7,opc,completion-mailed,F-1,warmup\n")
    write_received_orders(run)
    add_received_points(run)
    assert (tmp_path / "storefront_orders.csv").read_text().splitlines() == [
        "order_id,received_ns,customer,total,lines", "F-1,1000,customer1,33.00,EST-1:2", "F-3,5000,c3,9,I:1",
    ]  # fmt: skip
    assert (tmp_path / "points.csv").read_text().splitlines()[2:] == [
        "1000,generator,order-received,F-1,warmup", "5000,generator,order-received,F-3,drain",
    ]  # fmt: skip


def test_the_storefront_s_own_books_stay_where_it_took_the_orders(tmp_path):
    (tmp_path / "storefront_orders.csv").write_text("its own")
    write_received_orders(TrialRun(tmp_path))
    assert (tmp_path / "storefront_orders.csv").read_text() == "its own"


BACK_END = (CHECKOUT / "loadscripts" / "experiments" / "back-end.toml").read_text()


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ('entrance   = ["soap", "jms"]', "", "factors.entrance: is missing: expected soap, jms or both"),
        ('"submit-orders"', '"place-orders"', r"scenario: expected one without pages \(submit-orders\)"),
        ("[factors]", '[factors]\norder-submission = "soap"', "factors.order-submission: expected without entrance"),
        ("[factors]", '[factors]\nfault = "kill opc"', "factors.entrance: expected without the fault 'kill opc'"),
        ('"one-server"', '"three-servers-tls"', "factors.entrance: expected a topology without TLS"),
        ('["soap", "jms"]', '["soap", "mail"]', "factors.entrance.1: expected 'soap' or 'jms', got 'mail'"),
    ],
)
def test_what_cannot_be_together_is_told(tmp_path, before, after, message):
    assert before in BACK_END
    file = tmp_path / "mine.toml"
    file.write_text(BACK_END.replace(before, after))
    with pytest.raises(ExperimentError, match=message):
        read_experiment(file)
