import json
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from analysis.contract.experiment_document import HeapOfExperiment
from deploy.specification.past import Past
from loadscripts.load.load_levels import CAPACITY
from loadscripts.load.think import MatchedThink, Think, matched_think, parse_think
from loadscripts.planning.capacity_shares import CapacityQuestion
from loadscripts.planning.experiment_file import EXPERIMENTS, find_experiment, read_experiment
from loadscripts.planning.schedule import schedule
from loadscripts.trial_errors import ExperimentError
from loadscripts.trials.trial_record import past_of

GOOD = """
question = "Which way is faster?"
baseline = "jms-transacted"
repetitions = 2
warmup_s = 10
measure_s = 20
[factors]
transition = ["jms-transacted", "soap"]
customers = [15, 40]
"""


def written(folder: Path, text: str) -> Path:
    file = folder / "experiment.toml"
    file.write_text(text, encoding="utf-8")
    return file


@pytest.mark.parametrize("file", sorted(EXPERIMENTS.glob("*.toml")), ids=lambda file: file.stem)
def test_every_experiment_of_the_tree_can_be_read(file):
    experiment = read_experiment(file, lambda question: 40.0, lambda question: HeapOfExperiment(mb=150))
    assert experiment.question.endswith("?")


@pytest.mark.parametrize(("name", "store"), [("paper", "journal"), ("paper-database", "database")])
def test_the_paper_is_the_papers_design(name, store):
    paper = read_experiment(find_experiment(name), lambda question: 40.0)

    assert paper.levels()["customers"] == (15, 25, 40, 60, 80, 100)
    assert paper.levels()["transition"] == ("jms-transacted", "jms-nontransacted", "soap")
    # 80 customers bring 40 orders/s when each takes 2 s for one, in which they think 12 times, a sixth of a second on
    # the average; as in the paper the longest is four times the shortest.
    assert paper.levels()["think"] == ("0.0667-0.2667 s",)
    assert paper.levels()["message_store"] == (store,)
    assert paper.repetitions >= 5
    assert "-Xmx500m" in paper.jvm_options(paper.levels()["jvm"][0])


def test_the_turns_at_light_and_moderate_load_are_the_papers_but_for_how_delegates_are_assigned():
    paper, turns = (
        read_experiment(find_experiment(name), lambda question: 40.0) for name in ("paper", "paper-windows")
    )

    assert turns.levels()["message_store"] == ("journal", "database")
    assert set(turns.levels()["customers"]) < set(paper.levels()["customers"])
    for factor in ("transition", "think", "jvm"):
        assert turns.levels()[factor] == paper.levels()[factor]
    assert turns.jvm_options("paper") == paper.jvm_options("paper")


@pytest.mark.parametrize(
    ("key", "levels"),
    [
        ("heap", '["1g", "1024m"]'),
        ("heap", '["2x", "2.0x"]'),
        ("load", '["20/s", "20.0/s"]'),
        ("think", '["1-4 s", "1.0-4.0 s"]'),
    ],
)
def test_a_level_that_is_spelled_in_two_ways_is_one(tmp_path, key, levels):
    text = re.sub(rf"^{key} *=.*\n", "", GOOD, flags=re.MULTILINE).replace("[factors]", f"[factors]\n{key} = {levels}")
    with pytest.raises(ExperimentError, match=rf"factors\.{key}: expected each level once: .* and .* are the same"):
        read_experiment(written(tmp_path, text))


@pytest.mark.parametrize("name", ["../x", "/x", "a/b", "", ".hidden", "-x", "a\\b"])
def test_results_are_named_by_an_experiment_and_lie_in_their_folder(tmp_path, name):
    with pytest.raises(ExperimentError, match="name: expected"):
        read_experiment(written(tmp_path, f"name = {json.dumps(name)}\n{GOOD}"))
    assert read_experiment(written(tmp_path, f'name = "my load [1]"\n{GOOD}')).name == "my load [1]"


