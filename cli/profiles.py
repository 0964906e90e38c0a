"""The profile of this machine: where it is kept, and whether it is of this machine."""

from collections.abc import Callable
from pathlib import Path

from rich.console import Console

from analysis.analysis_errors import RecordError
from analysis.contract.machine_profile import MachineIdentity, MachineProfile
from analysis.contract.schemas import read_document
from cli.kept_files import change
from deploy.host.jdk import Jdk
from deploy.paths import cache
from loadscripts.probes.machine import machine_identity

MAKE_ONE = "./petlab calibrate makes one"


def profile_file() -> Path:
    """Where the one profile is that all checkouts of a person share."""
    return cache() / "machine-profile.json"


def kept_profile() -> MachineProfile | None:
    """The profile, of whatever machine; None where there is none. RecordError where it cannot be read."""
    file = profile_file()
    return read_document(file, MachineProfile) if file.exists() else None


def readable_profile(stderr: Console) -> MachineProfile | None:
    """The same for who can do without: what cannot be read is complained about."""
    try:
        return kept_profile()
    except RecordError as error:
        stderr.print(f"The machine profile is not used: {error}; {MAKE_ONE}", style="red", markup=False)
        return None


def keep(changed: Callable[[MachineProfile | None], MachineProfile]) -> MachineProfile:
    """Puts what becomes of the profile where the next report finds it."""
    return change(profile_file(), MachineProfile, changed)


def this_machine(jdk: str | None = None) -> MachineIdentity:
    """With the JDK in this folder, or this run's. Raises MissingError when there is none."""
    return machine_identity(Jdk.named(jdk).version)


def jdk_build(jdk: str | None = None) -> str:
    """What tells the JDK in this folder, or this run's, from others of its version. Raises MissingError."""
    return Jdk.named(jdk).build
