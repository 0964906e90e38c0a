"""One colour and one marker for each variant, throughout a report; legible by light and dark, and to the colour-blind.

Hues are Okabe and Ito's (2008), shifted for contrast: at least 3 : 1 against white, and their partners against the
dark page. A plot is drawn in the light colours. In the page, where they are known by name, style sheets put in
those of the reader's choice.
"""

from dataclasses import dataclass

INK, GRID = "#1b1f24", "#d5dae1"


@dataclass(frozen=True)
class Style:
    """How a variant looks in every plot."""

    light: str
    dark: str
    shape: str


STYLES = (
    Style("#0072b2", "#56b4e9", "circle"),
    Style("#d55e00", "#ff9a55", "square"),
    Style("#00825f", "#2fd3a6", "triangle-up"),
    Style("#a6467f", "#e5a3cd", "diamond"),
    Style("#7a6200", "#f0e442", "cross"),
    Style("#5b5f66", "#b9bec6", "triangle-down"),
)


def styles_of(variants: list[str]) -> dict[str, Style]:
    """A style for each variant, in their order; beyond six they come round again with the next marker."""
    shapes = [style.shape for style in STYLES]
    return {
        variant: Style(
            STYLES[place % len(STYLES)].light,
            STYLES[place % len(STYLES)].dark,
            shapes[(place + place // len(STYLES)) % len(shapes)],
        )
        for place, variant in enumerate(variants)
    }


def for_the_page(svg: str) -> str:
    """Swaps the colours of a drawing for names that the page's style sheet fills."""
    svg = svg.replace(INK, "currentColor").replace(GRID, "var(--grid)")
    for place, style in enumerate(STYLES):
        svg = svg.replace(style.light, f"var(--variant-{place})")
    return svg


def on_white(svg: str) -> str:
    """A drawing for who cannot see what is behind it."""
    return svg.replace(">", '><rect width="100%" height="100%" fill="white"/>', 1)


def style_variables(dark: bool) -> str:
    """Declarations for the style sheet."""
    return " ".join(f"--variant-{place}: {style.dark if dark else style.light};" for place, style in enumerate(STYLES))
