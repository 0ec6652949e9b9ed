"""A fight on deck before the throw: both sides with their crews, the lead of the boarders, and what each must throw."""

from collections.abc import Iterator

import pygame

from tabletop.core.phrases import format_percent, join_words
from tabletop.games.ships_of_the_line.commands import Board, Defend
from tabletop.games.ships_of_the_line.model import State, list_flags
from tabletop.games.ships_of_the_line.survey import odds
from tabletop.games.ships_of_the_line.survey.crew_tasks import FightForecast, FightParty, forecast_fight
from tabletop.games.ships_of_the_line.survey.summaries import compute_strength
from tabletop.ui.assets import icon
from tabletop.ui.boards.nations import badge
from tabletop.ui.boards.ships_of_the_line.panels import pictograms
from tabletop.ui.text import LABEL, NAME, SMALL, size_of, write_at
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.label import Fitted, Label, Text
from tabletop.ui.widgets.layout import Column, Row, Spacer
from tabletop.ui.widgets.marks import Drawn, Sign

_STAGES = ("Not aboard", "On her deck", "Taken")
"""What the boarders have come to by each round of their lead."""
_FATIGUE = Tip("Fatigue", "Every round tires the crews who fight.\nRule SOTL-20.2-e")
_LEAD = Tip("Lead", "The boarders' lead in rounds. A lead of two takes the ship.\nRule SOTL-20.2-d")
FIGURE, STEP, TRACK = 24, 16, 46
"""Height of a figure, from figure to figure, height of the track; design pixels."""


def rows(state: State, order: Board | Defend) -> list[Widget]:
    """All that is known before the throw, if who is boarded does not board as well."""
    known = forecast_fight(state, order)
    parts: list[Widget] = [*_party(state, known.ours), *_party(state, known.theirs)]
    if known.advantage is not None:
        parts.append(Row([Spacer(grow=1), _track(known), Spacer(grow=1)]))
    parts += [_throw(state, known.ours, known.theirs), _throw(state, known.theirs, known.ours)]
    for party in (known.ours, known.theirs):
        if party.is_boarding and party.tired_ships:
            names = join_words(state.cards[key].name for key in party.tired_ships)
            told = f"{names} will be exhausted: able to hold, not to capture."
            parts.append(Text(told, SMALL.tinted(INKS.danger)))
    return [Column(parts, gap=3)]


def offer(state: State, other: Board | Defend, *, joins: bool) -> Widget:
    """What a leader would change, by the order in which the other is chosen for him: `joins` if he fights in it."""
    ours = forecast_fight(state, other).ours
    told = f"{'With' if joins else 'Without'} him {_ratio(ours)}: {format_percent(ours.chance)}"
    return Row([Spacer(grow=1), Label(told, SMALL)], gap=0)


def _party(state: State, party: FightParty) -> Iterator[Widget]:
    """Whose crews fight, how strong they are, and how tired."""
    first = party.ships[0]
    called = join_words(state.cards[key].name for key in party.ships)
    names = Fitted(called, NAME, tip=Tip(called))
    does = Label("boards" if party.is_boarding else "resists", SMALL.tinted(INKS.muted))
    told = Label(f"Strength {party.strength}", LABEL).by(odds.find_boarding_rule(state, first))
    yield Row([Sign(badge(*list_flags(state, first)), 18), names, does, told], gap=8, align="centre")
    limit = compute_strength(state, first).fatigue_limit
    tired = pictograms.numbered(state.ships[first].fatigue, limit, _FATIGUE) if len(party.ships) == 1 else Spacer()
    yield Row([Spacer(26), _figures(party.crews), Spacer(grow=1), tired], gap=0, align="centre")


def _figures(crews: int) -> Drawn:
    """The crews of a side that are in the fight."""

    def pen(surface: pygame.Surface, theme: Theme, rect: pygame.Rect) -> None:
        figure = icon("crew_boarder", theme.px(FIGURE))
        for number in range(crews):
            at = rect.x + number * theme.px(STEP), rect.y
            surface.blit(figure, at, special_flags=pygame.BLEND_PREMULTIPLIED)

    return Drawn(STEP * crews + 4, FIGURE, pen, Tip("Crews in the fight", "They are not available at the guns."))


def _throw(state: State, party: FightParty, against: FightParty) -> Widget:
    """By what column a side throws, and how likely it is enough."""
    sign = Sign(badge(*list_flags(state, party.ships[0])), 16)
    needs = f"{party.needed} or less on two dice" if party.column else "too weak to fight"
    chance = Label(format_percent(party.chance), LABEL)
    row = Row([sign, Label(_ratio(party), LABEL), Label(needs, SMALL), Spacer(grow=1), chance], gap=8, align="centre")
    return row.by(odds.find_throw_rule(state, party.ships, against.ships))


def _ratio(party: FightParty) -> str:
    return party.column.replace("-", " to ") or "–"


def _track(known: FightForecast) -> Widget:
    """The lead of the boarders: at the rails, on her deck, taken."""

    def pen(surface: pygame.Surface, theme: Theme, rect: pygame.Rect) -> None:
        radius, y = theme.px(11), rect.y + theme.px(13)
        spots = [(rect.x + rect.w * (2 * number + 1) // 6, y) for number in range(known.wanted + 1)]
        for number, spot in enumerate(spots):
            reached = number <= (known.advantage or 0)
            if number:
                pygame.draw.line(surface, INKS.danger if reached else INKS.rule, spots[number - 1], spot, theme.px(3))
        for number, (spot, words) in enumerate(zip(spots, _STAGES, strict=True)):
            reached = number <= (known.advantage or 0)
            pygame.draw.aacircle(surface, INKS.danger if reached else INKS.edge, spot, radius)
            pygame.draw.aacircle(surface, INKS.danger if reached else INKS.paper, spot, radius - theme.px(2))
            write_at(surface, theme, str(number), LABEL.tinted(INKS.cream if reached else INKS.ink), center=spot)
            high = size_of(words, SMALL, theme.scale)[1]
            write_at(surface, theme, words, SMALL, center=(spot[0], y + radius + theme.px(2) + high // 2))

    return Drawn(318, TRACK, pen, _LEAD)
