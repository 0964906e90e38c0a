"""What is fetched: by coordinates and SHA-256, into the cache, whole or not at all."""

import contextlib
import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TextIO

from deploy.errors import ArtifactError
from deploy.progress import Progress

SOON_S = 5.0
"""How long a lock is waited for without a word."""

_LIST = Path(__file__).with_name("artifacts.toml")


@dataclass(frozen=True)
class Artifact:
    """One file of the registry, pinned."""

    name: str
    coordinates: str
    file: str
    version: str
    sha256: str


class Fetcher(Protocol):
    """Whoever can copy an artefact into a folder; Maven does."""

    def fetch(self, coordinates: str, into: Path) -> None:
        """Copies one artefact into the folder, under its own file name."""


def pinned(name: str, listed: Path = _LIST) -> Artifact:
    """The artefact that `artifacts.toml` calls by this name. Raises ArtifactError when there is none."""
    entry = tomllib.loads(listed.read_text(encoding="utf-8")).get(name)
    if entry is None:
        raise ArtifactError(f"{listed} lists no {name}, which this bed needs")
    return Artifact(name=name, **entry)


@dataclass(frozen=True)
class Store:
    """The cache of fetched and unpacked artefacts. Several runs may use it at the same time."""

    folder: Path
    fetcher: Fetcher
    progress: Progress
    unpack_folder: Path | None = None
    listed: Path = _LIST

    def pinned(self, name: str) -> Artifact:
        """The artefact that this store's list calls by this name."""
        return pinned(name, self.listed)

    def file(self, artifact: Artifact) -> Path:
        """The artefact's file, fetched when it is missing; raises ArtifactError when it is not what was pinned."""
        target = self.folder / "artifacts" / artifact.sha256[:12] / artifact.file
        self._once(target, lambda into: self._fetch(artifact, into))
        return target

    def unpacked(self, artifact: Artifact) -> Path:
        """The folder with the artefact's content: of a zip, of a tar.gz, or of the .txz inside a jar."""
        parent = self.unpack_folder or self.folder / "unpacked"
        target = parent / f"{artifact.name}-{artifact.version}-{artifact.sha256[:12]}"

        def unpack(into: Path) -> None:
            archive = self.file(artifact)
            self.progress.step(f"unpacking {artifact.name} {artifact.version}")
            into.mkdir()
            _unpack(archive, into)

        self._once(target, unpack)
        return target

    def _fetch(self, artifact: Artifact, into: Path) -> None:
        self.progress.step(f"fetching {artifact.name} {artifact.version}")
        with tempfile.TemporaryDirectory(dir=into.parent) as folder:
            self.fetcher.fetch(artifact.coordinates, Path(folder))
            fetched = Path(folder) / artifact.file
            if not fetched.exists():
                raise ArtifactError(f"{artifact.coordinates} was fetched, but {artifact.file} is not among its files")
            check(artifact, fetched)
            fetched.replace(into)

    def _once(self, target: Path, make: Callable[[Path], None]) -> None:
        """Makes the target under a temporary name and renames it, one process at a time."""
        if target.exists():
            return
        target.parent.mkdir(parents=True, exist_ok=True)
        with locked(target.with_name(f".{target.name}.lock")):
            if target.exists():
                return
            for left in target.parent.glob(f".{target.name}.*.part"):  # by a run that was killed
                _remove(left)
            temporary = target.with_name(f".{target.name}.{os.getpid()}.part")
            try:
                make(temporary)
                temporary.replace(target)
            finally:
                _remove(temporary)


def check(artifact: Artifact, file: Path) -> None:
    """Raises ArtifactError when the file is not the one that was pinned."""
    with file.open("rb") as stream:
        found = hashlib.file_digest(stream, "sha256").hexdigest()
    if found != artifact.sha256:
        raise ArtifactError(
            f"{artifact.coordinates}: SHA-256 is {found}, expected {artifact.sha256} (deploy/build/artifacts.toml). "
            "The registry served another file, or the local Maven repository holds a damaged one: "
            "remove it there and try again"
        )


@contextlib.contextmanager
def locked(file: Path) -> Iterator[None]:
    """Holds a lock between processes; the kernel lets go of it when the process dies. Who has to wait for long is told
    so: the other process may have been stopped with it.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("w") as stream:
        if not _is_soon_free(stream):
            sys.stderr.write(f"petlab: waiting for another petlab, which has locked {file}\n")
            fcntl.flock(stream, fcntl.LOCK_EX)
        yield


def _is_soon_free(stream: TextIO) -> bool:
    """Takes the lock where nobody has it for long."""
    deadline = time.monotonic() + SOON_S
    while True:
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= deadline:
                return False
            time.sleep(0.05)
        else:
            return True


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)


def _unpack(archive: Path, into: Path) -> None:
    if archive.suffix == ".zip":
        _unzip(archive, into)
    elif archive.suffix == ".jar":
        _untar_member(archive, into)
    else:
        _untar(archive, into)


def _unzip(archive: Path, into: Path) -> None:
    """Like unzip: zipfile alone forgets which files are programs."""
    with zipfile.ZipFile(archive) as content:
        for member in content.infolist():
            path = Path(content.extract(member, into))
            if (mode := member.external_attr >> 16 & 0o777) and not member.is_dir():
                path.chmod(mode)


def _untar_member(archive: Path, into: Path) -> None:
    with zipfile.ZipFile(archive) as content:
        inner = next(name for name in content.namelist() if name.endswith(".txz"))
        packed = Path(content.extract(inner, into))
    _untar(packed, into)
    packed.unlink()


def _untar(archive: Path, into: Path) -> None:
    outcome = subprocess.run(
        ["tar", "-xf", str(archive), "--no-same-owner", "-C", str(into)], capture_output=True, text=True, check=False
    )
    if outcome.returncode != 0:
        raise ArtifactError(f"{archive.name} could not be unpacked: {outcome.stderr.strip()[:300]} (package xz-utils)")
