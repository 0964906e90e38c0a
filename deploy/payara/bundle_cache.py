"""What a server unpacks of its modules when it starts in a new domain: 400 bundles, 140 MB, and a second or two.

It is the same in every domain of an installation, and a server that is started again in its domain finds it there. So
it is kept beside the installation once a server is ready, and later domains get it, the jars as links. What does not
fit, such as a module that has changed, Payara unpacks anew.
"""

import shutil
import tempfile
from contextlib import suppress
from pathlib import Path

from deploy.paths import copy_tree
from deploy.payara.installation import link_archive

_CACHE = "osgi-cache"


def hand_out(kept: Path, domain: Path) -> None:
    """Gives it to a domain in which no server has started yet; nothing where none was kept."""
    target = domain / _CACHE
    if not kept.exists() or target.exists():
        return
    try:
        copy_tree(kept, target, link_archive)
    except OSError:  # the server does without it
        shutil.rmtree(target, ignore_errors=True)


def keep(domain: Path, kept: Path) -> None:
    """Keeps what the server of the domain, which is ready, has unpacked, unless another has done so."""
    made = domain / _CACHE
    if kept.exists() or not made.exists():
        return
    with suppress(OSError), tempfile.TemporaryDirectory(prefix=f".{_CACHE}-", dir=kept.parent) as draft:
        copy_tree(made, Path(draft) / _CACHE, link_archive)
        (Path(draft) / _CACHE).replace(kept)  # fails when another has been quicker
