"""Whether an application answers, and what its server's log says when it does not."""

import re
from http import HTTPStatus
from pathlib import Path

from deploy.errors import ManagementError
from deploy.payara import server_log
from deploy.payara.management import Management

_LOADING_FAILED = re.compile(r"Exception while (deploying|loading|preparing) the app|Unable to load the EJB module")


def health(management: Management) -> str:
    """`ready`, or why not."""
    try:
        answer = management.answer("GET", "manage/health")
    except ManagementError as error:
        return str(error)
    return "ready" if answer.status == HTTPStatus.OK else f"answered {answer.status}: {answer.text[:200]}"


def complaints(log: Path) -> str:
    """The last lines of the log that report a problem, each on a line of its own."""
    wanted = re.compile(r"Exception while|Error occurred|Caused by")
    logged = [line for each in server_log.lines(log) for line in each.text.splitlines()]
    found = [line.strip()[:300] for line in logged if wanted.search(line)]
    return "".join(f"\n  {line}" for line in found[-8:])


def loading_failed(logged: str) -> bool:
    """Whether a server has logged that it goes on without one of its applications."""
    return _LOADING_FAILED.search(logged) is not None


def text_of(log: Path) -> str:
    """What a log says; nothing when it has not been begun."""
    return log.read_text(encoding="utf-8", errors="replace") if log.exists() else ""
