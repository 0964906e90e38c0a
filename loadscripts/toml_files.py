"""Reads the TOML files of experiments and scenarios."""

import tomllib
from pathlib import Path
from typing import Any

from loadscripts.trial_errors import ExperimentError

SCENARIOS = Path(__file__).parent / "scenarios"


def scenarios() -> tuple[str, ...]:
    """The names of all scenarios."""
    return tuple(sorted(file.stem for file in SCENARIOS.glob("*.toml")))


def read_toml(path: Path) -> dict[str, Any]:
    """Reads a TOML file; what cannot be read is an ExperimentError that names the file."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ExperimentError(f"{path}: cannot be read: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ExperimentError(f"{path}: this is not TOML: {error}") from error
