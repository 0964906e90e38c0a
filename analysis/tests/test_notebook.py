"""The notebook goes on from the tables of a report: every cell runs, and what it finds agrees with the records."""

import json
import os
from pathlib import Path
from typing import Any

import altair as alt
import polars as pl
import pytest

from analysis.reporting.report import write_report
from analysis.tests.synthetic import write_results
from analysis.tests.synthetic_crashes import write_crashes

pytestmark = pytest.mark.usefixtures("analysed_once")

NOTEBOOK = Path(__file__).resolve().parents[2] / "docs" / "results.ipynb"


def cells(kind: str) -> list[dict[str, Any]]:
    found = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    return [cell for cell in found if cell["cell_type"] == kind]


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What the cells have named, one after the other in one namespace as a kernel runs them."""
    folder = tmp_path_factory.mktemp("notebook") / "results"
    write_results(folder, ["jms-transacted", "soap"], [15], repetitions=2)
    write_report(folder)
    names: dict[str, Any] = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PETLAB_RESULTS", str(folder))
        for cell in cells("code"):
            exec(compile("".join(cell["source"]), f"cell {cell['id']}", "exec"), names)  # noqa: S102 - our own
    return names


def test_it_shows_the_primary_verdicts_of_the_report(found: dict[str, Any]) -> None:
    summary = json.loads((found["results"] / "summary.json").read_text(encoding="utf-8"))
    expected = [each["ratio"] for each in summary["comparisons"] if each["metric"] == summary["primary"]]
    assert found["primary"]["ratio"].to_list() == pytest.approx(expected)
    assert expected


def test_late_orders_are_counted_by_hand(found: dict[str, Any]) -> None:
    times: dict[str, list[float]] = {}
    for variant, response_ms in found["orders"].select("variant", "response_ms").iter_rows():
        if response_ms is not None:
            times.setdefault(variant, []).append(response_ms)
    expected = [(name, 15, len(ms), sum(one > 100 for one in ms) / len(ms)) for name, ms in sorted(times.items())]
    assert found["late"].rows() == expected


def test_each_variant_is_drawn_up_to_all_of_its_orders(found: dict[str, Any]) -> None:
    cumulative: pl.DataFrame = found["cumulative"]
    assert isinstance(found["chart"], alt.Chart)
    highest = cumulative.group_by("variant").agg(pl.col("fraction").max())
    assert sorted(highest["variant"]) == ["jms-transacted", "soap"]
    assert all(0.9 < fraction <= 1 for fraction in highest["fraction"])


def test_of_a_campaign_of_faults_alone_it_shows_tables_without_rows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = write_crashes(tmp_path / "crashes-1")
    write_report(folder)
    monkeypatch.setenv("PETLAB_RESULTS", str(folder))
    names: dict[str, Any] = {}
    for cell in cells("code"):
        exec(compile("".join(cell["source"]), f"cell {cell['id']}", "exec"), names)  # noqa: S102 - our own
    assert (len(names["comparisons"]), len(names["orders"])) == (0, 0)
    assert names["comparisons"].schema["ratio"] == pl.Float64


def test_it_is_kept_without_what_a_run_shows() -> None:
    code = cells("code")
    assert code
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in code)
    assert len({cell["id"] for cell in (*code, *cells("markdown"))}) == len(code) + len(cells("markdown"))


def test_without_a_name_it_takes_the_newest_results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PETLAB_RESULTS", raising=False)
    (tmp_path / "petlab").touch()
    for age, name in enumerate(("newer", "older")):
        folder = tmp_path / "results" / name / "tables"
        folder.mkdir(parents=True)
        for table in ("orders", "comparisons"):
            pl.DataFrame({"of": [name]}).write_parquet(folder / f"{table}.parquet")
        os.utime(folder, (1e9 - age, 1e9 - age))
    (tmp_path / "docs").mkdir()
    monkeypatch.chdir(tmp_path / "docs")
    names: dict[str, Any] = {}
    exec("".join(cells("code")[0]["source"]), names)  # noqa: S102 - our own
    assert names["orders"]["of"].to_list() == ["newer"]
