"""Sees that the bed stands as the next trial needs it, and changes no more than that needs."""

from contextlib import ExitStack
from dataclasses import dataclass, replace
from types import TracebackType

from deploy.bed import Bed, BedPlan
from deploy.errors import ManagementError
from deploy.lifetime import bed_up
from deploy.transactions import TransactionPlan, parse
from loadscripts.conduct import Lab
from loadscripts.trial import SWITCHABLE, Trial
from loadscripts.warming import warm_jvms


@dataclass(frozen=True)
class BedChoice:
    """What the person at the terminal decides about the bed; the rest is the experiment's.

    transactions: what drives them where that is no factor of the experiment; None: the bed's default.
    """

    port_base: int = 21000
    database_url: str | None = None
    transactions: TransactionPlan | None = None


class BedKeeper:
    """Owns the bed of a campaign; when its block ends, no bed is left."""

    def __init__(self, lab: Lab, choice: BedChoice) -> None:
        self._lab = lab
        self._choice = choice
        self._held = ExitStack()
        self._bed: Bed | None = None
        self._plan: BedPlan | None = None

    @property
    def has_had_a_bed(self) -> bool:
        """Whether a bed ever stood here: then a bed that does not come up is one trial's trouble."""
        return self._plan is not None

    def __enter__(self) -> "BedKeeper":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bed is not None:
            self._lab.progress.step("taking the bed down")
        self._held.close()

    def bed_for(self, trial: Trial) -> Bed:
        """The bed for this trial: as it stands, with fresh JVMs, or a new one.

        Raises:
            PetlabError: it cannot be put up.
        """
        plan = self.plan_for(trial)
        if self._bed is not None and self._plan == plan and stands(self._bed):
            return self._bed
        bed = self._with_fresh_jvms(plan) or self._fresh_bed(plan)
        self._bed, self._plan = bed, plan
        warm_jvms(bed, self._lab)
        return bed

    def plan_for(self, trial: Trial) -> BedPlan:
        """The bed that this trial needs."""
        experiment = self._lab.experiment
        return BedPlan(
            topology=trial.topology or experiment.topology,
            port_base=self._choice.port_base,
            database_url=self._choice.database_url,
            jvm_options=experiment.jvm_options(trial.jvm),
            # A server that is brought back after a crash begins with these; else they are switched for each trial.
            transitions=trial.delegates if trial.fault.crashes else dict.fromkeys(SWITCHABLE, "jms-transacted"),
            settings=experiment.settings,
            transactions=self._transactions(trial),
            faults=not trial.fault.is_none,
            past=experiment.past.with_orders(trial.past_orders),
        )

    def _transactions(self, trial: Trial) -> TransactionPlan:
        if trial.transactions is not None:
            return parse(trial.transactions)
        return self._choice.transactions or TransactionPlan()

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
        self._held.close()
        self._bed = None
        return self._held.enter_context(bed_up(plan, self._lab.progress))


def stands(bed: Bed) -> bool:
    """Whether every application of the bed answers, and nothing is in doubt that an earlier trial has left."""
    try:
        ready = all(bed.manage(application).get_json("health")["ready"] for application in bed.applications)
        return ready and bed.in_doubt().total == 0
    except (ManagementError, KeyError):
        return False
