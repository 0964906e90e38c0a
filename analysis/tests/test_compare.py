"""The table of `petlab compare`: what stands where."""

from dataclasses import replace
from pathlib import Path

import pytest

from analysis.comparing.campaigns import FolderComparison, at_rate
from analysis.comparing.estimates import Combination
from analysis.reporting import compare as module

SOAP = FolderComparison("soap", 60, "response_mean_ms", 100.0, 150.0, 4, 5, 1.5, 1.12, 2.0, "different")
ONCE = FolderComparison("jms-transacted", 15, "throughput_per_min", 30.0, 31.5, 1, 4, 1.05, None, None, "cannot tell")


def cells(monkeypatch: pytest.MonkeyPatch, *found: FolderComparison) -> list[list[str]]:
    """The rows of the table, the headings first."""
    monkeypatch.setattr(module, "compare_results", lambda a, b: list(found))
    table = module.compare(Path("results/before"), Path("results/after"))
    columns = [list(column.cells) for column in table.columns]
    return [[str(column.header) for column in table.columns], *map(list, zip(*columns, strict=True))]


def test_a_row_has_the_place_both_values_the_ratio_and_the_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    headings, row = cells(monkeypatch, SOAP)
    by_heading = dict(zip(headings, row, strict=True))
    assert by_heading == {
        "variant": "soap",
        "customers": "60",
        "metric": "Response time, mean",
        "unit": "ms",
        "before": "100",
        "after": "150",
        "ratio (interval)": "1.50 (1.12–2.00)",
        "verdict": "different",
        "launches": "4 and 5",
    }


def test_of_an_open_load_the_rate_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    headings, row = cells(monkeypatch, replace(SOAP, customers=0, rate="20/s"))
    assert (headings[1], row[1]) == ("load", "20/s")


def test_the_rate_is_that_of_the_combination() -> None:
    levels = {"transition": "soap", "load": "20/s"}
    combination = Combination(levels, "soap", 0, (), {})
    assert at_rate((replace(SOAP, customers=0), None), combination) == (replace(SOAP, customers=0, rate="20/s"), None)
    closed = replace(combination, levels={"transition": "soap", "customers": 60}, customers=60)
    assert at_rate((SOAP, None), closed) == (SOAP, None)


def test_without_an_interval_there_is_a_dash(monkeypatch: pytest.MonkeyPatch) -> None:
    _, row = cells(monkeypatch, ONCE)
    assert row[-3:] == ["1.05 (–)", "cannot tell", "1 and 4"]


def test_the_title_says_which_is_compared_with_which(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "compare_results", lambda a, b: [SOAP])
    title = str(module.compare(Path("results/before"), Path("results/after")).title)
    assert title == "after against before: geometric means; ratios above 1 mean more in after"
    alike = replace(SOAP, verdict="equivalent within the margin", margin=0.02)
    monkeypatch.setattr(module, "compare_results", lambda a, b: [SOAP, alike])
    with_margin = str(module.compare(Path("results/before"), Path("results/after")).title)
    assert with_margin == f"{title}; the margin is 2 %"
