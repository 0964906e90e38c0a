"""Heaps as a factor: sizes, multiples of the least one, and what becomes of them."""

# mypy: disable-error-code="no-untyped-def"

import re
from shlex import quote

import pytest

from analysis.contract.experiment_document import HeapOfExperiment
from analysis.contract.measured_bed import MeasuredBed
from analysis.contract.trial_document import PastOrdersDocument
from deploy.specification.plan import check
from loadscripts.planning.experiment_file import find_experiment, read_experiment
from loadscripts.planning.heap_levels import HeapQuestion, parse_heap
from loadscripts.planning.measured_beds import plan_of
from loadscripts.planning.schedule import schedule
from loadscripts.trial_errors import ExperimentError

FILE = """
question = "Which collector?"
compare = "jvm"
baseline = "g1"
repetitions = 1
warmup_s = 1
measure_s = 5
[factors]
transition = ["soap", "jms-transacted"]
customers = [5, 20]
think = "0.1-0.4 s"
jvm = ["g1", "zgc"]
heap = {heap}
[jvm]
g1 = ["-XX:+UseG1GC"]
zgc = ["-XX:+UseZGC"]
"""


FOUND = HeapOfExperiment(mb=150, made="2026-11-21 10:00", commit="0123456789abcdef", dirty=False)


@pytest.fixture
def written(tmp_path):
    def write(heap, text=FILE):
        file = tmp_path / "collectors.toml"
        file.write_text(text.replace("{heap}", heap), encoding="utf-8")
        return file

    return write


@pytest.mark.parametrize(
    ("level", "least_mb", "mb"),
    [("512m", None, 512), ("2g", 150, 2048), ("1.5x", 150, 225), ("1x", 97, 97), ("1.01x", 150, 152)],
)
def test_a_level_is_a_size_or_a_multiple(level, least_mb, mb):
    assert parse_heap(level).mb(least_mb) == mb


@pytest.mark.parametrize("level", ["512", "512 m", "-512m", "1.5", "x", "1.5 x", "", "32m", "2000g", "0.9x", "101x"])
def test_anything_else_is_refused_with_what_was_expected(level):
    with pytest.raises(ValueError, match="expected"):
        parse_heap(level)


def test_a_multiple_of_what_is_not_known_has_no_size():
    with pytest.raises(ValueError, match="not known"):
        parse_heap("2x").mb(None)


def test_multiples_are_of_the_least_heap_of_the_baseline_under_the_greatest_load(written):
    asked = []

    def least(question):
        asked.append(question)
        return FOUND

    experiment = read_experiment(written('["1.5x", "1g"]'), least_heap=least)

    delegates = ("soap", "jms-transacted")
    assert asked == [HeapQuestion(("-XX:+UseG1GC",), "one-server", delegates, 20, "0.1-0.4 s")]
    assert {
        (trial.jvm, trial.heap, experiment.jvm_options(trial.jvm, trial.heap)) for trial in schedule(experiment)
    } == {
        ("g1", "1.5x", ("-XX:+UseG1GC", "-Xms225m", "-Xmx225m")),
        ("g1", "1g", ("-XX:+UseG1GC", "-Xms1024m", "-Xmx1024m")),
        ("zgc", "1.5x", ("-XX:+UseZGC", "-Xms225m", "-Xmx225m")),
        ("zgc", "1g", ("-XX:+UseZGC", "-Xms1024m", "-Xmx1024m")),
    }
    again = experiment.model_validate_json(experiment.model_dump_json(by_alias=True))
    assert (again.least_heap_mb, again.least_heap) == (150, FOUND), "who resumes it has it"


def asked_for(file):
    """Which least heaps an experiment asks for."""
    asked = []

    def least(question):
        asked.append(question)
        return HeapOfExperiment(mb=150)

    read_experiment(file, least_heap=least)
    return asked


PAST = PastOrdersDocument(customers=100, products=16, orders=1000, seed=7, until="2026-01-01")


