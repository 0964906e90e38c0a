"""What tests of several files share."""

from analysis.tests.conftest import analysed_once, pictures_drawn_once

__all__ = ["analysed_once", "pictures_drawn_once"]
