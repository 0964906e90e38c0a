"""The database as JDBC sees it: which driver, which XA data source, which DDL, for PostgreSQL and for Oracle."""

import hashlib
import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qsl, urlencode

from deploy.build.artifacts import locked
from deploy.build.built import Built
from deploy.errors import BedError, PlanError
from deploy.host.jdk import Jdk
from deploy.paths import cache, write_private
from deploy.payara.payara_pools import DataSource

_FOLDER = Path(__file__).parent
_TIMEOUT_S = 120

#: Of PostgreSQL across a network, where a link can go without a word: a thread waits so many seconds for an answer,
#: more than any statement or lock takes. A bed's own is on loopback, and does without: a read with a limit costs more.
_LINK = {"tcpKeepAlive": "true", "socketTimeout": "1800"}


@dataclass(frozen=True)
class Database:
    """A running database, and how to log in to make roles in it."""

    dialect: str
    url: str
    user: str
    password: str

    @property
    def driver(self) -> str:
        """The driver's name in artifacts.toml."""
        return f"{self.dialect}-driver"

    def data_source(self, user: str, password: str, *, is_xa: bool = True) -> DataSource:
        """The data source of one application: with two phases, or that of a last agent."""
        login = {"User": user, "Password": password}
        if self.dialect == "oracle":
            caching = {"ImplicitCachingEnabled": "true", "MaxStatements": "200"}
            properties = {"URL": self.url} | login | caching
        else:
            url = _with_parameters(self.url, {"reWriteBatchedInserts": "true", "prepareThreshold": "2"})
            properties = {"URL": url} | login
        return DataSource(self._class_name(is_xa=is_xa), properties, self._probe, is_xa)

    def plain_data_source(self, user: str, password: str) -> DataSource:
        """The data source of who takes no part in distributed transactions: the transaction log."""
        login = {"URL": self.url, "User": user, "Password": password}
        return DataSource(self._class_name(is_xa=False), login, self._probe, is_xa=False)

    def _class_name(self, *, is_xa: bool) -> str:
        if self.dialect == "oracle":
            return "oracle.jdbc.xa.client.OracleXADataSource" if is_xa else "oracle.jdbc.pool.OracleDataSource"
        return "org.postgresql.xa.PGXADataSource" if is_xa else "org.postgresql.ds.PGSimpleDataSource"

    @property
    def driver_class(self) -> str:
        """The class of the JDBC driver."""
        return {"postgresql": "org.postgresql.Driver", "oracle": "oracle.jdbc.OracleDriver"}[self.dialect]

    @property
    def _probe(self) -> str:
        return {"postgresql": "pg_catalog.pg_database", "oracle": "dual"}[self.dialect]


def of_url(url: str, environment: Mapping[str, str] = os.environ) -> Database:
    """Reads `--database`. User and password stand in PETLAB_DATABASE_USER and _PASSWORD, or in a PostgreSQL URL's
    parameters. Raises PlanError that says what was expected."""
    user, password = environment.get("PETLAB_DATABASE_USER", ""), environment.get("PETLAB_DATABASE_PASSWORD", "")
    if url.startswith("jdbc:postgresql://"):
        address, _, query = url.partition("?")
        parameters = dict(parse_qsl(query))
        user, password = parameters.pop("user", user), parameters.pop("password", password)
        database = Database("postgresql", _with_parameters(address, _LINK | parameters), user, password)
    elif url.startswith("jdbc:oracle:thin:@"):
        database = Database("oracle", url, user, password)
    else:
        raise PlanError(
            f"--database {url.split('?')[0]}: jdbc:postgresql://HOST:PORT/NAME or jdbc:oracle:thin:@… was expected"
        )
    if not database.user:
        raise PlanError(
            "--database: an account that may create the roles storefront, opc and supplier was expected: "
            "set PETLAB_DATABASE_USER and PETLAB_DATABASE_PASSWORD"
        )
    return database


def prepare(
    database: Database, passwords: Mapping[str, str], built: Built, *, driver: Path, jdk: Jdk, folder: Path
) -> None:
    """Makes each role and its schema, and the tables of those that are applications. Raises BedError with the
    database's own word."""
    roles = (_FOLDER / f"roles-{database.dialect}.sql").read_text(encoding="utf-8")
    jobs: list[tuple[str, str, Path]] = []
    for name, password in passwords.items():
        script = folder / f"role-{name}.sql"
        write_private(script, roles.replace("${name}", name).replace("${password}", password))
        jobs.append((database.user, database.password, script))
    with_tables = [name for name in passwords if built.has_tables(name)]
    jobs += [(name, passwords[name], built.ddl(name, database.dialect)) for name in with_tables]
    try:
        run(database.url, jobs, driver=driver, jdk=jdk, folder=folder)
    finally:
        for _, _, script in jobs[: len(passwords)]:
            script.unlink()


def run(url: str, jobs: Sequence[tuple[str, str, Path]], *, driver: Path, jdk: Jdk, folder: Path) -> None:
    """Runs each script as (user, password, script) in one JVM. Raises BedError with the database's error message."""
    lines = []
    for number, (user, password, script) in enumerate(jobs, start=1):
        values = {"url": url, "user": user, "password": password, "script": str(script)}
        lines += [f"{number}.{key}={_escaped(value)}" for key, value in values.items()]
    classes = compiled("RunSql", jdk)
    file = folder / "sql-jobs.properties"
    write_private(file, "\n".join(lines) + "\n")
    try:
        outcome = subprocess.run(
            [str(jdk.java), "-XX:TieredStopAtLevel=1", "-cp", f"{driver}:{classes}", "RunSql", str(file)],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=_TIMEOUT_S,
            check=False,
        )
    except subprocess.TimeoutExpired as late:
        raise BedError(f"the database {url} did not answer within {_TIMEOUT_S} s") from late
    finally:
        file.unlink()
    if outcome.returncode != 0:
        raise BedError(f"the database {url} could not be prepared: {outcome.stderr.strip()[-1000:]}")


def compiled(program: str, jdk: Jdk) -> Path:
    """The folder of a program's classes, compiled once for each text of it and each JDK. Raises BedError."""
    source = _FOLDER / f"{program}.java"
    digest = hashlib.sha256(source.read_bytes() + jdk.key.encode()).hexdigest()[:16]
    classes = cache() / "run-sql" / digest
    with locked(classes.with_name(".lock")):
        if not classes.exists():
            draft = classes.with_name(".draft")
            shutil.rmtree(draft, ignore_errors=True)  # by one that was killed, perhaps of another text
            javac = [str(jdk.home / "bin/javac"), "-d", str(draft), str(source)]
            try:
                outcome = subprocess.run(javac, capture_output=True, text=True, timeout=_TIMEOUT_S, check=False)
            except subprocess.TimeoutExpired as late:
                raise BedError(f"{source.name} was not compiled within {_TIMEOUT_S} s") from late
            if outcome.returncode != 0:
                raise BedError(f"{source.name} could not be compiled: {outcome.stderr.strip()[-1000:]}")
            draft.replace(classes)
    return classes


def _escaped(value: str) -> str:
    """For a Java properties file."""
    return value.replace("\\", "\\\\").replace("\n", "\\n")


def _with_parameters(url: str, added: Mapping[str, str]) -> str:
    address, _, query = url.partition("?")
    parameters = dict(added) | dict(parse_qsl(query))
    return f"{address}?{urlencode(parameters)}" if parameters else address
