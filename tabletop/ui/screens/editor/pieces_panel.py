"""The panel at the left: the kinds that can be placed, and the pieces of the scenario by division."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import pygame

from tabletop.authoring.kit import PieceGroup, PieceKind
from tabletop.core.phrases import format_count
from tabletop.ui import rebinding
from tabletop.ui.assets import Sprites, anchors
from tabletop.ui.boards.battle.desk import Fold
from tabletop.ui.boards.nations import NATIONS, nation_badge
from tabletop.ui.boards.portraits import Portrait, paint_portrait
from tabletop.ui.input import Input
from tabletop.ui.screens.editor.session import EditorSession
from tabletop.ui.text import LABEL, PANEL_TITLE, SMALL, fitted, rendered, size_of
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.base import Size, Tip, Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.draw import boxed, draw_focus
from tabletop.ui.widgets.form_controls import Segments
from tabletop.ui.widgets.label import Label, Text
from tabletop.ui.widgets.layout import Column, Row, Spacer
from tabletop.ui.widgets.list_box import ListBox
from tabletop.ui.widgets.list_entry import ListEntry
from tabletop.ui.widgets.panel import DoubleRule, Panel
from tabletop.ui.widgets.report import CONSUMED, Chosen, Report
from tabletop.ui.widgets.scroll import Scroll

NATION, SIDE, TREE, KIND = "kinds.nation", "tree.side", "tree", "kinds"
PICTURE_WIDTH, ROW_HEIGHT, PAD = 84, 44, 8
"""Width of the picture of a kind, height of its row, and padding, design pixels."""
OTHERS = "Others"
"""The name for empty divisions, whose side is unknown."""
ROOMY_HEIGHT = 560
"""Height from which only the tree scrolls, design pixels."""
FEWEST_KINDS, MOST_KINDS = 3, 7
"""The fewest and the most kinds in sight at once."""
RESERVED_HEIGHT = 540
"""Height that is reserved for bars, tree and buttons, design pixels."""
DrawKind = Callable[[PieceKind, str, Size], pygame.Surface]
"""A function that draws a kind in the colours of a nation at a size in pixels."""


@dataclass(frozen=True)
class KindDragged(Report):
    """The report that a kind is dragged over the screen, or released."""

    kind: str
    pixel: tuple[int, int]
    is_dropped: bool = False


class KindRow(Widget):
    """A row for a kind of piece: picture, name and numbers. A click chooses it, a drag places it."""

    focusable = True
    interactive = True
    glows = True

    def __init__(self, kind: PieceKind, nation: str, portray: DrawKind, *, chosen: bool) -> None:
        super().__init__(
            f"kind.{kind.id}",
            tip=Tip(kind.title, f"{kind.note}. Drag it to its place, or select it and press {{place}} there."),
        )
        self.kind = kind
        self.text = kind.title
        self._draw_kind = portray
        self._nation = nation
        self._is_chosen = chosen
        self._is_dragged = False

    def measure(self, theme: Theme, width: int) -> Size:
        """Return the size of the picture and two lines of text."""
        widest = max(size_of(self.kind.title, LABEL, theme.scale)[0], size_of(self.kind.note, SMALL, theme.scale)[0])
        return theme.px(PICTURE_WIDTH + 2 * PAD) + widest, theme.px(ROW_HEIGHT)

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw the row; the chosen row has a brass edge."""
        if self.focused:
            draw_focus(surface, theme, self.rect)
        if self._is_chosen or self.hovered:
            edge = INKS.bar_rule if self._is_chosen else INKS.paper_2
            surface.blit(boxed(self.rect.size, theme.px(3), INKS.paper_2, edge, theme.px(1)), self.rect)
        picture = self._draw_kind(self.kind, self._nation, (theme.px(PICTURE_WIDTH), theme.px(ROW_HEIGHT - 4)))
        surface.blit(
            picture,
            picture.get_rect(midleft=(self.rect.x + theme.px(2), self.rect.centery)),
            special_flags=pygame.BLEND_PREMULTIPLIED,
        )
        left, room = self.rect.x + theme.px(PICTURE_WIDTH + PAD), self.rect.w - theme.px(PICTURE_WIDTH + 2 * PAD)
        for words, style, middle in ((self.kind.title, LABEL, 0.3), (self.kind.note, SMALL, 0.72)):
            shown, fit = fitted(words, style, room, theme.scale)
            line = rendered(shown, fit, theme.scale)
            surface.blit(line, line.get_rect(midleft=(left, self.rect.y + round(self.rect.h * middle))))

    def handle(self, given: Input, theme: Theme) -> Report | None:
        """Report a click or a drag of the row."""
        if given.kind == "pressed" and given.button == "left":
            self._is_dragged = False
            return CONSUMED
        if given.kind == "moved" and "left" in given.buttons and self.held:
            self._is_dragged = self._is_dragged or not self.rect.collidepoint(given.pos)
            return KindDragged(self.kind.id, given.pos) if self._is_dragged else CONSUMED
        if given.kind == "released" and given.button == "left":
            return KindDragged(self.kind.id, given.pos, is_dropped=True) if self._is_dragged else self.activate()
        return None

    def activate(self) -> Report | None:
        """Return the report that chooses this kind."""
        return Chosen(KIND, self.kind.id)


