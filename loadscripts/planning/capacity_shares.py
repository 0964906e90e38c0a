"""Loads in per cent of the rate that the baseline bears, and think times: of which capacity of this machine."""

from dataclasses import dataclass, field

from analysis.contract.measured_bed import MeasuredBed

DEFAULT_OBJECTIVE = "p99 response <= 1 s"
"""What is kept at a capacity where neither the experiment nor `./petlab capacity` is told another one."""

DEFAULT_TOPOLOGY = "one-server"


@dataclass(frozen=True)
class CapacityQuestion:
    """Up to which rate this delegate keeps the objective, in servers with these JVM options on this bed. jdk: the
    folder of theirs; None: this run's.
    """

    delegate: str
    objective: str = DEFAULT_OBJECTIVE
    topology: str = DEFAULT_TOPOLOGY
    jvm_options: tuple[str, ...] = ()
    bed: MeasuredBed = field(default_factory=MeasuredBed)
    jdk: str | None = None

    @property
    def command(self) -> str:
        """What finds it."""
        option = "" if self.objective == DEFAULT_OBJECTIVE else f' --objective "{self.objective}"'
        return f"./petlab capacity{option}"

    @property
    def is_answerable(self) -> bool:
        """Whether `./petlab capacity` has such a bed."""
        return self == CapacityQuestion(self.delegate, self.objective)


def not_known(factor: str, level: str, question: CapacityQuestion, instead: str) -> str:
    """The mistake of an experiment with this level of a factor where nobody has found the capacity. instead: what can
    be named where none is known.
    """
    what = f"{level} depends on the rate at which {question.delegate} keeps {question.objective} on this machine"
    if not question.is_answerable:
        return f"factors.{factor}: {what}, but ./petlab capacity has no such servers and bed: name {instead}"
    return f"factors.{factor}: {what}, which is not known: {question.command} finds it, or name {instead}"
