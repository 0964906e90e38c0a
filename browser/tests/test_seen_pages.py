"""Every page of the three applications, as everybody may come to it: on a phone or a desktop, light or dark."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

import pytest

from browser.accessibility import SERIOUS, violations
from browser.administration import Administration
from browser.shop import Shop
from browser.site import Site
from browser.supplier import Supplier
from browser.visitor import EITHER, VIEWPORTS, Viewport, Visitor
from deploy.bed.standing_bed import Bed
from deploy.paths import CHECKOUT
from deploy.tests import store

pytestmark = pytest.mark.bed

JSPS = "src/main/webapp/WEB-INF/pages"


@dataclass(frozen=True)
class Orders:
    """Orders of customer1, of each kind that pages show in a way of their own."""

    completed: str
    awaiting_approval: str
    awaiting_stock: str


@dataclass(frozen=True)
class Way:
    """How one comes to a page: signed on or not, the address, then what is done there; and how it is answered."""

    path: str
    signed_on: bool = False
    then: Callable[[Shop], object] = lambda site: None
    answered: int = 200


def buy_in_doubt(shop: Shop) -> None:
    """The checkout fails when its document has left the shop: nobody knows yet whether the order was placed."""
    outside = {"order-submission": "jms-nontransacted"}
    with store.delegates(shop.bed, outside), store.commit_fails_once(shop.bed, "storefront", "placed_order", "true"):
        shop.go_to_payment()
        shop.order()


def staff(path: str, answered: int = 200) -> Way:
    return Way(path, signed_on=True, answered=answered)


#: By the names of the JSPs. An order of the kind stands for its name in braces.
SHOP = {
    "home": Way(""),
    "category": Way("category?id=DOGS"),
    "product": Way("product?id=K9-DL-01"),
    "item": Way("item?id=EST-11"),
    "search": Way("search?q=puppy"),
    "cart": Way("", then=lambda shop: shop.fill_cart()),
    "signon": Way("signon"),
    "register": Way("register"),
    "signedon": Way("", signed_on=True),
    "account": Way("account", signed_on=True),
    "address": Way("", signed_on=True, then=lambda shop: shop.go_to_address()),
    "review": Way("", signed_on=True, then=lambda shop: shop.go_to_payment()),
    "confirmation": Way("", signed_on=True, then=lambda shop: shop.buy()),
    "unsettled": Way("", signed_on=True, then=buy_in_doubt, answered=503),
    "orders": Way("orders", signed_on=True),
    "order": Way("orders/{completed}", signed_on=True),
    "error": Way("item?id=EST-0", answered=404),
}
SUPPLIER = {
    "signon": Way("signon"),
    "inventory": staff("inventory"),
    "item": staff("inventory/EST-3"),
    "orders": staff("orders?state=all"),
    "shipments": staff("shipments"),
    "invoices": staff("invoices"),
    "error": staff("inventory/EST-0", answered=404),
}
ADMINISTRATION = {
    "signon": Way("signon"),
    "orders": staff("admin/orders"),
    "order": staff("admin/orders/{completed}"),
    "waiting": staff("admin/waiting"),
    "sales": staff("admin/sales"),
    "dead-letters": staff("admin/dead-letters"),
    "queues": staff("admin/queues"),
    "transitions": staff("admin/transitions"),
    "error": staff("admin/orders/0", answered=404),
}
#: Pages that show more than one way; each is looked at.
FURTHER = {
    "a form that was filled in wrongly": (
        Shop,
        Way("", then=lambda shop: shop.register("Ada!", "short"), answered=400),
    ),
    "an order that waits for approval": (Shop, Way("orders/{awaiting_approval}", signed_on=True)),
    "an order that waits for stock": (Shop, Way("orders/{awaiting_stock}", signed_on=True)),
    "a search without a find": (Shop, Way("search?q=unicorn")),
    "an empty cart": (Shop, Way("cart")),
    "an order that waits for a decision": (Administration, staff("admin/orders/{awaiting_approval}")),
    "a document that no step could take": (Administration, staff("admin/dead-letters")),
    "what waits for stock": (Supplier, staff("orders")),
    "what is out of stock": (Supplier, staff("inventory?show=out")),
}
#: What a script fetches into a page; nobody sees it alone.
PARTS = {"storefront": {"timeline"}}

APPLICATIONS: tuple[tuple[type[Site], Mapping[str, Way]], ...] = (
    (Shop, SHOP),
    (Administration, ADMINISTRATION),
    (Supplier, SUPPLIER),
)
ALL = {f"{site.application}: {name}": (site, way) for site, pages in APPLICATIONS for name, way in pages.items()}
ALL |= {f"{site.application}: {name}": (site, way) for name, (site, way) in FURTHER.items()}


@pytest.fixture(scope="module")
def orders(bed: Bed) -> Orders:
    with store.sql(bed, "supplier") as database:
        database.execute("update stock set initial_quantity = 0, on_hand = 0 where item_id = 'EST-3'")
    known = Orders(
        completed=store.order(bed, {"EST-1": 2, "EST-6": 1}),
        awaiting_approval=store.order(bed, {"EST-1": 99}),
        awaiting_stock=store.order(bed, {"EST-3": 1}),
    )
    store.wait_for("completion", lambda: store.state(bed, known.completed) == "COMPLETED")
    store.wait_for("approval", lambda: store.state(bed, known.awaiting_stock) == "APPROVED")
    bed.put("MailQueue", "<no mail", sender="opc")
    store.wait_for("a dead letter", bed.dead_letters)
    return known


def go(site: Site, way: Way, orders: Orders) -> None:
    if way.signed_on and isinstance(site, Shop):
        site.sign_on_as("customer1")
    elif way.signed_on:
        site.sign_on_as_staff()
    site.enter(way.path.format(**vars(orders)))
    if isinstance(site, Shop):
        way.then(site)


def looked_at(visitor: Visitor, viewports: Iterable[Viewport]) -> list[str]:
    """What is wrong with the page that the visitor sees, looked at in these ways."""
    found = []
    for viewport in viewports:
        visitor.take(viewport)
        found += [f"{viewport}: {violation}" for violation in violations(visitor.page) if violation.impact in SERIOUS]
        if visitor.scrolls_sideways():
            found.append(f"{viewport}: the page is wider than the window")
    return found


@pytest.mark.parametrize("page", ALL)
def test_a_page_can_be_used_by_everybody(bed, visitors, orders, page, request):
    site, way = ALL[page]
    visitor = visitors()
    with visitor.allow_statuses(way.answered):
        go(site(bed, visitor), way, orders)

    assert looked_at(visitor, VIEWPORTS if request.config.getoption("--thorough") else EITHER) == []


@pytest.mark.parametrize(("site", "listed"), APPLICATIONS)
def test_no_page_is_left_out(site, listed):
    folder = {"opc": "order-processing-center"}.get(site.application, site.application)
    there = {file.stem for file in (CHECKOUT / folder / JSPS).glob("*.jsp")}

    assert there - PARTS.get(site.application, set()) <= set(listed)
