"""The beds of a campaign: one slot in which they run one after the other, or a slot for each, side by side."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from types import TracebackType

import psutil

from deploy.build.revisions import short
from deploy.errors import BedError, PetlabError, PlanError
from deploy.host.ports import BLOCK, MAX_BASE
from deploy.specification.broker_place import PROCESS
from deploy.specification.database_commit import TWO_PHASE
from deploy.specification.forced_writes import ALL, transactions_of
from deploy.specification.message_store import JOURNAL
from deploy.specification.plan import BED_BYTES, BedPlan
from deploy.specification.transactions import TransactionPlan, parse
from loadscripts.campaign.bed_slot import BedFactory, BedSlot
from loadscripts.planning.experiment import Experiment
from loadscripts.planning.schedule import levels_differ_by_bed, repetition_of, schedule
from loadscripts.planning.trial import Trial
from loadscripts.system.bed_protocol import Bed
from loadscripts.system.system_registry import SYSTEMS


@dataclass(frozen=True)
class BedChoice:
    """What the person at the terminal decides about the bed; the rest is the experiment's.

    transactions: what drives them where that is no factor of the experiment; None: the bed's default.
    """

    port_base: int = 21000
    database_url: str | None = None
    transactions: TransactionPlan | None = None


def bed_ports(port_base: int, experiment: Experiment) -> range:
    """Those that its beds can need: side by side there are no more of them than trials in a block."""
    blocks = Counter(trial.block for trial in schedule(experiment))
    beds = max(blocks.values()) if experiment.side_by_side else 1
    return range(port_base, port_base + beds * BLOCK)


class BedPool:
    """Owns the beds of a campaign; when its block ends, no bed is left."""

    def __init__(self, experiment: Experiment, choice: BedChoice, factory: BedFactory) -> None:
        self._experiment = experiment
        self._system = SYSTEMS[experiment.system]
        self._choice = choice
        self._factory = factory
        self._stack = ExitStack()
        self._levels_differ_by_bed = levels_differ_by_bed(schedule(experiment))
        self._slots: list[tuple[BedPlan, BedSlot]] = []
        self._stand: int | None = None
        self._repetition: int | None = None
        self._no_room: PlanError | None = None  # for the beds of this block

    @property
    def has_had_bed(self) -> bool:
        """Whether a bed was ever up here: then a bed that does not come up is one trial's trouble."""
        return any(slot.has_had_bed for _, slot in self._slots)

    def __enter__(self) -> "BedPool":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if self._slots:
                self._factory.progress.step("taking the bed down" if len(self._slots) == 1 else "taking the beds down")
        finally:
            self._stack.close()

    def begin_block(self, trials: tuple[Trial, ...]) -> None:
        """Gets ready for the trials of a block. Beds side by side are started and warmed up before the first of them.

        Raises:
            PetlabError: the beds of the first block cannot be, or not all together.
        """
        first = not self._slots
        self._no_room = None
        self.begin_stand(self._experiment.stand_of(trials[0].block))
        try:
            self._put_up_side_by_side(trials)
        except PetlabError as error:
            if first:
                raise
            # Each trial asks for its bed again, and its record says why there is none.
            self._no_room = error if isinstance(error, PlanError) else None

    def begin_stand(self, stand: int) -> None:
        """Where levels differ by bed, ends what another stand has left: a level whose bed ran through all of them could
        not be told from that one launch of its servers. Within a repetition, whose stands compare different levels,
        database and broker may stay.
        """
        if stand == self._stand:
            return
        repetition = repetition_of(self._experiment, stand)
        if self._levels_differ_by_bed:
            for _, slot in self._slots:
                if repetition == self._repetition:
                    slot.outdate()
                else:
                    slot.close()
        self._stand, self._repetition = stand, repetition

    def _put_up_side_by_side(self, trials: tuple[Trial, ...]) -> None:
        if not self._experiment.side_by_side:
            return
        plans: list[BedPlan] = []
        for trial in trials:
            plan = self.plan_for(trial)
            if plan not in plans:
                plans.append(plan)
        if all(any(known == plan and slot.serves and slot.is_warm for known, slot in self._slots) for plan in plans):
            return
        standing = sum(slot.has_bed for _, slot in self._slots)
        self._require_room(len(plans), standing)
        self._train_for(plans)
        fresh: list[tuple[BedSlot, Bed]] = []
        for number, plan in enumerate(plans, start=1):
            self._factory.progress.step(f"bed {number} of {len(plans)}")
            if self._experiment.duet:
                slot, bed = self._put_up(plan)
                fresh += [] if slot.is_warm else [(slot, bed)]
            else:
                self._bed_of(plan)
        if fresh:  # as they will have their trials: at the same time
            self._factory.warm_up([bed for _, bed in fresh])
            for slot, _ in fresh:
                slot.record_warm_up()

    def _train_for(self, plans: Sequence[BedPlan]) -> None:
        """Before any of them is put up: none stands idle beside one in training."""
        for plan in plans:
            if self._factory.untrained(plan):
                with _named(plan):
                    self._slot_for(plan).train_for(plan)

    def bed_for(self, trial: Trial) -> Bed:
        """The bed for this trial.

        Raises:
            PetlabError: it cannot be started.
        """
        if self._no_room:
            raise self._no_room
        return self._bed_of(self.plan_for(trial))

    def _bed_of(self, plan: BedPlan) -> Bed:
        with _named(plan):
            return self._slot_for(plan).bed_for(plan)

    def _put_up(self, plan: BedPlan) -> tuple[BedSlot, Bed]:
        """The bed and its slot, which tells whether it is still to be warmed up."""
        with _named(plan):
            slot = self._slot_for(plan)
            return slot, slot.put_up(plan)

    def plan_for(self, trial: Trial) -> BedPlan:
        """The bed that this trial needs; in which block of ports is another matter."""
        experiment, system = self._experiment, self._system
        return BedPlan(
            topology=trial.topology or experiment.topology,
            port_base=self._choice.port_base,
            database_url=self._choice.database_url,
            jvm_options=experiment.jvm_options(trial.jvm, trial.heap),
            broker_jvm_options=experiment.broker_jvm_options(trial.broker_jvm),
            # A server that is restarted after a fault begins with these; else they are switched for each trial.
            transitions=trial.delegates
            if trial.fault.may_leave_in_doubt
            else dict.fromkeys(system.transitions, system.default_delegate),
            settings=experiment.settings,
            transactions=self._transactions(trial),
            faults=trial.has_crash_points,
            small_disks=trial.fault.fills_disks,
            message_store=trial.message_store or JOURNAL,
            broker=trial.broker or PROCESS,
            forced_writes=trial.forced_writes or ALL,
            database_commit=trial.database_commit or TWO_PHASE,
            jdk=experiment.jdk_home(trial.jdk),
            past=experiment.past.with_orders(trial.past_orders),
            revision=None if trial.is_of_this_checkout else experiment.against,
            label=trial.bed_label,
        )

    def _transactions(self, trial: Trial) -> TransactionPlan:
        if trial.transaction_manager is not None:
            return parse(trial.transaction_manager)
        return transactions_of(trial.forced_writes or ALL, self._choice.transactions or TransactionPlan())

    def _slot_for(self, plan: BedPlan) -> BedSlot:
        if not self._experiment.side_by_side:
            return self._slots[0][1] if self._slots else self._new_slot(plan)
        for known, slot in self._slots:
            if known == plan:
                return slot
        for place, (_, slot) in enumerate(self._slots):
            if not slot.serves:  # of a stand that is over
                self._slots[place] = (plan, slot)
                return slot
        return self._new_slot(plan)

    def _new_slot(self, plan: BedPlan) -> BedSlot:
        slot = BedSlot(self._factory, len(self._slots))
        self._slots.append((plan, slot))
        self._stack.callback(slot.close)
        return slot

    def _require_room(self, beds: int, standing: int) -> None:
        """Raises PlanError when so many beds cannot run here at the same time, some of which run already."""
        most = MAX_BASE - (beds - 1) * BLOCK
        if self._choice.port_base > most:
            raise PlanError(
                f"--port-base {self._choice.port_base}: {beds} beds side by side need {beds * BLOCK} ports, so a "
                f"number up to {most} was expected"
            )
        if beds > 1 and self._choice.database_url:
            raise PlanError("beds side by side need a database each: leave --database out, or side_by_side")
        needed_gb, free_gb = (beds - standing) * BED_BYTES / 1e9, psutil.virtual_memory().available / 1e9
        if free_gb < needed_gb:
            raise PlanError(
                f"{beds} beds side by side need {needed_gb:.0f} GB of memory, and {free_gb:.1f} GB are available: end "
                "other programs, or leave out levels or side_by_side"
            )


@contextmanager
def _named(plan: BedPlan) -> Iterator[None]:
    """Whoever compares two checkouts is told which of them has no bed."""
    try:
        yield
    except PetlabError as error:
        if plan.revision is None:
            raise
        raise BedError(f"a bed of revision {short(plan.revision)} cannot be started: {error}") from error
