"""Siege on this machine: in the path, in the cache, or to be had from Debian."""

import os
import shutil
import subprocess
from pathlib import Path

from deploy.paths import cache
from loadscripts.load.siege import Siege
from loadscripts.load.siege_answers import Listener
from loadscripts.load.thinktime import ThinkShim
from loadscripts.trial_errors import MissingToolError


def find_siege(shim: ThinkShim | None, listener: Listener | None = None) -> Siege:
    """Finds Siege, or gets it from Debian.

    Raises:
        MissingToolError: there is none, and none can be had.
    """
    program = _in_path() or _in_cache() or _installed() or _unpacked()
    if program is None:
        raise MissingToolError("Siege is needed for the load (package siege): sudo apt-get install siege")
    return Siege(program, _version(program), shim, listener)


def _in_path() -> Path | None:
    found = shutil.which("siege")
    return Path(found) if found else None


def _in_cache() -> Path | None:
    program = cache() / "siege" / "usr" / "bin" / "siege"
    return program if program.is_file() else None


def _installed() -> Path | None:
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        return None
    install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", "siege"]
    if not _runs(install) and _runs(["apt-get", "update", "-qq"]):
        _runs(install)
    return _in_path()


def _unpacked() -> Path | None:
    """Without root: the package is fetched and unpacked, not installed."""
    if shutil.which("apt-get") is None or shutil.which("dpkg") is None:
        return None
    folder = cache() / "siege"
    folder.mkdir(parents=True, exist_ok=True)
    if _runs(["apt-get", "download", "-qq", "siege"], folder):
        for package in folder.glob("siege_*.deb"):
            _runs(["dpkg", "-x", str(package), str(folder)])
    return _in_cache()


def _runs(command: list[str], folder: Path | None = None) -> bool:
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=False)
    return done.returncode == 0


def _version(program: Path) -> str:
    result = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)
    words = (result.stdout + result.stderr).split()
    return words[words.index("SIEGE") + 1] if "SIEGE" in words else "unknown"
