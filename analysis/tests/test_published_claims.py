"""What campaigns measured for claims is published, and read again with the next."""

import errno
import json
import math
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from analysis.analysis_errors import ResultsError
from analysis.comparing.claims import MeasuredClaim
from analysis.comparing.claims_table import read_table, with_campaign, write_table
from analysis.comparing.delegate_ratios import Compared
from analysis.comparing.published_claims import published
from analysis.contract import durable_files
from analysis.reporting.paper_page import PICTURES, TABLE, write_paper_page
from analysis.statistics.intervals import Difference, Estimate
from analysis.statistics.shares import share_interval
from analysis.tests.published_rows import DESIGN, FIRST, KNOWN, SHARE, SLOWER, TIMES, of_ratio, rows_of
from analysis.tests.synthetic import write_assigned, write_results
from analysis.tests.synthetic_plan import VARIANTS

pytestmark = pytest.mark.usefixtures("analysed_once")


def test_a_fraction_whose_interval_reaches_up_to_one_is_read_again_and_pooled_by_its_lower_end(tmp_path: Path) -> None:
    """Two repetitions, log odds of 1 ± 12.7062 · 3.2 = 40.66: from 6e-18 up to what is 1 by the computer's numbers."""
    half = 12.7062047 * 3.2
    wide = Estimate(1 / (1 + math.exp(-1)), 2, 1 / (1 + math.exp(half - 1)), 1.0, "t on the logit over trials")
    rows = rows_of(wide, claim=SHARE)
    write_table(tmp_path / TABLE, rows)

    [read] = read_table(tmp_path / TABLE)

    assert (read.mean.mean, read.mean.std_error) == pytest.approx((1.0, 3.2), rel=1e-5)


def test_a_fraction_of_almost_one_is_no_fraction_of_one_in_the_table(tmp_path: Path) -> None:
    almost = Estimate(1 - 1e-9, 5, 1 - 1e-8, 1 - 1e-10, "t on the logit over trials")
    write_table(tmp_path / TABLE, rows_of(almost, claim=SHARE))
    [read] = read_table(tmp_path / TABLE)
    assert (read.value, read.low, read.high) == (almost.value, almost.low, almost.high)


def test_a_fraction_at_the_end_of_its_scale_is_not_published() -> None:
    for shares in ([1.0, 1.0, 1.0], [0.0, 0.0]):
        assert rows_of(share_interval(shares), claim=SHARE) == []
    assert [row.scale for row in rows_of(share_interval([0.9, 0.8, 1.0]), claim=SHARE)] == ["logit"]


def test_a_ratio_of_delegates_is_published_with_what_its_interval_was_made_from() -> None:
    """Of an experiment with looks the report has a wider interval than that of 95 %, and by order other degrees."""
    difference = Difference(math.log(1.3), 0.05, 38.5)
    of_a_look = Compared(1.3, 40, 1.1, 1.54, "clustered t over time blocks", log_difference=difference)

    [row] = rows_of(of_a_look)

    assert (row.unit, row.scale, row.dof, row.n) == ("order", "log", 38.5, 40)
    assert (row.low, row.high) == pytest.approx(
        [math.exp(math.log(1.3) + by * 2.0235 * 0.05) for by in (-1, 1)], rel=1e-3
    )
    assert (row.mean.mean, row.mean.std_error) == pytest.approx((math.log(1.3), 0.05))


@pytest.mark.parametrize(
    "estimate",
    [
        Estimate(1.3, 1),
        Estimate(None, 0),
        Estimate(1.3, 500, 1.2, 1.4, "block bootstrap within one trial"),
        Compared(1.3, 5, 1.25, 1.35, "t over trials"),
    ],
)
def test_what_is_not_over_repetitions_is_not_published(estimate: Estimate) -> None:
    assert rows_of(estimate) == []


def test_a_campaign_without_its_overloaded_trials_is_published_with_their_number() -> None:
    """Left out as a whole, those that overloaded nothing would tell, which are the better ones."""
    found = MeasuredClaim(80, {"": of_ratio(0.2, 0.1)}, "3 of 8 were overloaded", (2, 1))
    [row] = published(FIRST, "journal", {TIMES: found})
    assert (row.n, row.raising, row.lowering) == (5, 2, 1)
    by_window = Compared(1.3, 9, 1.2, 1.4, "t over switchback blocks", log_difference=Difference(0.26, 0.03, 8))
    [row] = published(FIRST, "journal", {TIMES: replace(found, estimates={"": by_window})})
    assert (row.unit, row.raising, row.lowering) == ("window", 0, 0)


