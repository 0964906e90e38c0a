"""What a foreign client needs to submit orders: shell variables in a file of the bed, readable by its owner only.

docs/service-interfaces.md tells how to use it.
"""

import shlex
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from deploy.host.certificates import TRUST_PASSWORD, Certificates
from deploy.specification.plan import CheckedPlan

FILE = "foreign-client.env"


@dataclass(frozen=True)
class ForeignAccess:
    """Who a foreign client is, and the addresses that it may use: of the services, and of the broker."""

    user: str
    password: str
    services: str
    broker: str


def foreign_access(checked: CheckedPlan, password: str, keys: Certificates | None = None) -> ForeignAccess:
    """What the client of a bed needs. keys: those of a bed that speaks TLS."""
    client = checked.table.foreign_client
    receiver = next(each.receiver for each in checked.table.transitions if each.name == client.transition)
    broker = f"tcp://127.0.0.1:{checked.ports.broker}{_broker_trust(keys)}"
    return ForeignAccess(client.name, password, checked.service_url(receiver), broker)


def environment_file(checked: CheckedPlan, password: str, artemis: Path, keys: Certificates | None = None) -> str:
    """The file's content: who the client is, the addresses that it may use, and the client program of the broker.

    keys: those of a bed that speaks TLS. Two more variables tell curl and Python's requests whom to trust.
    """
    access = foreign_access(checked, password, keys)
    values = {
        "PETLAB_USER": access.user,
        "PETLAB_PASSWORD": access.password,
        "PETLAB_OPC": access.services,
        "PETLAB_BROKER": access.broker,
        "PETLAB_ARTEMIS": str(artemis),
    }
    if keys:
        values |= dict.fromkeys(("CURL_CA_BUNDLE", "REQUESTS_CA_BUNDLE"), str(keys.authority))
    return "".join(f"export {name}={shlex.quote(value)}\n" for name, value in values.items())


def _broker_trust(keys: Certificates | None) -> str:
    if keys is None:
        return ""
    store = f"trustStorePath={quote(str(keys.trust_store))}&trustStoreType=PKCS12&trustStorePassword={TRUST_PASSWORD}"
    return f"?sslEnabled=true&verifyHost=true&{store}"
