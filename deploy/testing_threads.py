"""One thread of polars for each of several processes of tests: together they have the cores as it is, and most of what
tests ask for is small. Loaded by pytest before all else (pyproject.toml): polars counts its threads once.
"""

import os

if "PYTEST_XDIST_WORKER" in os.environ:
    os.environ.setdefault("POLARS_MAX_THREADS", "1")
