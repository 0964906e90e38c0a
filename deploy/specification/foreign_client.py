"""What a foreign client needs to submit orders: shell variables in a file of the bed, readable by its owner only.

docs/service-interfaces.md tells how to use it.
"""

import shlex
from pathlib import Path
from urllib.parse import quote

from deploy.host.certificates import TRUST_PASSWORD, Certificates
from deploy.specification.plan import CheckedPlan

FILE = "foreign-client.env"


def environment_file(checked: CheckedPlan, password: str, artemis: Path, keys: Certificates | None = None) -> str:
    """The file's content: who the client is, the addresses that it may use, and the client program of the broker.

    keys: those of a bed that speaks TLS. Two more variables tell curl and Python's requests whom to trust.
    """
    client = checked.table.foreign_client
    receiver = next(each.receiver for each in checked.table.transitions if each.name == client.transition)
    values = {
        "PETLAB_USER": client.name,
        "PETLAB_PASSWORD": password,
        "PETLAB_OPC": checked.service_url(receiver),
        "PETLAB_BROKER": f"tcp://127.0.0.1:{checked.ports.broker}{_broker_trust(keys)}",
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
