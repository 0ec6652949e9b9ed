"""Charts drawn with matplotlib (the extra `report`). Names are printed literally, never as mathematics."""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_UNSEEN = "\u200b"
"""A space without width. Matplotlib leaves names that begin with an underscore out of a legend."""


class NoPainterError(RuntimeError):
    """Matplotlib, which draws the charts, is not installed."""


def figure_class() -> "type[Figure]":
    """Return the matplotlib class `Figure`; raises NoPainterError if matplotlib is not installed."""
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        raise NoPainterError from error
    return Figure


@contextmanager
def literal_text() -> Iterator[None]:
    """Print all text literally inside this context: text between two ``$`` is not read as mathematics.

    Make, draw and save a figure inside the context, because matplotlib makes some of its texts late. A character that
    the font does not have is drawn as a box, without a warning on stderr.

    Raises:
        NoPainterError: if matplotlib is not installed.
    """
    figure_class()
    from matplotlib import rc_context

    with rc_context({"text.parse_math": False, "text.usetex": False}), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        yield


def legend_label(name: str) -> str:
    """Return the label that makes `name` appear in a legend."""
    return f"{_UNSEEN}{name}" if name.startswith("_") else name


def to_png(sheet: "Figure", dpi: int) -> bytes:
    """Return the figure `sheet` as the bytes of a PNG file; `dpi` is in pixels an inch."""
    out = BytesIO()
    sheet.savefig(out, format="png", dpi=dpi)
    return out.getvalue()
