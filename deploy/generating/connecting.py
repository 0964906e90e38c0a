"""A bed's database as the generator sees it: PostgreSQL, logged in to as each application."""

import shutil
from urllib.parse import parse_qsl, unquote, urlsplit

import psycopg
from psycopg import Connection
from psycopg.conninfo import make_conninfo

from deploy.bed.standing_bed import Bed
from deploy.database import postgresql
from deploy.errors import BedError, PlanError
from deploy.host.ports import BedPorts
from deploy.specification.past import Past

_BYTES_PER_ORDER = 3_500
_BYTES_PER_CUSTOMER = 600
_BYTES_LEFT = 2_000_000_000
_PASSED_ON = ("sslmode", "sslrootcert")


def connect(bed: Bed, application: str) -> Connection:
    """A connection in the application's own schema. Raises PlanError when the database is not PostgreSQL."""
    return _connect(bed, application, bed.secret(f"database.{application}"))


def checkpoint(bed: Bed) -> None:
    """Lets the bed's own PostgreSQL write down all that it holds, so that it need not do so during a trial."""
    if bed.plan.database_url is None:
        with _connect(bed, postgresql.ADMIN, bed.secret("database.admin")) as database:
            database.autocommit = True
            database.execute("checkpoint")


def require_disk_space(bed: Bed, past: Past) -> None:
    """Raises BedError when the disk of the bed's own database cannot hold this past."""
    needed = past.orders * _BYTES_PER_ORDER + past.customers * _BYTES_PER_CUSTOMER
    for folder in bed.folders:
        free = shutil.disk_usage(folder).free
        if needed + _BYTES_LEFT > free:
            raise BedError(
                f"{past.describe()} need about {needed / 1e9:.1f} GB in {folder}, and {_BYTES_LEFT / 1e9:.0f} GB "
                f"should be left: {free / 1e9:.1f} GB are free. Make room, or generate fewer orders"
            )


def _connect(bed: Bed, user: str, password: str) -> Connection:
    try:
        if bed.plan.database_url is None:
            return postgresql.connect(BedPorts(bed.plan.port_base).database, user, password)
        return psycopg.connect(_conninfo(bed.plan.database_url, user, password))
    except psycopg.Error as error:
        raise BedError(f"the database does not let {user} in: {str(error).strip()}") from error


def _conninfo(url: str, user: str, password: str) -> str:
    if not url.startswith("jdbc:postgresql://"):
        raise PlanError(
            "only PostgreSQL can be filled: past orders are written by its COPY, which Oracle does not have"
        )
    address = urlsplit(url.removeprefix("jdbc:"))
    try:
        port = address.port or 5432
    except ValueError as error:
        raise PlanError("a database can be filled by a URL with one host and a port that is a number") from error
    if "," in address.netloc:
        raise PlanError("a database can be filled by a URL with one host, not with several")
    passed_on = {name: value for name, value in parse_qsl(address.query) if name in _PASSED_ON}
    return make_conninfo(
        host=address.hostname,
        port=port,
        dbname=unquote(address.path.lstrip("/")),
        user=user,
        password=password,
        connect_timeout=20,
        **passed_on,
    )
