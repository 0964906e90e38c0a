"""A report of trials with an open load: the load is a rate, and nothing speaks of customers that there were not."""

import json
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import polars as pl
import pytest

from analysis.comparing.design import Design
from analysis.comparing.estimates import Combination, heaviest, means
from analysis.comparing.results import read_results
from analysis.contract import schemas
from analysis.reporting.closed_loop_findings import ClosedLoopFindings
from analysis.reporting.report import write_report
from analysis.reporting.terminal import metrics_table
from analysis.tests.synthetic import write_results
from analysis.tests.synthetic_crashes import driven
from analysis.tests.synthetic_results import trial_of
from analysis.trials.trial_analysis import TrialResult

VARIANTS = ["jms-transacted", "soap"]
KEPT = {
    "sessions_due": 100, "sessions_started": 100, "sessions_blocked": 0, "session_limit": 200,
    "requests_on_their_way": 0,
}  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Synthetic trials at one load, whose customers come at 5 per second instead."""
    return write_open_results(tmp_path_factory.mktemp("results") / "open", [15], repetitions=3)


@pytest.fixture(scope="module")
def two_rates(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_open_results(tmp_path_factory.mktemp("results") / "open", [15, 30], repetitions=1)


def write_open_results(made: Path, customers: list[int], repetitions: int) -> Path:
    """Customers of whom three come to one in a second."""
    write_results(made, VARIANTS, customers, repetitions)
    for trial in made.glob("trials/*"):
        open_trial(trial)
    file = made / "experiment.json"
    experiment = json.loads(file.read_text())
    experiment["factors"]["load"] = [f"{each // 3}/s" for each in experiment["factors"].pop("customers")]
    for planned in experiment["schedule"]:
        planned["levels"] = at_a_rate(planned["levels"])
    file.write_text(json.dumps(experiment))
    write_report(made)
    return made


def open_trial(folder: Path) -> None:
    trial = json.loads((folder / "trial.json").read_text())
    trial["levels"] = at_a_rate(trial["levels"])
    trial |= driven("payara")
    trial["generator"] |= {"name": "hyperfoil", "open": KEPT, "requests_without_line": None}
    (folder / "trial.json").write_text(json.dumps(trial))
    requests_df = pl.read_csv(folder / "requests.csv")
    end_ns = (pl.col("end_s") * 1e9).cast(pl.Int64)
    due_ns = end_ns - 20_000_000
    requests_df.with_columns(intended_ns=due_ns, sent_ns=due_ns + 400_000, end_ns=end_ns).write_csv(
        folder / "requests.csv"
    )


def at_a_rate(levels: dict[str, object]) -> dict[str, object]:
    others = {name: level for name, level in levels.items() if name != "customers"}
    return others | {"load": f"{int(str(levels['customers'])) // 3}/s"}


def test_all_trials_count_and_the_load_is_a_rate(folder: Path) -> None:
    results = read_results(folder)

    assert [(trial.status, trial.reasons) for trial in results.trials] == [("valid", ())] * 6
    table = metrics_table(results)
    assert [column.header for column in table.columns][:3] == ["variant", "load", "trials"]
    assert list(table.columns[1].cells) == ["5/s", "5/s"]
    combination = results.by_trial[0]
    assert combination.value("request_due_mean_ms") == pytest.approx(20)
    assert combination.value("lateness_p99_ms") == pytest.approx(0.4)
    assert combination.value("overloaded_fraction") == 0


def test_nothing_speaks_of_customers_that_there_were_not(folder: Path) -> None:
    page = re.sub(r"<(script|style).*?</\1>", "", (folder / "report.html").read_text(), flags=re.DOTALL)
    text = re.sub(r"<[^>]+>", " ", page)

    assert "at a load of 5/s" in text
    assert not re.search(r"\b0 customers\b|\? customers", text)
    # The tables of steps, of calls by SOAP and of transactions among them.
    assert not re.search(r"<th[^>]*>\s*customers\s*</th>", page)
    schemas.read_json(folder / "summary.json", "summary")


def test_what_a_closed_loop_would_have_told_stands_beside_what_customers_met(folder: Path) -> None:
    [_, section] = (folder / "report.html").read_text().split('<section aria-labelledby="closed-loop">')
    rows = re.findall(r"<tr>(.*?)</tr>", section.partition("</section>")[0], flags=re.DOTALL)
    cells = [re.sub(r"<[^>]+>", "", cell).strip() for cell in re.findall(r"<t[dh].*?</t[dh]>", rows[1], re.DOTALL)]
    assert cells[:2] == [VARIANTS[0], "5/s"]
    # Every request took 20 ms from when it was due, and the last 19.6 of them end at a whole second: two ticks.
    assert [cell[:4] for cell in cells[3:5]] == ["20.0", "20.0"]


def test_both_halves_of_a_row_are_of_the_same_trials() -> None:
    """Who was overloaded has no times that customers met: the others' 20 ms are not beside (20 + 980) / 2."""
    steady = trial_of(0, "soap", request_due_mean_ms=20.0, request_closed_mean_ms=20.0, closed_customers=5.0)
    overloaded = trial_of(1, "soap", request_closed_mean_ms=980.0, closed_customers=45.0)

    def row(*trials: TrialResult) -> list[str]:
        units = [(trial,) for trial in trials]
        levels = {"transition": "soap", "load": "5/s"}
        combination = Combination(levels, "soap", 0, trials, means(units), tuple(units))
        design = Design({"transition": [*VARIANTS], "load": ["5/s"]}, VARIANTS[0])
        results: Any = SimpleNamespace(by_trial=[combination], design=design)
        [cells] = ClosedLoopFindings(results).table.rows
        return [cell.partition(" ")[0] for cell in cells[2:5]]

    assert row(steady, overloaded) == ["5.00", "20.0", "20.0"]
    assert row(overloaded) == ["45.0", "–", "980"]


def test_the_bottleneck_is_that_of_the_greatest_rate_and_the_law_is_drawn(tmp_path: Path) -> None:
    page = (write_open_results(tmp_path / "open", [30, 15, 60, 90], 1) / "report.html").read_text()
    [_, section] = page.split('<section aria-labelledby="bottleneck">')
    named = re.findall(r"<li><strong>([^<]+)</strong>", section.partition("</section>")[0])
    assert named == [f"{variant} · 30/s" for variant in VARIANTS]
    [_, section] = page.split('<section aria-labelledby="scalability">')
    points = re.findall(r'aria-label="(orders in the system[^"]*)"', section.partition("</section>")[0])
    assert len([label for label in points if "variant: soap" in label]) >= 4


def test_the_heaviest_load_is_the_highest_rate(two_rates: Path) -> None:
    assert {each.levels["load"] for each in heaviest(read_results(two_rates).by_trial)} == {"10/s"}


def test_metrics_are_drawn_against_the_rate(two_rates: Path) -> None:
    page = (two_rates / "report.html").read_text()
    [_, section] = page.split('<section aria-labelledby="load">')
    drawn = section.partition("</section>")[0]
    assert "Metrics by load" in drawn
    points = re.findall(r'aria-label="([^"]*orders that came per second: [^"]*)"', drawn)
    # The variants lie a little apart, and are called by what was compared alone.
    assert {label.rpartition("variant: ")[2] for label in points} == set(VARIANTS)
    rates = {round(float(re.findall(r"per second: ([\d.]+)", label)[0]), 0) for label in points}
    assert rates == {5, 10}
    labels = re.findall(r"<text[^>]*>([^<]+)</text>", drawn)
    assert {"5", "10"} <= set(labels)
