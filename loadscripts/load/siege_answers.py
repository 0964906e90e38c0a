"""What Siege's customers are told, which Siege does not keep: answers.c listens to what they send and receive."""

from dataclasses import dataclass
from pathlib import Path

from loadscripts.load.preloading import compiled
from loadscripts.load.scenario import Answers

SOURCE = Path(__file__).parent / "answers.c"
FILE = "answers.csv"


@dataclass(frozen=True)
class Listener:
    """A library to be loaded before the C library."""

    library: Path

    def environment(self, answers: Answers, file: Path) -> dict[str, str]:
        """The environment in which each answer becomes a line of the file."""
        return {
            "ANSWERS_FILE": str(file),
            "ANSWERS_ACCOUNT": answers.account,
            "ANSWERS_CONFIRMED": answers.confirmed,
            "ANSWERS_UNSETTLED": answers.unsettled,
            "ANSWERS_REFUSED": answers.refused,
        }


def compile_listener() -> Listener | None:
    """Compiles the library, or finds the compiled one. None: this machine has no C compiler."""
    library = compiled(SOURCE)
    return Listener(library) if library else None
