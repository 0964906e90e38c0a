"""report, compare: from records to pages. No server is needed."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from cli.profiles import readable_profile
from loadscripts.trial_errors import ResultsError

PAGE_WIDTH = 160

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

    Console(soft_wrap=True).print(comparison.compare(first, second))


def show_report(results: Path) -> int:
    """Writes the report, prints its key table, and the path of report.html as the last line.

    Returns:
        The exit code: 1 when a trial is void or failed, or its audit found something wrong.
    """
    stderr = Console(stderr=True)
    with stderr.status("loading the analysis"):
        from analysis.reporting import report as reports
    with stderr.status("writing the report"):
        report = reports.write_report(results, readable_profile(stderr))
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
    console = Console()
    return console if console.is_terminal else Console(width=PAGE_WIDTH)


def _must_be_results(results: Path) -> None:
    if not (results / "experiment.json").is_file():
        raise ResultsError(f"{results} holds no results: there is no experiment.json in it")
