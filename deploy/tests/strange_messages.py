"""Messages that no JMS client would send: properties of wrong types, bodies that are no text, types that nobody knows.

The broker's management sends texts only, so a small Java program does it with Artemis' own client.
"""

import subprocess
from collections.abc import Sequence
from pathlib import Path

from deploy import paths
from deploy.bed.standing_bed import Bed
from deploy.broker import artemis
from deploy.build.artifacts import Store
from deploy.build.maven import Maven
from deploy.host.jdk import Jdk
from deploy.host.ports import BedPorts
from deploy.progress import Silent

_PROGRAM = Path(__file__).with_name("SendStrangeMessages.java")


def send(bed: Bed, queue: str, kinds: Sequence[str], document: str, user: str) -> None:
    """One message of each kind, as this user of the broker."""
    outcome = attempt(bed, queue, kinds, document, user)
    assert outcome.returncode == 0, outcome.stdout + outcome.stderr


def attempt(bed: Bed, queue: str, kinds: Sequence[str], document: str, user: str) -> subprocess.CompletedProcess[str]:
    """The same for who wants to know how it ended: with what the program said."""
    library = artemis.program(Store(paths.cache(), Maven.of_this_machine(), Silent())).parents[1] / "lib"
    broker = f"tcp://127.0.0.1:{BedPorts(bed.plan.port_base).broker}"
    return subprocess.run(
        [
            *(str(Jdk.of_this_run().java), "-classpath", f"{library}/*", str(_PROGRAM)),
            *(broker, user, bed.secret(f"broker.{user}"), queue, *kinds),
        ],
        input=document,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
