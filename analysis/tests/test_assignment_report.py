"""The report of an experiment by order and by window: sentences, sections, and what it says it cannot tell."""

# mypy: disable-error-code="operator"
# A None here fails the test, as it should.

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from rich.console import Console

from analysis.comparing.comparison import Comparison
from analysis.comparing.comparisons import comparisons_of
from analysis.comparing.evidence import Evidence
from analysis.comparing.pet_store_claims import PET_STORE_CLAIMS
from analysis.comparing.results import Results, read_results
from analysis.contract import schemas
from analysis.contract.assignment_units import Unit as Assignment
from analysis.presentation.assignment_sentences import sentence
from analysis.presentation.formatting import effect
from analysis.reporting.assignment_findings import AssignmentFindings
from analysis.reporting.findings import Findings
from analysis.reporting.report import Report, write_report
from analysis.statistics.intervals import Estimate
from analysis.statistics.verdicts import Verdict
from analysis.tests.synthetic import write_assigned

pytestmark = pytest.mark.usefixtures("analysed_once")


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Report:
    return write_report(write_assigned(tmp_path_factory.mktemp("results") / "assigned", seconds=120))


@pytest.fixture(scope="module")
def results(report: Report) -> Results:
    return read_results(report.page.parent)


def found(
    metric: str, bounds: tuple[float, float, float], verdict: Verdict, assignment: Assignment = "order", n: int = 36
) -> Comparison:
    ratio, low, high = bounds
    known = Comparison(metric, "transition", "soap", "jms-transacted", {"customers": 40}, assignment)
    return replace(known, ratio=ratio, low=low, high=high, n=n, verdict=verdict, smallest_effect=0.0412)


@pytest.mark.parametrize(
    ("comparison", "words"),
    [
        (
            found("response_geomean_ms", (1.153, 1.101, 1.212), "different"),
            "Orders by soap take 15 % longer (10–21 %) than by jms-transacted; n = 36 blocks of 5 s; "
            "an effect of 4.1 % could have been seen.",
        ),
        (
            found("latency_geomean_ms", (0.446, 0.405, 0.492), "different"),
            "The supplier order by soap takes 55 % less time to arrive (51–60 %) than by jms-transacted; "
            "n = 36 blocks of 5 s; an effect of 4.1 % could have been seen.",
        ),
        (
            found("call_geomean_ms", (17.23, 14.9, 20.1), "different"),
            "The call to the supplier by soap takes 17.2 times as long (14.9–20.1) as by jms-transacted; "
            "n = 36 blocks of 5 s; an effect of 4.1 % could have been seen.",
        ),
        (
            found("order_cpu_geomean_ms", (1.062, 1.043, 1.081), "different"),
            "An order by soap takes 6.2 % more CPU time in the servers (4.3–8.1 %) than by jms-transacted; "
            "n = 36 blocks of 5 s; an effect of 4.1 % could have been seen.",
        ),
        (
            found("throughput_per_min", (0.95, 0.93, 0.97), "different", "window", 8),
            "With soap the store completes 5.0 % fewer orders (3.0–7.0 %) than with jms-transacted; "
            "n = 8 switchback blocks; an effect of 4.1 % could have been seen.",
        ),
        (
            found("cpu_per_order_ms", (1.01, 0.988, 1.032), "equivalent within the margin", "window", 1),
            "The CPU of all processes per order of soap and jms-transacted is the same within 5 % (−1.2 % to +3.2 %); "
            "n = 1 switchback block; an effect of 4.1 % could have been seen.",
        ),
        (
            found("response_geomean_ms", (1.05, 0.9, 2.5), "cannot tell"),
            "Whether the response time of soap and jms-transacted differs cannot be told (−10 % to 2.50 times); "
            "n = 36 blocks of 5 s; an effect of 4.1 % could have been seen.",
        ),
    ],
)
def test_a_ratio_in_a_sentence(comparison: Comparison, words: str) -> None:
    assert sentence(comparison) == words


def test_a_delay_in_a_sentence() -> None:
    delayed: dict[str, Any] = {"factor": "delay", "level": "received@approving 1 ms", "against": "none"}
    longer = replace(found("response_geomean_ms", (1.029, 1.013, 1.044), "different"), **delayed)
    assert sentence(longer).startswith(
        "Orders with a delay of 1 ms at received@approving take 2.9 % longer (1.3–4.4 %) than with no delay;"
    )
    alike = replace(found("response_geomean_ms", (1.01, 0.99, 1.02), "equivalent within the margin"), **delayed)
    assert "of a delay of 1 ms at received@approving and no delay is the same within 5 %" in sentence(alike)


