"""When an experiment that may end early looks at its data: after a fixed number of blocks, equally spaced."""

from typing import Annotated

from pydantic import Field

from analysis.contract.document import Part, Strings


class EndedAtLook(Part):
    """That an experiment ended before all of its blocks were conducted."""

    look: Annotated[int, Field(ge=1)]
    blocks: Annotated[int, Field(ge=1, description="how many were conducted until then")]
    level: Annotated[float, Field(gt=0, lt=1, description="nominal level of the tests at this look")]
    verdicts: Strings = Field(description="what was decided of the primary metric, in words")


def blocks_at_looks(repetitions: int, looks: int) -> tuple[int, ...]:
    """After how many blocks each look comes; the last one is the end. Looks are at most as many as repetitions."""
    return tuple(-(-look * repetitions // looks) for look in range(1, looks + 1))