def build_pieces_panel(session: EditorSession, portray: DrawKind, high: float) -> Widget:
    """Build the kinds over the tree of pieces; all of it scrolls if `high`, design pixels, is small."""
    tree = ListBox(TREE, list(_list_entries(session)), chosen=_find_dark_row(session), several=True, grow=1)
    parts: list[Widget] = [*_build_kinds(session, portray, high), *_build_heading(session)]
    new = Button("division.new", "New division", grow=1, tip=_DIVISION)
    foot = Row([new, Button("kinds.next", "Reinforce", grow=1, tip=_REINFORCE)], gap=8)
    if high < ROOMY_HEIGHT:
        return Scroll(Column([*parts, tree, foot], gap=8), ident="pieces.scroll")
    return Column([*parts, tree, foot], gap=8)


_DIVISION = Tip("New division", "Makes a division of the selected ships.")
_REINFORCE = Tip("Reinforce", "Places another ship of the selected type beside the selection.")


def list_nations(session: EditorSession) -> tuple[str, ...]:
    """Return the nations that have kinds to place."""
    named = tuple(dict.fromkeys(kind.nation for kind in session.draft.kinds if kind.nation))
    return tuple(one for one in NATIONS if one in named) or tuple(NATIONS)


def current_nation(session: EditorSession) -> str:
    """Return the nation whose kinds are listed."""
    found = list_nations(session)
    return session.nation if session.nation in found else found[0]


def list_kinds(session: EditorSession) -> tuple[PieceKind, ...]:
    """Return the kinds of the current nation, and those of no nation."""
    return tuple(kind for kind in session.draft.kinds if kind.nation in ("", current_nation(session)))


