"""A scenario: what a customer asks the store for, request by request, from entering to ordering.

Its file lists the requests with `{placeholders}`; what is in them is chosen again for each
pass from the file's tables, by a seeded random generator of each customer.
"""

import random
import re
from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated, Literal, Self
from urllib.parse import quote
from xml.sax.saxutils import escape

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from loadscripts.toml_files import SCENARIOS, read_toml
from loadscripts.trial_errors import ExperimentError

PLACED_AT = "placed_at"
"""The placeholder of the time at which an order is sent."""


class Request(BaseModel):
    """One request; a form is sent as the body of a POST."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    method: Literal["GET", "POST"]
    path: str = Field(pattern="^/")
    form: str = ""


class Answers(BaseModel):
    """By what words an answer is known. `before{}c` stands for what is between `before` and the character c.

    account: in what a customer sends, who it is; confirmed: an order's number in the page that confirms it; unsettled:
    in the page that says that its outcome is not known yet; refused: in the page that says that nothing was
    ordered.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    account: str = Field(pattern=r"^[^{}]{1,127}\{\}[^{}]")
    confirmed: str = Field(pattern=r"^[^{}]{1,127}\{\}[^{}]")
    unsettled: str = Field(pattern=r"^[^{}]{1,127}\{\}[^{}]")
    refused: str = Field(pattern="^[^{}]{1,127}$")


class Scenario(BaseModel):
    """The requests of one pass, and the tables from which each pass is filled.

    `items` is a table of alternatives whose columns are placeholders; `customers` is how many
    accounts the store was seeded with; `answers`: None where nobody can tell what a customer was told; `document`:
    where there are no pages, the order that a program submits by the factor `entrance`, its items with a `price`.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    name: str
    application: str
    accounts: Annotated[int, Field(ge=1)]
    items: tuple[dict[str, str], ...] = Field(min_length=1)
    requests: tuple[Request, ...] = Field(min_length=1)
    answers: Answers | None = None
    document: str | None = None

    @model_validator(mode="after")
    def _for_programs(self) -> Self:
        """What a document needs: its values are written into a table whose cells are not quoted."""
        if self.document is None:
            return self
        if len(self.requests) != 1:
            raise ValueError(f"expected one request with a document, got {len(self.requests)}")
        for item in self.items:
            if not re.fullmatch(r"\d+(\.\d+)?", item.get("price", "")):
                raise ValueError(f"expected a price such as 16.50 of each item with a document, got {item}")
            if any(re.search(r"[,\n\r]", value) for value in item.values()):
                raise ValueError(f"expected no comma and no line break in the items of a document, got {item}")
        return self

    @property
    def of_programs(self) -> bool:
        """Whether orders are submitted by programs, without pages."""
        return self.document is not None


def read_scenario(name: str) -> Scenario:
    """Reads a scenario by its name.

    Raises:
        ExperimentError: the file has mistakes.
    """
    path = SCENARIOS / f"{name}.toml"
    raw = read_toml(path)
    try:
        scenario = Scenario.model_validate({"name": name} | raw)
        _fill(scenario, customer=1, chance=random.Random(0))
        for name in re.findall(r"\{(\w+)\}", scenario.document or ""):
            _ = ({PLACED_AT: ""} | values_of_order(scenario, 1, random.Random(0)))[name]
    except ValidationError as error:
        raise ExperimentError(f"{path}: {error}") from error
    except KeyError as error:
        raise ExperimentError(f"{path}: nothing fills the placeholder {error}") from error
    return scenario


@dataclass(frozen=True)
class UrlFile:
    """What Siege reads: the lines, what was asked for in each of them, and by which account.

    Siege lets customer i begin at line i * (lines / customers), so the file holds a run of whole
    passes for each customer: every customer begins with the first request of a pass.
    """

    base_url: str
    requests: tuple[Request, ...]
    accounts: tuple[str, ...] = ()

    def account_of_line(self, line: int) -> str:
        """Whose pass a line belongs to; empty where that is not known."""
        return self.accounts[line] if self.accounts else ""

    def text(self) -> str:
        return "".join(self._line(request) for request in self.requests)

    def _line(self, request: Request) -> str:
        url = self.base_url + request.path
        return f"{url} POST {request.form}\n" if request.method == "POST" else f"{url}\n"


def url_file(scenario: Scenario, base_url: str, *, customers: int, passes: int, seed: int) -> UrlFile:
    """Makes the URL file for a number of customers with so many passes for each.

    Args:
        base_url: scheme, host and port of the store, without a path.
    """
    requests: list[Request] = []
    accounts: list[str] = []
    for customer in range(1, customers + 1):
        chance = random.Random(f"{seed}/{customer}")
        for _ in range(passes):
            requests += _fill(scenario, customer, chance)
        accounts += [_account(scenario, customer)] * (passes * len(scenario.requests))
    return UrlFile(base_url, tuple(requests), tuple(accounts))


def _account(scenario: Scenario, customer: int) -> str:
    return f"customer{(customer - 1) % scenario.accounts + 1}"


def values_of_pass(scenario: Scenario, account: str, chance: random.Random) -> dict[str, str]:
    """What a customer chooses for one pass, by placeholder, as URLs and forms have it."""
    item = chance.choice(scenario.items)
    return {
        name: quote(value, safe="")
        for name, value in (item | {"customer": account, "quantity": str(chance.randint(1, 2))}).items()
    }


def values_of_order(scenario: Scenario, number: int, chance: random.Random) -> dict[str, str]:
    """What stands in the document of an order, by placeholder, as XML has it; `PLACED_AT` is filled when it is sent."""
    item, quantity = chance.choice(scenario.items), chance.randint(1, 2)
    values = {
        "order": f"F-{number}",
        "customer": _account(scenario, number),
        "quantity": str(quantity),
        "total": str(quantity * Decimal(item["price"])),
    }
    return {name: escape(value) for name, value in (item | values).items()}


def _fill(scenario: Scenario, customer: int, chance: random.Random) -> list[Request]:
    values = values_of_pass(scenario, _account(scenario, customer), chance)
    return [
        request.model_copy(
            update={
                "path": request.path.format_map(values),
                "form": request.form.format_map(values),
            }
        )
        for request in scenario.requests
    ]
