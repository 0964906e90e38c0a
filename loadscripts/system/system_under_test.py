"""The seam between the lab and the system that it studies."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from analysis.contract.document import Level
from analysis.contract.schemas import TableName
from loadscripts.system.bed_protocol import StartBed


@dataclass(frozen=True)
class MetricName:
    """A metric that an application exports: by which of its sources, and with which labels."""

    application: str
    source: str
    name: str
    labels: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class OrderMetrics:
    """What an application counts of orders while they flow, cheap enough to be read each second: counters of those
    begun and of those completed, and the histogram of their response times in seconds. booked: those begun where
    programs submit them, without pages.
    """

    placed: MetricName
    booked: MetricName
    completed: MetricName
    response_time: MetricName

    def of_programs(self) -> "OrderMetrics":
        """Those of orders that come without pages."""
        return replace(self, placed=self.booked)


@dataclass(frozen=True)
class SystemUnderTest:
    """A system: how a bed of it is started, what can be switched in it, and where it keeps its books.

    What it does is counted in orders: a unit of work that a customer begins, and that is complete when its last step
    has ended. tables: for each table that the audit needs, which application tells it, and its name there;
    completed: the table of the units of work with the column of their completion. The experiments' scenarios say what
    customers ask for; what is claimed of a system is in `analysis.comparing.studied_systems`.
    """

    name: str
    transitions: tuple[str, ...]
    default_delegate: str
    delegates: Callable[[Mapping[str, Level]], dict[str, str]]
    tables: Mapping[TableName, tuple[str, str]]
    completed: tuple[TableName, str]
    start_bed: StartBed
    metrics: OrderMetrics
