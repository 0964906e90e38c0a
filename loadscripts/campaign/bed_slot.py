"""A slot for one bed of a campaign: the bed stays while it serves, and changes no more than the next trial needs."""

from contextlib import ExitStack
from dataclasses import replace

from deploy import paths
from deploy.bed.standing_bed import Bed, BedPlan
from deploy.errors import ManagementError
from deploy.host.ports import BLOCK
from deploy.lifecycle.lifetime import bed_up
from loadscripts.trials.conduct import Lab
from loadscripts.trials.warming import warm_jvms


class BedSlot:
    """Holds a bed, put up when a trial needs it. number: 0, or the number of the extra bed."""

    def __init__(self, lab: Lab, number: int) -> None:
        self._lab = lab
        self._number = number
        self._stack = ExitStack()
        self._bed: Bed | None = None
        self._plan: BedPlan | None = None

    @property
    def had_a_bed(self) -> bool:
        """Whether a bed ever stood here."""
        return self._plan is not None

    @property
    def has_a_bed(self) -> bool:
        """Whether a bed stands here now."""
        return self._bed is not None

    def bed_for(self, plan: BedPlan) -> Bed:
        """The bed of this plan, in its own block of ports: as it stands, with fresh JVMs, or a new one; warm.

        Raises:
            PetlabError: it cannot be put up.
        """
        plan = replace(plan, port_base=plan.port_base + self._number * BLOCK)
        if self._bed is not None and self._plan == plan and stands(self._bed):
            return self._bed
        bed = self._with_fresh_jvms(plan) or self._fresh_bed(plan)
        self._bed, self._plan = bed, plan
        warm_jvms(bed, self._lab)
        return bed

    def close(self) -> None:
        """Takes it down."""
        self._stack.close()
        self._bed = None

    def _with_fresh_jvms(self, plan: BedPlan) -> Bed | None:
        """The bed that stands, with other JVM options; None when more than these differs."""
        bed, before = self._bed, self._plan
        if bed is None or before is None or not stands(bed):
            return None
        if replace(before, jvm_options=plan.jvm_options) != plan:
            return None
        self._lab.progress.step("restarting the servers with other JVM options")
        bed.restart_servers(plan.jvm_options)
        return bed

    def _fresh_bed(self, plan: BedPlan) -> Bed:
        self.close()
        home = paths.extra_home(self._number) if self._number else None
        return self._stack.enter_context(bed_up(plan, self._lab.progress, home))


def stands(bed: Bed) -> bool:
    """Whether every application of the bed answers, and nothing is in doubt that an earlier trial has left."""
    try:
        ready = all(bed.manage(application).get_json("health")["ready"] for application in bed.applications)
        return ready and bed.in_doubt().total == 0
    except (ManagementError, KeyError):
        return False
