"""Asking a server on this machine over HTTP: whatever comes instead of a whole answer is one kind of error."""

import json
import urllib.error
import urllib.request
from dataclasses import dataclass
from http import HTTPStatus
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.request import HTTPSHandler, ProxyHandler

from deploy.errors import ManagementError
from deploy.host.certificates import client_context

_OK = range(HTTPStatus.OK, HTTPStatus.MULTIPLE_CHOICES)
_SHOWN = 80  # characters


@dataclass(frozen=True)
class Answer:
    """What a server answered to a call, a refusal too."""

    call: str
    status: int
    text: str

    @property
    def is_ok(self) -> bool:
        """Whether it is no refusal."""
        return self.status in _OK

    def json(self) -> Any:
        """Raises ManagementError where it is none."""
        try:
            return json.loads(self.text)
        except ValueError as error:
            raise ManagementError(f"{self.call} was answered without JSON: {self.text[:_SHOWN]!r}") from error


def ask(call: str, request: urllib.request.Request, timeout_s: float, trust: Path | None = None) -> Answer:
    """Sends a request by http or https. call: its name in messages.

    trust: the certificate of the authority that must have signed the server's; None for plain HTTP.

    Raises:
        ManagementError: it was not answered, not to the end, or not by HTTP or in UTF-8.
    """
    try:
        with _opened(request, timeout_s, trust) as answer:
            return _read(call, answer)
    except HTTPException as error:  # it has ended meanwhile, or is none of ours
        raise ManagementError(f"{call} was not answered: {type(error).__name__}: {error}") from error
    except (OSError, ValueError) as error:
        raise ManagementError(f"{call} was not answered: {error}") from error


def _read(call: str, answer: Any) -> Answer:
    """A refusal is told as far as it can be: the page of a server may be in any encoding."""
    is_ok = answer.status in _OK
    return Answer(call, answer.status, answer.read().decode("utf-8", errors="strict" if is_ok else "replace"))


def _opener(trust: Path | None) -> urllib.request.OpenerDirector:
    """Asks the server itself, whatever proxy the environment names: it would be told the credentials."""
    return urllib.request.build_opener(ProxyHandler({}), HTTPSHandler(context=client_context(trust)))


def _opened(request: urllib.request.Request, timeout_s: float, trust: Path | None) -> Any:
    try:
        return _opener(trust).open(request, timeout=timeout_s)
    except urllib.error.HTTPError as refusal:
        return refusal  # has a status and a body, too
