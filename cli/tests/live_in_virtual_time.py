"""A live campaign of the simulated store: each second of virtual time is a second of the page's."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from cli.live.live_campaign import LiveCampaign, Subject
from loadscripts.campaign_progress import Silent
from loadscripts.planning.experiment import Experiment
from loadscripts.simulation.known_sizes import LevelSizes, StoreSizes
from loadscripts.simulation.simulated_campaign import conduct_simulated
from loadscripts.system.pet_store import PET_STORE

# Thirty customers who think 0.24 s and wait 10 ms for each of their twelve requests: ten orders a second.
EXPERIMENT = Experiment.model_validate(
    {
        "name": "simulated",
        "question": "Does the page show what the store does?",
        "baseline": "jms-transacted",
        "assignment": "trial",
        "repetitions": 1,
        "warmup_s": 10,
        "measure_s": 60,
        "factors": {"transition": ["jms-transacted", "soap"], "customers": 30, "think": "0.2-0.28 s"},
    }
)
SIZES = StoreSizes(
    levels={"jms-transacted": LevelSizes(), "soap": LevelSizes(response=4.0)}, response_ms=30.0, busy_by_others=0.0
)
SUBJECT = Subject(EXPERIMENT.name, EXPERIMENT.question, PET_STORE.metrics, cores=2)


class LiveInVirtualTime(LiveCampaign):
    """Without threads: it asks, reads and draws when a second of virtual time is over."""

    def __init__(self) -> None:
        super().__init__(SUBJECT, Silent())
        self.shots: list[bytes] = []

    @contextmanager
    def watching(self, bed: Any) -> Iterator[None]:
        with super().watching(bed), bed.store.clock.heard_by(self._time_passed):
            yield

    def _time_passed(self, now_ns: int) -> None:
        if now_ns % 1_000_000_000 == 0:
            self.ask_store()
            self.take_in()
            self.shots.append(self.snapshot("running"))

    def of_phase(self, trial: int, phase: str) -> list[dict[str, Any]]:
        """What was shown in a phase of a trial, second by second."""
        shots = [json.loads(shot) for shot in self.shots]
        return [shot for shot in shots if (shot["trial"]["number"], shot["trial"]["phase"]) == (trial, phase)]


def conducted(folder: Path) -> LiveInVirtualTime:
    """After its two trials."""
    live = LiveInVirtualTime()
    conduct_simulated(EXPERIMENT, SIZES, folder, live.progress, live)
    return live
