"""PostgreSQL, met here only: a cluster of its own for one bed, everything forced to disk.

PostgreSQL refuses to run as root. Then it runs as `nobody`, in a folder that this user can reach.
"""

import os
import pwd
import shutil
import stat
import subprocess
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import psycopg

from deploy.build.artifacts import Store
from deploy.database.jdbc import Database
from deploy.errors import BedError
from deploy.host import processes
from deploy.host.processes import Account, BedProcess
from deploy.paths import write_private

#: Who may make roles, and tell the server to write everything down.
ADMIN = "petlab"
_NAME = "postgres"
_TIMEOUT_S = 60
_HOST = "127.0.0.1"
#: In place of PGHOSTADDR, PGSSLMODE, PGOPTIONS and their like.
_NOT_OF_ENVIRONMENT: Mapping[str, Any] = {
    "hostaddr": _HOST,
    "sslmode": "disable",
    "gssencmode": "disable",
    "channel_binding": "disable",
    "target_session_attrs": "any",
    "options": "",
}

#: Of a cluster on a small disk, which its write-ahead log must not fill by itself.
_SMALL_LOG = {"max_wal_size": "'96MB'", "min_wal_size": "'32MB'"}

_ENTERED_BY_ALL = 0o055
#: Where another user can go, and on disk: /tmp may be memory, and then nothing would be forced to disk.
_OPEN_FOLDER = Path("/var/tmp")  # noqa: S108 - mkdtemp makes a private folder in it


@dataclass(frozen=True)
class Cluster:
    """A cluster on disk and who owns it. log: where the server writes what it has to say."""

    binaries: Path
    folder: Path
    log: Path
    port: int
    password: str
    account: Account | None

    @property
    def data(self) -> Path:
        """The data directory."""
        return self.folder / "data"

    @property
    def database(self) -> Database:
        """How to log in as the one who may make roles."""
        url = f"jdbc:postgresql://127.0.0.1:{self.port}/{_NAME}"
        return Database("postgresql", url, ADMIN, self.password)


def create(
    store: Store,
    home: Path,
    port: int,
    password: str,
    on_disk: Callable[[Path, Account | None], None] | None = None,
    *,
    is_forced: bool = True,
    on_folder: Callable[[Path], None] = lambda folder: None,
) -> Cluster:
    """Makes an empty cluster in a new folder, which the caller removes. Raises BedError.

    on_folder: is told of the folder before anything is put into it; on_disk: puts the data directory on a disk of its
    own; is_forced: whether it forces what it writes to the disk.
    """
    account = _account()
    folder = Path(tempfile.mkdtemp(prefix="petlab-postgresql-", dir=_OPEN_FOLDER if account else home))
    on_folder(folder)
    binaries = _unpacked(store, account)
    cluster = Cluster(binaries, folder, home / "postgresql.log", port, password, account)
    password_file = folder / "password"
    write_private(password_file, password)
    if account:
        for path in (folder, password_file):
            os.chown(path, account.uid, account.gid)
    if on_disk:
        on_disk(cluster.data, account)
    try:
        _initdb(cluster, password_file)
    finally:
        password_file.unlink()
    unforced = {} if is_forced else {"fsync": "off"}
    _configure(cluster, (_SMALL_LOG if on_disk else {}) | unforced)
    return cluster


def start(cluster: Cluster) -> BedProcess:
    """Starts the server; returns at once. When its owner dies it shuts down at once, and leaves nothing behind."""
    command = [cluster.binaries / "bin/postgres", "-D", cluster.data]
    return processes.start(
        "postgresql",
        [str(part) for part in command],
        log=cluster.log,
        folder=cluster.folder,
        account=cluster.account,
        stop_signal="QUIT",
        environment=_environment(cluster),
    )


def answers(cluster: Cluster) -> bool:
    """Whether the server takes connections. That its own postmaster.pid says `ready` does not tell: it goes on saying
    so while the server recovers from a crash.
    """
    try:
        connect_as_admin(cluster.port, cluster.password).close()
    except psycopg.OperationalError:
        return False
    return True


def has_work_in_mid_commit(connection: psycopg.Connection) -> bool:
    """Whether a branch of a transaction is prepared, and not committed yet."""
    [found] = connection.execute("select exists (select from pg_prepared_xacts)").fetchone() or (False,)
    return bool(found)


def terminate_in_mid_commit(connection: psycopg.Connection, roles: Sequence[str]) -> int:
    """Ends all sessions of these roles while a branch is prepared; returns how many, 0 when none is."""
    [ended] = connection.execute(
        "select count(pg_terminate_backend(pid)) from pg_stat_activity "
        "where usename = any(%s) and exists (select from pg_prepared_xacts)",
        [list(roles)],
    ).fetchone() or (0,)
    return int(ended)


def begin_new_segment(connection: psycopg.Connection) -> None:
    """Lets the write-ahead log go on in a new file, which takes space on the disk."""
    connection.execute("select pg_switch_wal()")


