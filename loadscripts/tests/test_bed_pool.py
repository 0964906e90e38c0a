"""Which bed a trial gets: the one that runs, the same with fresh JVMs, or a new one. No server is started here."""

from dataclasses import replace
from types import SimpleNamespace

import psutil
import pytest

from deploy.bed.in_doubt import InDoubt
from deploy.errors import BedError, ManagementError, PlanError
from deploy.host.ports import BLOCK
from deploy.progress import Silent
from loadscripts.campaign.bed_pool import BedChoice, BedPool
from loadscripts.campaign.bed_slot import BedFactory
from loadscripts.campaign.dry_run import dry_run
from loadscripts.planning.experiment import Experiment
from loadscripts.planning.schedule import AROUND_TRIAL_S, BED_S, RESTART_S, expected_s, schedule
from loadscripts.planning.trial import Trial
from loadscripts.system.bed_protocol import Bed
from loadscripts.system.dry_run_bed import DryRunBed, DryRunBeds


def experiment(side_by_side=False, **factors):
    return Experiment.model_validate(
        {"name": "f", "question": "?", "baseline": "jms-transacted", "repetitions": 1, "warmup_s": 1, "measure_s": 1}
        | {"side_by_side": side_by_side, "jvm": {"g1": ["-XX:+UseG1GC"]}, "factors": {"customers": 2} | factors}
    )


def trial(**levels) -> Trial:
    plain = {"transition": "soap", "customers": 2, "think": "none", "measuring": "off", "jvm": "default"}
    return Trial("001", 1, 1, 7, plain | levels)


class Pool:
    """A pool over beds that only record; warmed_up: the beds in the order in which they were warmed up."""

    def __init__(self, requested=None, choice=None):
        self.beds = DryRunBeds()
        self.warmed_up: list[Bed] = []
        factory = BedFactory(self.beds.start_bed, self.warmed_up.extend, Silent())
        self.pool = BedPool(requested or experiment(), choice or BedChoice(), factory)


@pytest.fixture
def one():
    setup = Pool()
    with setup.pool:
        yield setup


def test_a_bed_that_serves_stays_as_it_is(one):
    first = one.pool.bed_for(trial())
    assert one.pool.bed_for(trial(customers=9, transition="jms-transacted")) is first
    assert (len(one.beds.beds), one.beds.restarts, len(one.warmed_up)) == (1, 0, 1)


def test_other_jvm_options_take_fresh_jvms_and_warm_them(one):
    first = one.pool.bed_for(trial())
    assert one.pool.bed_for(trial(jvm="g1")) is first
    assert one.beds.beds[0].commands == ["restart -XX:+UseG1GC"]
    assert one.warmed_up == [first, first]
    one.pool.bed_for(trial(jvm="g1"))
    assert one.beds.restarts == 1


@pytest.mark.parametrize(
    "levels",
    [
        {"topology": "three-servers"},
        {"transactions": "payara"},
        {"fault": "kill broker"},
        {"past_orders": 1000},
        {"message_store": "database"},
        {"broker": "in-server"},
        {"broker_jvm": "g1"},
        {"forced_writes": "none"},
        {"database_commit": "last-agent"},
        {"topology": "three-servers", "jvm": "g1"},
    ],
)
def test_what_else_differs_takes_a_new_bed_and_the_one_before_goes_first(one, levels):
    one.pool.bed_for(trial())
    one.pool.bed_for(trial(**levels))
    before, now = one.beds.beds
    assert before.commands == ["down"] and now.commands == []


def test_the_options_of_the_brokers_jvm_are_those_of_its_set(one):
    bed = one.pool.bed_for(trial(broker_jvm="g1"))
    assert (bed.plan.broker_jvm_options, bed.plan.jvm_options) == (("-XX:+UseG1GC",), ())


