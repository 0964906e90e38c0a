"""One colour and one marker for each variant, throughout a report; legible by light and dark, and to the colour-blind.

Hues are Okabe and Ito's (2008), shifted for contrast: at least 3 : 1 against white, and their partners against the
dark page. A plot is drawn in the light colours. In the page, where they are known by name, style sheets put in
those of the reader's choice.
"""

from dataclasses import dataclass

INK, GRID = "#1b1f24", "#d5dae1"


@dataclass(frozen=True)
class Look:
    """How a variant looks in every plot."""

    light: str
    dark: str
    shape: str


LOOKS = (
    Look("#0072b2", "#56b4e9", "circle"),
    Look("#d55e00", "#ff9a55", "square"),
    Look("#00825f", "#2fd3a6", "triangle-up"),
    Look("#a6467f", "#e5a3cd", "diamond"),
    Look("#7a6200", "#f0e442", "cross"),
    Look("#5b5f66", "#b9bec6", "triangle-down"),
)


def looks(variants: list[str]) -> dict[str, Look]:
    """A look for each variant, in their order; beyond six they come round again with the next marker."""
    shapes = [look.shape for look in LOOKS]
    return {
        variant: Look(
            LOOKS[place % len(LOOKS)].light,
            LOOKS[place % len(LOOKS)].dark,
            shapes[(place + place // len(LOOKS)) % len(shapes)],
        )
        for place, variant in enumerate(variants)
    }


def for_the_page(svg: str) -> str:
    """Swaps the colours of a drawing for names that the page's style sheet fills."""
    svg = svg.replace(INK, "currentColor").replace(GRID, "var(--grid)")
    for place, look in enumerate(LOOKS):
        svg = svg.replace(look.light, f"var(--variant-{place})")
    return svg


def style_variables(dark: bool) -> str:
    """Declarations for the style sheet."""
    return " ".join(f"--variant-{place}: {look.dark if dark else look.light};" for place, look in enumerate(LOOKS))
