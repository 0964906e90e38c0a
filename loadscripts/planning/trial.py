"""A trial: one combination of levels, conducted once."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from analysis.contract.assignment_units import LEVEL_WORDS
from deploy.specification.delegate_choice import drawn
from loadscripts.faults.fault_levels import NO_FAULT, FaultLevel, parse_fault
from loadscripts.load.think import Think, parse_think
from loadscripts.planning.assignment import Assignment
from loadscripts.planning.factors import CHECKOUT, DELAY, PLACEBO, THIS_CHECKOUT
from loadscripts.system.system_registry import SYSTEMS


@dataclass(frozen=True)
class Trial:
    """What one trial is to be. Its levels say everything that differs from other trials.

    assignment: how the levels of a factor take turns within it; None where it has one level of each. bed_label: what
    tells its bed from others that are alike. Trials of one block share their seed, so that the variants meet the same
    customers.
    """

    id: str
    block: int
    position: int
    seed: int
    levels: Mapping[str, Any]
    system: str = "pet-store"
    assignment: Assignment | None = None
    bed_label: str = ""

    @property
    def customers(self) -> int:
        """How many order again and again; 0: they come when they are due."""
        return int(self.levels.get("customers", 0))

    @property
    def load(self) -> str | None:
        """At which rate orders come, if that is a factor of the experiment."""
        return self.levels.get("load")

    @property
    def entrance(self) -> str | None:
        """How a program submits orders; None: customers order by pages."""
        return self.levels.get("entrance")

    @property
    def think(self) -> Think:
        return parse_think(self.levels["think"])

    @property
    def measuring(self) -> bool:
        return bool(self.levels["measuring"] != "off")

    @property
    def profiled(self) -> bool:
        """Whether CPU time and allocation are sampled, too."""
        return bool(self.levels["measuring"] == "profile")

    @property
    def jvm(self) -> str:
        return str(self.levels["jvm"])

    @property
    def broker_jvm(self) -> str | None:
        """The broker's set of JVM options, if that is a factor of the experiment."""
        return self.levels.get("broker_jvm")

    @property
    def jdk(self) -> str | None:
        """The JDK of servers and broker, if that is a factor of the experiment."""
        return self.levels.get("jdk")

    @property
    def heap(self) -> str | None:
        """How large the heap is to be, if that is a factor of the experiment."""
        return self.levels.get("heap")

    @property
    def topology(self) -> str | None:
        """The topology if it is a factor of the experiment."""
        return self.levels.get("topology")

    @property
    def transaction_manager(self) -> str | None:
        """What is to drive the transactions, if that is a factor of the experiment."""
        return self.levels.get("transactions")

    @property
    def message_store(self) -> str | None:
        """Where the broker is to keep messages, if that is a factor of the experiment."""
        return self.levels.get("message_store")

    @property
    def broker(self) -> str | None:
        """Where the broker is to run, if that is a factor of the experiment."""
        return self.levels.get("broker")

    @property
    def forced_writes(self) -> str | None:
        """Whether what is written is to be forced to the disk, if that is a factor of the experiment."""
        return self.levels.get("forced_writes")

    @property
    def database_commit(self) -> str | None:
        """How the database is to end a transaction with the broker, if that is a factor of the experiment."""
        return self.levels.get("database_commit")

    @property
    def past_orders(self) -> int | None:
        """How many past orders the store is to have, if that is a factor of the experiment."""
        return self.levels.get("past_orders")

    @property
    def checkout(self) -> str | None:
        """Which of two checkouts the bed stands for, if they are compared."""
        return self.levels.get(CHECKOUT)

    @property
    def is_of_this_checkout(self) -> bool:
        return self.checkout in (None, THIS_CHECKOUT)

    @property
    def fault(self) -> FaultLevel:
        """What is done to the bed on purpose."""
        return parse_fault(self.levels.get("fault", NO_FAULT))

    @property
    def delay(self) -> str | None:
        """By what steps are delayed, as the applications are told: always the same, or drawn for each order; by window
        at first. None: the bed need not be able to.
        """
        level = self.levels.get(DELAY)
        within = self.assignment is not None and level == self.assignment.word
        return self._drawn if within else level

    @property
    def has_crash_points(self) -> bool:
        """Whether the bed needs them."""
        return not self.fault.is_none or self.delay is not None

    @property
    def delegates(self) -> dict[str, str]:
        """The delegate of each switchable transition: one, one drawn for each order, or `by window`."""
        chosen = SYSTEMS[self.system].delegates(self.levels)
        by_order = LEVEL_WORDS["order"]
        return {name: self._drawn if delegate == by_order else delegate for name, delegate in chosen.items()}

    @property
    def first_delegates(self) -> dict[str, str]:
        """Those with which it begins. By window they are drawn for each order then, so that all are warmed alike."""
        return self.delegates | dict.fromkeys(self.switched, self._drawn)

    @property
    def switched(self) -> tuple[str, ...]:
        """The transitions whose delegates take turns."""
        if self.assignment is None:
            return ()
        chosen = SYSTEMS[self.system].delegates(self.levels)
        return tuple(name for name, delegate in chosen.items() if delegate == self.assignment.word)

    @property
    def _drawn(self) -> str:
        return drawn(self.seed, self.assignment.levels) if self.assignment else ""

    def describe(self) -> str:
        """In one line, for a person who waits for it."""
        further = [str(self.levels[factor]) for factor in ("transactions", "fault", DELAY) if factor in self.levels]
        if PLACEBO in self.levels and self.assignment is None:
            further.append(f"placebo {self.levels[PLACEBO]}")
        if self.assignment and self.assignment.factor not in ("transition", DELAY):
            further.insert(0, f"{self.assignment.factor} {self.assignment.word}")
        if self.heap:
            further.append(f"heap {self.heap}")
        if self.jdk:
            further.append(f"JDK {self.jdk}")
        if self.broker_jvm:
            further.append(f"broker's JVM {self.broker_jvm}")
        if self.message_store:
            further.append(f"message store {self.message_store}")
        if self.broker:
            further.append(f"broker {self.broker}")
        if self.forced_writes:
            further.append(f"forced writes {self.forced_writes}")
        if self.database_commit:
            further.append(f"database commit {self.database_commit}")
        past = [] if self.past_orders is None else [f"{self.past_orders:,} past orders"]
        checkout = [] if self.checkout is None else [f"checkout {self.checkout}"]
        if self.entrance:
            further.insert(0, f"orders by {self.entrance}")
        customers = "1 customer" if self.customers == 1 else f"{self.customers} customers"
        customers = customers if self.load is None else f"load {self.load}"
        return ", ".join([self.levels["transition"], customers, *further, *past, *checkout])
