"""Disks that are small enough to be filled: a tmpfs each, on what the broker, the database and the log write.

Mounting needs root. Whatever happens to this process, they are unmounted; what is left when that fails too, `tidy_up`
finds in the list of mounts.
"""

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from deploy.errors import BedError, PlanError
from deploy.host.cleanup_process import CleanupProcess
from deploy.host.processes import Account
from deploy.paths import private_folder

_MOUNTS = Path("/proc/self/mounts")
_FILLER = "filler"
_PIECE = 1 << 20

#: Megabytes: what each needs at first, and as much again for a trial.
SIZES_MB: Mapping[str, int] = {"broker": 64, "database": 256, "log": 16}


class SmallDisk:
    """A tmpfs on a folder of a bed."""

    def __init__(self, folder: Path, megabytes: int, account: Account | None = None) -> None:
        """Mounts it. account: whose it is. Raises BedError with the system's error message."""
        self.folder = private_folder(folder)
        owner = f",uid={account.uid},gid={account.gid}" if account else ""
        options = f"size={megabytes}m,mode=0700{owner}"
        command = ["mount", "-t", "tmpfs", "-o", options, "petlab", str(self.folder)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise BedError(
                f"no small disk can be mounted here, so leave out the fault 'full disk': {done.stderr.strip()}"
            )
        # Lazy: whoever still has a file open there keeps nobody waiting.
        self._cleanup = CleanupProcess(["umount", "--lazy", self.folder])

    def fill(self) -> None:
        """Takes whatever space is left; what the others give back later is taken by the next call."""
        piece = _PIECE
        with (self.folder / _FILLER).open("ab", buffering=0) as filler:
            while piece:
                try:
                    filler.write(bytes(piece))
                except OSError:
                    piece //= 2

    def free(self) -> None:
        """Gives the space back."""
        (self.folder / _FILLER).unlink(missing_ok=True)

    def close(self) -> None:
        """Unmounts it."""
        self._cleanup.close()


def may_mount() -> bool:
    """Whether this user can mount a tmpfs here: root can, unless it is a container's."""
    if os.geteuid() != 0:
        return False
    try:
        with TemporaryDirectory(prefix="petlab-disk-") as folder:
            SmallDisk(Path(folder), 1).close()
    except BedError:
        return False
    return True


def check_allowed() -> None:
    """Raises PlanError when this user may not mount."""
    if not may_mount():
        raise PlanError(
            "the fault 'full disk' needs root and the right to mount (a small tmpfs): run it as root, or leave it out"
        )


def unmount_all(*folders: Path) -> None:
    """Unmounts what a bed that died has left mounted in these folders."""
    for line in _MOUNTS.read_text(encoding="utf-8").splitlines() if _MOUNTS.exists() else []:
        mounted = Path(line.split(" ")[1].replace("\\040", " "))
        if any(mounted.is_relative_to(folder) for folder in folders):
            subprocess.run(["umount", "--lazy", mounted], capture_output=True, check=False)