def test_the_broker_has_no_options_of_a_set_that_servers_have_by_the_name_default():
    """As a search for a collector names the options that it compares with."""
    setup = Pool(experiment(jvm="default").model_copy(update={"jvm": {"default": ("-Xmx4g",)}}))
    with setup.pool:
        bed = setup.pool.bed_for(trial())
    assert (bed.plan.broker_jvm_options, bed.plan.jvm_options) == ((), ("-Xmx4g",))


def test_a_bed_that_forces_nothing_does_not_force_its_log(one):
    bed = one.pool.bed_for(trial(forced_writes="none"))
    assert (bed.plan.forced_writes, bed.plan.transactions.label) == ("none", "narayana slots unforced")
    bed = one.pool.bed_for(trial(forced_writes="all"))
    assert (bed.plan.forced_writes, bed.plan.transactions.label) == ("all", "narayana slots")


def test_a_bed_that_does_not_answer_is_replaced(one):
    bed = one.pool.bed_for(trial())
    one.beds.beds[0].ready = False
    assert one.pool.bed_for(trial()) is not bed


def test_what_a_fault_had_started_again_is_warmed_up_again_and_stays(one):
    """Its JVMs are others: compared with warm ones, what follows the fault would be slower."""
    bed = one.pool.bed_for(trial())
    one.beds.beds[0].launch = "after the kill"
    assert [one.pool.bed_for(trial()) for _ in range(2)] == [bed, bed]
    assert (one.warmed_up, one.beds.beds[0].commands) == ([bed, bed], [])


def test_beds_go_down_although_nobody_is_there_to_be_told(one):
    """The terminal is closed, or what the output was piped into has ended."""

    class Gone(Silent):
        def step(self, text: str) -> None:
            if text.startswith("taking"):
                raise BrokenPipeError

    factory = BedFactory(one.beds.start_bed, one.warmed_up.extend, Gone())
    with pytest.raises(BrokenPipeError), BedPool(experiment(), BedChoice(), factory) as pool:
        pool.bed_for(trial())
    assert one.beds.beds[0].commands == ["down"]


def silent():
    raise ManagementError("the broker does not answer")


def test_jvms_whose_warm_up_failed_are_not_taken_as_warm(one):
    failing = [ManagementError("the store cannot be reset")]

    def warm_up(beds):
        if failing:
            raise failing.pop()
        one.warmed_up.extend(beds)

    factory = BedFactory(one.beds.start_bed, warm_up, Silent())
    with BedPool(experiment(), BedChoice(), factory) as pool:
        with pytest.raises(ManagementError, match="cannot be reset"):
            pool.bed_for(trial())
        bed = pool.bed_for(trial())
        assert one.warmed_up == [bed]
        assert one.beds.beds[0].commands == ["restart"]
        assert pool.bed_for(trial()) is bed
    assert one.warmed_up == [bed]


def test_a_restart_that_failed_leaves_no_jvms_for_the_plan_before(one, monkeypatch):
    bed = one.pool.bed_for(trial())
    restart = DryRunBed.restart_servers

    def late(self, jvm_options=()):
        restart(self, jvm_options)
        if jvm_options:
            raise BedError("the server was not ready in time")

    monkeypatch.setattr(DryRunBed, "restart_servers", late)
    with pytest.raises(BedError, match="not ready in time"):
        one.pool.bed_for(trial(jvm="g1"))
    assert bed.plan.jvm_options == ("-XX:+UseG1GC",)  # it became ready later
    assert one.pool.bed_for(trial()).plan.jvm_options == ()
    assert len(one.warmed_up) == 2


TRAINED = {"jvm": {"aot": ["-XX:AOTCache=trained"], "g1": ["-XX:+UseG1GC"]}}


class TrainingPool(Pool):
    """A pool in which no class archive was written before; trained: the options of those beds that wrote theirs."""

    def __init__(self, requested):
        super().__init__(requested)
        self.trained: list[tuple[str, ...]] = []
        factory = BedFactory(
            self.beds.start_bed,
            self.warmed_up.extend,
            Silent(),
            untrained=lambda plan: "-XX:AOTCache=trained" in plan.jvm_options and not self.trained,
            train=lambda bed: self.trained.append(bed.plan.jvm_options),
        )
        self.pool = BedPool(requested, BedChoice(), factory)


