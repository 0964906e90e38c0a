"""A launch is known by the latest start among the processes of a bed."""

from pathlib import Path

import pytest

from deploy.bed.bed_record import BedRecord
from deploy.bed.standing_bed import Bed
from deploy.host.processes import BedProcess
from deploy.specification.plan import BedPlan

BROKER, SERVER = BedProcess("broker", 11, 1_767_225_600.4), BedProcess("server", 12, 1_767_225_630.2)


def bed_of(*processes: BedProcess) -> Bed:
    return Bed(BedRecord(BedProcess("owner", 1, 0.0), BedPlan(), {}, processes=processes), Path())


def test_a_launch_is_named_by_its_latest_start() -> None:
    assert bed_of(SERVER, BROKER).launch == "20260101T000030Z-12"


@pytest.mark.parametrize(
    "again", [BedProcess("server", 13, 1_767_225_631.0), BedProcess("broker", 14, 1_767_225_630.3)]
)
def test_whatever_is_started_again_makes_it_another_launch(again: BedProcess) -> None:
    others = [process for process in (BROKER, SERVER) if process.name != again.name]
    assert bed_of(*others, again).launch != bed_of(BROKER, SERVER).launch
