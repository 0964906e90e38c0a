"""Which generator plays the customers of a trial, and what it leaves in the trial's folder: Siege those who come back
again and again (factor `customers`), Hyperfoil those who come when they are due (factor `load`), and a program of ours
orders without pages (factor `entrance`).
"""

import shutil
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Protocol

from analysis.contract.trial_document import OpenGenerator
from loadscripts.facts.trial_run import TrialRun
from loadscripts.load.customers import Customers
from loadscripts.load.direct_orders import DirectOrders
from loadscripts.load.generator import RunningLoad
from loadscripts.load.load_levels import profile_of
from loadscripts.load.open_load import OpenCustomers
from loadscripts.load.open_records import read_open_requests, read_summary, summarise_open, write_open_requests
from loadscripts.load.rate_profile import RateProfile
from loadscripts.load.received_orders import read_received_orders
from loadscripts.load.scenario import Scenario, UrlFile
from loadscripts.load.siege import Siege
from loadscripts.planning.schedule import load_s
from loadscripts.planning.trial import Trial
from loadscripts.system.bed_protocol import Bed
from loadscripts.trials.collect import collect_load, write_answers
from loadscripts.trials.lab import Lab

ThinkMethod = Literal["shim", "whole-seconds", "scheduled", "none"]


class Generator(Protocol):
    """What plays the customers of a trial."""

    @property
    def name(self) -> str:
        """Of the program, and of its processes among those that are sampled."""

    def ordering(self, folder: Path) -> AbstractContextManager[RunningLoad]:
        """The customers order until the block ends; the generator's own records are kept in the folder."""

    def collect(self, run: TrialRun, folder: Path) -> None:
        """Puts what the generator recorded in the folder into the trial's."""


@dataclass(frozen=True)
class SiegeOfTrial:
    """So many customers, who order again and again."""

    customers: Customers
    urls: UrlFile
    siege: Siege
    name: str = "siege"

    def ordering(self, folder: Path) -> AbstractContextManager[RunningLoad]:
        return self.customers.ordering(self.siege, self.urls, folder)

    def collect(self, run: TrialRun, folder: Path) -> None:
        collect_load(run, folder, self.urls, len(self.customers.scenario.requests))


@dataclass(frozen=True)
class HyperfoilOfTrial:
    """Customers who come when they are due, each once."""

    customers: OpenCustomers
    name: str = "hyperfoil"

    def ordering(self, folder: Path) -> AbstractContextManager[RunningLoad]:
        return self.customers.ordering(folder)

    def collect(self, run: TrialRun, folder: Path) -> None:
        collect_java_generator(run, folder, self.customers.scenario, self.customers.session_limit)


@dataclass(frozen=True)
class ProgramOfTrial:
    """A program that submits orders without pages."""

    orders: DirectOrders
    name: str = "order-generator"

    def ordering(self, folder: Path) -> AbstractContextManager[RunningLoad]:
        return self.orders.ordering(folder)

    def collect(self, run: TrialRun, folder: Path) -> None:
        collect_java_generator(run, folder, self.orders.scenario, self.orders.at_once)
        run.received_orders = read_received_orders(folder / "answers.csv", folder / "orders.csv")


def collect_java_generator(run: TrialRun, folder: Path, scenario: Scenario, session_limit: int) -> None:
    """What a generator of ours recorded in the folder."""
    shutil.copyfile(folder / "generator.log", run.folder / "generator.log")
    requests = list(read_open_requests(folder / "requests.out"))
    write_open_requests(requests, scenario.requests, scenario.accounts, run.folder / "requests.csv")
    write_answers(folder / "answers.csv", run.folder / "answers.csv")
    counted = read_summary(folder / "summary.json")
    run.load_of_open_generator = summarise_open(requests, *run.window_ns)
    run.open_generator = OpenGenerator(
        sessions_due=counted.sessions_due,
        sessions_started=counted.sessions_started,
        sessions_blocked=counted.sessions_blocked,
        session_limit=session_limit,
        # One that ended a request twice would be as wrong as one that lost some.
        requests_on_their_way=counted.requests_sent - counted.requests_ended,
        requests_unanswered=counted.requests_unanswered,
    )


def generator_of(trial: Trial, lab: Lab, bed: Bed) -> Generator:
    """The generator of a trial."""
    seconds, profile = load_s(lab.experiment, trial), _profile(trial, lab)
    if trial.entrance is not None:
        return ProgramOfTrial(
            DirectOrders(
                lab.scenario, (trial.entrance,), trial.customers or None, profile, trial.think, seconds + SPARE_S,
                trial.seed, bed.foreign_access, bed.mail_record, lab.order_generator,
            )
        )  # fmt: skip
    store = bed.applications[lab.scenario.application]
    if profile is not None:
        return HyperfoilOfTrial(
            OpenCustomers(
                lab.scenario, profile, trial.think, seconds + SPARE_S, trial.seed, store, lab.hyperfoil
            )
        )  # fmt: skip
    customers = Customers(
        lab.scenario, trial.customers, trial.think, seconds, trial.seed, may_fail=not trial.fault.is_none
    )
    return SiegeOfTrial(customers, customers.urls(store), lab.siege)


def _profile(trial: Trial, lab: Lab) -> RateProfile | None:
    """The rates at which orders come; None where customers come again."""
    experiment = lab.experiment
    if trial.load is None:
        return None
    return profile_of(trial.load, experiment.warmup_s, experiment.measured_s(trial.assignment), experiment.recorded)


SPARE_S = 60.0
"""How much longer than the expected end of a trial a plan is: a window begins later where one of a duet waits for the
other.
"""


def think_method(trial: Trial, lab: Lab) -> ThinkMethod:
    """How the think time is kept."""
    if trial.entrance is not None:
        return "none" if trial.load is not None or trial.think.is_none else "scheduled"
    if trial.load is None or trial.think.is_none:
        return lab.siege.think_method(trial.think)
    return "scheduled"


def generator_version(trial: Trial, lab: Lab) -> tuple[str, str]:
    """Name and version of what plays the customers of a trial."""
    if trial.entrance is not None:
        return ("order-generator", lab.order_generator.version)
    return ("siege", lab.siege.version) if trial.load is None else ("hyperfoil", lab.hyperfoil.version)
