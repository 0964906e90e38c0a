"""What the Java build of a checkout has made, and its contracts: all that a bed takes from the revision it stands for.

How a bed is put up is this checkout's, whichever revision it stands for.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from deploy.errors import BedError
from deploy.paths import CHECKOUT
from deploy.specification import floor_probe
from deploy.specification.plan import BedPlan
from deploy.specification.transactions import NARAYANA

_MODULES: Mapping[str, str] = {
    "storefront": "storefront",
    "opc": "order-processing-center",
    "supplier": "supplier",
}
_FLOOR_PROBE = "deploy/floor-probe"


@dataclass(frozen=True)
class Built:
    """One checkout, built."""

    checkout: Path = CHECKOUT

    @property
    def wars(self) -> dict[str, Path]:
        """What the applications are called in the bed, and the file that is deployed."""
        return {name: self.checkout / module / f"target/{name}.war" for name, module in _MODULES.items()}

    def further_wars_of(self, plan: BedPlan) -> dict[str, Path]:
        """Beside the applications: the one by which floors are measured, where the plan wants it."""
        if not plan.floor_probe:
            return {}
        return {floor_probe.APPLICATION: self.checkout / _FLOOR_PROBE / "target/floors.war"}

    def wars_of(self, plan: BedPlan) -> dict[str, Path]:
        """All that are deployed for this plan."""
        return self.wars | self.further_wars_of(plan)

    @property
    def http_listener(self) -> Path:
        return self.checkout / "http-listener/target/http-listener-1.0.0-SNAPSHOT.jar"

    @property
    def transaction_manager(self) -> Path:
        return self.checkout / "transaction-manager/target/transaction-manager-1.0.0-SNAPSHOT.jar"

    @property
    def transaction_manager_with_faults(self) -> Path:
        return self.transaction_manager.with_stem(f"{self.transaction_manager.stem}-faults")

    @property
    def probe(self) -> Path:
        """Deployed by tests only."""
        return self.checkout / "transaction-manager/probe/target/probe.war"

    @property
    def step_faults(self) -> Path:
        return self.checkout / "workflow/step-faults/target/step-faults.jar"

    @property
    def resource_adapter(self) -> Path:
        return self.checkout / "deploy/resource-adapter/target/artemis-ra.rar"

    @property
    def broker_agent(self) -> Path:
        """What the broker's JVM has of ours: this checkout's, whichever revision stands on the bed."""
        return CHECKOUT / "deploy/broker-agent/target/broker-agent.jar"

    @property
    def pinned(self) -> Path:
        """The list of the servers and drivers that it runs on; older revisions have it one folder up."""
        here, older = self.checkout / "deploy/build/artifacts.toml", self.checkout / "deploy/artifacts.toml"
        return older if older.exists() and not here.exists() else here

    def modules_of(self, plan: BedPlan) -> tuple[Path, ...]:
        """What Payara lacks for this plan; it keeps its own transaction manager where no other is asked for."""
        if plan.faults:
            return self.http_listener, self.transaction_manager_with_faults
        is_narayana = plan.transactions.manager == NARAYANA
        return (self.http_listener, self.transaction_manager) if is_narayana else (self.http_listener,)

    def has_tables(self, name: str) -> bool:
        """Whether the role of this name is an application, which brings its tables."""
        return name in _MODULES or name == floor_probe.APPLICATION

    def ddl(self, application: str, dialect: str) -> Path:
        """The application's tables in this dialect. Raises BedError when the file is not there."""
        module = _FLOOR_PROBE if application == floor_probe.APPLICATION else _MODULES[application]
        file = self.checkout / module / "src/main/database" / dialect / "schema.sql"
        if not file.exists():
            missing = file.relative_to(self.checkout)
            raise BedError(f"{missing} is missing: every application brings its tables for {dialect}")
        return file

    def check(self, plan: BedPlan) -> None:
        """Raises BedError when something that this plan needs has not been built."""
        further = [self.step_faults] if plan.faults else []
        modules = self.modules_of(plan)
        needed = [*self.wars_of(plan).values(), self.resource_adapter, self.broker_agent, *modules, *further]
        missing = [file for file in needed if not file.exists()]
        if missing:
            name = missing[0].relative_to(CHECKOUT if missing[0] == self.broker_agent else self.checkout)
            raise BedError(f"{name} has not been built: start with ./petlab, which builds it")
