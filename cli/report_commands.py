"""report, compare, verify: from records to pages. No server is needed."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.table import Column, Table

from cli.consoles import plain_console
from cli.kept_floors import readable_floors
from cli.profiles import readable_profile
from deploy.build.artifacts import locked
from deploy.paths import CHECKOUT, cache
from loadscripts.trial_errors import ResultsError

if TYPE_CHECKING:
    from analysis.reporting.report import Report

PAGE_WIDTH = 160
SHOWN_DIFFERENCES = 20
PAPER_FOLDER = CHECKOUT / "docs" / "results"

ResultsArgument = Annotated[Path, typer.Argument(help="Results folder of an experiment.")]


def report(results: ResultsArgument) -> int:
    """Regenerate the report of a results folder. Exit code 1 when a trial is void or failed its audit."""
    _must_be_results(results)
    return show_report(results)


def compare(
    first: Annotated[Path, typer.Argument(metavar="A", help="Results folder to compare with.")],
    second: Annotated[Path, typer.Argument(metavar="B", help="Results folder that is compared.")],
) -> None:
    """Compare two results folders, variant by variant: B against A."""
    _must_be_results(first)
    _must_be_results(second)
    from analysis.reporting import compare as comparison  # its libraries are slow to load: not for --help

    plain_console(soft_wrap=True).print(comparison.compare(first, second))


def verify(results: ResultsArgument) -> int:
    """Recompute every number of a report from its records and compare. Exit code 1 when one differs."""
    _must_be_results(results)
    stderr = plain_console(stderr=True, highlight=False, soft_wrap=True)
    with stderr.status("recomputing the report"):
        from analysis.reporting.verification import verify as verified  # its libraries are slow to load

        found = verified(results)
    table = Table("compared", Column("number", justify="right"), Column("differ", justify="right"))
    for each in found.compared:
        table.add_row(each.what, f"{each.count:,}", f"{len(each.differences):,}")
    _wide_enough().print(table)
    for difference in found.differences[:SHOWN_DIFFERENCES]:
        line = f"{difference.where}: found {difference.found}, expected {difference.expected}"
        stderr.print(line, style="red", markup=False)
    if (more := len(found.differences) - SHOWN_DIFFERENCES) > 0:
        stderr.print(f"... and {more:,} more", style="red", markup=False)
    if found.unknown:
        stderr.print(f"These have no checksums, so a change to them is not noticed: {', '.join(found.unknown)}")
    typer.echo(f"the report {'does not match' if found.differences else 'matches'} its records")
    return 1 if found.differences else 0


def paper(
    results: Annotated[
        list[Path],
        typer.Argument(
            metavar="RESULTS...",
            help="Results of paper, paper-database, paper-windows, send-faults and send-faults-database: "
            "as many of them as were conducted.",
        ),
    ],
    into: Annotated[
        Path, typer.Option(help="Folder for the page, its pictures, and what each campaign has measured.")
    ] = PAPER_FOLDER,
) -> None:
    """Write a page that sets the measurements beside the paper's figures and claims."""
    for each in results:
        _must_be_results(each)
    stderr = plain_console(stderr=True)
    # What another process adds to the table meanwhile would be lost.
    with locked(cache() / ".paper.lock"), stderr.status("writing the page"):
        from analysis.reporting.paper_page import write_paper_page  # its libraries are slow to load

        page = write_paper_page(results, into, readable_profile(stderr))
    typer.echo(page)


def require_verdicts(results: Path) -> None:
    """Raises ResultsError where the report of these results has no verdict."""
    from analysis.reporting import replicating  # its libraries are slow to load

    replicating.require_verdicts(results)


def show_replication(first: Path, again: Path) -> int:
    """Prints which verdicts of the first results came back in the others.

    Returns:
        The exit code: 1 when one was contradicted.
    """
    from analysis.reporting.replicating import replicate  # its libraries are slow to load

    found = replicate(first, again)
    _wide_enough().print(found.table)
    typer.echo(found.conclusion)
    return 1 if found.contradicted else 0


def show_report(results: Path) -> int:
    """Writes the report of these results, and prints of it what `show` does.

    Returns:
        The exit code: 1 when a trial is void or failed, or its audit found something wrong.
    """
    return show(written_report(results))


def written_report(results: Path) -> "Report":
    """The report of these results, which is written but not printed yet."""
    stderr = plain_console(stderr=True)
    with stderr.status("loading the analysis"):
        from analysis.reporting import report as reports
    with stderr.status("writing the report"):
        return reports.write_report(results, readable_profile(stderr), readable_floors(stderr))


def show(report: "Report") -> int:
    """Prints the key table of a report, and the path of report.html as the last line.

    Returns:
        The exit code: 1 when a trial is void or failed, or its audit found something wrong.
    """
    stderr = plain_console(stderr=True)
    _wide_enough().print(report.key_table)
    for answer in report.answers:
        typer.echo(answer)
    for complaint in report.complaints:
        stderr.print(complaint, style="bold red", highlight=False)
    typer.echo(report.page)
    return 1 if report.complaints else 0


def void_reason(trial: Path) -> str | None:
    """Why the metrics of the trial in this folder do not count, as its report will say; None when they do."""
    from analysis.trials import trial_analysis

    return trial_analysis.void_reason(trial)


def _wide_enough() -> Console:
    """A file or a pipe has no width: there the table takes what it needs."""
    console = plain_console()
    return console if console.is_terminal else plain_console(width=PAGE_WIDTH)


def _must_be_results(results: Path) -> None:
    if not (results / "experiment.json").is_file():
        raise ResultsError(f"{results} holds no results: there is no experiment.json in it")
