"""Libraries of ours that are loaded before the C library, into Siege: compiled once into the cache."""

import hashlib
import os
import shutil
import subprocess
from pathlib import Path

from deploy.paths import cache


def compiled(source: Path) -> Path | None:
    """Compiles a library, or finds the compiled one. None: this machine has no C compiler."""
    digest = hashlib.sha256(source.read_bytes()).hexdigest()[:16]
    library = cache() / source.stem / f"{digest}.so"
    return library if library.is_file() or _compiled(source, library) else None


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
