"""Has class archives written: by servers that have been under load, before the first trial that needs them."""

from pathlib import Path
from tempfile import TemporaryDirectory

from deploy.bed.bed_record import ServerJvm
from deploy.build import class_archives
from deploy.build.class_archives import ClassArchives
from deploy.errors import BedError
from deploy.host.jdk import Jdk
from deploy.specification import class_archive
from deploy.specification.plan import BedPlan
from loadscripts.probes.jcmd import Answer, ask, first_line
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
        GeneratorError: the customers left before.
    """
    archives = class_archives.of_plan(bed.plan)
    if archives is None:
        raise BedError("the bed's servers are not in training")
    try:
        _load(bed, lab)
        jdk = Jdk.named(bed.plan.jdk)
        for jvm in bed.jvms:
            lab.progress.step(f"{jvm.name} writes its class archive")
            _write(archives, bed, jvm, jdk)
        archives.keep()
    finally:
        archives.discard_training()


def _load(bed: Bed, lab: Lab) -> None:
    get_ready(bed, lab)
    lab.progress.wait("training the JVMs for their class archives (once per build, JDK and options)", TRAINING_S)
    with (
        TemporaryDirectory(prefix="petlab-training-") as scratch,
        ordering(bed, lab, TRAINING_S, Path(scratch)) as load,
    ):
        load.wait_while_running(TRAINING_S)
    wait_until_drained(bed, lab.experiment.drain_deadline_s)


def _write(archives: ClassArchives, bed: Bed, jvm: ServerJvm, jdk: Jdk) -> None:
    """Has a JVM in training write all of its archive. Raises BedError."""
    file = archives.file_in_training(jvm.name)
    answer = ask(jdk, jvm.pid, *archives.kind.writing(file), timeout_s=WRITING_TIMEOUT_S)
    if reason := _reason_against(file, answer, bed.is_running(jvm.name)):
        raise BedError(f"server {jvm.name}: JDK {jdk.version} did not write its class archive: {reason}")


def _reason_against(file: Path, answer: Answer, is_running: bool) -> str | None:
    """Why the file is not there, or may be half an archive; None where it is whole."""
    if not answer.succeeded or not file.exists() or file.stat().st_size == 0:
        return first_line(answer.text)
    if not is_running:
        return "its JVM has ended"
    if class_archive.assembling(file).exists():
        return "the process that assembles it has failed (see jvm.out)"
    return None
