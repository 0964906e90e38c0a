"""Payara with more modules in it, and one application less: beside the installation as it came, which stays untouched.

The second installation shares its files with the first by hard links, where the file system can.
"""

import hashlib
import os
import shutil
from collections.abc import Sequence
from pathlib import Path

from deploy.build.artifacts import locked
from deploy.host import in_use
from deploy.paths import copy_tree
from deploy.payara import application_imports, bundles

#: Every build of a module makes one.
_KEPT = 4
_MODULES = "glassfish/modules"
#: Services for transactions that go along with SOAP calls. Payara starts them, eight addresses that nobody may call, as
#: soon as an application has a SOAP endpoint of its own; without this file it does not.
_LEFT_OUT = "glassfish/lib/install/applications/metro/wstx-services.war"


def with_modules(stock: Path, modules: Sequence[Path], folder: Path) -> Path:
    """The installation that has the modules under their own file names; made in the folder when it is not there yet.

    Raises BedError when the server could not start with one of them.
    """
    contents = [module.read_bytes() for module in modules]  # once: a build may replace them at any time
    place = folder / f"{stock.parent.name}-{_digest(contents)}"
    with locked(folder / ".lock"):
        if not place.exists():
            _make(stock, modules, contents, place)
        in_use.mark_used(place)  # beds of other checkouts prune too
        in_use.prune(folder, _KEPT)
    return place / stock.name


def _digest(contents: Sequence[bytes]) -> str:
    parts = (*contents, application_imports.fragment(), _LEFT_OUT.encode())
    digests = [hashlib.sha256(part).digest() for part in parts]
    return hashlib.sha256(b"".join(digests)).hexdigest()[:12]


def _make(stock: Path, modules: Sequence[Path], contents: Sequence[bytes], place: Path) -> None:
    for module in modules:
        bundles.check(module, stock / _MODULES)
    for left in place.parent.glob(".*.part"):  # by a run that was killed
        shutil.rmtree(left, ignore_errors=True)
    workplace = place.with_name(f".{place.name}.{os.getpid()}.part")
    copy_tree(stock, workplace / stock.name, _link)
    (workplace / stock.name / _LEFT_OUT).unlink(missing_ok=True)
    for module, content in zip(modules, contents, strict=True):
        (workplace / stock.name / _MODULES / module.name).write_bytes(content)
    (workplace / stock.name / _MODULES / application_imports.NAME).write_bytes(application_imports.fragment())
    workplace.replace(place)


def link_archive(source: str, target: str) -> None:
    """An archive is never written again, and can be one file with the other; what else there is, is copied."""
    if source.endswith((".jar", ".war", ".rar")):
        _link(source, target)
    else:
        shutil.copy2(source, target)


def _link(source: str, target: str) -> None:
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)