def connect_as_admin(port: int, password: str) -> psycopg.Connection:
    """A session of the one who may do everything."""
    return connect(port, ADMIN, password, autocommit=True, timeout_s=5)


def connect(
    port: int, user: str, password: str, *, autocommit: bool = False, timeout_s: int = 20
) -> psycopg.Connection:
    """A session in a cluster of a bed's own. What the caller's environment says is of other databases."""
    os.environ.pop("PGSERVICE", None)  # no parameter takes its place
    return psycopg.connect(
        host=_HOST,
        port=port,
        dbname=_NAME,
        user=user,
        password=password,
        autocommit=autocommit,
        connect_timeout=timeout_s,
        **_NOT_OF_ENVIRONMENT,
    )


def _initdb(cluster: Cluster, password_file: Path) -> None:
    command = [
        str(cluster.binaries / "bin/initdb"),
        f"--pgdata={cluster.data}",
        f"--username={ADMIN}",
        f"--pwfile={password_file}",
        "--auth=scram-sha-256",
        "--encoding=UTF8",
        "--locale=C",
        "--no-sync",
        "--no-instructions",
        "--set=fsync=on",
    ]
    try:
        outcome = subprocess.run(
            command,
            capture_output=True,
            text=True,
            timeout=_TIMEOUT_S,
            cwd=cluster.folder,
            env=_environment(cluster),
            **_user(cluster.account),
            check=False,
        )
    except subprocess.TimeoutExpired as late:
        raise BedError(f"PostgreSQL did not create its cluster within {_TIMEOUT_S} s") from late
    if outcome.returncode != 0:
        raise BedError(f"PostgreSQL could not create its cluster: {(outcome.stderr or outcome.stdout).strip()[-800:]}")


def _configure(cluster: Cluster, further: Mapping[str, str]) -> None:
    settings = {
        "listen_addresses": "'127.0.0.1'",
        "port": str(cluster.port),
        "unix_socket_directories": "''",
        # More than all pools of a bed together: of three applications, their log stores, and the message store.
        "max_connections": "500",
        "max_prepared_transactions": "200",
        "shared_buffers": "'256MB'",
        "fsync": "on",
        "synchronous_commit": "on",
        "full_page_writes": "on",
        "wal_level": "minimal",
        "max_wal_senders": "0",
        # A checkpoint during a trial would be part of its metrics.
        "max_wal_size": "'4GB'",
        "checkpoint_timeout": "'30min'",
        "jit": "off",
        "timezone": "'UTC'",
        "log_timezone": "'UTC'",
        "log_checkpoints": "on",
        **further,
    }
    with (cluster.data / "postgresql.auto.conf").open("a", encoding="utf-8") as stream:
        stream.writelines(f"{name} = {value}\n" for name, value in settings.items())
    hba = cluster.data / "pg_hba.conf"
    hba.write_text("host all all 127.0.0.1/32 scram-sha-256\n", encoding="utf-8")


def remove(folder: Path) -> None:
    """Removes a cluster's folder."""
    shutil.rmtree(folder, ignore_errors=True)


def _account() -> Account | None:
    """Who PostgreSQL runs as: we ourselves, unless we are root."""
    if os.geteuid() != 0:
        return None
    user = pwd.getpwnam("nobody")
    return Account(user.pw_uid, user.pw_gid)


def _unpacked(store: Store, account: Account | None) -> Path:
    """The binaries, where the account can run them, whatever the umask makes of new folders."""
    binaries = _reachable(store, account).unpacked(store.pinned("postgresql"))
    if account and not _may_enter(binaries / "bin", account):
        for folder in (binaries.parent, binaries, *(path for path in binaries.rglob("*") if path.is_dir())):
            folder.chmod(folder.stat().st_mode | _ENTERED_BY_ALL)
    return binaries


def _reachable(store: Store, account: Account | None) -> Store:
    """The cache; or, when the other user cannot get into it (root's home is closed), a place where he can."""
    if account is None or _may_enter(store.folder, account):
        return store
    binaries = _OPEN_FOLDER / "petlab-binaries"
    binaries.mkdir(mode=0o755, exist_ok=True)
    found = binaries.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid() or found.st_mode & 0o022:
        raise BedError(f"{binaries} belongs to somebody else: remove it, or set PETLAB_CACHE to a folder open to all")
    return replace(store, unpack_folder=binaries)


def _may_enter(folder: Path, account: Account) -> bool:
    outcome = subprocess.run(["test", "-x", str(folder)], capture_output=True, check=False, **_user(account))
    return outcome.returncode == 0


def _user(account: Account | None) -> dict[str, Any]:
    """As whom `subprocess.run` is to run a program."""
    return {"user": account.uid, "group": account.gid, "extra_groups": []} if account else {}


def _environment(cluster: Cluster) -> dict[str, str]:
    return {"LD_LIBRARY_PATH": str(cluster.binaries / "lib"), "LC_ALL": "C", "PATH": os.environ.get("PATH", "")}
