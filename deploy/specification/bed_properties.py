"""petlab.properties: what the applications of one JVM are told about their bed. Java reads it as UTF-8."""

from collections.abc import Mapping, Sequence

from deploy.specification import signons
from deploy.specification.plan import CheckedPlan


def text(checked: CheckedPlan, jvm: str, secrets: Mapping[str, str]) -> str:
    """The file's content for one JVM."""
    applications: Sequence[str] = checked.table.applications
    values = {
        "jvm.name": jvm,
        "management.token": secrets["management"],
        **{f"application.secret.{name}": secrets[f"application.{name}"] for name in applications},
        "foreign-client.secret": secrets[f"application.{checked.table.foreign_client.name}"],
        **{f"endpoint.{name}": checked.service_url(name) for name in applications},
        **{f"endpoint.management.{name}": checked.management_url(name) for name in applications},
        **_listeners(checked, jvm),
        **{f"transition.{name}": delegate for name, delegate in checked.delegates.items()},
        "smtp.host": "127.0.0.1",
        "smtp.port": str(checked.ports.mail),
        "mailbox.url": f"http://127.0.0.1:{checked.ports.mailbox}/mails",
        "mailbox.token": secrets["mailbox"],
        **signons.settings(secrets),
        **checked.settings,
    }
    return "".join(f"{key}={_escaped(value)}\n" for key, value in values.items())


def _listeners(checked: CheckedPlan, jvm: str) -> dict[str, str]:
    """On which port of the server each kind of address is served."""
    names = [server.name for server in checked.topology.servers]
    where = checked.ports.server(names.index(jvm))
    ports = {"pages": where.pages, "services": where.services, "management": where.management}
    return {f"listener.{name}": str(port) for name, port in ports.items()}


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace("\n", "\\n")
