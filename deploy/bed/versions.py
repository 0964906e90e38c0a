"""The version of everything that a bed runs."""

import re

from deploy.build.artifacts import pinned
from deploy.database.jdbc import Database
from deploy.host.jdk import Jdk
from deploy.paths import CHECKOUT
from deploy.specification.plan import BedPlan
from deploy.specification.transactions import NARAYANA


def of_bed(plan: BedPlan, database: Database, jdk: Jdk) -> dict[str, str]:
    """By the name of what runs."""
    narayana = {"narayana": _in_pom("transaction-manager", "narayana.version")}
    return {
        "payara": pinned("payara").version,
        **(narayana if plan.transactions.manager == NARAYANA else {}),
        "artemis": pinned("artemis").version,
        "artemis-ra": _in_pom("deploy/resource-adapter", "artemis-ra.version"),
        **({"database": database.url} if plan.database_url else {"postgresql": pinned("postgresql").version}),
        database.driver: pinned(database.driver).version,
        "jdk": jdk.version,
    }


def _in_pom(module: str, name: str) -> str:
    text = (CHECKOUT / module / "pom.xml").read_text(encoding="utf-8")
    found = re.search(rf"<{re.escape(name)}>(.*?)<", text)
    return found.group(1) if found else "unknown"
