"""A report says which of its trials had another machine, other versions or other uncommitted changes."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from analysis.comparing.results import Results, read_results
from analysis.presentation.settings import beds_rows, circumstances, machine_rows
from analysis.tests.synthetic import write_experiment
from analysis.tests.synthetic_plan import VARIANTS, TrialPlan

JMS = "jms-transacted"
LEVELS = {"transition": [JMS], "customers": [15]}


def said(folder: Path, *changes: dict[str, Any], **levels: list[str]) -> list[tuple[str, str]]:
    """The circumstances of so many trials, which differ in these keys of trial.json, and in the levels of a factor."""
    return circumstances(conducted(folder, *changes, **levels))


def conducted(folder: Path, *changes: dict[str, Any], **levels: list[str]) -> Results:
    plans = [
        TrialPlan(f"{at:03}", at, at, seed=at, variant=VARIANTS[JMS], changes=change)
        for at, change in enumerate(changes, start=1)
    ]
    for factor, of_factor in levels.items():
        plans = [replace(plan, levels={factor: level}) for plan, level in zip(plans, of_factor, strict=True)]
    write_experiment(folder, plans, {**LEVELS, **levels}, repetitions=len(plans))
    return read_results(folder)


def test_trials_alike_have_no_row(tmp_path: Path) -> None:
    assert said(tmp_path / "r", {}, {}) == []


def test_another_kernel_and_other_cores_are_another_machine(tmp_path: Path) -> None:
    changed = {"machine.kernel": "6.2.0", "machine.cores": 4}
    assert said(tmp_path / "r", {}, {}, changed, {}) == [
        (
            "machine",
            "not all trials were conducted on the same machine: Example CPU, 2 cores, 7.5 GiB, kernel 6.1.0 "
            "(001 to 002, 004); Example CPU, 4 cores, 7.5 GiB, kernel 6.2.0 (003)",
        )
    ]


def test_another_jdk_is_told_unless_it_was_asked_for(tmp_path: Path) -> None:
    newer = {"versions.jdk": "26"}
    assert said(tmp_path / "upgraded", {}, newer, newer) == [
        ("versions", "not all trials had the same version: jdk 25 (001); jdk 26 (002 to 003)")
    ]
    assert said(tmp_path / "compared", {}, newer, jdk=["default", "newer"]) == []


def test_two_sets_of_uncommitted_changes_at_one_commit_are_told_apart(tmp_path: Path) -> None:
    one, other = ({"dirty": True, "changes": letter * 64} for letter in "ab")
    rows = dict(said(tmp_path / "r", one, other, one))
    assert rows["versions"] == (
        "the trials were conducted at commit 0123456 with the uncommitted changes aaaaaaa (001, 003); "
        "commit 0123456 with the uncommitted changes bbbbbbb (002)"
    )
    assert "not committed" in rows["commit"]


WITHOUT_BED: dict[str, Any] = {
    "launch": None,
    "outcome": {"status": "failed", "reason": "the server did not start"},
    "versions": {"siege": "4.0.7"},
}


def test_a_trial_without_a_bed_is_no_launch_and_tells_no_versions(tmp_path: Path) -> None:
    one, other = {"launch": "one"}, {"launch": "other"}
    results = conducted(tmp_path / "r", WITHOUT_BED, one, one, WITHOUT_BED, other)
    assert dict(beds_rows(results)) == {"beds": "one after the other, 2 launches of the servers"}
    assert "jdk 25" in dict(machine_rows(results))["versions"]
    alone = conducted(tmp_path / "alone", WITHOUT_BED)
    assert dict(machine_rows(alone))["versions"] == "siege 4.0.7" and beds_rows(alone) == []
