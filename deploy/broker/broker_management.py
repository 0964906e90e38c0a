"""Artemis' management over HTTP (Jolokia) on loopback: queues, dead letters, prepared branches."""

import base64
import json
import re
import time
import urllib.request
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from deploy.broker.broker_plan import ADMIN, BROKER_NAME
from deploy.errors import ManagementError
from deploy.host.http_calls import ask

_TIMEOUT_S = 10
_TEXT_MESSAGE = 3
_SERVER = f'org.apache.activemq.artemis:broker="{BROKER_NAME}"'
_TEMPORARY = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_QUEUES = f'org.apache.activemq.artemis:broker="{BROKER_NAME}",component=addresses,*,subcomponent=queues'


@dataclass(frozen=True)
class QueueLength:
    """A queue of the broker at one moment."""

    queue: str
    messages: int
    delivering: int
    added: int
    dead: bool


@dataclass(frozen=True)
class DeadLetter:
    """A document that no step could take."""

    queue: str
    order_id: str
    document_id: str
    reason: str


@dataclass(frozen=True)
class BrokerManagement:
    """Asks the broker as the lab's administrator. Raises ManagementError when it does not answer.

    trust: the certificate of the authority that must have signed the broker's; None for plain HTTP.
    """

    url: str
    password: str
    dead_letter_suffix: str
    trust: Path | None = None

    def queue_lengths(self) -> list[QueueLength]:
        """All queues, in one call."""
        attributes = ["MessageCount", "DeliveringCount", "MessagesAdded"]
        [answer] = self._ask([{"type": "read", "mbean": _QUEUES, "attribute": attributes}])
        lengths = (self._length(name, values) for name, values in answer.items() if _carries_documents(name))
        return sorted(lengths, key=lambda length: length.queue)

    def dead_letters(self) -> list[DeadLetter]:
        """What lies in the dead-letter queues."""
        filled = [length for length in self.queue_lengths() if length.dead and length.messages]
        if not filled:
            return []
        names = self._names()
        questions = [
            {"type": "exec", "mbean": names[length.queue], "operation": "browse()", "arguments": []}
            for length in filled
        ]
        return [
            _dead_letter(length.queue, message)
            for length, messages in zip(filled, self._ask(questions), strict=True)
            for message in messages
        ]

    def empty_queues(self, timeout_s: float) -> None:
        """Removes what the queues hold until that is nothing, in delivery either: what is worked on at this moment is
        waited for. Raises ManagementError with the queues that are not empty when the time is over.
        """
        deadline, pause_s = time.monotonic() + timeout_s, 0.0
        while filled := [each for each in self.queue_lengths() if each.messages or each.delivering]:
            if time.monotonic() > deadline:
                names = ", ".join(f"{each.queue} ({each.messages})" for each in filled)
                raise ManagementError(f"these queues are not empty after {timeout_s:g} s: {names}")
            time.sleep(pause_s)
            self._of_each_queue("removeAllMessages()", [each.queue for each in filled])
            pause_s = 0.1

    def pause_queue(self, queue: str) -> None:
        """The queue delivers nothing until `resume_queue`, or until the broker is restarted."""
        self._of_each_queue("pause()", [queue])

    def resume_queue(self, queue: str) -> None:
        """Ends `pause_queue`."""
        self._of_each_queue("resume()", [queue])

    def put(self, address: str, text: str, user: str, password: str) -> None:
        """Sends a persistent text message to an address as this user."""
        name = f'org.apache.activemq.artemis:broker="{BROKER_NAME}",component=addresses,address="{address}"'
        operation = "sendMessage(java.util.Map,int,java.lang.String,boolean,java.lang.String,java.lang.String)"
        arguments = [{}, _TEXT_MESSAGE, text, True, user, password]
        self._ask([{"type": "exec", "mbean": name, "operation": operation, "arguments": arguments}])

    def prepared(self) -> tuple[str, ...]:
        """The transaction branches that are prepared and wait for a decision, by their names in base64."""
        [lines] = self._ask([{"type": "exec", "mbean": _SERVER, "operation": "listPreparedTransactions()"}])
        return tuple(sorted(branch_name(line) for line in lines))

    def _of_each_queue(self, operation: str, queues: Iterable[str]) -> None:
        names = self._names()
        self._ask([{"type": "exec", "mbean": names[each], "operation": operation, "arguments": []} for each in queues])

    def _names(self) -> dict[str, str]:
        [names] = self._ask([{"type": "search", "mbean": _QUEUES}])
        return {_queue_of(name): name for name in names if _carries_documents(name)}

    def _length(self, name: str, values: Mapping[str, int]) -> QueueLength:
        queue = _queue_of(name)
        return QueueLength(
            queue=queue,
            messages=values["MessageCount"],
            delivering=values["DeliveringCount"],
            added=values["MessagesAdded"],
            dead=queue.endswith(self.dead_letter_suffix),
        )

    def _ask(self, questions: list[dict[str, Any]]) -> list[Any]:
        """One HTTP call with several questions to Jolokia."""
        login = base64.b64encode(f"{ADMIN}:{self.password}".encode()).decode()
        request = urllib.request.Request(  # noqa: S310 - always http or https on loopback
            f"{self.url}/console/jolokia/",
            data=json.dumps(questions).encode(),
            headers={"Authorization": f"Basic {login}", "Content-Type": "application/json", "Origin": self.url},
        )
        answer = ask("a question to the broker's management", request, _TIMEOUT_S, self.trust)
        if not answer.is_ok:
            raise ManagementError(f"the broker's management answered {answer.status}")
        answers = answer.json()
        return [_value(each) for each in (answers if isinstance(answers, list) else [answers])]

    def is_ready(self) -> bool:
        """Whether the management answers."""
        try:
            return bool(self.queue_lengths())
        except ManagementError:
            return False