@pytest.mark.parametrize(
    ("relative", "words"),
    [(0.00844, "0.84 %"), (0.0412, "4.1 %"), (0.996, "100 %"), (1.3, "a factor of 2.30"), (2913, "a factor of 2,900")],
)
def test_the_size_of_an_effect(relative: float, words: str) -> None:
    assert effect(relative) == words


def test_a_ratio_without_an_interval_in_a_sentence() -> None:
    known = found("response_geomean_ms", (1.3, 0, 0), "cannot tell", n=4)
    alone = replace(known, low=None, high=None, smallest_effect=None, reason="too few", excluded_level=1)
    assert sentence(alone) == (
        "Nothing can be said about the response time (once +30 %): too few; n = 4 blocks of 5 s; "
        "excluded trials: 1 of soap."
    )


def test_the_page_tells_each_level_against_the_baseline(report: Report) -> None:
    page = report.page.read_text()
    for words in (
        "soap against jms-transacted at 40 customers",
        "jms-nontransacted against jms-transacted at 40 customers",
        '<h2 id="by-order">By order</h2>',
        '<h2 id="by-window">By window</h2>',
        "By order and by window agree in 12 ratios",
        "leave room for one of up to",
        "What this cannot tell",
        "n = 24 blocks of 5 s",
        "n = 3 switchback blocks",
        "Response time, geometric mean is the primary metric",
        "transition by window, seed 2: jms-transacted, jms-nontransacted, soap; windows of 6 s, 1 s of wash-out",
        "supplier-order and invoice as compared",
    ):
        assert words in page
    assert "There is nothing to compare" not in page and "single repetition" not in page


def test_orders_are_shown_by_the_level_that_was_drawn_for_them(results: Results) -> None:
    findings = Findings(results)
    assert set(results.orders_df["variant"]) == {"jms-transacted", "jms-nontransacted", "soap"}
    assert set(results.orders_df["trial"]) == {"001"}  # by order tells more of times than by window
    assert set(findings.times.segments_df["variant"]) == set(findings.times.steps_df["variant"])
    calls = findings.times.segments_df.filter(pl.col("segment") == "supplier-order: call")
    means = dict(calls.select("variant", "mean_ms").iter_rows())
    # 2 ms, 6 ms and 15 ms by the plan; a call is cut where the next step begins, after 14, 4 and 12 ms.
    assert means == pytest.approx({"jms-transacted": 2, "jms-nontransacted": 4, "soap": 12}, rel=0.1)
    assert findings.key_table.rows == [] and findings.loads.plots == []
    assert {plot.name for plot in findings.assignments.plots} == {"ratios_by_order", "ratios_by_window"}


def test_each_level_s_values_are_those_of_the_plan(results: Results) -> None:
    """Calls of 2, 6 and 15 ms, whose logarithms are spread by 0.2 around -0.02: exp(-0.02) of these."""
    [orders], [windows] = results.order_samples, results.window_samples
    for level, call_ms in (("jms-transacted", 2.0), ("jms-nontransacted", 6.0), ("soap", 15.0)):
        for estimate in (orders.estimate("call_geomean_ms", level), windows.estimate("call_geomean_ms", level)):
            assert estimate.value == pytest.approx(0.980 * call_ms, rel=0.05)
            assert None not in (estimate.low, estimate.high) and estimate.low < estimate.value < estimate.high
    assert sum(orders.orders.values()) == len(results.orders_df)


@pytest.mark.parametrize("fell", [(), ("CPU per order fell by 54 % within the window (47–61 %)",)])
def test_what_a_store_that_still_changed_does_is_not_called_a_disturbance(
    results: Results, fell: tuple[str, ...]
) -> None:
    trials = tuple(replace(r, unsteady=fell if r.trial.id == "001" else ()) for r in results.trials)
    findings = AssignmentFindings(replace(results, trials=trials), [])
    findings.__dict__["checks"] = [replace(check, verdict="disagree") for check in findings.checks]
    said = str(findings.interference)
    assert ("levels disturb each other when" in said, "do not agree" in said) == (
        (False, True) if fell else (True, False)
    )
    assert not fell or ("(trial 001: CPU per order fell by 54 %" in said and "a longer jvm_warmup_max_s" in said)


