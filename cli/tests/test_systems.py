"""What the lab can study, the analysis can report."""

import analysis.comparing.studied_systems as studied
from loadscripts.system import system_registry


def test_lab_and_analysis_know_the_same_systems():
    assert set(system_registry.SYSTEMS) == set(studied.SYSTEMS)
