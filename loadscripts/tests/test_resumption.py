"""A campaign is resumed with what it was begun with, or refused."""

import pytest

from analysis.contract.experiment_document import BedOfExperiment
from deploy.specification.transactions import TransactionPlan, parse
from loadscripts.campaign.bed_pool import BedChoice
from loadscripts.campaign.resumption import bed_record, require_same_version, resumed_choice
from loadscripts.probes.machine import Revision
from loadscripts.trial_errors import ResultsError

PAYARA = BedChoice(21000, None, TransactionPlan("payara"))
ELSEWHERE = "jdbc:postgresql://127.0.0.1:5432/shop"


def test_the_manager_of_the_beginning_drives_the_rest_though_nobody_names_it_again():
    resumed = resumed_choice(BedChoice(port_base=24000), bed_record(PAYARA))
    assert resumed == BedChoice(24000, None, parse("payara"))


@pytest.mark.parametrize("label", ["narayana file unforced", "narayana slots", "payara"])
def test_every_plan_comes_back_from_its_record(label):
    begun = BedChoice(transactions=parse(label))
    resumed = resumed_choice(BedChoice(), bed_record(begun))
    assert resumed.transactions is not None and resumed.transactions.label == label


@pytest.mark.parametrize(("begun", "shown"), [(PAYARA, "payara"), (BedChoice(), "the default")])
def test_another_manager_is_refused(begun, shown):
    requested = BedChoice(transactions=parse("narayana file"))
    with pytest.raises(ResultsError, match=f"begun with {shown} as transaction manager, not with narayana file: leave"):
        resumed_choice(requested, bed_record(begun))


def test_the_same_manager_may_be_named_again():
    assert resumed_choice(PAYARA, bed_record(PAYARA)) == PAYARA


def test_a_database_by_url_is_given_again_and_its_password_is_not_written_down():
    begun = bed_record(BedChoice(database_url=f"{ELSEWHERE}?user=dba&password=secret"))
    assert begun == BedOfExperiment(transactions=None, database=ELSEWHERE)
    again = BedChoice(database_url=f"{ELSEWHERE}?user=dba&password=other")
    assert resumed_choice(again, begun) == again
    with pytest.raises(ResultsError, match=f"begun on {ELSEWHERE}, not on the embedded PostgreSQL: give it by"):
        resumed_choice(BedChoice(), begun)


def test_a_database_that_was_not_there_is_refused():
    with pytest.raises(
        ResultsError, match=f"begun on the embedded PostgreSQL, not on {ELSEWHERE}: leave --database out"
    ):
        resumed_choice(BedChoice(database_url=ELSEWHERE), bed_record(BedChoice()))


def test_who_recorded_no_choice_leaves_it_to_the_command_line():
    assert resumed_choice(PAYARA, None) == PAYARA


@pytest.mark.parametrize(
    ("now", "shown"),
    [
        (Revision("bbbbbbbbb", dirty=False), "at commit aaaaaaa, and this is bbbbbbb: check"),
        (Revision("aaaaaaaaa", dirty=True), "at commit aaaaaaa, and this is aaaaaaa with uncommitted changes: check"),
    ],
)
def test_another_version_is_refused(now, shown):
    with pytest.raises(ResultsError, match=shown):
        require_same_version(Revision("aaaaaaaaa", dirty=False), now)


@pytest.mark.parametrize("now", [Revision("aaaaaaaaa", dirty=False), Revision(None, None)])
def test_the_same_version_continues_and_so_does_one_that_nobody_can_tell(now):
    require_same_version(Revision("aaaaaaaaa", dirty=False), now)