@pytest.mark.parametrize("table", ["jvm", "jdk"])
def test_no_set_of_options_and_no_jdk_has_the_name_of_what_is_usual(tmp_path, table):
    """The broker would have the options of such a set, too."""
    value = '["-Xmx4g"]' if table == "jvm" else '"/opt/jdk"'
    with pytest.raises(ExperimentError, match=rf"{table}\.default: expected another name: 'default' is "):
        read_experiment(written(tmp_path, f"{GOOD}\n[{table}]\ndefault = {value}\n"))


def test_a_setting_that_no_application_could_read_is_a_mistake(tmp_path):
    text = f'{GOOD}\n[settings]\n"approval.limit" = "500,00"\nhistory = "of"\n'
    with pytest.raises(ExperimentError) as caught:
        read_experiment(written(tmp_path, text))
    assert "settings.approval.limit: expected an amount such as 500.00, got '500,00'" in str(caught.value)
    assert "settings.history: expected on or off, got 'of'" in str(caught.value)


def test_what_a_question_asks_of_besides_is_one_metric_or_several(tmp_path):
    assert read_experiment(written(tmp_path, GOOD)).secondary == ()
    one = f'secondary = "response_p99_ms"\n{GOOD}'
    assert read_experiment(written(tmp_path, one)).secondary == ("response_p99_ms",)
    several = one.replace('"response_p99_ms"', '["response_p99_ms", "gc_per_order_ms"]')
    assert read_experiment(written(tmp_path, several)).secondary == ("response_p99_ms", "gc_per_order_ms")
    with pytest.raises(ExperimentError, match="secondary"):
        read_experiment(written(tmp_path, f'secondary = "P99 of it"\n{GOOD}'))


def test_an_experiment_bears_the_name_of_its_file(tmp_path):
    assert read_experiment(written(tmp_path, GOOD)).name == "experiment"


OF_JVMS = GOOD.replace('["jms-transacted", "soap"]', '"soap"\njvm = ["aot", "default"]\njdk = ["default", "older"]')


def test_class_archives_that_a_jdk_cannot_make_are_a_mistake_of_their_set(tmp_path):
    home = tmp_path / "jdk-21"
    (home / "bin").mkdir(parents=True)
    (home / "bin/javac").touch()
    (home / "release").write_text('JAVA_VERSION="21.0.2"\n')
    text = OF_JVMS.replace('"jms-transacted"', '"soap"')
    text = f'{text}[jdk]\nolder = "{home}"\n[jvm]\naot = ["-XX:AOTCache=trained"]\n'
    with pytest.raises(ExperimentError) as found:
        read_experiment(written(tmp_path, text))
    assert f"jvm.aot: -XX:AOTCache=trained: a JDK of 25 or newer was expected, which can make the file; {home}" in str(
        found.value
    )
    assert str(found.value).count("trained") == 1
    can = text.replace("-XX:AOTCache=trained", "-XX:SharedArchiveFile=trained")
    assert read_experiment(written(tmp_path, can)).jvm_options("aot") == ("-XX:SharedArchiveFile=trained",)


def test_a_single_value_is_a_factor_that_does_not_vary(tmp_path):
    experiment = read_experiment(written(tmp_path, GOOD.replace("[15, 40]", "15")))

    assert experiment.levels()["customers"] == (15,)


