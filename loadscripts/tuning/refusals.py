"""Which candidates the JVM in use does not start with: what it knows differs by version and vendor, so it is asked."""

from collections.abc import Iterable

from deploy.errors import PlanError
from deploy.host.jdk import Jdk
from deploy.host.jvm_refusal import refusal
from loadscripts.tuning.candidates import Candidate


class Refusals:
    """Asks the JVM of one JDK about each candidate once, and remembers what it refused."""

    def __init__(self, jdk: Jdk) -> None:
        self._jdk = jdk
        self._reasons: dict[Candidate, str | None] = {}

    def started(self, candidates: Iterable[Candidate]) -> list[Candidate]:
        """Those with whose options the JVM starts."""
        return [candidate for candidate in candidates if self._reason(candidate) is None]

    def require(self, candidate: Candidate) -> None:
        """Raises PlanError where the JVM does not start with the options of this one."""
        reason = self._reason(candidate)
        if reason is not None:
            options = " ".join(candidate.options)
            raise PlanError(f"tune-gc: the JVM of JDK {self._jdk.version} does not start with {options}: {reason}")

    def sentence(self) -> str:
        """What was left out, and why; empty where nothing was."""
        by_reason: dict[str, dict[str, None]] = {}
        for candidate, reason in self._reasons.items():
            if reason is not None:
                by_reason.setdefault(reason, {})[" ".join([candidate.collector, *candidate.further])] = None
        named = ((reason, ", ".join(f"`{name}`" for name in names)) for reason, names in by_reason.items())
        told = "; ".join(f"{names} ({reason})" for reason, names in named)
        return f"Not tried, as the JVM of JDK {self._jdk.version} does not start with these: {told}." if told else ""

    def _reason(self, candidate: Candidate) -> str | None:
        if candidate not in self._reasons:
            self._reasons[candidate] = refusal(self._jdk.java, candidate.tried_options)
        return self._reasons[candidate]
