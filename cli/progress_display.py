"""What a person sees while something takes its time: what is being done, and the time left."""

import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from rich.console import Console, RenderableType
from rich.progress import BarColumn, Progress, TextColumn
from rich.progress import Task as RichTask
from rich.text import Text

from loadscripts import campaign_progress


class ProgressDisplay(campaign_progress.Progress):
    """Draws the progress of beds and campaigns on a terminal; elsewhere it writes a line for each trial."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._drawn = _Drawing(console)
        self._whole = self._drawn.add_task("", total=None, visible=False, due_s=None)
        self._now = self._drawn.add_task("", total=None, due_s=None)

    @contextmanager
    def shown(self) -> Iterator["ProgressDisplay"]:
        """Draws while the block runs."""
        with self._drawn:
            yield self

    def step(self, text: str) -> None:
        self._show(text, None)

    def wait(self, text: str, seconds: float) -> None:
        self._show(text, seconds)

    def trial(self, number: int, of: int, text: str, remaining_s: float) -> None:
        done_s = time.monotonic() - self._drawn.begun_s
        self._drawn.update(
            self._whole,
            description=f"trial {number} of {of}: {text}",
            total=done_s + remaining_s,
            completed=done_s,
            due_s=time.monotonic() + remaining_s,
            visible=True,
        )
        if not self._console.is_terminal:
            self._console.print(Text(f"trial {number} of {of}: {text}"))

    def trial_ended(self, trial_id: str, void_reason: str | None) -> None:
        if void_reason:
            self._console.print(Text(f"trial {trial_id} is void: {void_reason}", style="red"))

    def _show(self, text: str, seconds: float | None) -> None:
        due_s = None if seconds is None else time.monotonic() + seconds
        self._drawn.reset(self._now, description=text, total=seconds, due_s=due_s)
        if not self._console.is_terminal:
            self._console.print(Text(text, style="dim"))


class _Drawing(Progress):
    """Bars that move with the clock: nobody has to push them."""

    def __init__(self, console: Console) -> None:
        super().__init__(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            _TimeLeft(),
            console=console,
            transient=True,
            refresh_per_second=2,  # drawing costs time that the servers need
            disable=not console.is_terminal,
        )
        self.begun_s = time.monotonic()

    def get_renderables(self) -> Iterable[RenderableType]:
        for task in self.tasks:
            if task.fields["due_s"] is None:
                task.total = None  # by itself rich keeps the end of the wait before, and the bar would stand full
            elif task.total is not None:
                task.completed = min(task.total, max(0.0, task.total - _left_s(task)))
        yield from super().get_renderables()


class _TimeLeft(TextColumn):
    """Minutes and seconds left; nothing where nobody knows."""

    def __init__(self) -> None:
        super().__init__("")

    def render(self, task: RichTask) -> Text:
        if task.fields.get("due_s") is None:
            return Text("")
        minutes, seconds = divmod(int(_left_s(task)), 60)
        return Text(f"{minutes}:{seconds:02d} left", style="cyan")


def _left_s(task: RichTask) -> float:
    due_s = task.fields.get("due_s")
    return max(0.0, due_s - time.monotonic()) if due_s is not None else 0.0
