"""What a bed leaves: while it runs its lock, afterwards the logs of its servers, and nothing else."""

import contextlib
import fcntl
import shutil
from pathlib import Path
from typing import TextIO

from deploy.bed import bed_record
from deploy.errors import BedError
from deploy.host import processes, small_disks
from deploy.paths import private_folder


def last_logs(home: Path) -> Path:
    """Where the logs of the servers are kept when their bed is gone."""
    return home.parent / "last-logs"


def tidy_up(home: Path) -> None:
    """Removes what a bed has left: its processes if any still run, its folders, its passwords. Server logs are kept."""
    known = bed_record.remains(home)
    if known:
        processes.end(known.processes)
        small_disks.unmount_all(home, *known.folders)
        for folder in known.folders:
            shutil.rmtree(folder, ignore_errors=True)
    if home.exists():
        _keep_logs(home, last_logs(home))
        shutil.rmtree(home, ignore_errors=True)


def _keep_logs(home: Path, kept: Path) -> None:
    logs = [*home.glob("servers/*/logs/server.log"), *home.glob("servers/*/logs/jvm.out")]
    logs += [*home.glob("broker/log/*"), *home.glob("*.log")]
    if not logs:
        return
    shutil.rmtree(kept, ignore_errors=True)
    private_folder(kept)
    for log in logs:
        with contextlib.suppress(OSError):
            shutil.copy2(log, kept / str(log.relative_to(home)).replace("/", "-"))


def lock_of(home: Path) -> TextIO:
    home.parent.mkdir(parents=True, exist_ok=True)
    lock = (home.parent / "bed.lock").open("a+", encoding="utf-8")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as locked:
        lock.close()
        known = bed_record.remains(home)
        owner = f" (process {known.owner.pid})" if known else ""
        raise BedError(f"a bed is up already{owner}: end it with ./petlab down, or let it finish") from locked
    return lock
