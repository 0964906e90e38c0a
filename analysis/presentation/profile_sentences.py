"""Which profile of the machine a report was judged with, in words, or why with none."""

from analysis.comparing.calibration import usable_profile
from analysis.comparing.results import Results
from analysis.contract.assignment_units import Unit
from analysis.contract.machine_profile import CalibratedUnit, MachineProfile

NO_PROFILE = (
    "Judged without an A/A profile of the machine, so it is not known how often this machine shows a difference "
    "where there is none: ./petlab calibrate makes one."
)


def profile_sentence(kept: MachineProfile | None, results: Results) -> str:
    """Its units with day, commit, and how often each called different what is not."""
    if kept is None:
        return NO_PROFILE
    if usable_profile(kept, results) is None:
        return (
            f"Judged without an A/A profile: the one kept here is of another machine, "
            f"{kept.machine.described()}; ./petlab calibrate makes one of the machine that it runs on."
        )
    named = "; ".join(calibrated(name, unit) for name, unit in kept.units.items())
    return f"Judged with the A/A profile of this machine, each metric tested by itself at 5 %: {named}."


def calibrated(name: Unit, unit: CalibratedUnit) -> str:
    """`by order of 2026-11-23 06:10 (commit 1234567), 0 of 4 metrics called different`."""
    changes = " with uncommitted changes" if unit.dirty else ""
    commit = f"commit {unit.commit[:7]}{changes}" if unit.commit else "no commit known"
    return f"by {name} of {unit.made} ({commit}), {unit.false_positives} of {len(unit.ratios)} metrics called different"