def test_all_mistakes_are_shown_together_with_file_and_key(tmp_path):
    mistaken = """
    question = "Which way is faster?"
    baseline = "doves"
    scenario = "window-shopping"
    system = "book-shop"
    repetitions = 0
    warmup_s = "long"
    warp_factor = 9
    [factors]
    transition = ["jms-transacted", "pigeons"]
    customers = [15, 15]
    think = "a while"
    jvm = "huge"
    [settings]
    "approval.limits" = "3"
    """
    file = written(tmp_path, mistaken)

    with pytest.raises(ExperimentError) as caught:
        read_experiment(file)

    message = str(caught.value)
    assert message.startswith(f"{file}: 12 mistakes")
    for mistake in (
        "measure_s: is missing",
        "baseline: expected a level of transition (jms-transacted, pigeons), got 'doves'",
        "warp_factor: there is no such key",
        "repetitions: expected greater than or equal to 1, got 0",
        "warmup_s: expected a valid number",
        "factors.transition.1: expected 'jms-transacted', 'jms-nontransacted' or 'soap', got 'pigeons'",
        "factors.customers: expected each level once",
        'factors.think.0: expected "none", a range such as "1-4 s", or one for this machine such as '
        "\"1-4 s, 80 customers at 100%\", got 'a while'",
        "system: expected one of pet-store, got 'book-shop'",
        "scenario: expected one of place-orders, submit-orders, got 'window-shopping'",
        "factors.jvm: expected one of default",
        "settings.approval.limits: expected one of approval.limit",
    ):
        assert mistake in message


@pytest.mark.parametrize(
    ("key", "number", "got"),
    [
        ("measure_s", "inf", "inf"),
        ("warmup_s", "nan", "nan"),
        ("drain_deadline_s", "inf", "inf"),
        ("jvm_warmup_max_s", "-inf", "-inf"),
        ("fault_pause_s", "[3, inf]", "inf"),
    ],
)
def test_a_time_without_an_end_is_a_mistake(tmp_path, key, number, got):
    text = re.sub(rf"(?m)^{key} = .*\n", "", GOOD)
    with pytest.raises(ExperimentError, match=rf"  {key}(\.1)?: expected a finite number, got {got}"):
        read_experiment(written(tmp_path, f"{key} = {number}\n{text}"))


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ('["jms-transacted", "soap"]', "[]", "factors.transition: .*at least 1 item"),
        ("customers = [15, 40]", "customers = [[15]]", r"factors.customers.0: expected a valid integer"),
        ("customers = [15, 40]", "customers = {least = 15}", r"factors.customers.0: expected a valid integer"),
        ("repetitions", 'objective = "p99 response <= 1 s"\nassignment = [["order"]]\nrepetitions', "assignment.0: "),
        (
            "customers = [15, 40]",
            'customers = [15, 40]\nfault = [["none"]]',
            "factors.fault.0: expected a valid string",
        ),
    ],
)
@pytest.mark.parametrize("load", ["", 'load = "50%"\n'])
def test_levels_that_are_no_plain_values_are_a_mistake_of_their_key(tmp_path, before, after, message, load):
    with pytest.raises(ExperimentError, match=message):
        read_experiment(written(tmp_path, GOOD.replace(before, after) + load))


def test_a_baseline_must_be_a_level_of_what_is_compared(tmp_path):
    with pytest.raises(ExperimentError, match="baseline: expected a level of transition"):
        read_experiment(written(tmp_path, GOOD.replace('baseline = "jms-transacted"', 'baseline = "off"')))


def test_faults_and_transactions_are_factors(tmp_path):
    levels = 'fault = ["none", "kill broker"]\ntransactions = ["payara", "narayana volatile"]\nmeasuring = "off"\n'

    experiment = read_experiment(written(tmp_path, GOOD + levels))

    assert experiment.levels()["fault"] == ("none", "kill broker")
    assert experiment.levels()["transactions"] == ("payara", "narayana volatile")
    assert (experiment.faults_per_trial, experiment.fault_pause_s) == (5, (3.0, 8.0))


