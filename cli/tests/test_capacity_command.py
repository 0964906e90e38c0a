"""What `capacity` conducts, what it keeps, and what loads in per cent are of."""

# mypy: disable-error-code="no-untyped-def"

import json
import re
import shutil
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from rich.table import Table

from analysis.contract import schemas
from analysis.contract.machine_capacity import MachineCapacities
from analysis.contract.measured_bed import MeasuredBed
from analysis.reporting.report import Report, write_report
from analysis.statistics.crossing import Crossing
from cli import capacity, kept_capacity
from cli.capacity import advice, experiment_of, loads_of, rates_of
from cli.kept_capacity import capacity_file, capacity_per_s, keep_capacity, warning_of
from cli.report_commands import written_report
from cli.tests.test_command_line import petlab
from cli.up_and_down import load_rule
from deploy.errors import MissingError, PlanError
from loadscripts.load.load_levels import CAPACITY, profile_of
from loadscripts.planning.capacity_shares import DEFAULT_OBJECTIVE, CapacityQuestion
from loadscripts.planning.experiment_file import find_experiment, read_experiment
from loadscripts.probes.machine import Revision
from loadscripts.simulation.known_sizes import LevelSizes, StoreSizes
from loadscripts.simulation.simulated_campaign import conduct_simulated
from loadscripts.trial_errors import ExperimentError, ResultsError
from loadscripts.trials.results_folder import Results, read_json

pytestmark = pytest.mark.usefixtures("analysed_once")

EXAMPLE = schemas.read_document(schemas.SCHEMAS / "examples" / "machine_capacity.json", MachineCapacities).capacities[0]
DELEGATES = ("jms-transacted", "jms-nontransacted", "soap")
HALF = """
question = "What does half of it cost?"
baseline = "jms-transacted"
repetitions = 1
warmup_s = 10
measure_s = 20
[factors]
transition = ["soap", "jms-transacted"]
load = ["50%", "120%"]
"""


@pytest.fixture
def kept(tmp_path, monkeypatch):
    monkeypatch.setenv("PETLAB_CACHE", str(tmp_path))
    monkeypatch.setattr(kept_capacity, "this_machine", lambda jdk: EXAMPLE.machine)
    keep_capacity(EXAMPLE)


def kept_rates(**question):
    """The capacity of each delegate that has one."""
    found = {delegate: capacity_per_s(CapacityQuestion(delegate, **question)) for delegate in DELEGATES}
    return {delegate: rate for delegate, rate in found.items() if rate is not None}


def test_the_command_line_changes_objective_rates_and_repetitions():
    experiment = experiment_of("p95 response <= 300 ms", "30, 20,45", 2)

    assert experiment.objective == "p95 response <= 300 ms"
    assert experiment.levels()["load"] == ("20/s", "30/s", "45/s")
    assert experiment.repetitions == 2
    assert len(experiment_of(None, None, None).levels()["load"]) >= 5


@pytest.mark.parametrize(
    "rates",
    [
        "20",
        "20,30",
        "20,20,20",
        "20,20.0,28",
        "020,20,28",
        "20,30,fast",
        "20,30,ramp 5-60",
        "20,30,-3",
        "",
        "20,30,2000",
    ],
)
def test_rates_that_are_none_are_refused_with_an_example(rates):
    with pytest.raises(PlanError, match="expected"):
        experiment_of(None, rates, None)


HELD, BROKEN = Crossing(40, None, None), Crossing(None, 20, None)


@pytest.mark.parametrize(
    ("crossings", "said"),
    [
        (
            [BROKEN],
            "20/s, the lowest rate, was too much in most trials: try --rates 10,11.2,12.6,14.1,15.9,17.8,20,40",
        ),
        ([HELD], "40/s, the highest rate, was sustained in most trials: try --rates 20,40,44.9,50.4,56.6,63.5,71.3,80"),
        (
            [BROKEN, HELD],
            "20/s, the lowest rate, was too much in most trials: try --rates 10,11.2,12.6,14.1,15.9,17.8,20,40",
        ),
    ],
)
def test_where_no_rate_crosses_the_objective_it_says_which_to_try(crossings, said):
    assert advice(crossings, [20.0, 40.0], Path("there"), 7) == said


