"""The report asks a system for its claims; which system it is stands in experiment.json."""

from pathlib import Path
from typing import Any

import pytest

from analysis.analysis_errors import ResultsError
from analysis.comparing import studied_systems
from analysis.comparing.claim_measures import mean_of
from analysis.comparing.claims import Claim
from analysis.comparing.evidence import SOAP
from analysis.comparing.results import read_results
from analysis.comparing.studied_systems import StudiedSystem
from analysis.reporting.findings import Findings
from analysis.tests.synthetic import write_results

TRANSITIONS = ["jms-transacted", "jms-nontransacted", "soap"]
LIBRARY = StudiedSystem(
    "library",
    "A. Reader: Loans. 1999",
    (Claim("L-1", "Loans are quick", "at most 1 s", 0, 1000, "light", mean_of(SOAP, "response_mean_ms")),),
)


def claims_of(folder: Path, **more: Any) -> set[str]:
    return {claim.name for claim in Findings(read_results(write_results(folder, TRANSITIONS, [15], 1, **more))).claims}


def test_each_system_has_its_own_claims(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(studied_systems, "SYSTEMS", {**studied_systems.SYSTEMS, "library": LIBRARY})
    assert claims_of(tmp_path / "library", system="library") == {"L-1"}
    of_the_store = claims_of(tmp_path / "store", system="pet-store")
    assert "PS-queues" in of_the_store and "L-1" not in of_the_store


def test_older_results_are_of_the_pet_store(tmp_path: Path) -> None:
    assert "PS-queues" in claims_of(tmp_path / "old")


def test_a_system_that_is_not_known_is_refused_by_its_name(tmp_path: Path) -> None:
    with pytest.raises(ResultsError, match=r"the system warehouse is unknown .* one of pet-store was expected"):
        claims_of(tmp_path / "other", system="warehouse")
