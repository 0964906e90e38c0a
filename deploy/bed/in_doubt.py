"""What is in doubt: branches that are prepared and wait for a decision, and decisions that wait to be carried out."""

from dataclasses import dataclass


@dataclass(frozen=True)
class InDoubt:
    """Prepared branches by name, and transactions in the manager's log (None: this manager does not tell).

    While orders are on their way there is always something; when the store is idle there should be nothing.
    """

    database: tuple[str, ...]
    broker: tuple[str, ...]
    log: int | None

    @property
    def total(self) -> int:
        """How much there is in all."""
        return len(self.database) + len(self.broker) + (self.log or 0)

    def describe(self) -> str:
        """In one line."""
        parts = [f"{len(self.database)} branches in the database", f"{len(self.broker)} in the broker"]
        if self.log is not None:
            parts.append(f"{self.log} transactions in the log")
        return ", ".join(parts)