def test_the_summary_tells_units_smallest_effects_and_interference(report: Report) -> None:
    summary = schemas.read_json(report.page.parent / "summary.json", "summary")
    assert summary["primary"] == "response_geomean_ms"
    by_metric = {(c["metric"], c["level"], c["against"]): c for c in summary["comparisons"]}
    response = by_metric["response_geomean_ms", "soap", "jms-transacted"]
    assert (response["assignment"], response["unit"], response["primary"]) == ("order", "time block", True)
    cpu = by_metric["cpu_per_order_ms", "soap", "jms-transacted"]
    assert (cpu["assignment"], cpu["unit"], cpu["n"], cpu["primary"]) == ("window", "switchback block", 3, False)
    assert all(c["smallest_effect"] > 0 for c in summary["comparisons"] if c["low"] is not None)
    assert len(summary["interference"]) == 4 * 3 and {c["verdict"] for c in summary["interference"]} == {"agree"}


def test_a_summary_of_version_3_is_read(tmp_path: Path) -> None:
    document = json.loads((schemas.SCHEMAS / "examples" / "summary.json").read_text())
    old = {key: value for key, value in document.items() if key not in ("primary", "interference")}
    new_keys = ("assignment", "primary", "log_std_error", "dof", "smallest_effect")
    of_trials = {key: value for key, value in document["comparisons"][0].items() if key not in new_keys}
    old |= {"schema_version": 3, "comparisons": [of_trials, {**of_trials, "unit": "launch"}]}
    (tmp_path / "summary.json").write_text(json.dumps(old))
    read = schemas.read_json(tmp_path / "summary.json", "summary")
    assert [c["assignment"] for c in read["comparisons"]] == ["trial", "bed"]
    assert (read["schema_version"], read["primary"], read["interference"]) == (4, None, [])


def test_the_terminal_has_the_ratios(report: Report) -> None:
    console = Console(width=220, record=True)
    console.print(report.key_table)
    text = console.export_text()
    assert "24 time blocks" in text and "3 switchback blocks" in text and "could have been seen" in text


def test_claims_are_judged_by_orders_where_levels_were_drawn_for_them(results: Results) -> None:
    """Latencies of 12 and 4 ms have the ratio 3, which is none of 7 to 22."""
    evidence = Evidence(results, comparisons_of(results.design, results.crash_free))
    claims = {claim.name: claim for claim in PET_STORE_CLAIMS}
    latency = claims["PS-latency-soap"].measure(evidence, 40)
    assert isinstance(latency, Estimate) and latency.interval == "clustered t over time blocks"
    assert latency.value == pytest.approx(3, rel=0.05) and latency.n == 24
    # Of the two JMS variants the other one is the baseline: 2 / 6.
    call = claims["PS-calltime-jms"].measure(evidence, 40)
    assert isinstance(call, Estimate) and call.value == pytest.approx(1 / 3, rel=0.05)
    cpu = claims["PS-cpu"].measure(evidence, 40)
    assert isinstance(cpu, Estimate) and cpu.interval == "t over switchback blocks"
    assert "no block has both" in str(claims["PS-gc-young"].measure(evidence, 40))


def test_the_load_of_a_claim_is_that_of_the_whole_trial(results: Results) -> None:
    """40 customers keep the cores some 10 % busy by the plan: a moderate load, and no light one."""
    judged = {claim.name: claim for claim in Findings(results).claims}
    assert "no load of 25 customers or fewer" in judged["PS-latency-soap"].reason
    moderate = judged["PS-response-moderate"]
    assert (moderate.verdict, "at 40 customers, by order" in moderate.reason) == ("agrees", True)
    assert "nothing was saturated" in judged["PS-response-saturated"].reason


@pytest.mark.parametrize("unit", ["order", "window"])
def test_either_unit_alone_has_a_report(tmp_path: Path, unit: str) -> None:
    folder = write_assigned(tmp_path / "one", [unit], seconds=72)  # type: ignore[list-item]
    page = write_report(folder).page.read_text()
    assert f'id="by-{unit}"' in page and 'id="interference"' not in page
    assert ("An experiment by window shows them" in page) == (unit == "order")
    assert ("Orders by soap take" in page) == (unit == "order")
