"""selfcheck: the instrument proves itself. No server is needed."""

import json
import os
import time
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from cli.consoles import plain_console

FileOption = Annotated[Path | None, typer.Option("--json", metavar="FILE", help="Write the findings here, as JSON.")]


def selfcheck(json_file: FileOption = None) -> int:
    """Measure a simulated store whose values are all known, and check that seeded defects are noticed."""
    if json_file is not None and (json_file.is_dir() or not os.access(json_file.absolute().parent, os.W_OK | os.X_OK)):
        raise typer.BadParameter(
            f"expected a file in a folder that exists and can be written to, got {json_file}", param_hint="--json"
        )
    from cli.selfcheck.selfcheck_run import run_selfcheck  # its libraries are slow to load: not for --help

    stderr, begin_s = plain_console(stderr=True), time.monotonic()
    with stderr.status("loading the analysis") as status:
        found = run_selfcheck(progress=status.update, processes=processes())
    console = plain_console(soft_wrap=True) if plain_console().is_terminal else plain_console(width=180)
    console.print(answers_table(found))
    console.print(defects_table(found))
    for complaint in complaints(found):
        stderr.print(complaint, style="bold red", highlight=False)
    console.print(summary(found, time.monotonic() - begin_s))
    if json_file is not None:  # last: what was found is shown, whatever becomes of the file
        json_file.write_text(json.dumps(as_record(found), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return 0 if found.passed else 1


def processes() -> int:
    """One for each core; more than four gain nothing."""
    return min(4, len(os.sched_getaffinity(0)))


def answers_table(found: Any) -> Table:
    table = Table("check", "known", "found", "within", "", title="Known answers", title_justify="left")
    for name, answer in found.answers.items():
        table.add_row(name, answer.known, answer.found, answer.within, "right" if answer.is_right else "WRONG")
    return table


def defects_table(found: Any) -> Table:
    table = Table("part", "defect", "in", "caught by", title="Seeded defects", title_justify="left")
    for each in found.caught:
        missed = each.missed_by
        names = [f"NOT {name}" if name in missed else name for name in each.answers]
        table.add_row(each.defect.part, each.defect.name, each.defect.where, ", ".join(names))
    return table


def complaints(found: Any) -> list[str]:
    """What is wrong, a sentence each."""
    wrong = [f"The undamaged instrument does not find what is known: {name}." for name in found.wrong]
    return wrong + [
        f"The defect '{each.defect.name}' was not noticed by: {', '.join(each.missed_by)}."
        for each in found.caught
        if each.missed_by
    ]


def summary(found: Any, seconds: float) -> str:
    right, caught = len(found.answers) - len(found.wrong), len(found.caught) - len(found.missed)
    return (
        f"{right} of {len(found.answers)} known answers found, {caught} of {len(found.caught)} defects caught, "
        f"in {seconds:.0f} s"
    )


def as_record(found: Any) -> dict[str, Any]:
    """As --json has it."""
    return {
        "passed": found.passed,
        "answers": [{"check": name, **vars(answer)} for name, answer in found.answers.items()],
        "defects": [
            {
                **vars(each.defect),
                "caught": not each.missed_by,
                "found": {name: vars(answer) for name, answer in each.answers.items()},
            }
            for each in found.caught
        ],
    }
