"""The shim that gives Siege its think times: thinktime.c, compiled once into the cache."""

from dataclasses import dataclass
from pathlib import Path

from loadscripts.load.preloading import compiled
from loadscripts.load.think import Think

SOURCE = Path(__file__).parent / "thinktime.c"


@dataclass(frozen=True)
class ThinkShim:
    """A library to be loaded before the C library."""

    library: Path

    def environment(self, think: Think, *, stagger_s: float, seed: int) -> dict[str, str]:
        """The environment in which Siege sleeps as the customers think."""
        return {
            "THINK_MIN_S": f"{think.min_s:g}",
            "THINK_MAX_S": f"{think.max_s:g}",
            "THINK_STAGGER_S": f"{stagger_s:g}",
            "THINK_SEED": str(seed),
        }


def compile_shim() -> ThinkShim | None:
    """Compiles the shim, or finds the compiled one. None: this machine has no C compiler."""
    library = compiled(SOURCE)
    return ThinkShim(library) if library else None
