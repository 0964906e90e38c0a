"""A campaign is resumed with what it was begun with, or refused."""

import pytest

from analysis.contract import schemas
from analysis.contract.experiment_document import BedOfExperiment
from analysis.contract.trial_document import MachineOfTrial, TrialDocument
from deploy.host.jdk import Jdk
from deploy.specification.transactions import TransactionPlan, parse
from loadscripts.campaign.bed_pool import BedChoice
from loadscripts.campaign.resumption import bed_record, require_same_machine, require_same_version, resumed_choice
from loadscripts.planning.experiment_file import find_experiment, read_experiment
from loadscripts.planning.trial import Trial
from loadscripts.probes.machine import Revision, machine_identity
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
    with pytest.raises(ResultsError, match=f"begun on {ELSEWHERE}, not on the embedded PostgreSQL: give it with"):
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


def test_two_trees_with_uncommitted_changes_are_the_same_if_the_changes_are():
    begun = Revision("aaaaaaaaa", dirty=True, changes="1" * 64)
    require_same_version(begun, Revision("aaaaaaaaa", dirty=True, changes="1" * 64))
    said = "aaaaaaa with uncommitted changes, and this is the same commit with other ones: restore those changes"
    with pytest.raises(ResultsError, match=said):
        require_same_version(begun, Revision("aaaaaaaaa", dirty=True, changes="2" * 64))


def test_changes_that_nobody_noted_cannot_be_told_apart():
    require_same_version(Revision("aaaaaaaaa", dirty=True), Revision("aaaaaaaaa", dirty=True, changes="2" * 64))


TINY = read_experiment(find_experiment("tiny"))
TRIAL = Trial("007", 1, 7, 1, {"transition": "soap"})


def conducted(machine=None, **versions) -> TrialDocument:
    """The facts of a trial of this machine, or of one that differs."""
    example = schemas.read_document(schemas.SCHEMAS / "examples" / "trial.json", TrialDocument)
    here = machine_identity(None).model_dump(exclude={"jdk"})
    of_trial = MachineOfTrial(**here | (machine or {}), os="Debian")
    return example.model_copy(update={"machine": of_trial, "versions": versions})


def test_the_same_machine_and_jdk_continue():
    jdk = Jdk.of_this_run().version
    require_same_machine([(TRIAL, conducted(jdk=jdk)), (TRIAL, conducted())], TINY)


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        (conducted(jdk="21.0.1"), "JDK 21.0.1, and this is .* JDK "),
        (conducted({"kernel": "5.0.0-other"}), "kernel 5.0.0-other, .* and this is"),
        (conducted({"cores": 1024}), "1024 cores, .* and this is"),
        (conducted({"cpu_model": "Other CPU"}), "conducted on Other CPU, .* and this is"),
    ],
)
def test_another_machine_or_jdk_is_refused(facts, said):
    with pytest.raises(ResultsError, match=f"trial 007 of these results was .*{said}"):
        require_same_machine([(TRIAL, conducted()), (TRIAL, facts)], TINY)


def test_a_named_jdk_is_the_one_in_its_folder_now(tmp_path):
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "javac").touch()
    experiment = TINY.model_copy(update={"jdk": {"newer": str(tmp_path)}})
    trial = Trial("007", 1, 7, 1, {"transition": "soap", "jdk": "newer"})
    (tmp_path / "release").write_text('JAVA_VERSION="26.0.1"\n', encoding="utf-8")
    require_same_machine([(trial, conducted(jdk="26.0.1"))], experiment)
    (tmp_path / "release").write_text('JAVA_VERSION="26.0.2"\n', encoding="utf-8")
    with pytest.raises(ResultsError, match=r"JDK 26\.0\.1, and this is .* JDK 26\.0\.2: use the same again"):
        require_same_machine([(trial, conducted(jdk="26.0.1"))], experiment)
