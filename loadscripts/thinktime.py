"""The shim that gives Siege its think times: thinktime.c, compiled once into the cache."""

import hashlib
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from deploy.places import cache
from loadscripts.think import Think

SOURCE = Path(__file__).parent / "thinktime.c"


@dataclass(frozen=True)
class ThinkShim:
    """A library to be loaded before the C library."""

    library: Path

    def environment(self, think: Think, *, stagger_s: float, seed: int) -> dict[str, str]:
        """The environment in which Siege sleeps as the customers think."""
        return {
            "LD_PRELOAD": str(self.library),
            "THINK_MIN_S": f"{think.min_s:g}",
            "THINK_MAX_S": f"{think.max_s:g}",
            "THINK_STAGGER_S": f"{stagger_s:g}",
            "THINK_SEED": str(seed),
        }


def compile_shim() -> ThinkShim | None:
    """Compiles the shim, or finds the compiled one. None: this machine has no C compiler."""
    source = SOURCE.read_bytes()
    library = cache() / "thinktime" / f"{hashlib.sha256(source).hexdigest()[:16]}.so"
    if library.is_file() or _compiled(library):
        return ThinkShim(library)
    return None


def _compiled(library: Path) -> bool:
    compiler = next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)
    if compiler is None:
        return False
    library.parent.mkdir(parents=True, exist_ok=True)
    draft = library.with_suffix(".draft")
    command = [compiler, "-O2", "-shared", "-fPIC", "-o", str(draft), str(SOURCE)]
    if subprocess.run(command, capture_output=True, check=False).returncode != 0:
        return False
    draft.replace(library)
    return True