def test_servers_that_need_class_archives_are_trained_once_before_they_are_warmed():
    requested = experiment(jvm=["aot", "g1"]).model_copy(update=TRAINED)
    setup = TrainingPool(requested)
    with setup.pool:
        bed = setup.pool.bed_for(trial(jvm="aot"))
        setup.pool.bed_for(trial(jvm="g1"))
        setup.pool.bed_for(trial(jvm="aot"))
    assert setup.trained == [("-XX:AOTCache=training",)]
    [only] = setup.beds.beds
    assert only.commands == [
        "restart -XX:AOTCache=trained",
        "restart -XX:+UseG1GC",
        "restart -XX:AOTCache=trained",
        "down",
    ]
    assert setup.warmed_up == [bed] * 3


def test_beds_side_by_side_are_put_up_when_those_that_need_it_have_been_trained(monkeypatch):
    monkeypatch.setattr(psutil, "virtual_memory", lambda: SimpleNamespace(available=64e9))
    requested = experiment(side_by_side=True, jvm=["g1", "aot"]).model_copy(update={**TRAINED, "duet": True})
    setup = TrainingPool(requested)
    with setup.pool:
        setup.pool.begin_block((trial(jvm="g1"), trial(jvm="aot")))
        first, second = setup.beds.beds
        assert first.commands == ["restart -XX:AOTCache=trained"], "it was in training before"
        assert second.plan.jvm_options == ("-XX:+UseG1GC",) and second.commands == []
        assert setup.warmed_up == [second, first]
        assert setup.pool.bed_for(trial(jvm="g1")) is second
    assert len(setup.beds.beds) == 2


def test_the_plan_of_servers_with_class_archives_is_shown_without_training_any():
    requested = experiment(jvm=["aot", "g1"]).model_copy(update=TRAINED)
    assert dry_run(requested, schedule(requested), BedChoice()) == ("new", "fresh JVMs")


@pytest.mark.parametrize("answer", [lambda: InDoubt(("branch",), (), 0), lambda: InDoubt((), (), 1), silent])
def test_what_an_earlier_trial_left_in_doubt_takes_a_new_bed(one, answer):
    one.pool.bed_for(trial())
    one.beds.beds[0].answers_in_doubt = answer
    one.pool.bed_for(trial())
    assert len(one.beds.beds) == 2


def test_nothing_is_left_when_the_block_ends():
    setup = Pool()
    with pytest.raises(KeyboardInterrupt), setup.pool:
        setup.pool.bed_for(trial())
        raise KeyboardInterrupt
    assert setup.beds.beds[0].commands == ["down"]


@pytest.mark.parametrize("fault", ["kill server", "between-commits:throw:each-20"])
def test_with_faults_a_server_begins_with_the_delegates_of_the_trial(one, fault):
    one.pool.bed_for(trial(fault=fault))
    one.pool.bed_for(trial())
    faulty, plain = (bed.plan for bed in one.beds.beds)
    assert faulty.transitions == {"order-submission": "jms-transacted", "supplier-order": "soap", "invoice": "soap"}
    assert set(plain.transitions.values()) == {"jms-transacted"} and (faulty.faults, plain.faults) == (True, False)


@pytest.fixture
def roomy(monkeypatch):
    def has(gigabytes):
        monkeypatch.setattr(psutil, "virtual_memory", lambda: SimpleNamespace(available=gigabytes * 10**9))

    has(64)
    return has


TOPOLOGIES = {"topology": ["one-server", "three-servers"], "transition": ["soap", "jms-transacted"]}


