"""How the lab asks an application: its management calls over HTTP, with the bed's token."""

import json
import urllib.error
import urllib.request
from collections.abc import Sequence
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from deploy.errors import ConflictError, ManagementError
from deploy.host.certificates import client_context

_TIMEOUT_S = 60


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
        return json.loads(self._call("GET", path, None))

    def get_text(self, path: str) -> str:
        """GET manage/…, text (CSV)."""
        return self._call("GET", path, None)

    def metrics(self, sources: Sequence[str]) -> str:
        """The metrics of these sources, as OpenMetrics text."""
        return self._send("GET", "metrics?" + urlencode([("collect[]", source) for source in sources]), None)

    def put(self, path: str, body: str) -> str:
        """PUT text to manage/…."""
        return self._call("PUT", path, body)

    def post(self, path: str, body: str = "") -> str:
        """POST text to manage/…."""
        return self._call("POST", path, body)

    def delete(self, path: str) -> str:
        """DELETE manage/…."""
        return self._call("DELETE", path, None)

    def open(self, request: urllib.request.Request) -> Any:
        """Sends a request, as a context with its answer."""
        return urllib.request.urlopen(request, timeout=self.timeout_s, context=client_context(self.trust))  # noqa: S310

    def _call(self, method: str, path: str, body: str | None) -> str:
        return self._send(method, f"manage/{path}", body)

    def _send(self, method: str, path: str, body: str | None) -> str:
        request = urllib.request.Request(  # noqa: S310 - always http or https on loopback
            f"{self.base_url}/{path}",
            data=body.encode() if body is not None else None,
            method=method,
            headers={"Authorization": f"Bearer {self.token}", "Content-Type": "text/plain; charset=utf-8"},
        )
        call = f"{method} {self.application}/{path}"
        try:
            with self.open(request) as answer:
                return str(answer.read().decode("utf-8"))
        except urllib.error.HTTPError as refusal:
            with refusal:
                reason = refusal.read(500).decode("utf-8", errors="replace").strip()
            error = ConflictError if refusal.code == HTTPStatus.CONFLICT else ManagementError
            raise error(f"{call} was answered {refusal.code}: {reason}") from refusal
        except (OSError, ValueError) as error:
            raise ManagementError(f"{call} was not answered: {error}") from error
