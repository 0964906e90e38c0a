"""The passwords and tokens of one bed. They are generated for it, kept in its private files and end with it."""

import secrets
from collections.abc import Mapping

from deploy.broker.broker_plan import ADMIN
from deploy.specification import message_store, signons
from deploy.specification.plan import CheckedPlan
from deploy.specification.transactions import LOG_DATABASE


def generate(checked: CheckedPlan) -> Mapping[str, str]:
    """All that a bed of this plan needs, by name: 160 random bits each; those of `signons` can be typed."""
    applications = checked.table.applications
    names = [
        "management",
        "mailbox",
        "certificates",
        "payara.admin",
        "database.admin",
        f"broker.{ADMIN}",
        f"database.{LOG_DATABASE}",
        f"database.{message_store.ROLE}",
    ]
    names += [f"{kind}.{name}" for kind in ("application", "broker", "database") for name in applications]
    found = {name: secrets.token_hex(20) for name in names}
    # The foreign client has one password for both entrances.
    client = checked.table.foreign_client.name
    found |= dict.fromkeys((f"application.{client}", f"broker.{client}"), secrets.token_hex(20))
    return found | signons.generate()
