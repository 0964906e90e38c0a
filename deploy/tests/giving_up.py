"""The broker tries a step for minutes before it gives its message up: a test has seconds for that."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx

from deploy.bed.standing_bed import Bed
from deploy.specification.plan import check

ATTEMPTS = 3
_BROKER = 'org.apache.activemq.artemis:broker="petlab"'
_USER = "lab"


@contextmanager
def soon(bed: Bed, address: str) -> Iterator[None]:
    """Messages to the address are given up after three attempts meanwhile. The bed speaks plain HTTP."""
    before = json.loads(_told(bed, "getAddressSettingsAsJSON(java.lang.String)", address))
    try:
        _set(bed, address, before | {"maxDeliveryAttempts": ATTEMPTS})
        yield
    finally:
        _set(bed, address, before)


def _set(bed: Bed, address: str, settings: dict[str, Any]) -> None:
    _told(bed, "addAddressSettings(java.lang.String,java.lang.String)", address, json.dumps(settings))


def _told(bed: Bed, operation: str, *arguments: str) -> Any:
    url = check(bed.plan).console_url
    answer = httpx.post(
        f"{url}/console/jolokia/",
        json={"type": "exec", "mbean": _BROKER, "operation": operation, "arguments": arguments},
        headers={"Origin": url},
        auth=(_USER, bed.secret(f"broker.{_USER}")),
    ).json()
    assert answer["status"] == 200, answer
    return answer["value"]
