"""What is chosen for an order: a number of crews, whether a leader goes, a kind of shot with how far it carries."""

from collections.abc import Sequence

import pygame

from tabletop.core.commands import Command
from tabletop.core.phrases import format_signed
from tabletop.games.ships_of_the_line import fleets
from tabletop.games.ships_of_the_line.model import State
from tabletop.games.ships_of_the_line.ship import ShotKind
from tabletop.games.ships_of_the_line.survey.choices import GOES, HELPS, STAYS, WITHOUT, ParameterChoice, range_of_shot
from tabletop.games.ships_of_the_line.survey.leadership import find_leader_help
from tabletop.ui.assets import icon
from tabletop.ui.boards.ships_of_the_line.panels.pictograms import paint_star
from tabletop.ui.text import LABEL, Style, size_of, write_at
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.base import Size, Tip, Widget
from tabletop.ui.widgets.draw import boxed, draw_focus, rounded
from tabletop.ui.widgets.form_controls import Segments
from tabletop.ui.widgets.label import Fitted, Label
from tabletop.ui.widgets.layout import Row, Sized, Spacer
from tabletop.ui.widgets.report import Chosen, Report

TITLED = 72
"""Width of what stands before a picker, design pixels."""
_NAMES: dict[ShotKind, str] = {
    "round": "Round", "red": "Hot", "double": "Double", "chain": "Chain", "grape": "Grape",
}  # fmt: skip
_CREWS = Tip("Crews", "How many of the free crews to send. They are not available at the guns.\nRule SOTL-20.1-g")
_LEADER = (
    "A leader who boards fights on deck, helps no other ship until the phase ends, and is lost with his ship.\nRule "
    "AMB-154"
)
_SHOT = "The number is its range in UM.\nRule SOTL-19"


def picker(state: State, ship: str, order: Command, asked: ParameterChoice, chosen: str) -> Widget:
    """A row in which something is chosen for an order of a ship; it reports what, by the id of what is asked."""
    if asked.kind == "aid":
        found = find_leader_help(state, order)
        told = f"{found.name} {format_signed(found.rating)}" if found else ""
        return Row([Spacer(TITLED + 6), LeaderChip(asked.id, told, chosen)], gap=0, align="centre")
    if asked.kind == "crews":
        return _row("Crews", Segments(asked.id, [(one, one) for one in asked.values], chosen, tip=_CREWS))
    if asked.kind == "leader":
        one = fleets.leader_aboard(state, ship)
        name = fleets.leader_on_card(state, one).name if one else ""
        words = [(STAYS, "Stays out"), (GOES, "Fights")]
        return _row(name.split()[-1], Segments(asked.id, words, chosen, tip=Tip(name, _LEADER)))
    kinds: list[ShotKind] = [kind for kind in _NAMES if kind in asked.values]
    return _row(asked.kind.capitalize(), ShotPicker(asked.id, state, kinds, chosen))


class LeaderChip(Widget):
    """The leader who helps with a roll, and by how much; a click does without him, another asks him again."""

    focusable = True
    interactive = True
    glows = True
    HEIGHT = 26

    def __init__(self, ident: str, told: str, chosen: str) -> None:
        tip = "Click to do without his help or to use it again." if chosen == HELPS else "Click to use his help."
        super().__init__(ident, tip=Tip(told, f"{tip}\nRule AMB-150"))
        self.told, self.chosen = told, chosen
        self.words = told if chosen == HELPS else f"without {told.rpartition(' ')[0]}"

    def measure(self, theme: Theme, width: int) -> Size:
        """The star and the words."""
        return size_of(self.words, LABEL, theme.scale)[0] + theme.px(42), theme.px(self.HEIGHT)

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Dark with brass while he helps, pale while he does not."""
        if self.focused:
            draw_focus(surface, theme, self.rect)
        helped = self.chosen == HELPS
        fill, edge = (INKS.plate, INKS.bar_rule) if helped else (INKS.paper_2, INKS.edge)
        pen, radius = theme.px(2 if self.hovered else 1), theme.px(self.HEIGHT / 2)
        surface.blit(boxed(self.rect.size, radius, fill, edge, pen), self.rect)
        at = (self.rect.x + theme.px(17), self.rect.centery)
        paint_star(surface, at, theme.px(7.5), INKS.brass if helped else INKS.disabled)
        ink = INKS.brass_light if helped else INKS.muted
        write_at(surface, theme, self.words, LABEL.tinted(ink), midleft=(at[0] + theme.px(13), at[1]))

    def activate(self) -> Report:
        """The other choice."""
        return Chosen(self.id, WITHOUT if self.chosen == HELPS else HELPS)


def _row(title: str, chooser: Segments) -> Widget:
    words = Label(title, LABEL) if len(title) < len("Starboard") + 1 else Fitted(title, LABEL)
    chooser.grow = 1
    return Row([Sized(words, TITLED), chooser], gap=6, align="centre")


class ShotPicker(Segments):
    """Kinds of shot side by side, each with its picture and how far it carries."""

    HEIGHT, BALL = 46, 20

    def __init__(self, ident: str, state: State, kinds: Sequence[ShotKind], chosen: str) -> None:
        names = ", ".join(f"{_NAMES[kind]} {range_of_shot(state, kind):g}" for kind in kinds)
        super().__init__(ident, [(kind, _NAMES[kind]) for kind in kinds], chosen, tip=Tip("Shot", f"{names}. {_SHOT}"))
        self._reach = {str(kind): f"{range_of_shot(state, kind):g}" for kind in kinds}

    def measure(self, theme: Theme, width: int) -> Size:
        """Two lines high."""
        widest = max(size_of(words, _NAME, theme.scale)[0] for _, words in self.options)
        return (widest + 2 * theme.px(3)) * len(self.options), theme.px(self.HEIGHT)

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """The chosen one is ink, its ball on a light disc."""
        if self.focused:
            draw_focus(surface, theme, self.rect)
        surface.blit(boxed(self.rect.size, theme.px(3), INKS.paper_2, INKS.edge, theme.px(1)), self.rect)
        for number, (value, words) in enumerate(self.options):
            part, is_chosen = self._part(number), value == self.chosen
            if is_chosen or number == self.under:
                inner = part.inflate(-2 * theme.px(1), -2 * theme.px(1))
                surface.blit(rounded(inner.size, theme.px(3), INKS.ink if is_chosen else INKS.paper), inner)
            ink = INKS.cream if is_chosen else INKS.ink
            write_at(surface, theme, words, _NAME.tinted(ink), midtop=(part.centerx, part.y + theme.px(3)))
            self._paint_ball(surface, theme, part, value)
            at = (part.centerx + theme.px(6), part.bottom - theme.px(13))
            write_at(surface, theme, self._reach[value], LABEL.tinted(ink), midleft=at)

    def _paint_ball(self, surface: pygame.Surface, theme: Theme, part: pygame.Rect, value: str) -> None:
        middle, side = (part.centerx - theme.px(8), part.bottom - theme.px(13)), theme.px(self.BALL)
        if value == self.chosen:
            pygame.draw.aacircle(surface, INKS.cream, middle, side // 2 + theme.px(1))
        ball = icon(f"shot_{value}", side)
        surface.blit(ball, ball.get_rect(center=middle), special_flags=pygame.BLEND_PREMULTIPLIED)


_NAME = Style("semibold", 14)
