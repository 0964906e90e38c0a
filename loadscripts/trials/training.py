"""Has class archives written: by servers that have been under load, before the first trial that needs them."""

import time
from pathlib import Path
from tempfile import TemporaryDirectory

from deploy.build import class_archives
from deploy.build.class_archives import ClassArchives
from deploy.errors import BedError
from deploy.host.jdk import Jdk
from deploy.specification.plan import BedPlan
from loadscripts.probes.jcmd import first_line, jcmd
from loadscripts.system.bed_protocol import Bed
from loadscripts.trials.drain import wait_until_drained
from loadscripts.trials.lab import Lab
from loadscripts.trials.warmup import get_ready, ordering

TRAINING_S = 60.0
WRITING_TIMEOUT_S = 600.0


def is_untrained(plan: BedPlan) -> bool:
    """Whether servers of this plan need class archives that nobody has written yet."""
    archives = class_archives.of_plan(plan)
    return archives is not None and not archives.are_made


def train(bed: Bed, lab: Lab) -> None:
    """Lets customers order for a minute, and has each server's JVM write down which classes it has.

    Raises:
        BedError: one of them did not.
    """
    archives = class_archives.of_plan(bed.plan)
    if archives is None:
        raise BedError("the bed's servers are not in training")
    try:
        _load(bed, lab)
        jdk = Jdk.named(bed.plan.jdk)
        for jvm in bed.jvms:
            lab.progress.step(f"{jvm.name} writes its class archive")
            write(archives, jvm.name, jvm.pid, jdk)
        archives.keep()
    finally:
        archives.discard_training()


def _load(bed: Bed, lab: Lab) -> None:
    get_ready(bed, lab)
    lab.progress.wait("training the JVMs for their class archives (once per build, JDK and options)", TRAINING_S)
    with TemporaryDirectory(prefix="petlab-training-") as scratch, ordering(bed, lab, TRAINING_S, Path(scratch)):
        time.sleep(TRAINING_S)
    wait_until_drained(bed, lab.experiment.drain_deadline_s)


def write(archives: ClassArchives, server: str, pid: int, jdk: Jdk) -> None:
    """Has a JVM in training write its archive. Raises BedError."""
    file = archives.file_in_training(server)
    told = jcmd(jdk, pid, *archives.kind.writing(file), timeout_s=WRITING_TIMEOUT_S)
    if not file.exists() or file.stat().st_size == 0:
        raise BedError(f"server {server}: JDK {jdk.version} did not write its class archive: {first_line(told)}")
