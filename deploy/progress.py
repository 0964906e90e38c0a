"""How long work tells how far it is, without knowing who listens."""

from typing import Protocol


class Progress(Protocol):
    """Listens to steps. The command line draws them; tests and daemons note them."""

    def step(self, text: str) -> None:
        """Says what is being done now, in a few words: `Payara: opc is starting`."""


class Silent:
    """Nobody listens."""

    def step(self, text: str) -> None:
        """Drops the step."""
