"""The mail sink: a program that takes every mail and notes it. `python -m deploy.mail.mail_sink PORT RECORD`.

A line of the record is `wall_ns,order_id,kind,message_id`, written before the sender is told that the mail is taken.
The mails themselves are kept only where the standard input says how (`mail_sink_process.MailboxOptions`, as JSON).
"""

import asyncio
import json
import re
import sys
import time
from pathlib import Path
from typing import BinaryIO

from aiosmtpd.smtp import SMTP, Envelope, Session

from deploy.mail.mailbox import Mailbox
from deploy.mail.mailbox_service import MailboxService

HEADER = "wall_ns,order_id,kind,message_id\n"
_TEN_MINUTES_S = 600
_WANTED = re.compile(rb"^(X-Petlab-Order|X-Petlab-Mail|Message-ID):[ \t]*([^\r\n]*)", re.IGNORECASE | re.MULTILINE)


class Sink:
    """Records each mail in the record, and puts it into the mailbox if there is one."""

    def __init__(self, record: BinaryIO, mailbox: Mailbox | None = None) -> None:
        self._record = record
        self._mailbox = mailbox

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802 - aiosmtpd's name
        """Called with each whole mail."""
        content = envelope.content or b""
        mail = content if isinstance(content, bytes) else content.encode()
        now_ns = time.time_ns()
        self._record.write(line(mail, now_ns))
        if self._mailbox:
            self._mailbox.keep(mail, now_ns)
        return "250 taken"


def line(mail: bytes, wall_ns: int) -> bytes:
    """The record's line for a mail."""
    head = mail.partition(b"\r\n\r\n")[0]
    found = {name.lower(): value.strip() for name, value in _WANTED.findall(head)}
    names = (b"x-petlab-order", b"x-petlab-mail", b"message-id")
    fields = [re.sub(rb'[,"\s]', b"_", found.get(name, b"")) for name in names]
    return b",".join([str(wall_ns).encode(), *fields]) + b"\n"


def begin_record(record: Path) -> None:
    """Empties the record. The sink goes on at its new end, since it only ever appends."""
    with record.open("w", encoding="utf-8") as stream:
        stream.write(HEADER)


async def serve(port: int, record: Path, options_json: str) -> None:
    """Takes mails until it is ended."""
    loop = asyncio.get_running_loop()
    mailbox = await _open_mailbox(options_json)
    with record.open("ab", buffering=0) as stream:
        sink = Sink(stream, mailbox)

        def session() -> SMTP:
            return SMTP(sink, hostname="petlab", ident="Petlab", timeout=_TEN_MINUTES_S, enable_SMTPUTF8=True)

        server = await loop.create_server(session, "127.0.0.1", port)
        await server.serve_forever()


async def _open_mailbox(options_json: str) -> Mailbox | None:
    if not options_json:
        return None
    options = json.loads(options_json)
    mailbox = Mailbox(Path(options["file"]), options["max_mails"])
    await MailboxService(mailbox, options["token"]).listen(options["port"])
    return mailbox


if __name__ == "__main__":
    asyncio.run(serve(int(sys.argv[1]), Path(sys.argv[2]), sys.stdin.read()))
