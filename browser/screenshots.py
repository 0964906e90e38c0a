"""The pictures of pages that the README shows: what they are, where they lie, and whether they still tell the truth.

To renew them: `PETLAB_RENEW_SCREENSHOTS=1 ./petlab test`, or that variable before pytest with `-m bed browser`.
"""

import base64
import os
from typing import TYPE_CHECKING

from deploy.paths import CHECKOUT

if TYPE_CHECKING:  # who does not test has no Playwright
    from playwright.sync_api import Page

FOLDER = CHECKOUT / "docs"
MAX_BYTES = 200_000

#: The share of a picture that may look different: a time of day and an order's number are never the same.
TOLERANCE = 0.02
RENEW = "PETLAB_RENEW_SCREENSHOTS"

# Both are drawn at an eighth of their size, so that each dot is the mean of 64; a dot is another one when its colour
# is off by a tenth of the range. Text that says something else hardly changes it, a part that moved does.
_COMPARE = """async ([before, after]) => {
  const dots = async (data) => {
    const picture = new Image();
    picture.src = "data:image/png;base64," + data;
    await picture.decode();
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    const context = canvas.getContext("2d");
    context.drawImage(picture, 0, 0);
    const {width, height} = picture;
    const bytes = context.getImageData(0, 0, width, height).data;
    const columns = Math.floor(width / 8), rows = Math.floor(height / 8);
    const means = new Float32Array(columns * rows * 3);
    for (let y = 0; y < rows * 8; y++) for (let x = 0; x < columns * 8; x++) for (let c = 0; c < 3; c++)
      means[((y >> 3) * columns + (x >> 3)) * 3 + c] += bytes[(y * width + x) * 4 + c] / 64;
    return {columns, rows, means};
  };
  const [one, other] = [await dots(before), await dots(after)];
  if (one.columns !== other.columns || one.rows !== other.rows) return 1;
  let different = 0;
  for (let dot = 0; dot < one.means.length; dot += 3)
    if ([0, 1, 2].some(c => Math.abs(one.means[dot + c] - other.means[dot + c]) > 25.5)) different++;
  return different / (one.columns * one.rows);
}"""


def shot(page: "Page", height: int) -> bytes:
    """The page as it is shown, from the top of what is in view, without what blinks or moves."""
    width = page.viewport_size["width"] if page.viewport_size else 0
    picture: bytes = page.screenshot(
        animations="disabled", caret="hide", clip={"x": 0, "y": 0, "width": width, "height": height}
    )
    return picture


def difference(canvas: "Page", before: bytes, after: bytes) -> float:
    """The share of two pictures that looks different, 0 to 1. The canvas is a page of no site."""
    encoded = [base64.b64encode(picture).decode("ascii") for picture in (before, after)]
    return float(canvas.evaluate(_COMPARE, encoded))


def is_renewal_requested() -> bool:
    """Whether the person has asked for new pictures."""
    return bool(os.environ.get(RENEW))
