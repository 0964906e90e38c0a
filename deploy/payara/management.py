"""How the lab asks an application: its management calls over HTTP, with the bed's token."""

import urllib.request
from collections.abc import Sequence
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from deploy.errors import ConflictError, ManagementError
from deploy.host.http_calls import Answer, ask

_TIMEOUT_S = 60
_SHOWN = 500  # characters of a refusal


@dataclass(frozen=True)
class Management:
    """The management calls of one application. Each raises ManagementError with what the application says.

    trust: the certificate of the authority that must have signed the server's; None for plain HTTP.
    """

    application: str
    base_url: str
    token: str
    timeout_s: float = _TIMEOUT_S
    trust: Path | None = None

    def get_json(self, path: str) -> Any:
        """GET manage/…, JSON."""
        return _accepted(self.answer("GET", f"manage/{path}")).json()

    def get_text(self, path: str) -> str:
        """GET manage/…, text (CSV)."""
        return self._call("GET", path, None)

    def metrics(self, sources: Sequence[str]) -> str:
        """The metrics of these sources, as OpenMetrics text."""
        query = urlencode([("collect[]", source) for source in sources])
        return _accepted(self.answer("GET", f"metrics?{query}")).text

    def put(self, path: str, body: str) -> str:
        """PUT text to manage/…."""
        return self._call("PUT", path, body)

    def post(self, path: str, body: str = "") -> str:
        """POST text to manage/…."""
        return self._call("POST", path, body)

    def delete(self, path: str) -> str:
        """DELETE manage/…."""
        return self._call("DELETE", path, None)

    def answer(self, method: str, path: str, body: str | None = None) -> Answer:
        """What it answers, a refusal too. Raises ManagementError where it does not."""
        request = urllib.request.Request(  # noqa: S310 - always http or https on loopback
            f"{self.base_url}/{path}",
            data=body.encode() if body is not None else None,
            method=method,
            headers={"Authorization": f"Bearer {self.token}", "Content-Type": "text/plain; charset=utf-8"},
        )
        return ask(f"{method} {self.application}/{path}", request, self.timeout_s, self.trust)

    def _call(self, method: str, path: str, body: str | None) -> str:
        return _accepted(self.answer(method, f"manage/{path}", body)).text


def _accepted(answer: Answer) -> Answer:
    """Raises ManagementError with the reason where it is a refusal."""
    if answer.is_ok:
        return answer
    error = ConflictError if answer.status == HTTPStatus.CONFLICT else ManagementError
    raise error(f"{answer.call} was answered {answer.status}: {answer.text[:_SHOWN].strip()}")
