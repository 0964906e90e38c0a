"""The mailbox of a bed's customers: what the mail sink has taken, kept so that it can be read.

It is bounded: the oldest mails go when there are too many, and a long one is cut. A file of SQLite, because the sink
writes it, whoever resets the bed empties it, and a sink that is started again goes on with it.
"""

import email
import re
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from email import policy
from email.message import EmailMessage
from pathlib import Path

FILE = "mails.db"
MAX_TEXT = 8_000
"""Characters of a mail's text that are kept; with MAX_SUBJECT and the number of mails, this bounds the file."""
MAX_SUBJECT = 500
MAX_PER_ORDER = 50
_UNREADABLE = "(This mail cannot be shown: it is not well-formed.)"
_TABLE = """create table if not exists mail (
  id integer primary key, order_id text not null, kind text not null, document_id text not null,
  taken_ns integer not null, subject text not null, text text not null)"""


@dataclass(frozen=True)
class KeptMail:
    """A mail as its receiver reads it. taken_ns: wall clock, nanoseconds since the epoch."""

    order_id: str
    kind: str
    document_id: str
    taken_ns: int
    subject: str
    text: str


class Mailbox:
    """The mails of all customers, by the order that they are about."""

    def __init__(self, file: Path, max_mails: int) -> None:
        self._max_mails = max_mails
        self._database = sqlite3.connect(file, isolation_level=None)
        # Whoever looks does not wait for the sink, and a mail is worth no forced write.
        self._database.execute("pragma journal_mode=wal")
        self._database.execute("pragma synchronous=off")
        self._database.execute(_TABLE)
        self._database.execute("create index if not exists mail_order on mail(order_id)")

    def keep(self, mail: bytes, taken_ns: int) -> None:
        """Keeps a mail as it came by SMTP."""
        kept = read(mail, taken_ns)
        added = self._database.execute(
            "insert into mail(order_id, kind, document_id, taken_ns, subject, text) values (?, ?, ?, ?, ?, ?)",
            (kept.order_id, kept.kind, kept.document_id, kept.taken_ns, kept.subject, kept.text),
        )
        self._database.execute("delete from mail where id <= ?", ((added.lastrowid or 0) - self._max_mails,))

    def of_order(self, order_id: str) -> Sequence[KeptMail]:
        """The last mails about an order, the oldest first."""
        rows = self._database.execute(
            """select order_id, kind, document_id, taken_ns, subject, text from mail
               where order_id = ? order by id desc limit ?""",
            (order_id, MAX_PER_ORDER),
        ).fetchall()
        return [KeptMail(*row) for row in reversed(rows)]

    def close(self) -> None:
        """Ends it; the file stays."""
        self._database.close()


def empty(file: Path) -> None:
    """Forgets all mails of a mailbox that another process may have open; nothing when there is none."""
    if file.exists():
        with closing(sqlite3.connect(file, isolation_level=None)) as database:
            database.execute(_TABLE)
            database.execute("delete from mail")


def read(mail: bytes, taken_ns: int) -> KeptMail:
    """What a person sees of a mail."""
    message = email.message_from_bytes(mail, policy=policy.default)
    return KeptMail(
        order_id=_header(message, "X-Petlab-Order"),
        kind=_header(message, "X-Petlab-Mail"),
        document_id=_header(message, "X-Petlab-Document"),
        taken_ns=taken_ns,
        subject=_header(message, "Subject"),
        text=_text(message),
    )


def _header(message: EmailMessage, name: str) -> str:
    try:
        found = str(message.get(name, ""))
    except Exception:  # the parser fails in many ways at what a foreign sender writes
        found = _UNREADABLE
    return _storable(re.sub(r"\s+", " ", found).strip())[:MAX_SUBJECT]


def _text(message: EmailMessage) -> str:
    try:
        body = message.get_body(preferencelist=("plain",))
        found = str(body.get_content()) if body else _UNREADABLE
    except Exception:  # the parser fails in many ways at what a foreign sender writes
        found = _UNREADABLE
    text = _storable(found.replace("\r\n", "\n").rstrip())
    return text if len(text) <= MAX_TEXT else text[:MAX_TEXT] + "…"


def _storable(text: str) -> str:
    """Bytes that are no text in any encoding come as lone surrogates, which nobody can write."""
    return text.encode("utf-8", "replace").decode("utf-8")