def test_turns_are_published_as_those_of_who_conducted_them() -> None:
    """Nobody counts them twice: with other trials they are the same rows."""
    turns = replace(FIRST, name="turns-1", commit="c" * 40, design=f"{DESIGN}, in windows of 4 s")
    by_window = Compared(1.3, 30, 1.2, 1.4, "t over switchback blocks", log_difference=KNOWN)
    found = {SLOWER: MeasuredClaim(40, {"": by_window}), SHARE: MeasuredClaim(40, {"": of_ratio(0.2, 0.1)})}
    again = found | {SHARE: MeasuredClaim(40, {"": of_ratio(0.3, 0.1)})}

    first = published(FIRST, "journal", found, {40: turns})
    second = published(replace(FIRST, name="paper-2"), "journal", again, {40: turns})

    assert [(row.campaign, row.commit[0], row.unit) for row in first] == [
        ("turns-1", "c", "window"),
        ("paper-1", "a", "trial"),
    ]
    assert first[0] == second[0]
    table = with_campaign(with_campaign([], FIRST, "journal", first), replace(FIRST, name="paper-2"), "journal", second)
    assert [row.campaign for row in table] == ["paper-1", "turns-1", "paper-2"]
    # One folder of turns may tell of two stores.
    both = with_campaign(table, FIRST, "database", [replace(row, store="database") for row in first])
    assert [row.campaign for row in both] == ["paper-1", "turns-1", "paper-2", "turns-1", "paper-1"]
    assert [row.unit for row in published(FIRST, "journal", found, {40: None})] == ["trial"]
    # At other loads, turns are of the trials' own results.
    assert [row.campaign for row in published(FIRST, "journal", found, {15: turns})] == ["paper-1", "paper-1"]


def test_turns_of_another_design_are_refused() -> None:
    estimate = Compared(1.3, 30, 1.2, 1.4, "t over switchback blocks", log_difference=KNOWN)
    found = {SLOWER: MeasuredClaim(40, {"": estimate})}
    known, longer = (
        published(
            FIRST, "journal", found, {40: replace(FIRST, name=name, design=f"{DESIGN}, in windows of {seconds} s")}
        )
        for name, seconds in (("turns-1", 4), ("turns-2", 8))
    )
    with pytest.raises(ResultsError, match=r"turns-1 was published with .* of 4 s, and turns-2 has .* of 8 s: "):
        with_campaign(known, FIRST, "journal", longer)


def test_a_campaign_that_went_on_takes_the_place_of_what_it_had_published() -> None:
    before, other, after = (rows_of(of_ratio(mean, 0.1)) for mean in (0.1, 0.2, 0.3))
    other = [replace(row, campaign="paper-2") for row in other]

    assert with_campaign([*before, *other], FIRST, "journal", after) == [*other, *after]
    assert with_campaign([*before, *other], FIRST, "journal", []) == other


def test_campaigns_of_another_design_are_refused() -> None:
    heavier = replace(FIRST, name="paper-2", design=DESIGN.replace("80", "60"))
    with pytest.raises(ResultsError, match=r"paper-1 was published with 80 customers .* name another folder"):
        with_campaign(rows_of(of_ratio(0, 1)), heavier, "journal", [])


def test_a_table_is_read_as_it_was_written(tmp_path: Path) -> None:
    rows = [replace(row, value=1.5, low=1.25, high=1.75) for row in rows_of(of_ratio(0.4, 0.1))]
    write_table(tmp_path / TABLE, rows)

    assert read_table(tmp_path / TABLE) == rows
    assert read_table(tmp_path / "none.csv") == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("claim,", "claims,"),
        (",1.5,", ",fast,"),
        (",5,4,1,0,0\n", ",1,4,1,0,0\n"),
        (",5,4,1,0,0\n", ",5,0,1,0,0\n"),
        (",5,4,1,0,0\n", ",5,4,0,0,0\n"),
        (",5,4,1,0,0\n", ",5,4,1,-1,0\n"),
        (",5,4,1,0,0\n", ",5,4,1,0,some\n"),
        (",1.25,", ",1.6,"),
        (",1.25,", ",-1.25,"),
        (",1.75,", ",inf,"),
        (",1.75,", ","),
        (",log,", ",root,"),
        ("\n", "\n\x00"),
        ("campaign", ""),
    ],
)
def test_what_is_no_such_table_is_refused_with_what_was_expected(old: str, new: str, tmp_path: Path) -> None:
    file = tmp_path / TABLE
    write_table(file, [replace(row, value=1.5, low=1.25, high=1.75) for row in rows_of(of_ratio(0.4, 0.1))])
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(
        ResultsError, match=r"claims\.csv: expected a table with the columns campaign, commit, .*, lowering: "
    ):
        read_table(file)