def test_side_by_side_every_bed_has_ports_of_its_own_all_the_time(roomy):
    requested = experiment(side_by_side=True, **TOPOLOGIES)
    setup = Pool(requested, BedChoice(port_base=30000))
    with setup.pool as pool:
        pool.begin_block(schedule(requested))
        for each in schedule(requested):
            pool.bed_for(each)
        assert sorted(bed.plan.port_base for bed in setup.beds.beds) == [30000, 30000 + BLOCK]
        assert [bed.commands for bed in setup.beds.beds] == [[], []]
    assert [bed.commands for bed in setup.beds.beds] == [["down"], ["down"]]


def test_beds_side_by_side_are_kept_for_as_many_blocks_as_the_file_says(roomy):
    requested = experiment(side_by_side=True, **TOPOLOGIES).model_copy(update={"repetitions": 5, "blocks_per_bed": 2})
    trials = schedule(requested)
    setup = Pool(requested)
    with setup.pool as pool:
        launched = []
        for block in range(1, 6):
            of_block = tuple(each for each in trials if each.block == block)
            pool.begin_block(of_block)
            assert all(pool.bed_for(each) for each in of_block)
            launched.append(len(setup.beds.beds))
    assert launched == [2, 2, 4, 4, 6]
    assert len(setup.warmed_up) == 6
    changes = dry_run(requested, trials, BedChoice())
    assert [at for at, change in enumerate(changes) if change == "new"] == new_at(trials, (1, 3, 5))


def three_collectors(**factors):
    """A duet of each collector but the baseline with it: two stands a repetition for each other level of a bed."""
    collectors = {"jvm": {"g1": ["-XX:+UseG1GC"], "zgc": ["-XX:+UseZGC"], "serial": ["-XX:+UseSerialGC"]}}
    varied = {"factors": {"customers": 2, "transition": "soap", "jvm": list(collectors["jvm"])} | factors}
    about = {"name": "f", "question": "?", "compare": "jvm", "baseline": "g1", "assignment": "bed", "repetitions": 2}
    times = {"warmup_s": 1, "measure_s": 1, "side_by_side": True, "duet": True}
    return Experiment.model_validate(about | times | collectors | varied)


def test_within_a_repetition_database_and_broker_stay_and_every_stand_has_fresh_jvms(roomy):
    requested = three_collectors()
    trials = schedule(requested)
    setup = Pool(requested)
    seen = []
    with setup.pool as pool:
        for block in range(1, 5):
            of_block = tuple(each for each in trials if each.block == block)
            pool.begin_block(of_block)
            for each in of_block:
                bed = pool.bed_for(each)
                assert bed.plan.jvm_options == requested.jvm_options(each.jvm)
            seen.append((len(setup.beds.beds), setup.beds.restarts, len(setup.warmed_up)))
    # Two fresh beds for each repetition, whose servers are restarted once for the second stand; all are warmed up.
    assert seen == [(2, 0, 2), (2, 2, 4), (4, 2, 6), (4, 4, 8)]
    assert [bed.commands[-1] for bed in setup.beds.beds] == ["down"] * 4
    changes = dry_run(requested, trials, BedChoice())
    assert changes == ("new", "new", "fresh JVMs", "fresh JVMs") * 2


def test_where_one_bed_of_a_duet_fails_the_other_is_warmed_up_all_the_same(roomy):
    requested = three_collectors()
    trials = schedule(requested)
    setup = Pool(requested)
    of_block = {block: [each for each in trials if each.block == block] for block in (1, 2, 3)}
    with setup.pool as pool:
        for block in (1, 2):
            pool.begin_block(tuple(of_block[block]))
        failing = of_block[3][1]
        setup.beds.fails = lambda plan: "no memory" if plan.jvm_options == requested.jvm_options(failing.jvm) else None
        pool.begin_block(tuple(of_block[3]))
        setup.beds.fails = lambda plan: None
        beds = [pool.bed_for(each) for each in of_block[3]]
        assert isinstance(beds[0], DryRunBed)
        assert [bed.plan.jvm_options for bed in beds] == [requested.jvm_options(each.jvm) for each in of_block[3]]
        assert [setup.warmed_up.count(bed) for bed in beds] == [1, 1]
        assert beds[0].commands == ["restart " + " ".join(beds[0].plan.jvm_options)]