def branch_name(line: str) -> str:
    """The branch in a line of the broker's list. What follows in the line is another at each poll, its hash for one."""
    words = line.partition(" base64: ")[2].split()
    return words[0] if words else line


def _value(answer: Mapping[str, Any]) -> Any:
    if answer.get("status") != 200:
        raise ManagementError(f"the broker's management refused: {answer.get('error', answer)}")
    return answer["value"]


def _queue_of(name: str) -> str:
    """The queue in a JMX name: `…,queue="MailQueue",…`."""
    return next(part for part in name.split(",") if part.startswith('queue="')).removeprefix('queue="').rstrip('"')


def _carries_documents(name: str) -> bool:
    """Temporary queues carry answers, and are gone at any moment; the client gives them random names (RFC 9562)."""
    return not _TEMPORARY.fullmatch(_queue_of(name))


def _dead_letter(queue: str, message: Mapping[str, Any]) -> DeadLetter:
    """The applications write `petlab…` properties (workflow's MessageProperties), the broker those of `_AMQ_ORIG`."""
    properties = {name: str(value) for group in _property_groups(message) for name, value in group.items()}
    origin = properties.get("_AMQ_ORIG_QUEUE", queue)
    given_up = f"{origin} tried it too often"
    # What the broker has moved has no reason but what its sender may have made up.
    reason = given_up if "_AMQ_ORIG_MESSAGE_ID" in properties else properties.get("petlabReason", given_up)
    return DeadLetter(
        queue=queue,
        order_id=properties.get("petlabOrder", ""),
        document_id=properties.get("petlabDocument", ""),
        reason="it expired" if "_AMQ_ACTUAL_EXPIRY" in properties else reason,
    )


def _property_groups(message: Mapping[str, Any]) -> Iterable[Mapping[str, Any]]:
    return [value for key, value in message.items() if key.endswith("Properties") and isinstance(value, dict)]
