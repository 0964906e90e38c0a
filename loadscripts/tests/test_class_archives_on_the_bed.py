"""Class archives of the real servers: written after a short load; a server that starts with one has its classes."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from deploy import paths
from deploy.bed.standing_bed import Bed
from deploy.build import class_archives
from deploy.host.jdk import Jdk
from deploy.specification import class_archive
from deploy.tests import store
from loadscripts.campaign.trial_sequence import make_lab
from loadscripts.campaign_progress import Silent
from loadscripts.planning.experiment import Experiment
from loadscripts.probes.jcmd import jcmd
from loadscripts.trials import training
from loadscripts.trials.training import is_untrained, train

pytestmark = [pytest.mark.bed, pytest.mark.alone]

EXPERIMENT = Experiment.model_validate(
    {"name": "trained", "question": "Are classes found ready?", "baseline": "soap", "repetitions": 1}
    | {"warmup_s": 1, "measure_s": 1, "factors": {"transition": "soap", "customers": 4, "think": "0.1-0.2 s"}}
)
_COUNTED = re.compile(r"java\.cls\.(loadedClasses|sharedLoadedClasses)=(\d+)")
#: More than the JDK's own classes that are ready anyway.
LEAST_SHARED = 2_000


@pytest.fixture
def untrained(bed: Bed) -> Iterator[Bed]:
    """Its servers have no archive; the delegates are put back. Whoever comes next may have servers that have one: they
    are what others are, but for where they take their classes from.
    """
    options = tuple(each for each in bed.plan.jvm_options if not class_archive.kinds_in([each]))
    if options != bed.plan.jvm_options:
        bed.restart_servers(options)
    with store.delegates(bed, bed.delegates()):
        yield bed
    bed.reset()


def shared_classes(bed: Bed) -> int:
    [jvm] = bed.jvms
    counted = dict(_COUNTED.findall(jcmd(Jdk.of_this_run(), jvm.pid, "PerfCounter.print")))
    return int(counted["sharedLoadedClasses"])


@pytest.mark.parametrize(
    "option",
    [
        pytest.param("-XX:AOTCache=trained", marks=pytest.mark.thorough),  # the same way, with more to assemble
        "-XX:SharedArchiveFile=trained",
    ],
)
def test_servers_write_their_archive_and_start_with_it(
    option: str, untrained: Bed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bed, lab = untrained, make_lab(EXPERIMENT, Silent())
    archives = tmp_path / "class-archives"
    monkeypatch.setattr(class_archives, "cache", lambda: tmp_path)
    monkeypatch.setattr(training, "TRAINING_S", 5.0)
    options = (*bed.plan.jvm_options, option)
    usual = shared_classes(bed)
    assert is_untrained(replace(bed.plan, jvm_options=options))

    bed.restart_servers(class_archive.training(options))
    train(bed, lab)
    [written] = archives.glob("[!.]*")
    assert [each.stem for each in written.glob("[!.]*")] == [jvm.name for jvm in bed.jvms]
    assert not is_untrained(replace(bed.plan, jvm_options=options))

    bed.restart_servers(options)
    assert shared_classes(bed) > usual + LEAST_SHARED
    assert paths.cache() not in written.parents, "it is this test's alone"
