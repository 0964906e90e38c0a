"""axe-core in a page, under the page's own content security policy.

The script is injected by the debugger protocol, which no policy blocks: the pages are checked as they are served.
"""

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # who does not test has no Playwright
    from playwright.sync_api import Page

#: What no page may have; the rest is advice.
SERIOUS = ("serious", "critical")

_RUN = """axe.run(document, {resultTypes: ["violations"]}).then(found => found.violations.map(each => ({
  rule: each.id, impact: each.impact, help: each.help, where: each.nodes.map(node => node.target.join(" "))
})))"""


@dataclass(frozen=True)
class Violation:
    """What axe-core found in a page: the rule, how bad it is, and the elements (CSS selectors)."""

    rule: str
    impact: str
    help: str
    where: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.impact}: {self.rule}: {self.help}: {', '.join(self.where[:5])}"


def violations(page: "Page") -> list[Violation]:
    """Everything that axe-core has to say about the page as it is shown now."""
    debugger = page.context.new_cdp_session(page)
    try:
        _evaluate(debugger, _script())
        found = _evaluate(debugger, _RUN)
    finally:
        debugger.detach()
    return [Violation(each["rule"], each["impact"], each["help"], tuple(each["where"])) for each in found]


def _evaluate(debugger: Any, expression: str) -> Any:
    answer = debugger.send("Runtime.evaluate", {"expression": expression, "awaitPromise": True, "returnByValue": True})
    if problem := answer.get("exceptionDetails"):
        raise RuntimeError(f"axe-core could not be run: {json.dumps(problem)[:500]}")
    return answer["result"].get("value")


@cache
def _script() -> str:
    # Without a value of its own, so that the debugger has nothing to bring back.
    return resources.files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8") + "\n;undefined"
