"""git: the outside program that knows what was committed, met here only."""

import subprocess
from pathlib import Path

from deploy.errors import MissingError, PlanError


def ask(checkout: Path, *words: str) -> str:
    """What git prints about a checkout; bytes that are no UTF-8, as a file may have, are kept by surrogates.

    Raises:
        MissingError: there is no git here.
        PlanError: git refuses, by its own last word.
    """
    try:
        command = ["git", "-C", str(checkout), *words]
        done = subprocess.run(command, capture_output=True, encoding="utf-8", errors="surrogateescape", check=False)
    except FileNotFoundError as missing:
        raise MissingError("git is missing (package git): apt-get install git") from missing
    if done.returncode != 0:
        lines = done.stderr.strip().splitlines() or ["it gives no reason"]
        raise PlanError(f"git {words[0]}: {lines[-1]}")
    return done.stdout.strip()
