"""MicroProfile Health as a server tells it: the checks of its applications, asked over HTTP."""

import urllib.request
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from typing import Any

from deploy.errors import ManagementError
from deploy.host.http_calls import ask

#: All that a server depends on is asked at once, and given one second.
_TIMEOUT_S = 30


@dataclass(frozen=True)
class Check:
    """One part of an application at one moment. reason: why it is not up; empty when it is."""

    application: str
    part: str
    up: bool
    reason: str


def fetch_checks(server_url: str, trust: Path | None = None) -> tuple[Check, ...]:
    """All checks of a server. Raises ManagementError when it does not answer."""
    url = f"{server_url}/health"
    answer = ask(url, urllib.request.Request(url), _TIMEOUT_S, trust)  # noqa: S310 - http or https on loopback
    if answer.status not in (HTTPStatus.OK, HTTPStatus.SERVICE_UNAVAILABLE):
        raise ManagementError(f"{url} was answered {answer.status}")
    return _checks(answer.json())


def _checks(answer: dict[str, Any]) -> tuple[Check, ...]:
    """A check is named by its application and the part: `opc broker`."""
    return tuple(
        sorted((_check(check) for check in answer["checks"]), key=lambda check: (check.application, check.part))
    )


def _check(answer: dict[str, Any]) -> Check:
    application, _, part = answer["name"].partition(" ")
    return Check(application, part, answer["status"] == "UP", (answer.get("data") or {}).get("reason", ""))
