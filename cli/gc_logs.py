"""gc: what garbage collection logs of any program tell, without a bed."""

import json
import re
import subprocess
import time
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from analysis.analysis_errors import GcLogError
from cli.consoles import plain_console
from deploy.errors import PlanError
from deploy.host.jdk import Jdk
from loadscripts.trials.results_folder import RESULTS

PAGE_WIDTH = 130
_DURATION = re.compile(r"PT(?:(\d+)H)?(?:(\d+)M)?(\d+(?:\.\d+)?)S")
_JFR_TIMEOUT_S = 300


def gc(
    logs: Annotated[
        list[Path],
        typer.Argument(
            metavar="LOG...",
            help="Unified GC logs of JDK 21 to 25; two are compared. Parts of a rotated log count as one.",
        ),
    ],
    jfr: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="Flight recording of the same run; one for each log, in their order."),
    ] = None,
    into: Annotated[Path | None, typer.Option(help="Folder for the page; by default, a new one in results.")] = None,
) -> None:
    """Show what garbage collection logs of any program say: pauses, heap, allocation, and time left for its work."""
    from analysis.reporting.gc_report import RecordedPauses, gc_table, read_logs, write_gc_report

    read, recordings = read_logs(logs), jfr or []
    if recordings and len(recordings) != len(read):
        raise PlanError(
            f"{len(recordings)} recordings for {len(read)} logs: expected --jfr once for each log, or not at all"
        )
    recorded = [RecordedPauses(*pauses_of(recording)) for recording in recordings]
    read = [replace(log, recorded=each) for log, each in zip(read, recorded, strict=True)] if recorded else read
    page = write_gc_report(read, into or new_folder(RESULTS))
    console = plain_console()
    (console if console.is_terminal else plain_console(width=PAGE_WIDTH)).print(gc_table(read))
    typer.echo(page)


def new_folder(results: Path) -> Path:
    """Makes a folder that nobody else has, named for the time (UTC) and, of several of the same second, a number."""
    stamp = f"gc-{time.strftime('%Y%m%dT%H%M%SZ', time.gmtime())}"
    results.mkdir(parents=True, exist_ok=True)
    number, folder = 1, results / stamp
    while True:
        try:
            folder.mkdir()
            return folder
        except FileExistsError:
            number += 1
            folder = results / f"{stamp}-{number}"


def pauses_of(recording: Path) -> tuple[int, float]:
    """How many pauses a flight recording has, and how long they were together, in seconds.

    Raises:
        GcLogError: it is not one.
        MissingError: there is no JDK to read it with.
    """
    tool = Jdk.of_this_run().home / "bin/jfr"
    command = [str(tool), "print", "--json", "--events", "jdk.GCPhasePause", str(recording)]
    try:
        answer = subprocess.run(command, capture_output=True, text=True, timeout=_JFR_TIMEOUT_S, check=False)
    except subprocess.TimeoutExpired as error:
        raise GcLogError(f"{recording}: could not be read within {_JFR_TIMEOUT_S} s") from error
    if answer.returncode:
        told = (answer.stderr or answer.stdout).strip().splitlines()
        raise GcLogError(f"{recording}: not a readable flight recording: {told[0] if told else 'no reason given'}")
    events: list[dict[str, Any]] = json.loads(answer.stdout)["recording"]["events"]
    return len(events), sum(seconds_of(event["values"]["duration"]) for event in events)


def seconds_of(duration: str) -> float:
    """Of `PT0.003021S`, as ISO 8601 writes it."""
    found = _DURATION.fullmatch(duration)
    if found is None:
        raise GcLogError(f"a pause of {duration}: expected a duration such as PT0.003S")
    return int(found[1] or 0) * 3600 + int(found[2] or 0) * 60 + float(found[3])