def test_the_plan_tells_what_restarts_take():
    requested = three_collectors().model_copy(update={"jvm_warmup_s": 60.0, "jvm_warmup_max_s": 60.0})
    trials = schedule(requested)
    # In each repetition two beds, two restarts and two warm-ups; four duets of a second in all, with one of warm-up.
    assert expected_s(requested, trials) == 2 * (2 * BED_S + 2 * RESTART_S + 2 * 60) + 4 * (2 + AROUND_TRIAL_S)


def test_a_stand_that_needs_more_than_other_jvms_has_fresh_beds(roomy):
    requested = three_collectors(broker_jvm=["g1", "serial"])
    trials = schedule(requested)
    setup = Pool(requested)
    with setup.pool as pool:
        for block in dict.fromkeys(each.block for each in trials):
            of_block = tuple(each for each in trials if each.block == block)
            pool.begin_block(of_block)
            for each in of_block:
                assert pool.bed_for(each).plan.broker_jvm_options == requested.jvm_options(each.broker_jvm)
    launched = len(setup.beds.beds) + setup.beds.restarts
    assert launched == len(trials) and setup.beds.restarts < len(trials) - 4


def new_at(trials, blocks):
    """Where in these blocks a topology comes for the first time."""
    seen: set[tuple[int, str]] = set()
    places = []
    for at, each in enumerate(trials):
        if each.block in blocks and (each.block, each.topology) not in seen:
            seen.add((each.block, each.topology))
            places.append(at)
    return places


# Two beds of 3 GB each (deploy.specification.plan.BED_BYTES).
@pytest.mark.parametrize(("gigabytes", "fits"), [(6.1, True), (5.9, False)])
def test_side_by_side_takes_memory_for_each(roomy, gigabytes, fits):
    roomy(gigabytes)
    requested = experiment(side_by_side=True, **TOPOLOGIES)
    setup = Pool(requested)
    with setup.pool as pool:
        if fits:
            pool.begin_block(schedule(requested))
        else:
            with pytest.raises(PlanError, match="need 6 GB of memory"):
                pool.begin_block(schedule(requested))
    assert len(setup.beds.beds) == (2 if fits else 0)


def test_without_memory_for_the_beds_of_a_later_block_its_trials_have_none(roomy):
    """None is measured without the other bed, for which there was no memory."""
    requested = experiment(side_by_side=True, **TOPOLOGIES).model_copy(update={"repetitions": 3})
    blocks = [tuple(each for each in schedule(requested) if each.block == block) for block in (1, 2, 3)]
    setup = Pool(requested)
    with setup.pool as pool:
        pool.begin_block(blocks[0])
        roomy(5.9)
        pool.begin_block(blocks[1])
        for each in blocks[1]:
            with pytest.raises(PlanError, match="need 6 GB of memory"):
                pool.bed_for(each)
        roomy(64)
        pool.begin_block(blocks[2])
        assert all(pool.bed_for(each) for each in blocks[2])
    assert len(setup.beds.beds) == 4


def test_side_by_side_needs_a_database_each(roomy):
    requested = experiment(side_by_side=True, **TOPOLOGIES)
    setup = Pool(requested, BedChoice(database_url="jdbc:postgresql://127.0.0.1/shop"))
    with setup.pool as pool, pytest.raises(PlanError, match="need a database each"):
        pool.begin_block(schedule(requested))


def test_one_after_the_other_nothing_is_put_up_beforehand(one):
    one.pool.begin_block((trial(), trial(topology="three-servers")))
    assert one.beds.beds == []


def test_a_dry_run_tells_what_becomes_of_the_bed():
    trials = (trial(), trial(), trial(jvm="g1"), trial(jvm="g1", fault="full disk log"), trial(transactions="payara"))
    changes = dry_run(experiment(), tuple(replace(each, id=str(at)) for at, each in enumerate(trials)), BedChoice())
    assert changes == ("new", "reused", "fresh JVMs", "new", "new")
