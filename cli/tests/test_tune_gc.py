"""The search for a collector on a simulated store in which one is known to be the best; what it refuses."""

# mypy: disable-error-code="no-untyped-def"

import functools
import json
import shutil
from dataclasses import replace

import pytest
from rich.table import Table
from typer.testing import CliRunner

from analysis.analysis_errors import AnalysisError
from analysis.contract.objective import parse_objective
from analysis.reporting.report import Report
from cli import tune_gc, tuning_search
from cli.app import app
from cli.missing_trials import Campaign, Missing
from cli.tuning_search import Search, TuningSearch
from deploy.errors import BedError, PortTakenError
from deploy.host.jdk import Jdk
from deploy.host.jvm_refusal import refusal
from deploy.specification.delegate_choice import MAX_SEED
from loadscripts.campaign.bed_pool import BedChoice
from loadscripts.planning.trial import Trial
from loadscripts.simulation.known_sizes import LevelSizes, StoreSizes
from loadscripts.simulation.simulated_campaign import conduct_simulated
from loadscripts.tuning import refusals
from loadscripts.tuning.candidates import Rounds

pytestmark = pytest.mark.usefixtures("analysed_once")

#: What any of six collectors needs in 512 MiB, and what smaller object headers save one of them.
QUICK_AND_DEAR = "-XX:+UseZGC -Xms512m -Xmx512m"
CHEAP_AND_LATE = "-XX:+UseSerialGC -Xms512m -Xmx512m"
CHEAP = "-XX:+UseParallelGC -Xms512m -Xmx512m"
CHEAPER = f"{CHEAP} -XX:+UseCompactObjectHeaders"
YOUNG = f"{CHEAP} -Xmn256m"
CHEAPEST = f"{CHEAP} -XX:+UseCompactObjectHeaders -Xmn256m"
C1 = "-XX:TieredStopAtLevel=1 -XX:ReservedCodeCacheSize=512m"
"""All are tried with it, and it is not recommended."""
KNOWN = StoreSizes(
    jvms={
        f"{QUICK_AND_DEAR} {C1}": LevelSizes(response=0.5, cpu=1.5),
        f"{CHEAP_AND_LATE} {C1}": LevelSizes(response=20.0, cpu=0.3),
        f"{CHEAP} {C1}": LevelSizes(cpu=0.8),
        f"{CHEAPER} {C1}": LevelSizes(cpu=0.7),
        f"{YOUNG} {C1}": LevelSizes(cpu=0.75),
        f"{CHEAPEST} {C1}": LevelSizes(cpu=0.6),
    }
)


REFUSAL = functools.cache(refusal)
"""Each JVM is started once for all tests with the same options."""


@pytest.fixture(scope="module")
def conduct_once(tmp_path_factory):
    """Conducts an experiment on the store of known sizes; another test's like one, of the same seed, is copied."""
    folders = {}

    def conduct(experiment, folder):
        key = f"{experiment.model_dump_json()} {KNOWN}"
        if key not in folders:
            conducted = tmp_path_factory.mktemp("conducted")
            conduct_simulated(experiment, KNOWN, conducted)
            folders[key] = conducted
        shutil.copytree(folders[key], folder)

    return conduct


@pytest.fixture
def conducted(conduct_once, monkeypatch):
    """The experiments, which are conducted on a store of known sizes."""
    monkeypatch.setattr(refusals, "refusal", REFUSAL)
    experiments = []

    def begin(experiment, parent, choice, *, yes, starts_may_fail):
        assert starts_may_fail, "a candidate that does not start is no reason to end"
        assert yes, "nobody sits there for an hour"
        experiments.append(experiment)
        folder = parent / experiment.name
        conduct_once(experiment.model_copy(update={"jvm_warmup_s": 0, "measure_s": 10}), folder)
        return Report(folder / "report.html", Table())

    monkeypatch.setattr(tuning_search, "begin", begin)
    return experiments


def page_of(tmp_path):
    [page] = tmp_path.glob("tune-gc-*/tuning.md")
    return page.read_text(encoding="utf-8")


