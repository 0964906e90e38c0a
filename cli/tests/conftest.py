"""What tests of several files share."""

from collections.abc import Iterator
from socketserver import BaseServer

import pytest

from analysis.tests.conftest import analysed_once, pictures_drawn_once

__all__ = ["analysed_once", "pictures_drawn_once"]


@pytest.fixture(scope="session", autouse=True)
def servers_end_soon() -> Iterator[None]:
    """A server looks twice a second by default whether it is to end, which is most of what a test of one takes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(BaseServer.serve_forever, "__defaults__", (0.02,))
        yield