@pytest.mark.parametrize(
    ("levels", "message"),
    [
        (
            'fault = "kill mail"',
            "factors.fault.0: expected none, random, kill server .*, got 'kill mail'",
        ),
        ('fault = "kill broker"', "factors.measuring: expected \"off\" with the fault 'kill broker'"),
        ('fault = "log-written:throw"', "factors.measuring: expected \"off\" with the fault 'log-written:throw'"),
        (
            'measuring = "off"\nfault = "last-agent-committed:halt"',
            "factors.database_commit: expected only \"last-agent\" with the fault 'last-agent-committed:halt'",
        ),
        (
            'measuring = "off"\nfault = "last-agent-committed:halt:3"\ndatabase_commit = "last-agent"\n'
            'transactions = ["narayana slots", "payara"]',
            "factors.transactions: expected only Narayana's with database_commit \"last-agent\", got 'payara'",
        ),
        ('transactions = "narayana"', "factors.transactions.0: expected it as 'narayana slots', got 'narayana'"),
        ('transactions = "geronimo"', "factors.transactions.0: .*known are narayana, payara"),
    ],
)
def test_what_cannot_be_of_faults_and_transactions(tmp_path, levels, message):
    with pytest.raises(ExperimentError, match=message):
        read_experiment(written(tmp_path, GOOD + levels))


OBJECTIVE = 'objective = "p99 response <= 1 s"\n'


def test_an_objective_is_kept_or_not_by_trials_at_several_loads(tmp_path):
    experiment = read_experiment(written(tmp_path, OBJECTIVE + 'assignment = "trial"' + GOOD))

    assert experiment.objective == "p99 response <= 1 s"


@pytest.mark.parametrize(
    ("text", "mistake"),
    [
        (OBJECTIVE + GOOD, 'assignment: expected "trial" or "bed" with an objective, got \'order\''),
        (
            OBJECTIVE + 'assignment = "trial"' + GOOD.replace("[15, 40]", "15"),
            "objective: expected two levels of customers",
        ),
        ('objective = "fast"\nassignment = "trial"' + GOOD, "objective: expected a percentile or mean .* got 'fast'"),
    ],
)
def test_what_an_objective_cannot_be(tmp_path, text, mistake):
    with pytest.raises(ExperimentError, match=mistake):
        read_experiment(written(tmp_path, text))


def test_an_objective_needs_no_assignment_where_levels_are_not_switched_within_a_trial(tmp_path):
    one_delegate = GOOD.replace('["jms-transacted", "soap"]', '"jms-transacted"')

    assert read_experiment(written(tmp_path, OBJECTIVE + one_delegate)).objective is not None


def test_a_pause_goes_from_less_to_more(tmp_path):
    with pytest.raises(ExperimentError, match="fault_pause_s: expected"):
        read_experiment(written(tmp_path, "fault_pause_s = [8, 3]" + GOOD))


def test_what_is_armed_all_the_while_can_be_recorded(tmp_path):
    levels = 'fault = "sent@supplier-order:throw:each-20"\n'

    assert read_experiment(written(tmp_path, GOOD + levels)).levels()["measuring"] == ("on",)


def test_what_is_not_toml_is_said(tmp_path):
    with pytest.raises(ExperimentError, match="this is not TOML"):
        read_experiment(written(tmp_path, "question = "))


def test_an_unknown_name_lists_the_known_ones():
    with pytest.raises(
        ExperimentError,
        match=r"no experiment papre: .*paper, paper-database, paper-gc, paper-windows, past-orders, pause-goals, ",
    ):
        find_experiment("papre")


@pytest.mark.parametrize(
    ("level", "think"), [("none", Think(0, 0)), ("1-4 s", Think(1, 4)), ("0.2-0.8 s", Think(0.2, 0.8))]
)
def test_think_times(level, think):
    assert parse_think(level) == think


@pytest.mark.parametrize("level", ["4-1 s", "1-4", "0-0 s", "-1-4 s", "", "1-4 s, 80 customers at 100%"])
def test_what_is_no_think_time(level):
    with pytest.raises(ValueError, match="expected"):
        parse_think(level)


def test_a_think_time_for_this_machine_has_so_many_customers_bring_a_share_of_what_it_bears():
    """Half of 20 orders/s is 10; 30 customers bring those when each takes 3 s, in 6 requests 0.5 s: a fifth of 2.5."""
    matched = matched_think("1-4 s, 30 customers at 50%")

    assert matched == MatchedThink(Think(1, 4), 30, 0.5)
    think = matched.on(capacity_per_s=20, requests=6)
    assert (think.min_s, think.max_s, think.mean_s) == pytest.approx((0.2, 0.8, 0.5))
    assert parse_think(think.level) == Think(0.2, 0.8)
    assert matched_think("1-4 s") is None


