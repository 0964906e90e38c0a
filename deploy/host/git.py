"""git: the outside program that knows what was committed, met here only."""

import subprocess
from pathlib import Path

from deploy.errors import MissingError, PlanError


def ask(checkout: Path, *words: str) -> str:
    """What git prints about a checkout.

    Raises:
        MissingError: there is no git here.
        PlanError: git refuses, by its own last word.
    """
    try:
        done = subprocess.run(["git", "-C", checkout, *words], capture_output=True, text=True, check=False)
    except FileNotFoundError as missing:
        raise MissingError("git is missing (package git): apt-get install git") from missing
    if done.returncode != 0:
        lines = done.stderr.strip().splitlines() or ["it gives no reason"]
        raise PlanError(f"git {words[0]}: {lines[-1]}")
    return done.stdout.strip()
