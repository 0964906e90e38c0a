"""Starts the mail sink."""

import os
import sys
from pathlib import Path

from deploy import mail_sink, processes
from deploy.places import CHECKOUT, write_private
from deploy.processes import BedProcess


def start(port: int, record: Path, log: Path) -> BedProcess:
    """Starts the sink with an empty record; returns at once."""
    write_private(record, mail_sink.HEADER)
    command = [sys.executable, "-m", "deploy.mail_sink", str(port), str(record)]
    path = os.pathsep.join(filter(None, [str(CHECKOUT), os.environ.get("PYTHONPATH", "")]))
    environment = os.environ | {"PYTHONPATH": path}
    return processes.start("mail", command, log=log, folder=record.parent, environment=environment)
