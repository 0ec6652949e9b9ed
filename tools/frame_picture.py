"""Draw `docs/pictures/frame.svg`: the layers of a table screen, and the steps of a frame."""

import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from xml.sax.saxutils import escape

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"

import pygame

import tabletop.games  # noqa: F401 - makes the games known
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.panel import Panel
from tools.benchmarks.drawing import SeaStage

OUT = Path(__file__).parents[1] / "docs" / "pictures" / "frame.svg"
SMALL, LEAN, LIFT = 0.3, 0.35, 215
"""Of a pixel of the window in the picture; how far the layers lean, and how far they lie above each other."""
FRAME_STEPS = (
    ("App.step", "input, then time passes"),
    ("Page.handle", "widgets answer, reports go to handlers"),
    ("widget.touch()", "it looks different from now on"),
    ("Page.draw: prepare_frame()", "the board and others come up to date"),
    ("CHANGES.count", "nothing changed: nothing is painted"),
    ("paint_tree(...)", "the whole window, the lowest layer first"),
    ("display.flip", "the window is shown"),
)
"""The steps of a frame, in order."""


def main() -> int:
    """Draw the picture."""
    stage = SeaStage()
    tooltip_over = stage.screen.find("show.threats").rect
    planes = (
        ("the board, from its layers", [stage.screen.area]),
        ("panels, each kept as a picture", list(_find_sheets(stage.screen.layers[0]))),
        ("dialog, toast and tooltip", [pygame.Rect(tooltip_over.right + 12, tooltip_over.y - 90, 330, 90)]),
    )
    OUT.write_text("\n".join(_format_svg(planes)) + "\n", encoding="utf-8")
    stage.app.close()
    return 0


def _find_sheets(widget: Widget) -> Iterator[pygame.Rect]:
    """Yield the outermost panels, and all other widgets on the playing surface."""
    for child in widget.shown():
        if isinstance(child, Panel):
            yield child.rect
        elif type(child).paint is Widget.paint:
            yield from _find_sheets(child)
        elif child.id != "sea":
            yield child.rect


def _format_svg(planes: Iterable[tuple[str, list[pygame.Rect]]]) -> Iterator[str]:
    yield '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1240 640" font-family="sans-serif" font-size="15">'
    yield '<rect width="1240" height="640" fill="#f4efe2"/>'
    for number, (words, rects) in enumerate(planes):
        low = 420 - number * LIFT
        for rect in rects:
            yield _format_slanted_rect(rect, low, ("#46718a", "#f9f5e9", "#26323a")[number])
        yield f'<text x="645" y="{low + 185}" font-size="13">{escape(words)}</text>'
    for number, (call, words) in enumerate(FRAME_STEPS):
        top = 40 + number * 82
        yield f'<rect x="860" y="{top}" width="350" height="58" rx="4" fill="#f9f5e9" stroke="#26323a"/>'
        yield f'<text x="876" y="{top + 24}" font-weight="bold">{escape(call)}</text>'
        yield f'<text x="876" y="{top + 45}" font-size="13">{escape(words)}</text>'
        if number:
            yield f'<path d="M1035 {top - 24}v16m-5 -6l5 6l5 -6" fill="none" stroke="#26323a" stroke-width="2"/>'
    yield "</svg>"


def _format_slanted_rect(rect: pygame.Rect, low: int, fill: str) -> str:
    """Return an SVG polygon for a rectangle of the window on a slanted layer."""
    corners = (rect.topleft, rect.topright, rect.bottomright, rect.bottomleft)
    placed = " ".join(
        f"{30 + SMALL * (x + LEAN * (1080 - y) * 1.4):.0f},{low + SMALL * y * 0.6:.0f}" for x, y in corners
    )
    return f'<polygon points="{placed}" fill="{fill}" fill-opacity="0.82" stroke="#26323a"/>'


if __name__ == "__main__":
    sys.exit(main())