@pytest.mark.parametrize(
    "level",
    [
        "none, 80 customers at 100%",
        "4-1 s, 80 customers at 100%",
        "1-4 s, 0 customers at 5%",
        "1-4 s, 8 customers at 0%",
    ],
)
def test_what_is_no_think_time_for_this_machine(level, tmp_path):
    with pytest.raises(ExperimentError, match=r'factors.think.0: expected "none", a range .* "1-4 s, 80 customers at'):
        read_experiment(written(tmp_path, f'{GOOD}think = "{level}"'), lambda question: 40.0)


MATCHED = GOOD + 'think = ["none", "1-4 s, 40 customers at 50%"]\n'


def test_it_follows_the_capacity_of_the_baseline_whatever_its_own_bed_bears(tmp_path):
    asked = []

    def capacity_of(question):
        asked.append(question)
        return 40.0

    experiment = read_experiment(
        written(tmp_path, MATCHED + 'message_store = "database"\njvm = "own"\n[jvm]\nown = ["-Xmx500m"]'), capacity_of
    )

    assert asked == [CapacityQuestion("jms-transacted")] and asked[0].is_answerable
    assert experiment.levels()["think"] == ("none", "0.0667-0.2667 s")
    assert experiment.recorded == {CAPACITY: ((0.0, 40.0),)}


@pytest.mark.parametrize(
    ("text", "mistake"),
    [
        (
            MATCHED,
            "factors.think: 1-4 s, 40 customers at 50% depends on the rate at which jms-transacted keeps p99 response "
            "<= 1 s on this machine, which is not known: ./petlab capacity finds it, or name a range such as 0.1-0.4 s",
        ),
        (
            MATCHED + 'supplier-order = "soap"',
            "factors.think: expected ranges such as 1-4 s with the factor supplier-order, got 1-4 s, 40 customers at",
        ),
        (
            MATCHED.replace("customers = [15, 40]", 'load = "30/s"'),
            "factors.think: expected a range such as \"1-4 s\" with load, got '1-4 s, 40 customers at 50%'",
        ),
    ],
)
def test_what_a_think_time_for_this_machine_cannot_be_with(text, mistake, tmp_path):
    with pytest.raises(ExperimentError, match=re.escape(mistake)):
        read_experiment(written(tmp_path, text))


def test_as_the_baseline_it_is_the_range_that_came_of_it(tmp_path):
    level = "1-4 s, 40 customers at 50%"
    text = MATCHED.replace('baseline = "jms-transacted"', f'baseline = "{level}"\ncompare = "think"')

    experiment = read_experiment(written(tmp_path, text), lambda question: 40.0)

    assert experiment.baseline == "0.0667-0.2667 s" in experiment.levels()["think"]
    assert experiment.usual_levels["think"] == experiment.baseline


def test_a_mistake_of_another_key_is_told_beside_it(tmp_path):
    text = MATCHED.replace("[factors]", 'scenario = "window-shopping"\n[factors]')
    with pytest.raises(ExperimentError, match="scenario: expected one of place-orders, submit-orders"):
        read_experiment(written(tmp_path, text), lambda question: 40.0)


def test_a_think_time_of_no_length_is_a_mistake(tmp_path):
    """One customer who brings 100 orders/s by 12 requests each thinks 0.8 ms."""
    text = MATCHED.replace("40 customers at 50%", "1 customers at 100%")
    assert read_experiment(written(tmp_path, text), lambda question: 80.0).levels()["think"][1] == "0.0004-0.0017 s"
    with pytest.raises(ExperimentError, match=r"1-4 s, 1 customers at 100% comes to less than a millisecond"):
        read_experiment(written(tmp_path, text), lambda question: 100.0)


