"""The search for a collector on a simulated store in which one is known to be the best; what it refuses."""

# mypy: disable-error-code="no-untyped-def"

from dataclasses import replace

import pytest
from rich.table import Table
from typer.testing import CliRunner

from analysis.comparing.comparison import Comparison
from analysis.contract.objective import parse_objective
from analysis.reporting.report import Report
from analysis.reporting.tuning_page import heading
from cli import tune_gc
from cli.app import app
from cli.missing_trials import Campaign, Missing
from loadscripts.campaign.bed_pool import BedChoice
from loadscripts.planning.trial import Trial
from loadscripts.simulation.known_sizes import LevelSizes, StoreSizes
from loadscripts.simulation.simulated_campaign import conduct_simulated

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


@pytest.fixture
def conducted(monkeypatch):
    """The experiments, which are conducted on a store of known sizes."""
    experiments = []

    def begin(experiment, parent, choice, *, yes):
        experiments.append(experiment)
        folder = parent / experiment.name
        folder.mkdir(parents=True)
        conduct_simulated(experiment.model_copy(update={"jvm_warmup_s": 0}), KNOWN, folder)
        return Report(folder / "report.html", Table())

    monkeypatch.setattr(tune_gc, "begin", begin)
    return experiments


def tuned(tmp_path, *words):
    given = ["--rate", "20/s", "--max-heap", "512m", "--budget", "40m", "--results", str(tmp_path), *words]
    return CliRunner().invoke(app, ["tune-gc", *given])


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


def test_options_that_did_best_are_combined_where_the_budget_allows(conducted, tmp_path):
    done = tuned(tmp_path, "--objective", "p99 response <= 500 ms", "--budget", "90m")

    assert done.exit_code == 0, done.output
    _, second, third, _ = conducted
    assert f"{CHEAPEST} {C1}" not in {" ".join(options) for options in second.jvm.values()}
    assert [" ".join(options) for options in third.jvm.values()] == [
        f"-XX:+UseG1GC -Xms512m -Xmx512m {C1}",
        f"{CHEAPER} {C1}",
        f"{YOUNG} {C1}",
        f"{CHEAPEST} {C1}",
    ]
    assert [each.repetitions for each in conducted] == [1, 1, 1, 8]
    assert [each.name for each in conducted] == [f"tune-gc-{number}" for number in (1, 2, 3, 4)]
    [page] = tmp_path.glob("tune-gc-*/tuning.md")
    text = page.read_text(encoding="utf-8")
    assert f"**Recommended**\n\n    {CHEAPEST}\n" in text
    assert text.index("## Round 3") < text.index("## Round 4")


def compared(name, ratio, verdict, seen):
    return Comparison(name, "jvm", "c01", "default", {}, "bed", ratio=ratio, verdict=verdict, smallest_effect=seen, n=3)


@pytest.mark.parametrize(
    ("p99", "cpu", "told"),
    [
        (
            (0.9, "cannot tell", 0.6),
            (0.98, "cannot tell", 0.25),
            "60 % in Response time, 99th percentile and 25 % in CPU",
        ),
        ((1.0, "equivalent within the margin", 0.02), (1.2, "different", 0.05), "The default is better**: "),
        (
            (1.3, "different", 0.02),
            (1.2, "different", 0.05),
            "worse in Response time, 99th percentile and CPU per order",
        ),
        (
            (0.8, "different", 0.02),
            (1.06, "different", 0.05),
            "**Better than the default in Response time, 99th percentile, worse in CPU per order: yours to choose**",
        ),
        ((1.0, "cannot tell", None), (None, "cannot tell", None), "can be told from the default"),
        ((0.7, "different", 0.1), (1.0, "cannot tell", 0.25), "**Recommended**"),
        ((1.0, "cannot tell", 0.6), (0.9, "different", 0.05), "**Recommended**"),
    ],
)
def test_only_what_beats_the_default_as_a_verdict_is_recommended(p99, cpu, told):
    objective = parse_objective("p99 response <= 500 ms")
    comparisons = [compared("response_p99_ms", *p99), compared("cpu_per_order_ms", *cpu)]
    comparisons.append(compared("gc_cpu_per_order_ms", 0.1, "different", 0.1))
    assert told in heading(comparisons, objective, is_kept=True, by_default=True)
    assert "Nothing that was tried keeps" in heading(comparisons, objective, is_kept=False, by_default=True)


def test_what_keeps_the_objective_where_the_default_is_overloaded_is_recommended():
    """Who is overloaded has no times, so that there is no comparison of them."""
    objective = parse_objective("p99 response <= 500 ms")
    of_cpu = [compared("cpu_per_order_ms", 1.0, "cannot tell", 0.25)]
    told = heading(of_cpu, objective, is_kept=True, by_default=False)
    assert told == "**Recommended**: the default does not keep p99 response <= 500 ms"
    both = [compared("response_p99_ms", 0.9, "cannot tell", 0.6), *of_cpu]
    assert "can be told from the default" in heading(both, objective, is_kept=True, by_default=False)


def test_where_nothing_keeps_the_objective_the_nearest_is_told_as_such(conducted, tmp_path):
    done = tuned(tmp_path, "--objective", "p99 response <= 5 ms")

    [page] = tmp_path.glob("tune-gc-*/tuning.md")
    text = page.read_text(encoding="utf-8")
    assert done.exit_code == 0
    assert "**Nothing that was tried keeps p99 response <= 5 ms; the nearest to it**" in text
    assert QUICK_AND_DEAR in text


def test_a_candidate_whose_trial_is_void_has_another_chance_once(conducted, monkeypatch, tmp_path):
    begin, repeated = vars(tune_gc)["begin"], []
    completed: list[str] = []

    def with_a_void_trial(experiment, parent, choice, *, yes):
        report = begin(experiment, parent, choice, yes=yes)
        return replace(report, complaints=("1 of 6 trials void or failed: 002",) if len(conducted) == 1 else ())

    def missing_trials(results, choice, wanted):
        repeated.append((results.folder.name, choice, wanted))
        return Campaign(conducted[0], (Trial("002", 1, 2, 1, {}),), results, choice)

    monkeypatch.setattr(tune_gc, "begin", with_a_void_trial)
    monkeypatch.setattr(tune_gc, "missing_trials", missing_trials)
    monkeypatch.setattr(tune_gc, "completed", lambda campaign: completed.extend(trial.id for trial in campaign.trials))
    done = tuned(tmp_path, "--objective", "p99 response <= 500 ms")
    assert done.exit_code == 0, done.output
    assert repeated == [("tune-gc-1", BedChoice(21000), Missing(void_too=True, other_version=True))]
    assert completed == ["002"]


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
