"""The systems that an experiment can name."""

from collections.abc import Mapping

from loadscripts.system.pet_store import PET_STORE
from loadscripts.system.system_under_test import SystemUnderTest

SYSTEMS: Mapping[str, SystemUnderTest] = {system.name: system for system in (PET_STORE,)}
