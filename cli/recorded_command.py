"""The command line as a record has it."""

import re
import shlex
import sys

from deploy.errors import PlanError


def recorded_command() -> str:
    """How to conduct the same again; a database's address, which may hold a password, is not written down.

    Raises:
        PlanError: it names something that is no text, so that no record could be written.
    """
    for word in sys.argv[1:]:
        if not _is_text(word):
            raise PlanError(f"the command line is recorded with the results: expected a name in UTF-8, got {word!a}")
    return shlex.join(["./petlab", *(re.sub(r"^(--database=)?jdbc:.*", r"\1JDBC-URL", word) for word in sys.argv[1:])])


def _is_text(word: str) -> bool:
    try:
        word.encode()
    except UnicodeEncodeError:
        return False
    return True
