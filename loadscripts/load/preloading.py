"""Libraries of ours that are loaded before the C library, into Siege: compiled once into the cache."""

import hashlib
import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from deploy.errors import PlanError
from deploy.paths import cache

SEPARATORS = ":;"
"""Of the folders in which the loader looks for a library; it knows no escape."""


def compiled(source: Path) -> Path | None:
    """Compiles a library, or finds the compiled one. None: this machine has no C compiler.

    Raises:
        PlanError: it lies where the loader cannot be told to look.
    """
    if set(SEPARATORS) & set(str(cache())):
        raise PlanError(
            f"the cache is in {cache()}: a folder without colon and semicolon was expected, as Siege's think times are "
            "loaded from it; name another in PETLAB_CACHE"
        )
    digest = hashlib.sha256(source.read_bytes()).hexdigest()[:16]
    library = cache() / source.stem / f"{digest}.so"
    return library if library.is_file() or _compiled(source, library) else None


def preloading(libraries: Sequence[Path]) -> dict[str, str]:
    """The environment that has these loaded. Their names alone stand in LD_PRELOAD, which spaces separate."""
    if not libraries:
        return {}
    folders = dict.fromkeys(str(library.parent) for library in libraries)
    return {"LD_PRELOAD": " ".join(library.name for library in libraries), "LD_LIBRARY_PATH": ":".join(folders)}


def _compiled(source: Path, library: Path) -> bool:
    compiler = next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)
    if compiler is None:
        return False
    library.parent.mkdir(parents=True, exist_ok=True)
    # Another process may be compiling it, too: the last one's is as good as the first one's.
    draft = library.with_suffix(f".{os.getpid()}.draft")
    command = [compiler, "-O2", "-shared", "-fPIC", "-o", str(draft), str(source), "-ldl"]
    if subprocess.run(command, capture_output=True, check=False).returncode != 0:
        return False
    draft.replace(library)
    return True