def tuned(tmp_path, *words, **how):
    given = ["--rate", "20/s", "--max-heap", "512m", "--budget", "40m", "--results", str(tmp_path), *words]
    return CliRunner().invoke(app, ["tune-gc", *given], **how)


def test_the_best_of_the_second_round_is_compared_with_the_default_and_recommended(conducted, tmp_path):
    done = tuned(tmp_path, "--objective", "p99 response <= 500 ms")

    assert done.exit_code == 0, done.output
    first, second, third = conducted
    assert len(first.jvm) == 6, "the default is one of them"
    assert {" ".join(options) for options in second.jvm.values()} >= {f"{CHEAP} {C1}", f"{CHEAPER} {C1}"}
    assert " ".join(third.jvm["default"]) == f"-XX:+UseG1GC -Xms512m -Xmx512m {C1}"
    assert len(third.jvm) == 2 and third.repetitions == 3
    [page] = tmp_path.glob("tune-gc-*/tuning.md")
    text = page.read_text(encoding="utf-8")
    assert f"**Recommended**\n\n    {CHEAPER}\n" in text
    assert "CPU per order: 0.7" in text
    assert "Nothing that was tried" not in text
    assert text.index("## Round 1") < text.index("## Round 2") < text.index("## Round 3")
    assert "one launch of each" in text and "3 launches of each" in text
    assert "| options | Response time, 99th percentile, ms | CPU per order, ms | of collectors | of compilers |" in text
    assert (page.parent / "frontier.png").stat().st_size > 1000


def test_the_broker_has_none_of_the_options_that_are_compared(conducted, tmp_path):
    """Its heap would come on top of the memory that is shared out, and its compiler be another one than usual."""
    assert tuned(tmp_path).exit_code == 0
    records = [json.loads(file.read_text()) for file in tmp_path.glob("**/trials/*/trial.json")]
    assert len(records) > 3 and all(record["jvm_options"] for record in records)
    assert {tuple(record["broker_jvm_options"]) for record in records} == {()}


def test_options_that_did_best_are_combined_where_the_budget_allows(conducted, tmp_path):
    done = tuned(tmp_path, "--objective", "p99 response <= 500 ms", "--budget", "84m")

    assert done.exit_code == 0, done.output
    _, second, third, _ = conducted
    assert f"{CHEAPEST} {C1}" not in {" ".join(options) for options in second.jvm.values()}
    assert [" ".join(options) for options in third.jvm.values()] == [
        f"-XX:+UseG1GC -Xms512m -Xmx512m {C1}",
        f"{CHEAPER} {C1}",
        f"{YOUNG} {C1}",
        f"{CHEAPEST} {C1}",
    ]
    assert [each.repetitions for each in conducted] == [1, 1, 1, 6]
    assert [each.name for each in conducted] == [f"tune-gc-{number}" for number in (1, 2, 3, 4)]
    [page] = tmp_path.glob("tune-gc-*/tuning.md")
    text = page.read_text(encoding="utf-8")
    assert f"**Recommended**\n\n    {CHEAPEST}\n" in text
    assert text.index("## Round 3") < text.index("## Round 4")


def test_where_nothing_keeps_the_objective_the_nearest_is_told_as_such(conducted, tmp_path):
    done = tuned(tmp_path, "--objective", "p99 response <= 5 ms")

    [page] = tmp_path.glob("tune-gc-*/tuning.md")
    text = page.read_text(encoding="utf-8")
    assert done.exit_code == 0
    assert "**Nothing keeps p99 response <= 5 ms in the last round; the best other candidate is nearest to it**" in text
    assert QUICK_AND_DEAR in text