def test_an_empty_table_and_one_with_a_row_twice_are_refused(tmp_path: Path) -> None:
    """As a merge of two branches may leave them."""
    file = tmp_path / TABLE
    file.write_text("", encoding="utf-8")
    with pytest.raises(ResultsError, match="expected a table with the columns"):
        read_table(file)
    write_table(file, rows_of(of_ratio(0.4, 0.1)) * 2)
    with pytest.raises(ResultsError, match="got two rows of one campaign for the same"):
        read_table(file)


def campaign(
    folder: Path,
    repetitions: int = 2,
    capacity: float | None = 30.0,
    loads: tuple[int, ...] = (15, 40),
    dirty: bool = False,
) -> Path:
    write_results(folder, list(VARIANTS), list(loads), repetitions=repetitions, commit="b" * 40, dirty=dirty)
    return with_recorded(folder, {} if capacity is None else {"capacity": [[0.0, capacity]]})


def with_recorded(folder: Path, recorded: dict[str, Any], **more: Any) -> Path:
    """A results folder whose experiment has that, too."""
    file = folder / "experiment.json"
    experiment = json.loads(file.read_text())
    file.write_text(json.dumps(experiment | {"as_read": {"recorded": recorded}} | more))
    return folder


def test_the_page_judges_by_all_campaigns_beside_it(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    page = write_paper_page([campaign(tmp_path / "paper-1")], docs)
    first = page.read_text(encoding="utf-8")
    assert "by 2 campaigns" not in first and "campaigns" not in first
    table = read_table(docs / PICTURES / TABLE)
    assert {row.campaign for row in table} == {"paper-1"} and {row.capacity_per_s for row in table} == {30.0}

    second = write_paper_page([campaign(tmp_path / "paper-2", 3)], docs).read_text(encoding="utf-8")

    assert "- **messages in the broker's journal, by [all campaigns](paper/claims.csv)**: `paper-1` (" in second
    assert second.count("orders/s, at `bbbbbbbb`)") == 2
    [row] = [line for line in second.splitlines() if "`PS-cpu`" in line]
    assert "at 40 customers, by 2 campaigns; " in row and "; these results alone: 1." in row
    assert {row.campaign for row in read_table(docs / PICTURES / TABLE)} == {"paper-1", "paper-2"}


def test_turns_beside_trials_are_rows_of_their_own_folder_however_often_they_are_named(tmp_path: Path) -> None:
    docs, turns = tmp_path / "docs", write_assigned(tmp_path / "turns-1", ["window"])
    with_recorded(turns, {"capacity": [[0.0, 30.0]]}, commit="c" * 40, dirty=False)
    for number in (1, 2):
        folders = [campaign(tmp_path / f"paper-{number}", 1 + number), turns]
        page = write_paper_page(folders, docs).read_text(encoding="utf-8")

    rows = read_table(docs / PICTURES / TABLE)
    in_turns = [row for row in rows if row.unit == "window"]
    assert {(row.campaign, row.commit[0], row.customers) for row in in_turns} == {("turns-1", "c", 40)}
    assert len(in_turns) == len({row.subject for row in in_turns}) > 3
    assert all(" s, in windows of " in row.design for row in in_turns)
    assert {row.campaign for row in rows if row.unit != "window"} == {"paper-1", "paper-2"}
    [row] = [line for line in page.splitlines() if "`PS-cpu`" in line]
    assert "at 40 customers, by window; " in row and "campaigns" not in row


@pytest.mark.parametrize("more", [{"capacity": None}, {"dirty": True}])
def test_results_that_nobody_can_compare_with_are_a_page_by_themselves(more: dict[str, Any], tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    for repetitions, name in enumerate(("paper-1", "paper-2"), start=2):
        write_paper_page([campaign(tmp_path / name, repetitions)], docs)
    known = (docs / PICTURES / TABLE).read_bytes()

    page = write_paper_page([campaign(tmp_path / "paper-3", **more)], docs).read_text(encoding="utf-8")

    assert "by 2 campaigns" not in page and "by 3 campaigns" not in page
    assert (docs / PICTURES / TABLE).read_bytes() == known


@pytest.mark.parametrize(("least_s", "most_s", "published"), [(0.0, 4.0, True), (0.0, 0.0, False)])
def test_who_thinks_no_time_at_least_is_comparable_and_who_does_not_think_is_not(
    least_s: float, most_s: float, published: bool, tmp_path: Path
) -> None:
    folder, docs = campaign(tmp_path / "paper-1"), tmp_path / "docs"
    for trial in folder.glob("trials/*/trial.json"):
        facts = json.loads(trial.read_text())
        facts["scenario"] |= {"think_min_s": least_s, "think_max_s": most_s}
        trial.write_text(json.dumps(facts))

    write_paper_page([folder], docs)

    rows = read_table(docs / PICTURES / TABLE)
    assert bool(rows) == published
    assert all("who think 0.00 to 2.00 of the mean" in row.design for row in rows)


def test_a_table_that_cannot_be_written_is_the_one_that_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / TABLE
    write_table(file, rows_of(of_ratio(0.4, 0.1)))
    before = file.read_bytes()

    def full(paths: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(durable_files, "force", full)
    with pytest.raises(OSError, match="No space left"):
        write_table(file, rows_of(of_ratio(0.4, 0.1), of_ratio(0.5, 0.1)))

    assert file.read_bytes() == before and list(tmp_path.iterdir()) == [file]


def test_a_page_that_cannot_be_written_is_no_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half of one, or an older one beside newer pictures, would be taken for whole."""
    folder, docs = campaign(tmp_path / "paper-1"), tmp_path / "docs"
    page = write_paper_page([folder], docs)
    table, force = (docs / PICTURES / TABLE).read_bytes(), durable_files.force

    def full(paths: Iterable[Path]) -> None:
        named = list(paths)
        if any(path.name.startswith(f".{page.name}") for path in named):
            raise OSError(errno.ENOSPC, "No space left on device")
        force(named)

    monkeypatch.setattr(durable_files, "force", full)
    with pytest.raises(OSError, match="No space left"):
        write_paper_page([folder], docs)
    assert sorted(path.name for path in docs.iterdir()) == [PICTURES]
    assert (docs / PICTURES / TABLE).read_bytes() == table


def test_results_under_another_name_are_refused(tmp_path: Path) -> None:
    """They would be pooled with themselves: n would double, and nothing new was measured."""
    folder, docs = campaign(tmp_path / "paper-1"), tmp_path / "docs"
    write_paper_page([folder], docs)
    before = (docs / PICTURES / TABLE).read_bytes()
    again = folder.rename(tmp_path / "paper-archive")
    with pytest.raises(ResultsError, match="paper-archive has the numbers of paper-1, which are published already"):
        write_paper_page([again], docs)
    assert (docs / PICTURES / TABLE).read_bytes() == before


def test_the_same_results_again_are_no_further_campaign(tmp_path: Path) -> None:
    folder, docs = campaign(tmp_path / "paper-1"), tmp_path / "docs"
    pages = [write_paper_page([folder], docs).read_text(encoding="utf-8") for _ in range(2)]
    assert pages[0] == pages[1] and "campaigns" not in pages[1]


def test_what_decides_what_is_measured_makes_another_design(tmp_path: Path) -> None:
    """Trials twice as long, other loads, and think times that are another share of what the machine bears."""
    docs = tmp_path / "docs"
    write_paper_page([campaign(tmp_path / "paper-1")], docs)
    with pytest.raises(ResultsError, match=r"paper-1 was published with .*, and paper-2 has "):
        write_paper_page([campaign(tmp_path / "paper-2", capacity=60.0)], docs)
    with pytest.raises(ResultsError, match=r"customers 15, 40; .* customers 15, 60; "):
        write_paper_page([campaign(tmp_path / "paper-3", loads=(15, 60))], docs)