def _build_kinds(session: EditorSession, portray: DrawKind, high: float) -> Iterator[Widget]:
    """Yield the tabs of nations, the list of kinds, and a hint."""
    nation = current_nation(session)
    tabs = [(one, NATIONS[one].capitalize()) for one in list_nations(session)]
    yield Segments(NATION, tabs, nation, tip=Tip("Nation of new ships"))
    rows = Column(
        [KindRow(kind, nation, portray, chosen=kind.id == session.kind_id) for kind in list_kinds(session)], gap=0
    )
    seen = max(FEWEST_KINDS, min(MOST_KINDS, int(high - RESERVED_HEIGHT) // ROW_HEIGHT))
    yield HeightLimit(Scroll(rows, ident=f"kinds.scroll.{nation}"), ROW_HEIGHT * seen)
    yield Text(rebinding.told("Drag a ship to its place, or press {place}."), SMALL)


# --- the tree


def list_sides(session: EditorSession) -> tuple[str, ...]:
    """Return the sides that have groups."""
    return tuple(dict.fromkeys(group.side for group in session.draft.groups))


def list_groups(session: EditorSession) -> tuple[PieceGroup, ...]:
    """Return the groups of the side that is shown."""
    found = list_sides(session)
    side = session.side if session.side in found else next(iter(found), "")
    return tuple(group for group in session.draft.groups if group.side == side)


def _build_heading(session: EditorSession) -> Iterator[Widget]:
    """Yield the heading with the number of ships, and the tabs of sides."""
    groups = session.draft.groups
    number = sum(len(group.pieces) for group in groups)
    yield Row([Text("Fleet", PANEL_TITLE), Spacer(grow=1), Label(format_count(number, "ship"), SMALL)], align="end")
    yield DoubleRule()
    if len(found := list_sides(session)) > 1:
        names = {side.id: side.name for side in session.draft.game.meta.sides}
        tabs = [
            (side, f"{(names.get(side) or side or OTHERS).split()[0]} {_count_pieces(groups, side)}") for side in found
        ]
        yield Segments(SIDE, tabs, list_groups(session)[0].side, tip=Tip("Side"))


def _count_pieces(groups: Sequence[PieceGroup], side: str) -> int:
    """Return the number of pieces of a side."""
    return sum(len(group.pieces) for group in groups if group.side == side)


def _list_entries(session: EditorSession) -> Iterator[ListEntry]:
    """Yield a row for each group, and below an unfolded group a row for each piece."""
    for group in list_groups(session):
        folded = group.id in session.folded_groups
        yield ListEntry(
            group.id,
            group.title.partition(" (")[0],
            str(len(group.pieces)),
            heading=True,
            folded=folded,
            tip=Tip(group.title, "Click to select the whole division, again to collapse it."),
        )
        for key in () if folded else group.pieces:
            piece = session.draft.find_piece(key)
            yield ListEntry(
                key,
                piece.name,
                sign=nation_badge(piece.nation) if piece.nation in NATIONS else None,
                too=key in session.selection,
                tip=Tip(piece.name, f"{key}. Double-click to zoom to her; Shift-click to add her to the selection."),
            )


def _find_dark_row(session: EditorSession) -> str:
    """Return the id of the dark row: a ship, or a division that is selected as a whole."""
    whole = (group.id for group in session.draft.groups if group.pieces and set(group.pieces) == set(session.selection))
    if len(session.selection) > 1:
        return next(whole, session.selection[0])
    return next(iter(session.selection), "")


def build_pieces_sheet(content: Widget) -> Widget:
    """Build the sheet around the pieces panel, with the button that folds it."""
    fold = Fold("order.close", "collapse", Tip("Collapse the list"))
    return Panel(content, "Ships", ident="pieces", corner=fold, padding=10)


class HeightLimit(Widget):
    """A scrolling widget with a limited height."""

    def __init__(self, child: Widget, high: float) -> None:
        """Limit `child` to the height `high`, design pixels."""
        super().__init__()
        self.children = [child]
        self._high = high

    def measure(self, theme: Theme, width: int) -> Size:
        """Return the size of the child, at most as high as the limit."""
        wide, high = self.children[0].measured(theme, width)
        return wide, min(high, theme.px(self._high))


HULL_SHARE = 0.8
"""The longest hull as a share of the width of the picture."""


@lru_cache(maxsize=1)
def _load_sprites() -> Sprites:
    """Return the sprites, loaded once."""
    return Sprites()


@lru_cache(maxsize=64)
def draw_ship(model: str, nation: str, size: tuple[int, int]) -> pygame.Surface:
    """Draw a ship heading right in the colours of `nation`, with premultiplied alpha.

    Cached; never draw on it.
    """
    made = pygame.Surface(size, pygame.SRCALPHA)
    longest = max(one.hull[0] for one in anchors().models.values())
    zoom = HULL_SHARE * size[0] / longest
    paint_portrait(
        made,
        _load_sprites(),
        Portrait(model, NATIONS[nation], (size[0] * 0.54, size[1] * 0.5), zoom, 90, "square"),
        (0, 0),
        1.0,
    )
    return made
