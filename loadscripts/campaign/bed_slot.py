"""A slot for one bed of a campaign: the bed stays while it serves, and changes no more than the next trial needs."""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace

from deploy import paths
from deploy.errors import ManagementError
from deploy.host.ports import BLOCK
from deploy.progress import Progress
from deploy.specification import class_archive
from deploy.specification.plan import BedPlan
from loadscripts.system.bed_protocol import Bed, StartBed


@dataclass(frozen=True)
class BedFactory:
    """How beds are started, and how fresh JVMs are warmed up before their first trial: those of several at the same
    time. untrained: whether the servers of a plan lack class archives; train: has those of a bed written.
    """

    start_bed: StartBed
    warm_up: Callable[[Sequence[Bed]], None]
    progress: Progress
    untrained: Callable[[BedPlan], bool] = lambda plan: False
    train: Callable[[Bed], None] = lambda bed: None


class BedSlot:
    """Holds a bed, started when a trial needs it. number: 0, or the number of the extra bed."""

    def __init__(self, factory: BedFactory, number: int) -> None:
        self._factory = factory
        self._number = number
        self._stack = ExitStack()
        self._bed: Bed | None = None
        self._plan: BedPlan | None = None
        self._outdated = False
        self._warm_launch: str | None = None

    @property
    def has_had_bed(self) -> bool:
        """Whether a bed was ever up here."""
        return self._plan is not None

    @property
    def has_bed(self) -> bool:
        """Whether a bed is up here now."""
        return self._bed is not None

    @property
    def serves(self) -> bool:
        """Whether it is up, and its JVMs are not those of a stand that is over."""
        return self.has_bed and not self._outdated

    @property
    def is_warm(self) -> bool:
        """Whether its JVMs have been warmed up wholly, and are those still: a fault has its processes started again."""
        return self._bed is not None and self._warm_launch == self._bed.launch

    def bed_for(self, plan: BedPlan) -> Bed:
        """The bed of this plan, in its own block of ports: reused, with fresh JVMs, or a new one; warm.

        Raises:
            PetlabError: it cannot be started.
        """
        self.train_for(plan)
        bed = self.put_up(plan)
        if not self.is_warm:
            self._factory.warm_up([bed])
            self.record_warm_up()
        return bed

    def train_for(self, plan: BedPlan) -> None:
        """Has the class archives written that the servers of this plan lack, unless they are up already."""
        if self._factory.untrained(plan) and self._standing(plan) is None:
            options = class_archive.training(plan.jvm_options)
            self._factory.train(self._anew(replace(self._here(plan), jvm_options=options)))

    def put_up(self, plan: BedPlan) -> Bed:
        """The bed of this plan. Fresh JVMs are still to be warmed up: then it is not warm."""
        return self._standing(plan) or self._anew(self._here(plan))

    def record_warm_up(self) -> None:
        """Its JVMs are warm now."""
        self._warm_launch = self._bed.launch if self._bed else None

    def _standing(self, plan: BedPlan) -> Bed | None:
        """The bed that is up, where it serves this plan as it is. JVMs whose warm-up failed do not."""
        if self._bed is None or self._plan != self._here(plan) or self._outdated or self._warm_launch is None:
            return None
        return self._bed if is_reusable(self._bed) else None

    def _here(self, plan: BedPlan) -> BedPlan:
        return replace(plan, port_base=plan.port_base + self._number * BLOCK)

    def _anew(self, plan: BedPlan) -> Bed:
        self._warm_launch = None  # from now on: a restart that fails may leave JVMs of this plan, or of the one before
        bed = self._with_fresh_jvms(plan) or self._fresh_bed(plan)
        self._bed, self._plan, self._outdated = bed, plan, False
        return bed

    def outdate(self) -> None:
        """Whatever comes next has fresh JVMs."""
        self._outdated = True

    def close(self) -> None:
        """Takes it down."""
        self._stack.close()
        self._bed = None

    def _with_fresh_jvms(self, plan: BedPlan) -> Bed | None:
        """The running bed, with other JVM options; None when more than these differs."""
        bed, before = self._bed, self._plan
        if bed is None or before is None or not is_reusable(bed):
            return None
        if replace(before, jvm_options=plan.jvm_options) != plan:
            return None
        bed.restart_servers(plan.jvm_options)
        return bed

    def _fresh_bed(self, plan: BedPlan) -> Bed:
        self.close()
        home = paths.extra_home(self._number) if self._number else None
        return self._stack.enter_context(self._factory.start_bed(plan, self._factory.progress, home))


def is_reusable(bed: Bed) -> bool:
    """Whether every application of the bed answers, and nothing is in doubt that an earlier trial has left."""
    try:
        return bed.is_ready() and bed.in_doubt().total == 0
    except (ManagementError, KeyError):
        return False