def test_a_candidate_whose_trial_is_void_has_another_chance_once(conducted, monkeypatch, tmp_path):
    begin, repeated = vars(tuning_search)["begin"], []
    completed: list[Campaign] = []

    def with_a_void_trial(experiment, parent, choice, **how):
        report = begin(experiment, parent, choice, **how)
        return replace(report, complaints=("1 of 6 trials void or failed: 002",) if len(conducted) == 1 else ())

    def missing_trials(results, choice, wanted):
        repeated.append((results.folder.name, choice, wanted))
        return Campaign(conducted[0], (Trial("002", 1, 2, 1, {}),), results, choice)

    monkeypatch.setattr(tuning_search, "begin", with_a_void_trial)
    monkeypatch.setattr(tuning_search, "missing_trials", missing_trials)
    monkeypatch.setattr(tuning_search, "completed", completed.append)
    done = tuned(tmp_path, "--objective", "p99 response <= 500 ms")
    assert done.exit_code == 0, done.output
    assert repeated == [("tune-gc-1", BedChoice(21000), Missing(void_too=True, other_version=True))]
    [campaign] = completed
    assert [trial.id for trial in campaign.trials] == ["002"]
    assert campaign.starts_may_fail, "the first that is repeated may be one whose servers do not start"


def failing(monkeypatch, fails, blocks=None):
    """Lets the trials of candidates fail, in these blocks or all: without records of a window, as where no bed came
    up.
    """
    begin = vars(tuning_search)["begin"]

    def with_failures(experiment, parent, choice, **how):
        report = begin(experiment, parent, choice, **how)
        for name, options in experiment.jvm.items():
            for facts in (parent / experiment.name / "trials").glob("*/trial.json"):
                trial = json.loads(facts.read_text(encoding="utf-8"))
                in_block = blocks is None or trial["trial"]["block"] in blocks
                if trial["levels"]["jvm"] == name and in_block and fails(experiment.name, " ".join(options)):
                    reason = "the server opc ended while it was starting: Too small maximum heap\n  Caused by: x"
                    trial["outcome"] = {"status": "failed", "reason": reason}
                    facts.write_text(json.dumps(trial), encoding="utf-8")
        return report

    monkeypatch.setattr(tuning_search, "begin", with_failures)


def test_a_candidate_whose_servers_do_not_start_is_out_and_the_page_says_why(conducted, monkeypatch, tmp_path):
    failing(monkeypatch, lambda name, options: "UseZGC" in options)
    done = tuned(tmp_path, "--objective", "p99 response <= 5 ms")
    assert done.exit_code == 0, done.output
    [page] = tmp_path.glob("tune-gc-*/tuning.md")
    text = page.read_text(encoding="utf-8")
    assert "| `zgc 512m` | failed |" in text
    assert "`zgc 512m`: failed, the server opc ended while it was starting: Too small maximum heap\n" in text
    assert not [options for options in conducted[1].jvm.values() if "-XX:+UseZGC" in options]


def test_each_round_has_a_seed_that_the_applications_can_read(conducted, tmp_path):
    done = tuned(tmp_path, "--seed", str(MAX_SEED))
    assert done.exit_code == 0, done.output
    assert [each.seed for each in conducted] == list(range(len(conducted)))


def test_where_no_candidate_starts_the_page_says_so(conducted, monkeypatch, tmp_path):
    failing(monkeypatch, lambda name, options: True)
    done = tuned(tmp_path, standalone_mode=False)
    assert done.return_value == 1, done.output
    assert "**Nothing is known**: no launch of the last round could be counted" in done.output
    assert len(conducted) == 1


def test_what_was_found_is_written_although_a_later_round_cannot_be_conducted(conducted, monkeypatch, tmp_path):
    begin = vars(tuning_search)["begin"]

    def failing_later(experiment, parent, choice, **how):
        if conducted:
            raise BedError("a bed is up already\nsince noon")
        return begin(experiment, parent, choice, **how)

    monkeypatch.setattr(tuning_search, "begin", failing_later)
    done = tuned(tmp_path)
    assert isinstance(done.exception, BedError)
    [page] = tmp_path.glob("tune-gc-*/tuning.md")
    assert f"what was found until then: {page}" in done.stderr
    text = page.read_text(encoding="utf-8")
    assert "**The search has ended early**: a bed is up already\n" in text
    assert "## Round 1" in text and "frontier.png" in text


