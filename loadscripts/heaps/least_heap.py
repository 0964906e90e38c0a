"""Finds the least heap in which the servers of a bed bear a load, by bisection.

A heap bears a load when the servers start in it and no JVM runs out of memory, all orders are completed, and there are
at least half as many of them as in an ample heap in the same time: below that a server lives for its collector. What
is too small although all JVMs live is tried once more: a heap that only met a busy moment would be too large, and kept.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass

from analysis.contract.machine_heaps import HeapAttempt, LeastHeap, Outcome
from analysis.contract.machine_profile import MachineIdentity
from deploy.errors import BedError, ManagementError, PetlabError, ServerEndedError
from deploy.specification.delegate_choice import drawn
from loadscripts.campaign_progress import Progress
from loadscripts.floors.store_load import StoreLoad
from loadscripts.planning.heap_levels import HeapQuestion, options_of
from loadscripts.probes.machine import Revision
from loadscripts.trial_errors import FloorError, HeapError, OverloadError

AMPLE_MB = 1024
"""In which every load is expected to be borne, in MiB: what a bed has when nothing is said."""

TOO_SMALL_MB = 64
"""In which no server starts, in MiB; it is not tried."""

STEP_MB = 8
"""Between the least heap and one that was too small, in MiB."""

MOST_TIME = 2.0
"""How many times as long as in an ample heap an order may take on the average."""

#: A JVM that has run out of memory must not live on with what it has lost.
DIES_WITHOUT_MEMORY = "-XX:+ExitOnOutOfMemoryError"

#: Such a failure may be that of a busy machine; what says that no load could be made, or no tool found, is never tried
#: again.
_PERHAPS_THE_MACHINES = (BedError, FloorError, ManagementError)
#: And of these, what a store with too little memory for its load does: it answers late, and does not come to rest.
_OF_THE_LOAD = (OverloadError, ManagementError)


@dataclass(frozen=True)
class _Tried:
    """What became of a heap. orders: completed under load; reason: why the servers did not start, in their words."""

    outcome: Outcome
    orders: int = 0
    reason: str = ""


@dataclass(frozen=True)
class HeapSearch:
    """seconds: under load, for each heap; warmup_s: before that, in which a fresh JVM compiles."""

    question: HeapQuestion
    load: StoreLoad
    progress: Progress
    seconds: float
    warmup_s: float
    seed: int = 1

    def run(self, machine: MachineIdentity, jdk_build: str, here: Revision) -> LeastHeap:
        """Tries heaps until the step between borne and too small is small enough.

        Raises:
            HeapError: not even the ample heap bears the load.
        """
        attempts: list[HeapAttempt] = []

        def attempt(mb: int, least_orders: float) -> _Tried:
            tried = self._attempt(mb, least_orders)
            attempts.append(HeapAttempt(mb=mb, outcome=tried.outcome, orders=tried.orders))
            return tried

        ample = attempt(AMPLE_MB, 0)
        if ample.reason:
            raise HeapError(f"the servers do not start even in {AMPLE_MB} MiB: {ample.reason}")
        if ample.outcome != "borne":
            raise HeapError(f"{AMPLE_MB} MiB do not bear the load ({ample.outcome}): use fewer customers or less load")

        def is_borne(mb: int) -> bool:
            return attempt(mb, ample.orders / MOST_TIME).outcome == "borne"

        too_small_mb, least_mb = bisect(TOO_SMALL_MB, AMPLE_MB, is_borne)
        question = self.question
        return LeastHeap(
            machine=machine,
            jdk_build=jdk_build,
            jvm_options=question.jvm_options,
            topology=question.topology,
            bed=question.bed,
            transitions=question.transitions,
            customers=question.customers,
            think=question.think,
            seconds=self.seconds,
            least_mb=least_mb,
            too_small_mb=too_small_mb,
            attempts=tuple(attempts),
            made=time.strftime("%Y-%m-%d %H:%M", time.gmtime()),
            commit=here.commit,
            dirty=here.dirty,
        )

    def _attempt(self, mb: int, least_orders: float) -> _Tried:
        self.progress.step(f"trying a heap of {mb} MiB")
        tried = self._outcome(mb, least_orders)
        self.progress.step(f"a heap of {mb} MiB: {tried.outcome}, {tried.orders} orders")
        return tried

    def _outcome(self, mb: int, least_orders: float) -> _Tried:
        """What becomes of a heap. What no JVM has died of may have been the machine's own: it is tried once more."""
        try:
            tried = self._tried(mb, least_orders)
        except _PERHAPS_THE_MACHINES as failure:
            self.progress.step(f"trying a heap of {mb} MiB again: {failure}")
        else:
            if tried.outcome != "too slow":
                return tried
            self.progress.step(f"trying a heap of {mb} MiB again: {tried.orders} orders")
        try:
            return self._tried(mb, least_orders)
        except _OF_THE_LOAD:
            return _Tried("did not come to rest")
        except _PERHAPS_THE_MACHINES as failure:
            raise HeapError(
                f"{mb} MiB: two attempts failed although no JVM had ended, the second because {failure}: end "
                "other programs on this machine, and try again; nothing is kept"
            ) from failure

    def _tried(self, mb: int, least_orders: float) -> _Tried:
        bed = self.load.bed
        try:
            bed.restart_servers((*self.question.jvm_options, *options_of(mb), DIES_WITHOUT_MEMORY))
        except ServerEndedError as error:
            return _Tried("did not start", reason=str(error))
        try:
            orders = self._orders()
        except PetlabError:
            if all(bed.is_running(jvm.name) for jvm in bed.jvms):
                raise
            return _Tried("ran out of memory")
        return _Tried("borne" if orders >= least_orders else "too slow", orders)

    def _orders(self) -> int:
        transitions = self.question.transitions
        delegate = transitions[0] if len(transitions) == 1 else drawn(self.seed, transitions)
        for transition, choice in self.load.system.delegates({"transition": delegate}).items():
            self.load.bed.switch(transition, choice)
        return self.load.measure(self.warmup_s, self.seconds, self.seed).orders


def bisect(too_small: int, enough: int, is_enough: Callable[[int], bool], step: int = STEP_MB) -> tuple[int, int]:
    """The largest that is known as too small and the least that is known as enough, `step` or less apart."""
    while enough - too_small > step:
        middle = (too_small + enough) // 2
        if is_enough(middle):
            enough = middle
        else:
            too_small = middle
    return too_small, enough
