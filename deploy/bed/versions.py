"""The version of everything that a bed runs."""

import re

from deploy.build.artifacts import pinned
from deploy.build.built import Built
from deploy.database.jdbc import Database
from deploy.host.jdk import Jdk
from deploy.specification.plan import BedPlan
from deploy.specification.transactions import NARAYANA


def of_bed(plan: BedPlan, database: Database, jdk: Jdk, built: Built) -> dict[str, str]:
    """By the name of what runs."""

    def version(name: str) -> str:
        return pinned(name, built.pinned).version

    narayana = {"narayana": _in_pom(built, "transaction-manager", "narayana.version")}
    return {
        "payara": version("payara"),
        **(narayana if plan.transactions.manager == NARAYANA else {}),
        "artemis": version("artemis"),
        "artemis-ra": _in_pom(built, "deploy/resource-adapter", "artemis-ra.version"),
        **({"database": database.url} if plan.database_url else {"postgresql": version("postgresql")}),
        database.driver: version(database.driver),
        "jdk": jdk.version,
    }


def _in_pom(built: Built, module: str, name: str) -> str:
    text = (built.checkout / module / "pom.xml").read_text(encoding="utf-8")
    found = re.search(rf"<{re.escape(name)}>(.*?)<", text)
    return found.group(1) if found else "unknown"
