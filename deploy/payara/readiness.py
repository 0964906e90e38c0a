"""Whether an application answers, and what its server's log says when it does not."""

import re
import urllib.error
import urllib.request
from pathlib import Path

from deploy.payara import server_log
from deploy.payara.management import Management

_LOADING_FAILED = re.compile(r"Exception while (deploying|loading|preparing) the app|Unable to load the EJB module")


def health(management: Management) -> str:
    """`ready`, or why not."""
    try:
        with management.open(_health_request(management)) as answer:
            return "ready" if answer.status == 200 else f"answered {answer.status}"
    except urllib.error.HTTPError as refusal:
        with refusal:
            return f"answered {refusal.code}: {refusal.read(200).decode(errors='replace')}"
    except OSError as error:
        return str(error)


def _health_request(management: Management) -> urllib.request.Request:
    headers = {"Authorization": f"Bearer {management.token}"}
    return urllib.request.Request(f"{management.base_url}/manage/health", headers=headers)  # noqa: S310 - loopback


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