@pytest.mark.parametrize(
    ("lines", "bed"),
    [
        ('[settings]\nhistory = "off"', {"settings": {"history": "off"}}),
        ('[settings]\nhistory = "on"', {}),
        ('transactions = "narayana file"', {"transactions": "narayana file"}),
        ('transactions = "narayana slots"', {}),
        ('message_store = ["database", "journal"]', {"message_store": "database"}),
        ('broker = "in-server"', {"broker": "in-server"}),
        ('broker_jvm = "g1"', {"broker_jvm_options": ("-XX:+UseG1GC",)}),
        ('forced_writes = "none"', {"forced_writes": "none"}),
        ('database_commit = "last-agent"', {"database_commit": "last-agent"}),
        ("past_orders = 1000\n[past]\nseed = 7", {"past": PAST}),
    ],
)
def test_the_least_heap_is_that_of_the_beds_that_the_experiment_has(written, lines, bed):
    """A past of 1000 orders has a customer for each ten. What says what a bed has anyway says nothing."""
    [question] = asked_for(written('"2x"', FILE.replace("[jvm]", f"{lines}\n[jvm]")))
    assert question.bed == MeasuredBed(**bed)
    plan = plan_of(question.bed, "one-server", (), None, 21000)
    assert check(plan).plan == plan, "such a bed can be put up"
    known = ("message_store", "broker", "forced_writes", "database_commit", "broker_jvm_options", "settings")
    assert all(getattr(plan, name) == getattr(question.bed, name) for name in known)
    assert (plan.past is None) == ("past" not in bed)


def test_it_is_that_of_the_jdk_and_topology_of_the_baseline(written, tmp_path):
    home = jdk_in(tmp_path / "jdk-26")
    text = FILE.replace('compare = "jvm"\nbaseline = "g1"', 'compare = "jdk"\nbaseline = "newer"')
    text = text.replace("[jvm]", f'jdk = ["default", "newer"]\n[jdk]\nnewer = "{home}"\n[jvm]')
    asked = asked_for(written('"2x"', text))
    assert [question.jdk for question in asked] == [str(home)]
    two = FILE.replace('compare = "jvm"\nbaseline = "g1"', 'compare = "topology"\nbaseline = "three-servers"')
    two = two.replace("[jvm]", 'topology = ["one-server", "three-servers"]\n[jvm]')
    assert asked_for(written('"2x"', two))[0].topology == "three-servers"


def jdk_in(home):
    """What is looked at of a JDK."""
    (home / "bin").mkdir(parents=True)
    (home / "bin" / "javac").touch()
    (home / "release").write_text('JAVA_VERSION="26"\n', encoding="utf-8")
    return home


def test_who_has_not_looked_for_it_is_told_how(written):
    file = written('["1.5x", "1g"]')
    told = rf"1.5x is a multiple of the least heap .* ./petlab least-heap {re.escape(quote(str(file)))} finds it"
    with pytest.raises(ExperimentError, match=told):
        read_experiment(file)
    with pytest.raises(ExperimentError, match=r"./petlab least-heap collectors finds it"):
        read_experiment(find_experiment("collectors"))
    assert read_experiment(written('["512m", "1g"]')).least_heap_mb is None


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        (
            "customers = [5, 20]",
            'load = "20/s"',
            "factors.heap: expected a size such as 512m with the factor load, got 2x",
        ),
        (
            "customers = [5, 20]",
            'customers = [5, 20]\ninvoice = "soap"',
            "factors.heap: expected a size such as 512m with the factor invoice, got 2x",
        ),
        ('["-XX:+UseZGC"]', '["-XX:+UseZGC", "-Xmx1g"]', "jvm.zgc: expected without -Xmx1g: the factor heap says"),
        ('["-XX:+UseZGC"]', '["-XX:MaxRAM=2g"]', "jvm.zgc: expected without -XX:MaxRAM=2g: the factor heap says"),
        ("repetitions = 1", "repetitions = 1\nleast_heap_mb = 100", "least_heap_mb: there is no such key"),
        ("repetitions = 1", "repetitions = 1\nleast_heap = {mb = 100}", "least_heap: there is no such key"),
    ],
)
def test_what_cannot_be_of_heaps_is_a_mistake(written, before, after, message):
    text = FILE.replace('think = "0.1-0.4 s"\n', "") if "load" in after else FILE
    with pytest.raises(ExperimentError, match=re.escape(message)):
        read_experiment(written('"2x"', text.replace(before, after)), least_heap=lambda question: FOUND)
