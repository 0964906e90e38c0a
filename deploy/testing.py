"""What tests of every package share: one real bed for the whole session. Loaded by pytest (pyproject.toml).

A test that asks for `bed` is marked `@pytest.mark.bed` and leaves the bed as it found it: `bed.reset()` after orders.
"""

import os
from collections.abc import Iterator

import pytest

from deploy.bed import Bed, BedPlan
from deploy.lifetime import bed_up
from deploy.progress import Silent

#: The block of the tests; a bed that a person keeps running has another. Further beds of a test begin above it.
PORT_BASE = int(os.environ.get("PETLAB_TEST_PORT_BASE", "23000"))


@pytest.fixture(scope="session")
def bed() -> Iterator[Bed]:
    """The real servers, one-server topology. Put up when the first test asks for it."""
    with bed_up(BedPlan(port_base=PORT_BASE), Silent()) as standing:
        yield standing
