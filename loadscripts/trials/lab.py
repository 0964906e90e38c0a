"""What the trials of an experiment are conducted with."""

from dataclasses import dataclass, field

from analysis.contract.steady_state import WarmupDocument
from loadscripts.campaign_progress import Progress
from loadscripts.load.java_generator import JavaGenerator
from loadscripts.load.scenario import Scenario
from loadscripts.load.siege import Siege
from loadscripts.planning.experiment import Experiment
from loadscripts.probes.bed_observer import BedObserver, Unobserved
from loadscripts.probes.flight_recording import FlightRecorder
from loadscripts.probes.forced_writes import Tracer
from loadscripts.probes.machine import Machine, Revision
from loadscripts.system.system_under_test import SystemUnderTest
from loadscripts.trials.duet import Alone, Company


@dataclass(frozen=True)
class Lab:
    """Everything but the bed. tracer: None when no forced writes are counted; warmups: by launch, how its JVMs were
    warmed up; observer: who looks on; company: whether another trial is conducted at the same time.
    """

    experiment: Experiment
    system: SystemUnderTest
    scenario: Scenario
    siege: Siege
    hyperfoil: JavaGenerator
    order_generator: JavaGenerator
    recorder: FlightRecorder
    machine: Machine
    revision: Revision
    progress: Progress
    tracer: Tracer | None = None
    warmups: dict[str, WarmupDocument] = field(default_factory=dict)
    observer: BedObserver = field(default_factory=Unobserved)
    company: Company = field(default_factory=Alone)
