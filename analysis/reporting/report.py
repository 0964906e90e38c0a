"""Writes the report of a results folder, and beside it the plots, the tables and `summary.json`."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeVar

import polars as pl
from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from markupsafe import Markup
from rich.table import Table

from analysis.analysis_errors import RecordError
from analysis.comparing.calibration import usable_profile
from analysis.comparing.comparison import Comparison
from analysis.comparing.estimates import levels_frame, trials_frame
from analysis.comparing.fault_statistics import faults_frame
from analysis.comparing.results import Results, read_results
from analysis.contract.document import Document
from analysis.contract.durable_files import replace_text
from analysis.contract.machine_floors import MachineFloors
from analysis.contract.machine_profile import MachineProfile
from analysis.contract.schemas import read_document
from analysis.plotting.palette import style_variables
from analysis.presentation.formatting import number
from analysis.reporting.findings import Findings
from analysis.reporting.summary import valid_summary
from analysis.reporting.terminal import key_table
from analysis.statistics.distributions import histogram

PROFILE, FLOORS = "machine-profile.json", "machine-floors.json"
"""What a report was made with, in its results folder."""

TEMPLATES = Path(__file__).parent / "templates"
D = TypeVar("D")


@dataclass(frozen=True)
class Report:
    """A report that was written: its page, what is to be seen in the terminal, and what is wrong with its trials.

    answers: in words, where two checkouts were compared.
    """

    page: Path
    key_table: Table
    complaints: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()


def write_report(
    results_dir: Path, profile: MachineProfile | None = None, floors: MachineFloors | None = None
) -> Report:
    """Analyses all trials in `results_dir` and writes report.html, plots/, tables/ and summary.json into it.

    profile, floors: of machines; they count where the trials were conducted on one of them, and are kept beside the
    report. Those that it was made with before stay where these say nothing of that machine.
    """
    results = read_results(results_dir)
    profile = profile_for(results, profile)
    floors = floors_with(if_readable(floors_beside, results_dir), floors)
    findings = Findings(results, profile, floors)
    text = rendered(findings)
    page, summary = results_dir / "report.html", results_dir / "summary.json"
    numbers = valid_summary(results, findings, summary)
    page.unlink(missing_ok=True)  # an older one is not to be read beside newer numbers, should this be interrupted
    keep_beside(results_dir / PROFILE, profile)
    keep_beside(results_dir / FLOORS, floors)
    write_tables(results, findings, results_dir / "tables")
    write_plots(findings, results_dir / "plots")
    replace_text(summary, numbers)
    replace_text(page, text)
    return Report(
        page, key_table(results, findings.comparisons), tuple(findings.validity.complaints), answers(results, findings)
    )


def keep_beside(file: Path, made_with: Document | None) -> None:
    """Puts what a report is made with beside it, so that it can be made again, on another machine too."""
    if made_with is not None:
        replace_text(file, made_with.model_dump_json(indent=2) + "\n")


def profile_for(results: Results, profile: MachineProfile | None) -> MachineProfile | None:
    """The profile where it is of these results' machine, else the one that their report was made with before."""
    if usable_profile(profile, results):
        return profile
    return if_readable(profile_beside, results.folder) or profile


def if_readable(beside: Callable[[Path], D | None], results_dir: Path) -> D | None:
    """What the report was made with before; None where that is damaged, or of another version."""
    try:
        return beside(results_dir)
    except RecordError:
        return None


def floors_with(beside: MachineFloors | None, floors: MachineFloors | None) -> MachineFloors | None:
    """Those that the report was made with before, and these in place of older ones of the same beds."""
    if beside is None or floors is None:
        return floors or beside
    for record in floors.floors:
        beside = beside.with_record(record)
    return beside


def profile_beside(results_dir: Path) -> MachineProfile | None:
    """The profile that the report was made with; None where it was made without one."""
    file = results_dir / PROFILE
    return read_document(file, MachineProfile) if file.is_file() else None


def floors_beside(results_dir: Path) -> MachineFloors | None:
    """The floors that the report was made with; None where it was made without."""
    file = results_dir / FLOORS
    return read_document(file, MachineFloors) if file.is_file() else None


def answers(results: Results, findings: Findings) -> tuple[str, ...]:
    """The summary of what one looks for at a terminal: whether a change made the store slower."""
    told = findings.sentences if results.design.compares_checkouts else []
    return tuple(f"{sentence.level} against {sentence.against}: {sentence.text}" for sentence in told)


def rendered(findings: Findings) -> str:
    """The page, in itself complete; a name that the template uses and the findings do not have is an error."""
    style = Markup((TEMPLATES / "report.css").read_text(encoding="utf-8"))  # noqa: S704
    return _template().render(
        findings=findings,
        style=style,
        light=Markup(style_variables(dark=False)),  # noqa: S704
        dark=Markup(style_variables(dark=True)),  # noqa: S704
    )


@cache
def _template() -> Template:
    """Of the page. It is compiled once, however many pages a process makes."""
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["number"] = number
    # Only what the plotter drew and the style sheet of this folder go into the page unescaped.
    environment.filters["drawn"] = lambda plot: Markup(plot.svg)  # noqa: S704
    return environment.get_template("report.html.j2")


def write_plots(findings: Findings, folder: Path) -> None:
    """Those of an earlier report that this one has not are removed: they would be taken for its own."""
    folder.mkdir(exist_ok=True)
    drawn = {plot.save(folder) for plot in findings.plots}
    for picture in set(folder.glob("*.png")) - drawn:
        picture.unlink()


def write_tables(results: Results, findings: Findings, folder: Path) -> None:
    """Tidy tables, each as CSV and as Parquet."""
    folder.mkdir(exist_ok=True)
    for name, frame in tables_of(results, findings).items():
        frame.write_csv(folder / f"{name}.csv")
        frame.write_parquet(folder / f"{name}.parquet")


def tables_of(results: Results, findings: Findings) -> dict[str, pl.DataFrame]:
    """The tables beside a report, by name."""
    audits = [{"trial": r.trial.id, "status": r.status, **r.audit.counts()} for r in results.trials if r.audit]
    return {
        "trials": trials_frame(results.design, results.trials),
        "levels": levels_frame(results.combinations),
        "orders": results.orders_df,
        "comparisons": comparisons_frame(findings.comparisons),
        "audits": pl.DataFrame(audits, infer_schema_length=None),
        "waterfall": findings.times.segments_df,
        "steps": findings.times.steps_df,
        "histogram": histogram(results.orders_df),
        "faults": faults_frame(findings.faults.rows),
        "claims": pl.DataFrame([vars(claim) for claim in findings.claims], infer_schema_length=None),
    }


def comparisons_frame(comparisons: Sequence[Comparison]) -> pl.DataFrame:
    """One row per comparison; where there is none, its columns all the same: whoever reads on names them."""
    listed = comparisons or [Comparison("", "", "", "", {}, reason="")]
    rows = [{**c.row(), "level": str(c.level), "against": str(c.against), "held": str(c.held)} for c in listed]
    frame = pl.DataFrame(rows, infer_schema_length=None)
    return frame if comparisons else frame.clear().with_columns(pl.col(pl.Null).cast(pl.Float64))
