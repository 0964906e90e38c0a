"""The probe: an application of the tests alone, which makes transactions of every kind in a bed's real server.

What became of a transaction is asked of the database and the broker themselves, never of the probe.
"""

from dataclasses import dataclass
from pathlib import Path

from deploy.bed.standing_bed import Bed
from deploy.build.artifacts import Store
from deploy.build.built import Built
from deploy.build.maven import Maven
from deploy.host.jdk import Jdk
from deploy.paths import cache
from deploy.payara.management import Management
from deploy.payara.prepared_domain import Payara
from deploy.progress import Silent
from deploy.specification.plan import check
from deploy.tests import store

#: The order processing center may write into it, and nobody takes anything from it.
QUEUE = "MailQueue.dead"
_APPLICATION = "opc"  # whose database and broker it uses
_TIMEOUT_S = 180


@dataclass(frozen=True)
class Probe:
    """The deployed probe, and what its transactions have left."""

    bed: Bed
    calls: Management

    def make(self, transaction: str, how: str = "") -> str:
        """Makes a transaction and returns what its thread was told."""
        return self.calls.post(transaction, how)

    def trace(self) -> list[str]:
        """The calls of the probe's own resources in the last transaction, each with what others could see by then."""
        return self.calls.get_text("trace").splitlines()

    def rows(self) -> list[str]:
        """What has been committed to the database."""
        with store.sql(self.bed, _APPLICATION) as database:
            return [name for (name,) in database.execute("select name from probe order by name")]

    def messages(self) -> int:
        """How many messages have been committed to the broker."""
        return next(each.messages for each in self.bed.queue_lengths() if each.queue == QUEUE)

    def empty(self) -> None:
        """Takes away what earlier transactions have left."""
        with store.sql(self.bed, _APPLICATION) as database:
            database.execute("delete from probe")
        self.bed.reset()


def deployed(bed: Bed, folder: Path) -> Probe:
    """Makes the probe's table and its pool without XA, and deploys it into the bed's server. The folder holds passwords
    for a while.
    """
    with store.sql(bed, _APPLICATION) as database:
        database.execute("create table probe (name varchar(40) not null)")
    ports = check(bed.plan).ports
    where = ports.server(0)
    payara = Payara.from_store(Store(cache(), Maven.of_this_machine(), Silent()), Jdk.of_this_run(), Silent())
    login = {
        "serverName": "127.0.0.1",
        "portNumber": ports.database,
        "databaseName": "postgres",
        "user": _APPLICATION,
        "password": bed.secret(f"database.{_APPLICATION}"),
    }
    properties = ":".join(f"{name}={value}" for name, value in login.items())
    payara.asadmin(folder, bed.secret("payara.admin"), where).multimode(
        [
            "create-jdbc-connection-pool --restype javax.sql.DataSource"
            f" --datasourceclassname org.postgresql.ds.PGSimpleDataSource --property {properties} probe",
            "create-jdbc-resource --connectionpoolid probe jdbc/probe",
            f'deploy --name probe --contextroot probe "{Built().probe}"',
        ],
        folder,
    )
    calls = Management("probe", f"http://127.0.0.1:{where.management}/probe", bed.secret("management"), _TIMEOUT_S)
    return Probe(bed, calls)