def test_two_think_times_that_come_to_the_same_are_a_mistake(tmp_path):
    text = MATCHED.replace('"none"', '"1-4 s, 80 customers at 100%"')
    with pytest.raises(ExperimentError, match=r"factors.think: expected each level once, got 0.0667-0.2667 s, 0.0667"):
        read_experiment(written(tmp_path, text), lambda question: 40.0)


PAST = GOOD.replace("[factors]", "[factors]\npast_orders = [0, 500]") + "\n[past]\nproducts = 100\nseed = 4\n"


def test_the_past_of_a_store_is_a_factor_and_a_table(tmp_path):
    experiment = read_experiment(written(tmp_path, PAST))

    assert experiment.levels()["past_orders"] == (0, 500)
    assert experiment.past.with_orders(500) == Past(customers=50, products=100, orders=500, seed=4)
    assert experiment.past.with_orders(0) == Past(products=100, seed=4)
    assert experiment.past.with_orders(None) is None


def test_a_trial_records_the_past_of_its_store(tmp_path):
    experiment = read_experiment(written(tmp_path, PAST))
    lab: Any = SimpleNamespace(experiment=experiment)

    found = {trial.past_orders: past_of(trial, lab) for trial in schedule(experiment)}

    assert {
        orders: (past.orders, past.customers, past.products, past.seed) for orders, past in found.items() if past
    } == {
        0: (0, 0, 100, 4),
        500: (500, 50, 100, 4),
    }


@pytest.mark.parametrize(
    ("levels", "message"),
    [
        ('"memory"', "message store 'memory' is unknown; known are journal, database"),
        ('"database"\nmeasuring = "off"\nfault = "full disk log"', 'factors.message_store: expected only "journal"'),
    ],
)
def test_a_message_store_that_cannot_be_is_a_mistake(tmp_path, levels, message):
    with pytest.raises(ExperimentError, match=re.escape(message)):
        read_experiment(written(tmp_path, f"{GOOD}message_store = {levels}\n"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('broker = "cloud"', "broker 'cloud' is unknown; known are process, in-server"),
        ('broker = "in-server"\ntopology = ["one-server", "three-servers"]', "with the topology 'three-servers'"),
        (
            'broker = "in-server"\nmeasuring = "off"\nfault = "stall broker 40s"',
            "with the fault 'stall broker 40s'",
        ),
        ('broker = "in-server"\nmeasuring = "off"\nfault = "full disk log"', "with the fault 'full disk log'"),
        ('broker = "in-server"\nmeasuring = "off"\nfault = "random"', "with the fault 'random'"),
        ('broker = "in-server"\nbroker_jvm = "default"', "factors.broker_jvm: expected without a broker in the server"),
    ],
)
def test_a_broker_that_cannot_be_in_the_server_is_a_mistake(tmp_path, text, message):
    with pytest.raises(ExperimentError, match=re.escape(message)):
        read_experiment(written(tmp_path, f"{GOOD}{text}\n"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('forced_writes = "some"', "forced writes 'some' are unknown; known are all, none"),
        ('forced_writes = ["all", "none"]\ntransactions = ["narayana slots"]', "got 'narayana slots'"),
        ('forced_writes = "none"\ntransactions = "payara"', "expected a log that is not forced"),
    ],
)
def test_writes_that_cannot_but_be_forced_are_a_mistake(tmp_path, text, message):
    with pytest.raises(ExperimentError, match=re.escape(message)):
        read_experiment(written(tmp_path, f"{GOOD}{text}\n"))


@pytest.mark.parametrize("transactions", ["narayana slots unforced", "narayana volatile", "narayana jdbc"])
def test_a_log_that_forces_nothing_itself_goes_with_writes_that_are_not_forced(tmp_path, transactions):
    text = f'{GOOD}forced_writes = ["all", "none"]\ntransactions = "{transactions}"\n'
    trials = schedule(read_experiment(written(tmp_path, text)))
    assert {trial.forced_writes for trial in trials} == {"all", "none"}
    assert "forced writes none" in next(t for t in trials if t.forced_writes == "none").describe()


