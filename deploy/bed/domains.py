"""The prepared domain of which a bed's servers are copies.

`python -m deploy.bed.domains PORT_BASE` prepares those of this build while something else is done; who puts up a bed
afterwards finds them. Where it cannot, that bed prepares its own, or says what is wrong.
"""

import sys
from pathlib import Path

from deploy.build.artifacts import Store
from deploy.build.built import Built
from deploy.build.maven import Maven
from deploy.errors import PetlabError
from deploy.host.jdk import Jdk
from deploy.paths import cache
from deploy.payara.prepared_domain import Payara
from deploy.progress import Silent
from deploy.specification.plan import BedPlan, CheckedPlan, check

DRIVER = "postgresql-driver"
_INTERRUPTED = 130


def prepared(payara: Payara, store: Store, built: Built, checked: CheckedPlan, driver: str = DRIVER) -> Path:
    """That of a plan, made when it is not there yet. driver: of the bed's database, by its name in artifacts.toml.

    Raises:
        BedError: it could not be made.
    """
    libraries = [store.file(store.pinned(each)) for each in sorted({DRIVER, driver})]
    where, further = checked.ports.server(0), built.further_wars_of(checked.plan)
    return payara.prepare(built.resource_adapter, built.wars, libraries, where, further)


def prepare_all(port_base: int) -> None:
    """Those of all plans: that of a bed with everything has the others below it. Raises PetlabError."""
    checked, built = check(BedPlan(port_base=port_base, floor_probe=True)), Built()
    built.check(checked.plan)
    store = Store(cache(), Maven.of_this_machine(), Silent())
    prepared(Payara.from_store(store, Jdk.of_this_run(), Silent()), store, built, checked)


def main() -> int:
    """Prepares them; one line on stderr says what is wrong."""
    try:
        prepare_all(int(sys.argv[1]))
    except (PetlabError, OSError) as error:
        sys.stderr.write(f"petlab: no domain was prepared beforehand: {error}\n")
        return 1
    except KeyboardInterrupt:
        return _INTERRUPTED
    return 0


if __name__ == "__main__":
    sys.exit(main())
