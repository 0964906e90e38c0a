"""The systems whose results can be analysed, and what papers claim of each."""

from collections.abc import Mapping
from dataclasses import dataclass

from analysis.analysis_errors import ResultsError
from analysis.comparing.claims import Claim
from analysis.comparing.paper_figures import Figure, SequenceFigure
from analysis.comparing.pet_store_claims import PET_STORE_CLAIMS, PET_STORE_PAPER
from analysis.comparing.pet_store_figures import PET_STORE_FIGURES


@dataclass(frozen=True)
class StudiedSystem:
    """A system under test as the analysis sees it; the lab's side of it is `loadscripts.system.system_under_test`.

    paper: what made the claims, as a reader would cite it.
    """

    name: str
    paper: str
    claims: tuple[Claim, ...]
    figures: tuple[Figure | SequenceFigure, ...] = ()


SYSTEMS: Mapping[str, StudiedSystem] = {
    system.name: system
    for system in (StudiedSystem("pet-store", PET_STORE_PAPER, PET_STORE_CLAIMS, PET_STORE_FIGURES),)
}


def studied_system(name: str) -> StudiedSystem:
    """The system of this name. Raises ResultsError that lists the known ones."""
    if name not in SYSTEMS:
        known = ", ".join(SYSTEMS)
        raise ResultsError(f"the system {name} is unknown to this version of Petlab: one of {known} was expected")
    return SYSTEMS[name]