@pytest.mark.parametrize("ended", [KeyboardInterrupt(), OSError("No space left on device"), AnalysisError("no tables")])
def test_what_was_found_is_written_however_a_later_round_ends(conducted, monkeypatch, tmp_path, ended):
    begin = vars(tuning_search)["begin"]

    def ending(experiment, parent, choice, **how):
        if len(conducted) == 2:
            raise ended
        return begin(experiment, parent, choice, **how)

    monkeypatch.setattr(tuning_search, "begin", ending)
    assert tuned(tmp_path).exit_code != 0
    text = page_of(tmp_path)
    assert f"**The search has ended early**: {str(ended) or 'interrupted'}\n" in text
    assert "## Round 1" in text and "## Round 2" in text


def test_a_round_is_on_the_page_although_what_was_void_in_it_cannot_be_repeated(conducted, monkeypatch, tmp_path):
    failing(monkeypatch, lambda name, options: "UseZGC" in options)
    with_complaints(monkeypatch)

    def taken(campaign):
        raise PortTakenError("port 21000 is in use")

    monkeypatch.setattr(tuning_search, "completed", taken)
    done = tuned(tmp_path)
    assert isinstance(done.exception, PortTakenError)
    text = page_of(tmp_path)
    assert "**The search has ended early**: port 21000 is in use" in text
    assert "## Round 1" in text and "| `zgc 512m` | failed |" in text


def with_complaints(monkeypatch):
    """As a report has them of void and failed trials; those are really missing in the results folder."""
    begin = vars(tuning_search)["begin"]
    monkeypatch.setattr(
        tuning_search, "begin", lambda *given, **how: replace(begin(*given, **how), complaints=("trials failed",))
    )


def test_whose_launches_failed_in_the_last_round_is_not_recommended(conducted, monkeypatch, tmp_path):
    failing(monkeypatch, lambda name, options: name == "tune-gc-3" and options == f"{CHEAPER} {C1}", blocks=(2,))
    done = tuned(tmp_path, "--objective", "p99 response <= 500 ms", "--budget", "44m")
    assert done.exit_code == 0, done.output
    text = page_of(tmp_path)
    assert "**1 launch of it failed or was void.** By its other launches: better than the default, but not" in text
    assert "**Recommended**" not in text
    assert "`parallel 512m -XX:+UseCompactObjectHeaders`: failed, the server opc ended while it was starting" in text
    assert "(not counted: 1 of it)" in text


def test_a_default_that_led_in_the_rounds_before_is_compared_all_the_same(conducted, monkeypatch, tmp_path):
    """One launch of each does not tell that nothing is better."""
    monkeypatch.setitem(KNOWN.jvms, f"-XX:+UseG1GC -Xms512m -Xmx512m {C1}", LevelSizes(cpu=0.5))
    done = tuned(tmp_path, "--objective", "p99 response <= 500 ms")
    assert done.exit_code == 0, done.output
    last = conducted[-1]
    assert len(conducted) == 3 and len(last.jvm) == 2 and last.repetitions == 3
    text = page_of(tmp_path)
    assert "**The default is better**: the best other candidate is worse in CPU per order" in text
    assert "\n\nThe best other candidate:\n\n    -XX:" in text


def test_rounds_that_take_longer_leave_fewer_launches_and_no_combinations(conducted, monkeypatch, tmp_path):
    """Two rounds of 35 minutes leave 20 of 90: no third round, and of eight launches of either four: 40 + 4 x 248 s."""
    begin, now_s = vars(tuning_search)["begin"], [0.0]

    def slow(*given, **how):
        now_s[0] += 35 * 60
        return begin(*given, **how)

    monkeypatch.setattr(tuning_search, "begin", slow)
    asked = Search("20/s", parse_objective("p99 response <= 500 ms"), 512, Rounds(2, 3, 2, 8, 1), 2004, 90 * 60.0)
    page = TuningSearch(asked, tmp_path, 21000, lambda: now_s[0]).run()
    assert [each.repetitions for each in conducted] == [1, 1, 4]
    text = page.read_text(encoding="utf-8")
    assert "The time left was too short for a round of combinations.\n" in text
    assert "The time left was too short for 8 launches in the last round.\n" in text


