"""The JVMs of a bed that several files of tests share: the first of them warms them up, and they stay warm."""

from loadscripts.system.bed_protocol import Bed
from loadscripts.trials.lab import Lab
from loadscripts.trials.warmup import warm_up_jvms

_WARM: set[int] = set()
"""Process ids."""


def warm_up_once(bed: Bed, lab: Lab) -> None:
    """As the lab's experiment says, unless it was done in these JVMs: after a restart they are others."""
    running = {jvm.pid for jvm in bed.jvms}
    if not running <= _WARM:
        warm_up_jvms(bed, lab)
        _WARM.update(running if lab.experiment.jvm_warmup_s else ())
