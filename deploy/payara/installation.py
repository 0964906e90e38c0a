"""Payara with more modules in it: beside the installation as it came, which stays untouched.

The second installation shares its files with the first by hard links, where the file system can.
"""

import hashlib
import json
import os
import shutil
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from deploy.build.artifacts import locked
from deploy.host.processes import BedProcess
from deploy.payara import bundles

_KEPT = 4
_MODULES = "glassfish/modules"
_USER = ".used-by-"


def with_modules(stock: Path, modules: Sequence[Path], folder: Path) -> Path:
    """The installation that has the modules under their own file names; made in the folder when it is not there yet.

    Raises BedError when the server could not start with one of them.
    """
    place = folder / f"{stock.parent.name}-{_digest(modules)}"
    with locked(folder / ".lock"):
        if not place.exists():
            _make(stock, modules, place)
        os.utime(place)
        _mark_used(place)
        _prune(folder)
    return place / stock.name


def _digest(modules: Sequence[Path]) -> str:
    digests = [hashlib.sha256(module.read_bytes()).digest() for module in modules]
    return hashlib.sha256(b"".join(digests)).hexdigest()[:12]


def _make(stock: Path, modules: Sequence[Path], place: Path) -> None:
    for module in modules:
        bundles.check(module, stock / _MODULES)
    for left in place.parent.glob(".*.part"):  # by a run that was killed
        shutil.rmtree(left, ignore_errors=True)
    workplace = place.with_name(f".{place.name}.{os.getpid()}.part")
    shutil.copytree(stock, workplace / stock.name, symlinks=True, copy_function=_link)
    for module in modules:
        shutil.copyfile(module, workplace / stock.name / _MODULES / module.name)
    workplace.replace(place)


def _link(source: str, target: str) -> None:
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)


def _mark_used(place: Path) -> None:
    """Beds of other checkouts, which prune too, must not take it away while this process may start servers from it."""
    process = BedProcess.of("user", os.getpid())
    (place / f"{_USER}{process.pid}").write_text(json.dumps(asdict(process)), encoding="utf-8")


def _is_used(place: Path) -> bool:
    users = (BedProcess(**json.loads(file.read_text(encoding="utf-8"))) for file in place.glob(f"{_USER}*"))
    return any(user.is_running() for user in users)


def _prune(folder: Path) -> None:
    """Every build of a module makes one: only the last few stay, and those that a bed uses."""
    made = sorted(folder.glob("[!.]*"), key=lambda path: path.stat().st_mtime, reverse=True)
    for old in made[_KEPT:]:
        if not _is_used(old):
            shutil.rmtree(old, ignore_errors=True)
