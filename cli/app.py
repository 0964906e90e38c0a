"""All commands, and what becomes of an error: one message for the person, and an exit code.

0: done; 1: it went wrong, or a trial is void or failed its audit, and the message says why (of an error that nobody
foresaw, also where its stack trace is); 2: the command line was wrong; 130: interrupted.
"""

import io
import sys

import typer
from rich.console import Console

from analysis.analysis_errors import AnalysisError
from cli import (
    bed_commands,
    calibrating,
    capacity,
    check_stages,
    conducting,
    doctor,
    failures,
    floors,
    gc_logs,
    generate_command,
    least_heap,
    report_commands,
    reproducing,
    tune_gc,
)
from cli.consoles import plain_console
from cli.interruption import Interruption
from cli.selfcheck import selfcheck_command
from deploy.errors import PetlabError

FAILED, INTERRUPTED = 1, 130

app = typer.Typer(
    name="petlab",
    help="An event-driven pet store that measures how its applications communicate.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)

for group, command in (
    ("Experiments", conducting.run),
    ("Experiments", conducting.plan),
    ("Experiments", conducting.resume),
    ("Experiments", reproducing.reproduce),
    ("Experiments", calibrating.calibrate),
    ("Experiments", floors.floors),
    ("Experiments", least_heap.least_heap),
    ("Experiments", tune_gc.tune_gc),
    ("Experiments", capacity.capacity),
    ("Results", report_commands.report),
    ("Results", report_commands.compare),
    ("Results", report_commands.verify),
    ("Results", report_commands.paper),
    ("Results", gc_logs.gc),
    ("A bed to explore", bed_commands.up),
    ("A bed to explore", bed_commands.down),
    ("A bed to explore", bed_commands.status),
    ("A bed to explore", bed_commands.switch),
    ("A bed to explore", generate_command.generate),
    ("This checkout", doctor.doctor),
    ("This checkout", selfcheck_command.selfcheck),
):
    app.command(rich_help_panel=group)(command)
app.command(
    "test",
    rich_help_panel="This checkout",
    context_settings={"allow_extra_args": True, "ignore_unknown_options": True},
)(check_stages.test)


def main() -> int:
    """Runs the command line and returns the exit code."""
    _print_whatever_comes()
    stderr = plain_console(stderr=True, highlight=False, soft_wrap=True)
    try:
        with Interruption(stderr):
            code = _called()
    except (PetlabError, AnalysisError) as error:
        return _failed(stderr, str(error))
    except OSError as error:
        return _failed(stderr, failures.of_the_system(error))
    except KeyboardInterrupt:
        code = INTERRUPTED
    except Exception as error:
        return _failed(stderr, failures.of_petlab(error))
    if code == INTERRUPTED:
        stderr.print("petlab: interrupted")
    return code


def _print_whatever_comes() -> None:
    """What a terminal has no sign for is a question mark there: no command may fail after its work for a dash.

    Standard error never fails for that.
    """
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


def _failed(stderr: Console, message: str) -> int:
    stderr.print(f"petlab: {message}", style="red", markup=False)
    return FAILED


def _called() -> int:
    try:
        answer = app(prog_name="petlab", standalone_mode=False)
    except typer.Abort:
        return INTERRUPTED
    except Exception as error:
        return _usage(error)
    return answer if isinstance(answer, int) else 0


def _usage(error: Exception) -> int:
    """A mistake of the command line is shown as typer shows it; anything else is none."""
    show = getattr(error, "show", None)
    if show is None:
        raise error
    show(file=sys.stderr)
    return int(getattr(error, "exit_code", 2))
