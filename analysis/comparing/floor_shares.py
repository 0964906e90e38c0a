"""What share of the floor that binds each variant reaches at its greatest throughput.

The floors are those of the same machine and the same kind of bed, measured at another time.
"""

from dataclasses import dataclass

from analysis.comparing.estimates import Combination
from analysis.comparing.floors import Floor, floors_of
from analysis.comparing.results import Results
from analysis.contract.floors_document import FloorsDocument
from analysis.contract.machine_floors import MachineFloors
from analysis.contract.machine_profile import machine_of
from analysis.reading.trial_facts import ENTRANCE, Trial
from analysis.trials.trial_transactions import requested_transactions

MESSAGE_STORE, JOURNAL = "message_store", "journal"
BROKER, PROCESS = "broker", "process"
FORCED_WRITES, ALL = "forced_writes", "all"
DATABASE_COMMIT, TWO_PHASE = "database_commit", "two-phase"
ONE_SERVER = "one-server"


@dataclass(frozen=True)
class FloorShare:
    """Of one variant. orders_per_s: its greatest throughput, the mean at that load; floor: the one that binds; share:
    of it.
    """

    variant: str
    orders_per_s: float
    floor: Floor
    share: float
    record: FloorsDocument


def floor_shares(results: Results, kept: MachineFloors | None) -> list[FloorShare]:
    """One for each variant whose bed had its floors measured."""
    greatest: dict[str, Combination] = {}
    for combination in results.by_trial:
        variant = results.design.variant_at_any_load(combination.levels)
        if per_s(combination) > per_s(greatest.get(variant)):
            greatest[variant] = combination
    found = (share_of(variant, combination, kept) for variant, combination in greatest.items())
    return [each for each in found if each]


def per_s(combination: Combination | None) -> float:
    return ((combination.value("throughput_per_min") if combination else None) or 0.0) / 60


def share_of(variant: str, combination: Combination, kept: MachineFloors | None) -> FloorShare | None:
    trial = combination.trials[0].trial
    record = next((each for each in kept.floors if is_of(each, trial)), None) if kept else None
    if record is None:
        return None
    floor = floors_of(record).binding
    height = floor.orders_per_s.value if floor.orders_per_s else None
    orders_per_s = per_s(combination)
    return FloorShare(variant, orders_per_s, floor, orders_per_s / height, record) if height else None


def is_of(record: FloorsDocument, trial: Trial) -> bool:
    """Whether floors are those of the machine and of the kind of bed that a trial had: one server and a broker, which
    is a process, with the bed's JVM options and no past; all that it writes is forced, and its database commits in two
    phases. Floors are of orders by pages, which take CPU time and statements of their own.
    """
    facts = trial.facts
    is_measured = (
        (facts.topology, facts.past) == (ONE_SERVER, None)
        and not (facts.jvm_options or facts.broker_jvm_options)
        and trial.levels.get(BROKER, PROCESS) == PROCESS
        and trial.levels.get(FORCED_WRITES, ALL) == ALL
        and trial.levels.get(DATABASE_COMMIT, TWO_PHASE) == TWO_PHASE
        and ENTRANCE not in trial.levels
    )
    return is_measured and (
        record.machine,
        record.transitions,
        record.transactions,
        record.message_store,
    ) == (
        machine_of(facts),
        facts.delegates,
        requested_transactions(trial),
        str(trial.levels.get(MESSAGE_STORE, JOURNAL)),
    )