def test_who_sits_before_it_is_asked_once_before_the_first_round(conducted, monkeypatch, tmp_path):
    asked = []
    monkeypatch.setattr(tune_gc, "confirm", lambda what, seconds, yes: asked.append((what, round(seconds), yes)))
    tuned(tmp_path, "--budget", "40m")
    assert asked == [("The search", 3 * 40 + 17 * 124, False)], "6 + 5 + 6 launches"


def refusing(monkeypatch, *words):
    def refused(java, options):
        known = [word for word in words if any(word in option for option in options)]
        return f"Unrecognized VM option '{known[0]}'" if known else None

    monkeypatch.setattr(refusals, "refusal", refused)


def test_what_the_jvm_does_not_know_is_left_out_and_told_in_a_sentence(conducted, monkeypatch, tmp_path):
    """As of JDK 21, which has neither; the place of a variant that is left out goes to the next one."""
    refusing(monkeypatch, "ShenandoahGCMode", "UseCompactObjectHeaders")
    done = tuned(tmp_path, "--objective", "p99 response <= 500 ms")
    assert done.exit_code == 0, done.output
    tried = [options for experiment in conducted for options in experiment.jvm.values()]
    assert not [each for each in tried if "-XX:ShenandoahGCMode=generational" in each]
    assert not [each for each in tried if "-XX:+UseCompactObjectHeaders" in each]
    assert ("-XX:+UseParallelGC", "-Xms512m", "-Xmx512m", "-Xmn256m") in [each[:4] for each in tried]
    version = Jdk.of_this_run().version
    sentence = f"Not tried, as the JVM of JDK {version} does not start with these: `shenandoah-generational` "
    assert f"{sentence}(Unrecognized VM option 'ShenandoahGCMode'); `" in done.output
    assert "parallel -XX:+UseCompactObjectHeaders`" in done.output
    assert f"{sentence}(Unrecognized VM option 'ShenandoahGCMode')." in tuned(tmp_path, "--dry-run").output


def test_a_default_that_the_jvm_does_not_start_with_is_refused(conducted, monkeypatch, tmp_path):
    refusing(monkeypatch, "-Xmx512m")
    done = tuned(tmp_path)
    assert "does not start with -XX:+UseG1GC -Xms512m -Xmx512m: Unrecognized" in str(done.exception)
    assert conducted == []


def test_a_round_is_not_printed_before_the_page_is_there(conducted, tmp_path):
    done = tuned(tmp_path, "--objective", "p99 response <= 500 ms")
    assert done.stdout.startswith("# Collector, heap and options\n") and "tuning.md" in done.stdout
    assert [line.partition(":")[0] for line in done.stderr.splitlines()] == ["round 1", "round 2", "round 3"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--rate", "fast"), "expected"),
        (("--rate", "50%"), "--rate: expected one rate of orders such as 40/s, got '50%'"),
        (("--rate", "recorded x.csv"), "expected one rate of orders"),
        (("--rate", "ramp 5-60/s"), "expected one rate of orders"),
        (("--dry-run", "--rate", "50%"), "expected one rate of orders"),
        (("--objective", "quick"), "p99 response <= 1 s"),
        (("--max-heap", "128m"), "expected a size of 192m or more"),
        (("--max-heap", "2x"), "expected a size of 192m or more"),
        (("--max-heap", "much"), "expected a size such as"),
        (("--budget", "90"), "expected a time such as 90m"),
        (("--budget", "10m"), "expected 38m or more"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_is_started(conducted, tmp_path, words, message):
    done = tuned(tmp_path, *words)
    assert done.exit_code != 0
    assert message in str(done.exception)
    assert conducted == []


def test_the_plan_is_shown_without_conducting_it(conducted, tmp_path):
    done = tuned(tmp_path, "--dry-run")
    assert "first round: g1 512m, parallel 512m" in done.output
    assert "3 launches of either" in done.output
    assert conducted == [] and not list(tmp_path.iterdir())
