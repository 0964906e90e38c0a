"""What `--live` adds to a run: it listens before anything is started, and tells how the run ended."""

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import typer

from cli.consoles import plain_console
from cli.live.page_server import LivePortError, PageServer
from cli.live.trial_events import State
from loadscripts import campaign_progress
from loadscripts.planning.experiment import Experiment
from loadscripts.system.system_registry import SYSTEMS

if TYPE_CHECKING:
    from cli.live.live_campaign import LiveCampaign

PERIOD_S = 1.0


class LivePage:
    """The page of one run, on a port that is already its own."""

    def __init__(self, server: PageServer) -> None:
        self._server = server
        self._campaign: LiveCampaign | None = None
        self._ended = threading.Event()

    @property
    def url(self) -> str:
        return self._server.url

    def follow(self, experiment: Experiment, progress: campaign_progress.Progress) -> "LiveCampaign":
        """Begins to show this experiment. progress: who else is told of it."""
        from cli.live.live_campaign import LiveCampaign, Subject  # its libraries are slow to load: not for --help

        metrics = SYSTEMS[experiment.system].metrics
        if experiment.factors.entrance:
            metrics = metrics.of_programs()
        subject = Subject(experiment.name, experiment.question, metrics, os.cpu_count() or 1)
        self._campaign = campaign = LiveCampaign(subject, progress)
        self._publish(campaign)
        self._each_second("petlab-live-metrics", campaign.ask_store)
        self._each_second("petlab-live-page", lambda: self._publish(campaign))
        return campaign

    def end(self, state: State, outcome: str) -> None:
        """Tells all who look on how it ended. Nothing is served afterwards."""
        self._ended.set()
        if self._campaign is not None:
            self._server.feed.publish(self._campaign.snapshot(state, outcome), is_last=True)
        self._server.stop()

    def _publish(self, campaign: "LiveCampaign") -> None:
        campaign.take_in()
        if self._server.feed.watchers and not self._ended.is_set():
            self._server.feed.publish(campaign.snapshot("running"))

    def _each_second(self, name: str, work: Callable[[], object]) -> None:
        def run() -> None:
            due_s = time.monotonic()
            while not self._ended.wait(max(0.0, due_s - time.monotonic())):
                work()
                due_s = max(due_s + PERIOD_S, time.monotonic())

        threading.Thread(target=run, name=name, daemon=True).start()


@contextmanager
def live_page(wanted: bool, port: int | None, of_beds: range) -> Iterator[LivePage | None]:
    """Serves the page while the block runs, when it is wanted. port: None for any that is free; of_beds: the ports that
    the beds will need.

    Raises:
        LivePortError: nothing can be served on that port.
    """
    if not wanted and port is None:
        yield None
        return
    if port in of_beds:
        raise LivePortError(
            f"port {port} may be needed by a bed: choose one below {of_beds.start}, or {of_beds.stop} or above"
        )
    server = PageServer(port or 0)
    server.start()
    page = LivePage(server)
    plain_console(stderr=True, highlight=False, soft_wrap=True).print(f"live: {page.url}")
    try:
        yield page
    except (KeyboardInterrupt, typer.Abort):
        page.end("interrupted", "The run was interrupted. ./petlab resume conducts what is missing.")
        raise
    except BaseException:
        page.end("failed", "The run ended with an error. The terminal shows it.")
        raise
    page.end("ended", "The run has ended. Its report is written; the terminal shows where.")
