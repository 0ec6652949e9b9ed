"""Sheets on which charts are drawn with matplotlib, the extra `report`: every name is printed as it is."""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_UNSEEN = "\u200b"
"""A space without width: matplotlib leaves names that begin with an underscore out of a legend."""


class NoPainterError(RuntimeError):
    """Matplotlib, which draws the charts, is not installed."""


def figure_class() -> "type[Figure]":
    """Return what a sheet is made of; raises NoPainterError if matplotlib is not installed."""
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        raise NoPainterError from error
    return Figure


@contextmanager
def literal_text() -> Iterator[None]:
    """Print all text that is drawn meanwhile as it is: what stands between two ``$`` is no mathematics.

    A sheet must be made, drawn and saved inside, for matplotlib makes some of its texts only then. A character that
    the font does not have is drawn as a box, and nothing is said of it on stderr.

    Raises:
        NoPainterError: if matplotlib is not installed.
    """
    figure_class()
    from matplotlib import rc_context

    with rc_context({"text.parse_math": False, "text.usetex": False}), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        yield


def legend_label(name: str) -> str:
    """Return the label by which a name stands in a legend."""
    return f"{_UNSEEN}{name}" if name.startswith("_") else name


def to_png(sheet: "Figure", dpi: int) -> bytes:
    """Return a sheet as a PNG; `dpi` are pixels for each inch of its size."""
    out = BytesIO()
    sheet.savefig(out, format="png", dpi=dpi)
    return out.getvalue()
