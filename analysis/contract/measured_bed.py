"""On what bed something was measured that is kept for later experiments, beside its topology and JVM options."""

from pydantic import Field

from analysis.contract.document import Part, Strings
from analysis.contract.trial_document import PastOrdersDocument


class MeasuredBed(Part):
    """What stood there, and what it was asked. What is not named is as a bed has it when nothing is said."""

    scenario: str = Field(default="place-orders", description="the customers'")
    settings: dict[str, str] = Field(default_factory=dict, description="of the applications, where not the default")
    transactions: str | None = Field(default=None, description="what drove the transactions; null: the default")
    message_store: str = Field(default="journal", description="where the broker kept messages")
    broker: str = Field(default="process", description="where the broker ran")
    broker_jvm_options: Strings = Field(default=(), description="of the broker's JVM, beside those that it always has")
    forced_writes: str = Field(default="all", description="what was forced to the disk")
    database_commit: str = Field(default="two-phase", description="how the database ended a transaction")
    past: PastOrdersDocument | None = Field(default=None, description="null: the store was empty")
