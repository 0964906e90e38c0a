"""MicroProfile Health as a server tells it: the checks of its applications, asked over HTTP."""

import json
import urllib.error
import urllib.request
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from deploy.errors import ManagementError
from deploy.host.certificates import client_context

#: Each check of a server is waited for two seconds at most, one after the other.
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
    try:
        with urllib.request.urlopen(  # noqa: S310 - always http or https on loopback
            f"{server_url}/health", timeout=_TIMEOUT_S, context=client_context(trust)
        ) as answer:
            return _checks(json.load(answer))
    except urllib.error.HTTPError as refusal:
        with refusal:
            if refusal.code != 503:
                raise ManagementError(f"{server_url}/health was answered {refusal.code}") from refusal
            return _checks(json.load(refusal))
    except (OSError, ValueError) as error:
        raise ManagementError(f"{server_url}/health was not answered: {error}") from error


def _checks(answer: dict[str, Any]) -> tuple[Check, ...]:
    """A check is named by its application and the part: `opc broker`."""
    return tuple(
        sorted((_check(check) for check in answer["checks"]), key=lambda check: (check.application, check.part))
    )


def _check(answer: dict[str, Any]) -> Check:
    application, _, part = answer["name"].partition(" ")
    return Check(application, part, answer["status"] == "UP", (answer.get("data") or {}).get("reason", ""))
