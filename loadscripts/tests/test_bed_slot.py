"""A slot whose bed's servers have class archives: these are needed when they start, and no more when they are up."""

import pytest

from deploy.progress import Silent
from deploy.specification.plan import BedPlan
from loadscripts.campaign.bed_slot import BedFactory, BedSlot
from loadscripts.system.bed_protocol import Bed
from loadscripts.system.dry_run_bed import DryRunBeds

PLAN = BedPlan(jvm_options=("-XX:AOTCache=trained",))


class Slot:
    """A slot with beds that only record. has_archives: whether those of the plan are there; warmed_up: how often."""

    def __init__(self) -> None:
        self.has_archives = True
        self.warmed_up = 0
        self.beds = DryRunBeds()
        factory = BedFactory(self.beds.start_bed, self._warm_up, Silent(), self._is_untrained, self._train)
        self.slot = BedSlot(factory, number=0)

    def _is_untrained(self, plan: BedPlan) -> bool:
        return not self.has_archives

    def _warm_up(self, beds: object) -> None:
        self.warmed_up += 1

    def _train(self, bed: Bed) -> None:
        self.has_archives = True


@pytest.fixture
def one() -> Slot:
    return Slot()


def test_a_bed_that_serves_needs_no_archives_and_restarts_nothing(one: Slot) -> None:
    first = one.slot.bed_for(PLAN)
    one.has_archives = False
    assert one.slot.bed_for(PLAN) is first
    assert (one.beds.beds[0].commands, one.warmed_up, one.has_archives) == ([], 1, False)


def test_servers_that_are_to_start_are_trained_first(one: Slot) -> None:
    one.slot.bed_for(PLAN)
    one.has_archives = False
    one.slot.outdate()
    one.slot.bed_for(PLAN)
    assert one.beds.beds[0].commands == ["restart -XX:AOTCache=training", "restart -XX:AOTCache=trained"]
    assert (one.warmed_up, one.has_archives) == (2, True)