def test_a_broker_in_the_server_goes_with_faults_of_the_server(tmp_path):
    text = f'{GOOD}broker = ["process", "in-server"]\nmeasuring = "off"\nfault = "kill server"\n'
    trials = schedule(read_experiment(written(tmp_path, text)))
    assert {trial.broker for trial in trials} == {"process", "in-server"}
    assert "broker in-server" in next(t for t in trials if t.broker == "in-server").describe()


def test_a_message_store_goes_with_any_fault_that_fills_no_disk(tmp_path):
    text = f'{GOOD}message_store = ["journal", "database"]\nmeasuring = "off"\nfault = "kill broker"\n'
    trials = schedule(read_experiment(written(tmp_path, text)))
    assert {trial.message_store for trial in trials} == {"journal", "database"}
    assert "message store database" in next(t for t in trials if t.message_store == "database").describe()


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ("blocks_per_bed = 2", "blocks_per_bed: expected only with side_by_side = true"),
        ("side_by_side = true\nblocks_per_bed = 0", "blocks_per_bed: expected greater than or equal to 1"),
    ],
)
def test_beds_are_kept_for_a_number_of_blocks_only_side_by_side(tmp_path, keys, message):
    with pytest.raises(ExperimentError, match=re.escape(message)):
        read_experiment(written(tmp_path, GOOD.replace("[factors]", f"{keys}\n[factors]")))


def test_a_seed_has_eighteen_digits_at_most(tmp_path):
    def seeded(digits):
        return written(tmp_path, GOOD.replace("[factors]", f"seed = {'9' * digits}\n[factors]"))

    assert read_experiment(seeded(18)).seed == 10**18 - 1
    with pytest.raises(ExperimentError, match="seed: expected less than or equal to 999999999999999999"):
        read_experiment(seeded(19))


def test_a_store_without_a_past_needs_none(tmp_path):
    text = GOOD.replace("[factors]", "[factors]\npast_orders = [0, 7]")

    past = read_experiment(written(tmp_path, text)).past

    assert past.with_orders(0) is None
    assert past.with_orders(7) == Past(customers=1, orders=7)


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("past_orders = [0, 500]\n", "", "past: expected the factor past_orders beside it"),
        ("[0, 500]", "[-1]", "factors.past_orders"),
        ("[0, 500]", "[0, 500.5]", "factors.past_orders"),
        ("products = 100", "products = 3", "past.products: expected greater than or equal to 16"),
        ("products = 100", "breeders = 3", "past.breeders: there is no such key"),
        ("seed = 4", 'until = "soon"', "past.until: expected a day from 1980-01-01 to 2199-12-31"),
        ("seed = 4", 'until = "2300-01-01"', "past.until: expected a day from 1980-01-01"),
    ],
)
def test_a_past_that_cannot_be_is_a_mistake(tmp_path, before, after, message):
    with pytest.raises(ExperimentError, match=re.escape(message)):
        read_experiment(written(tmp_path, PAST.replace(before, after)))


def test_ratios_count_as_equivalent_within_five_per_cent_or_as_the_experiment_says(tmp_path):
    assert read_experiment(written(tmp_path, GOOD)).margin == 0.05
    assert read_experiment(written(tmp_path, GOOD.replace("[factors]", "margin = 0.01\n[factors]"))).margin == 0.01


@pytest.mark.parametrize(
    ("margin", "message"),
    [
        ("0", "margin: expected greater than 0"),
        ("5", "margin: expected less than 1"),
        ('"5 %"', "margin: expected a valid number"),
    ],
)
def test_a_margin_is_a_fraction(tmp_path, margin, message):
    with pytest.raises(ExperimentError, match=re.escape(message)):
        read_experiment(written(tmp_path, GOOD.replace("[factors]", f"margin = {margin}\n[factors]")))
