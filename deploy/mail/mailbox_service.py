"""Tells the store which mails its customers have got: `GET /mails?order=<id>` on loopback, to who shows the token."""

import asyncio
import contextlib
import hmac
import json
import re
from dataclasses import asdict
from http import HTTPStatus

from deploy.mail.mailbox import Mailbox

_REQUEST_TIMEOUT_S = 2.0
_MAX_HEAD_BYTES = 8_192
_REQUEST = re.compile(rb"GET /mails\?order=([A-Za-z0-9][A-Za-z0-9._-]{0,63}) HTTP/1\.[01]\r\n")
_CREDENTIAL = re.compile(rb"\r\nAuthorization:[ \t]*Bearer ([\x21-\x7e]{1,200})[ \t]*\r\n", re.IGNORECASE)


class MailboxService:
    """Answers one question a connection. The whole of it, however slowly somebody asks, has a deadline."""

    def __init__(self, mailbox: Mailbox, token: str) -> None:
        self._mailbox = mailbox
        self._token = token.encode()

    async def listen(self, port: int) -> asyncio.Server:
        """Begins to answer."""
        return await asyncio.start_server(self._talk, "127.0.0.1", port, limit=_MAX_HEAD_BYTES)

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        # Whoever asks too slowly, too long or goes away gets no answer.
        with contextlib.suppress(TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, OSError):
            async with asyncio.timeout(_REQUEST_TIMEOUT_S):
                writer.write(self.answer(await reader.readuntil(b"\r\n\r\n")))
                await writer.drain()
        writer.close()

    def answer(self, head: bytes) -> bytes:
        """The whole answer to the head of a request."""
        credential = _CREDENTIAL.search(head)
        requested = _REQUEST.match(head)
        if not credential or not hmac.compare_digest(credential.group(1), self._token):
            return _response(HTTPStatus.UNAUTHORIZED, {"message": "Expected the mailbox's token."})
        if not requested:
            return _response(HTTPStatus.NOT_FOUND, {"message": "Expected GET /mails?order=10001."})
        mails = self._mailbox.of_order(requested.group(1).decode())
        return _response(HTTPStatus.OK, {"mails": [asdict(mail) for mail in mails]})


def _response(status: HTTPStatus, content: object) -> bytes:
    body = json.dumps(content).encode()
    head = [
        f"HTTP/1.1 {status.value} {status.phrase}",
        "Content-Type: application/json",
        f"Content-Length: {len(body)}",
        "Cache-Control: no-store",
        "Connection: close",
    ]
    return "\r\n".join([*head, "", ""]).encode() + body
