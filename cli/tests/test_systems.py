"""What the lab can study, the analysis can report."""

import analysis.comparing.studied_systems as studied
from loadscripts.system import known_systems


def test_lab_and_analysis_know_the_same_systems():
    assert set(known_systems.SYSTEMS) == set(studied.SYSTEMS)
