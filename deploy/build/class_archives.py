"""The class archives of a bed's servers: one file each, made once for a build, a JDK and a set of options, and kept in
the cache. What they are for, and how they are asked for: `deploy.specification.class_archive`.
"""

import hashlib
import os
import shutil
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from pathlib import Path

import psutil

from deploy.build.artifacts import locked
from deploy.build.built import Built
from deploy.errors import BedError
from deploy.host import in_use
from deploy.host.jdk import Jdk
from deploy.paths import cache, checkout_of, private_folder
from deploy.specification import class_archive
from deploy.specification.class_archive import ArchiveKind
from deploy.specification.plan import BedPlan

#: Raised when what is written in a training run changes.
_RECIPE = "1"
_KEPT = 8


@dataclass(frozen=True)
class ClassArchives:
    """Those of the servers of one plan. folder: where they are when all of them are written."""

    kind: ArchiveKind
    folder: Path

    @property
    def are_made(self) -> bool:
        return self.folder.is_dir()

    def file(self, server: str) -> Path:
        return self.folder / f"{server}{self.kind.suffix}"

    def file_in_training(self, server: str) -> Path:
        """Where a server of this process writes it."""
        return self._training / f"{server}{self.kind.suffix}"

    def keep(self) -> None:
        """All of them are written. The oldest ones go that no process uses: each has more than a hundred megabytes."""
        with self._locked():
            if not self.are_made:
                self._training.rename(self.folder)
            in_use.mark_used(self.folder)
            in_use.prune(self.folder.parent, _KEPT)

    def discard(self) -> None:
        """They are of no use: whoever needs them has them written again."""
        with self._locked():
            in_use.remove(self.folder)

    def discard_training(self) -> None:
        """What is left of it, and of that of processes that are no more."""
        for left in self.folder.parent.glob(".*.*"):
            process = left.suffix[1:]
            if left == self._training or (process.isdigit() and not psutil.pid_exists(int(process))):
                shutil.rmtree(left, ignore_errors=True)

    def options_of(self, server: str, jvm_options: Sequence[str]) -> list[str]:
        """The options as the JVM of this server understands them. Raises BedError where there is no file yet."""
        if class_archive.is_in_training(jvm_options):
            file = self.file_in_training(server)
            private_folder(file.parent)
            for left in (file, class_archive.assembling(file)):
                left.unlink(missing_ok=True)
            return class_archive.with_file(jvm_options, self.kind, file)
        file = self.file(server)
        with self._locked():
            if not file.exists():
                raise BedError(
                    f"{self.kind.option}=trained: there is no file yet for this build, JDK, topology and these options;"
                    " the trials of an experiment make it"
                )
            in_use.mark_used(self.folder)
        return class_archive.with_file(jvm_options, self.kind, file)

    def _locked(self) -> AbstractContextManager[None]:
        return locked(self.folder.parent / ".lock")

    @property
    def _training(self) -> Path:
        return self.folder.with_name(f".{self.folder.name}.{os.getpid()}")


def of_plan(plan: BedPlan) -> ClassArchives | None:
    """Those of this plan's servers, made or not; None where it asks for none."""
    kinds = class_archive.kinds_in(plan.jvm_options)
    return ClassArchives(kinds[0], cache() / "class-archives" / _key(plan)) if kinds else None


def options_of(plan: BedPlan, server: str, jvm_options: Sequence[str]) -> list[str]:
    """The options of a server of this plan, as its JVM understands them. Raises BedError."""
    archives = of_plan(replace(plan, jvm_options=tuple(jvm_options)))
    return list(jvm_options) if archives is None else archives.options_of(server, jvm_options)


def _key(plan: BedPlan) -> str:
    """The same for whatever loads the same classes by the same JVM."""
    built = Built(checkout_of(plan.revision))
    files = [built.pinned, built.resource_adapter, *built.modules_of(plan), *built.wars_of(plan).values()]
    files += [built.step_faults] if plan.faults else []
    jdk = Jdk.named(plan.jdk)
    told = (_RECIPE, str(jdk.home), plan.topology, plan.transactions.label, plan.broker, plan.message_store)
    digest = hashlib.sha256()
    for part in (*told, *class_archive.training(plan.jvm_options)):
        digest.update(part.encode() + b"\0")
    for file in (jdk.home / "release", *files):
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:16]
