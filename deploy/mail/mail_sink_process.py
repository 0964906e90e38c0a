"""Starts the mail sink."""

import json
import os
import sys
from dataclasses import asdict, dataclass
from pathlib import Path

from deploy.host import processes
from deploy.host.processes import BedProcess
from deploy.mail import mail_sink
from deploy.paths import CHECKOUT, write_private


@dataclass(frozen=True)
class MailboxOptions:
    """Where the sink keeps the mails, and the port of loopback at which they are read."""

    max_mails: int
    file: str
    port: int
    token: str


def start(port: int, record: Path, log: Path, options: MailboxOptions | None = None) -> BedProcess:
    """Starts the sink, which goes on with its record if there is one; returns at once."""
    if not record.exists():
        write_private(record, mail_sink.HEADER)
    command = [sys.executable, "-m", "deploy.mail.mail_sink", str(port), str(record)]
    path = os.pathsep.join(filter(None, [str(CHECKOUT), os.environ.get("PYTHONPATH", "")]))
    environment = os.environ | {"PYTHONPATH": path}
    stdin = json.dumps(asdict(options)) if options else ""
    return processes.start("mail", command, log=log, folder=record.parent, environment=environment, stdin=stdin)
