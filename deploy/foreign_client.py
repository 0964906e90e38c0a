"""What a foreign client needs to submit orders: a file of shell variables in the bed's folder, for its owner's eyes.

docs/service-interfaces.md tells how to use it.
"""

import shlex
from pathlib import Path

from deploy.plan import CheckedPlan

FILE = "foreign-client.env"


def told(checked: CheckedPlan, password: str, artemis: Path) -> str:
    """The file's content: who the client is, where it may knock, and the program that speaks to the broker."""
    client = checked.table.foreign_client
    receiver = next(each.receiver for each in checked.table.transitions if each.name == client.transition)
    values = {
        "PETLAB_USER": client.name,
        "PETLAB_PASSWORD": password,
        "PETLAB_OPC": checked.base_url(receiver),
        "PETLAB_BROKER": f"tcp://127.0.0.1:{checked.ports.broker}",
        "PETLAB_ARTEMIS": str(artemis),
    }
    return "".join(f"export {name}={shlex.quote(value)}\n" for name, value in values.items())