def test_no_rate_is_advised_that_no_experiment_may_have():
    kept = [Crossing(600, None, None)]
    assert advice(kept, [300.0, 450.0, 600.0], Path("there"), 7).endswith("try --rates 300,450,600,673,756,849,952")
    assert advice([Crossing(1000, None, None)], [300.0, 1000.0], Path("there"), 7) == (
        "1000/s, the highest rate, was sustained in most trials, and no experiment may have more than 1000/s"
    )


def test_a_search_that_has_not_come_down_far_enough_is_to_go_on():
    """As it was where the store bore half as much as usual: no trial near the lightest rate, none that kept."""
    crossings = [Crossing(None, 28, None), Crossing(None, 22.4, None), Crossing(None, 14, None)]

    said = advice(crossings, [10.0, 14.0, 22.4, 28.0], Path("there"), 7)

    assert said == (
        "the rates tried, 14 to 28/s, do not show the capacity yet: "
        "./petlab resume there --repetitions 14, then ./petlab capacity --with there"
    )


@pytest.mark.parametrize(
    ("slow", "kept", "said"),
    [
        ({}, {"jms-transacted", "jms-nontransacted", "soap"}, ""),
        (
            {"soap": LevelSizes(response=30)},
            {"jms-transacted", "jms-nontransacted"},
            "soap: no capacity was found",
        ),
        pytest.param(
            dict.fromkeys(DELEGATES, LevelSizes(response=30)),
            set(),
            "try --rates 3,3.37,3.78,4.24,4.76,5.35,6,7,8,9,10,12,14,17",
            marks=pytest.mark.thorough,
        ),
    ],
    ids=["each has one", "one has none", "none has one"],
)
def test_who_has_no_capacity_is_named_and_the_others_are_kept(slow, kept, said, tmp_path, monkeypatch, capsys):
    """A store that does ten orders a second at most; a second and more for each, and no rate keeps p99 <= 1 s.

    Each trial goes by the one before of its delegate, as the records say.
    """

    def begin(experiment, parent, choice, *, yes):
        quick = experiment.model_copy(update={"jvm_warmup_s": 0})
        levels = {delegate: LevelSizes() for delegate in DELEGATES} | slow
        sizes = StoreSizes(levels=levels, most_orders_per_s=10.0)
        conduct_simulated(quick, sizes, tmp_path, loads=load_rule(quick, Results(tmp_path)))
        return Report(tmp_path / "report.html", Table())

    monkeypatch.setenv("PETLAB_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(capacity, "begin", begin)
    machine = cache(lambda: capacity.capacities_in(tmp_path)[0].machine)
    monkeypatch.setattr(kept_capacity, "this_machine", lambda jdk: machine())

    code = capacity.capacity(rates="6,7,8,9,10,12,14,17", repetitions=5, yes=True)

    assert code == int(bool(slow))
    out = capsys.readouterr().out
    assert said in out and out.count("orders/s") == len(kept)
    assert set(kept_rates()) == kept
    page = write_report(tmp_path).page.read_text(encoding="utf-8")
    assert page.count("holds in half of the trials up to") == len(kept) and "There is nothing to compare" not in page
    assert all(7 <= rate <= 12 for rate in kept_rates().values())
    _, trials, _ = Results(tmp_path).read()
    assert [str(trial.load) for trial in trials] == [
        read_json(tmp_path / "trials" / trial.id / "trial.json")["levels"]["load"] for trial in trials
    ]


def test_a_capacity_is_kept_although_nothing_can_be_printed(tmp_path, monkeypatch):
    def closed(report):
        raise SystemExit(1)

    monkeypatch.setenv("PETLAB_CACHE", str(tmp_path))
    monkeypatch.setattr(kept_capacity, "this_machine", lambda jdk: EXAMPLE.machine)
    monkeypatch.setattr(capacity, "begin", lambda *_, **__: Report(tmp_path / "report.html", Table()))
    monkeypatch.setattr(capacity, "capacities_in", lambda folder: (EXAMPLE, {}))
    monkeypatch.setattr(capacity, "show", closed)

    with pytest.raises(SystemExit):
        capacity.capacity()

    [kept] = read_json(capacity_file())["capacities"]
    assert {name: each["rate_per_s"] for name, each in kept["variants"].items()} == {
        "jms-transacted": 52.4,
        "soap": 41.0,
    }


@pytest.fixture
def quick_design(tmp_path, monkeypatch):
    """The shipped experiment without its four minutes of warm-up, which `capacity` conducts here in virtual time."""
    text = find_experiment("capacity").read_text(encoding="utf-8")
    file = tmp_path / "capacity.toml"
    file.write_text("\n".join(line for line in text.splitlines() if "jvm_warmup" not in line), encoding="utf-8")
    folder = tmp_path / "conducted"

    def begin(experiment, parent, choice, *, yes):
        sizes = StoreSizes(levels={delegate: LevelSizes() for delegate in DELEGATES}, most_orders_per_s=10.0)
        conduct_simulated(experiment, sizes, folder, loads=load_rule(experiment, Results(folder)))
        return written_report(folder)

    monkeypatch.setenv("PETLAB_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(capacity, "find_experiment", lambda name: file)
    monkeypatch.setattr(capacity, "begin", begin)
    return folder


def kept_but_for_its_time():
    document = read_json(capacity_file())
    return [{key: value for key, value in each.items() if key != "made"} for each in document["capacities"]]


def test_results_that_were_resumed_are_kept_as_those_that_never_ended(quick_design):
    """They are the same folder, whoever has conducted its last trials."""
    code = capacity.capacity(rates="6,7,8,9,10,12,14,17", repetitions=5, yes=True)
    at_once = kept_but_for_its_time()
    capacity_file().unlink()
    assert capacity.capacity(conducted=quick_design) == code
    assert kept_but_for_its_time() == at_once and len(at_once[0]["variants"]) == 3


def test_a_delegate_none_of_whose_trials_counts_is_named(quick_design, capsys, monkeypatch):
    capacity.capacity(rates="6,7,8", repetitions=2, yes=True)
    for file in quick_design.glob("trials/*/trial.json"):
        facts = read_json(file)
        if facts["levels"]["transition"] == "soap":
            facts["generator"]["exit"] = 1  # which makes it void
            file.write_text(json.dumps(facts), encoding="utf-8")
    monkeypatch.setattr(capacity, "require_finished", lambda results: None)  # their checksums are others now
    capsys.readouterr()

    assert capacity.capacity(conducted=quick_design) == 1
    out = capsys.readouterr().out
    assert "soap: none of its trials counts" in out
    assert re.search(r"^[^\n]*soap[^\n]*: no capacity was found, so none is kept", out, re.MULTILINE)


OTHER_OPTIONS: list[dict[str, Any]] = [{"objective": "p95 call <= 1 s"}, {"rates": "6,7,8"}, {"repetitions": 2}]


def test_results_of_another_design_and_unfinished_ones_are_not_kept(quick_design, tmp_path):
    capacity.capacity(rates="6,7,8", repetitions=2, yes=True)
    capacity_file().unlink(missing_ok=True)
    for option in OTHER_OPTIONS:
        with pytest.raises(PlanError, match="--with conducts nothing: leave --objective, --rates and --rep"):
            capacity.capacity(conducted=quick_design, **option)

    shutil.rmtree(quick_design / "trials" / "002")
    said = f"is not finished: 1 of 6 trials still to be conducted; run ./petlab resume {quick_design}"
    with pytest.raises(ResultsError, match=said):
        capacity.capacity(conducted=quick_design)

    record = read_json(quick_design / "experiment.json")
    record["as_read"]["measure_s"] = 30
    (quick_design / "experiment.json").write_text(json.dumps(record), encoding="utf-8")
    with pytest.raises(ResultsError, match=r"\(capacity\) has a different design from that of ./petlab capacity now"):
        capacity.capacity(conducted=quick_design)
    assert not capacity_file().exists()


def test_what_is_resumed_goes_on_at_the_loads_that_it_would_have_had(tmp_path):
    """Whatever loads the schedule has for trials that were not conducted yet."""
    asked = experiment_of(None, "6,7,8,9,10,12,14,17", 4).model_copy(update={"jvm_warmup_s": 0})
    results = Results(tmp_path)
    conduct_simulated(asked, StoreSizes(most_orders_per_s=10.0), tmp_path, loads=load_rule(asked, results))
    _, trials, _ = results.read()
    assert len({trial.load for trial in trials}) > 2

    last = tuple(trial for trial in trials if trial.block == 4)
    anywhere = tuple(replace(trial, levels={**trial.levels, "load": "6/s"}) for trial in last)
    assert load_rule(asked, Results(tmp_path))(anywhere) == last


def test_the_rates_that_were_tried_are_read_off_the_experiment():
    assert rates_of(experiment_of(None, "30, 7.5, 9", None)) == [7.5, 9.0, 30.0]


def test_an_objective_that_is_none_is_refused():
    with pytest.raises(PlanError, match="p99 response <= 1 s"):
        experiment_of("fast", None, None)


def test_rates_are_levels_of_the_load():
    assert loads_of("10,7.5,8") == ("7.5/s", "8/s", "10/s")


def test_what_was_kept_is_found_again_on_this_machine_alone(kept, monkeypatch):
    assert kept_rates() == {"jms-transacted": 52.4, "soap": 41.0}
    another = EXAMPLE.machine.model_copy(update={"cores": EXAMPLE.machine.cores + 1})
    monkeypatch.setattr(kept_capacity, "this_machine", lambda jdk: another)
    assert kept_rates() == {}


@pytest.mark.parametrize(
    "other",
    [
        {"objective": "p95 response <= 300 ms"},
        {"topology": "three-servers"},
        {"jvm_options": ("-XX:TieredStopAtLevel=1",)},
        {"bed": MeasuredBed(message_store="database")},
    ],
)
def test_another_objective_or_bed_has_no_capacity_and_takes_no_ones_place(other, kept):
    assert kept_rates(**other) == {}
    variants = {"soap": EXAMPLE.variants["soap"].model_copy(update={"rate_per_s": 7.0})}
    keep_capacity(EXAMPLE.model_copy(update={**other, "variants": variants}))
    assert kept_rates(**other) == {"soap": 7.0}
    assert kept_rates() == {"jms-transacted": 52.4, "soap": 41.0}


def test_a_jdk_of_its_own_has_a_machine_of_its_own(kept, monkeypatch):
    asked = []

    def machine_with(jdk):
        asked.append(jdk)
        return EXAMPLE.machine

    monkeypatch.setattr(kept_capacity, "this_machine", machine_with)
    assert kept_rates(jdk="/opt/jdk-26") and set(asked) == {"/opt/jdk-26"}


def test_what_an_older_petlab_has_kept_is_of_its_objective_and_one_server(kept):
    of_1 = EXAMPLE.model_dump(mode="json", exclude={"topology", "jvm_options", "bed"})
    capacity_file().write_text(json.dumps({"schema_version": 1, **of_1}), encoding="utf-8")
    assert kept_rates() == {"jms-transacted": 52.4, "soap": 41.0}
    assert kept_rates(topology="three-servers") == {}


def test_the_shipped_experiment_keeps_what_is_kept_where_nothing_is_said():
    shipped = experiment_of(None, None, None)
    assert shipped.objective == DEFAULT_OBJECTIVE
    assert shipped.capacity_question.is_answerable


def test_what_cannot_be_read_is_no_capacity_and_nobodys_error(kept, monkeypatch):
    capacity_file().write_text("{", encoding="utf-8")
    assert kept_rates() == {}
    keep_capacity(EXAMPLE)

    def no_jdk(jdk):
        raise MissingError("no JDK")

    monkeypatch.setattr(kept_capacity, "this_machine", no_jdk)
    assert kept_rates() == {}


def test_a_load_in_per_cent_is_a_share_of_what_the_baseline_bears(kept, tmp_path):
    file = tmp_path / "half.toml"
    file.write_text(HALF, encoding="utf-8")

    experiment = read_experiment(file, capacity_per_s)

    assert experiment.recorded == {CAPACITY: ((0.0, 52.4),)}
    profile = profile_of("50%", 10, 20, experiment.recorded)
    assert [piece.begin_per_s for piece in profile.pieces] == pytest.approx([26.2, 26.2])


def test_a_capacity_of_another_commit_is_warned_of(kept, tmp_path, monkeypatch):
    file = tmp_path / "half.toml"
    file.write_text(HALF, encoding="utf-8")
    experiment = read_experiment(file, capacity_per_s)
    found_at = str(EXAMPLE.commit)

    warning = warning_of(experiment, Revision("89abcdef01234567", dirty=False))

    assert warning == (
        f"100 % is 52.4 orders/s, found {EXAMPLE.made} at commit {found_at[:7]}; this is 89abcde: if the "
        "applications differ, find it again with ./petlab capacity"
    )
    assert warning_of(experiment, Revision(found_at, dirty=False)) is None
    assert "this is 0123456 with uncommitted changes" in str(
        warning_of(experiment, Revision("0123456" + found_at[7:], dirty=True))
    )
    file.write_text(f'assignment = "trial"\nobjective = "p95 response <= 300 ms"\n{HALF}', encoding="utf-8")
    own = read_experiment(file, lambda question: 52.4)
    monkeypatch.setattr(kept_capacity, "_found", lambda question: EXAMPLE)
    monkeypatch.setattr(kept_capacity, "capacity_per_s", lambda question: 52.4)
    assert 'find it again with ./petlab capacity --objective "p95 response <= 300 ms"' in str(
        warning_of(own, Revision("89abcdef01234567", dirty=False))
    )
    without_shares = experiment.model_copy(update={"recorded": {}})
    assert warning_of(without_shares, Revision("89abcdef01234567", dirty=False)) is None


def test_without_a_capacity_a_share_is_of_nothing(tmp_path):
    file = tmp_path / "half.toml"
    file.write_text(HALF, encoding="utf-8")

    known = r"50% depends on the rate at which jms-transacted keeps p99 response <= 1 s on this machine"
    with pytest.raises(ExperimentError, match=rf"{known}, which is not known: ./petlab capacity finds it"):
        read_experiment(file)


def test_no_share_is_of_a_capacity_that_another_delegate_had_part_in(tmp_path):
    """A capacity is found with one delegate for all transitions."""
    file = tmp_path / "half.toml"
    file.write_text(HALF.replace("[factors]", '[factors]\nsupplier-order = "soap"'), encoding="utf-8")
    mistake = "factors.load: expected rates such as 40/s with the factor supplier-order, got 50%"
    with pytest.raises(ExperimentError, match=mistake):
        read_experiment(file, lambda question: 40.0)


@pytest.mark.parametrize(
    ("line", "question", "said"),
    [
        (
            'objective = "p95 call <= 50 ms"\nassignment = "trial"',
            {"objective": "p95 call <= 50 ms"},
            r'keeps p95 call <= 50 ms .* ./petlab capacity --objective "p95 call <= 50 ms" finds it',
        ),
        ('topology = "three-servers"', {"topology": "three-servers"}, "has no such servers and bed: name rates"),
        (
            '[settings]\nhistory = "off"',
            {"bed": MeasuredBed(settings={"history": "off"})},
            "has no such servers and bed: name rates",
        ),
    ],
)
def test_a_share_is_of_what_the_experiment_has_itself(line, question, said, tmp_path):
    file = tmp_path / "half.toml"
    table = line.startswith("[")
    file.write_text(f"{HALF}\n{line}" if table else f"{line}\n{HALF}", encoding="utf-8")
    asked = []

    def capacity_of(question):
        asked.append(question)
        return 40.0

    read_experiment(file, capacity_of)
    assert asked == [CapacityQuestion("jms-transacted", **question)]
    with pytest.raises(ExperimentError, match=said):
        read_experiment(file)


def test_a_share_is_of_the_baseline_where_beds_are_compared(tmp_path):
    """The second of two message stores is the baseline here."""
    file = tmp_path / "stores.toml"
    text = HALF.replace('baseline = "jms-transacted"', 'compare = "message_store"\nbaseline = "database"')
    file.write_text(f'{text}message_store = ["journal", "database"]\n', encoding="utf-8")
    asked = []

    def capacity_of(question):
        asked.append(question)
        return 40.0

    read_experiment(file, capacity_of)
    assert asked == [CapacityQuestion("soap", bed=MeasuredBed(message_store="database"))]


def test_another_transaction_manager_than_the_capacity_had_is_refused(kept, tmp_path):
    file = tmp_path / "half.toml"
    file.write_text(HALF, encoding="utf-8")
    for words in (("--transaction-manager", "payara"), ("--database", "jdbc:postgresql://127.0.0.1:5432/shop")):
        shown = petlab("run", str(file), "--dry-run", *words)
        assert shown.returncode == 1 and "what was measured with the bed's own database" in shown.stderr
    assert petlab("run", str(file), "--dry-run", "--transaction-manager", "narayana").returncode == 0


def test_a_share_of_nothing_or_of_far_too_much_is_refused(tmp_path):
    file = tmp_path / "half.toml"
    for share in ("0%", "5000%"):
        file.write_text(HALF.replace("50%", share), encoding="utf-8")
        with pytest.raises(ExperimentError, match="expected from above 0% to 1000% of the capacity"):
            read_experiment(file, lambda question: 52.4)
