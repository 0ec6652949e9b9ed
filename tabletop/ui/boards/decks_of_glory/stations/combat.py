"""The modes of the Gunnery and Boarding Phases: aims at targets with odds, and whom boarders attack first."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import ClassVar

import pygame

from tabletop.core.commands import Command
from tabletop.core.errors import Refused
from tabletop.core.phrases import format_count, format_percent, join_words
from tabletop.games.decks_of_glory import GAME
from tabletop.games.decks_of_glory.commands import LeadBoarders, OpenFire
from tabletop.games.decks_of_glory.model import Aim, format_names
from tabletop.games.decks_of_glory.survey import odds
from tabletop.games.decks_of_glory.survey.fields import Shot, find_shot, list_shots
from tabletop.games.decks_of_glory.survey.odds import Boarders
from tabletop.geometry.hexgrid import Hex
from tabletop.ui import keys
from tabletop.ui.boards.cards.reader import build_lines
from tabletop.ui.boards.contract import PhaseProgress, PrimaryAction, UnfinishedPhase
from tabletop.ui.boards.decks_of_glory import captions, sights
from tabletop.ui.boards.decks_of_glory.overlays import Chip, Overlay, Tint
from tabletop.ui.boards.decks_of_glory.stations.station import Station, Touch
from tabletop.ui.boards.decks_of_glory.viewer import Viewer
from tabletop.ui.boards.replies import Ask, Recompose, Refuse, Reply, Submit
from tabletop.ui.input import Input
from tabletop.ui.motion import MOTION
from tabletop.ui.text import BODY, STRONG, Style, size_of, write_at
from tabletop.ui.theme import INKS, Theme
from tabletop.ui.widgets.base import Size, Tip, Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.label import Text
from tabletop.ui.widgets.report import Report, pressed

TARGET = 300
"""Width of the button of a target, design pixels."""
_HOLD = "None of your ships fires this turn. You will be asked to confirm."
_ALL = "Aims every ship that is not aimed yet at the target she can hurt most. Nothing is fired yet."


@dataclass(frozen=True)
class Aimed(Report):
    """The chosen ship shall fire at this one, or not any more."""

    target: str


class GunneryStation(Station):
    """Choose a ship, aim her at an enemy, go on to the next, then declare everything at once."""

    title = "Broadside"
    follows_pointer: ClassVar[bool] = True

    def __init__(self, viewer: Viewer) -> None:
        super().__init__(viewer)
        self._aims: dict[str, str] = {}
        self._acts: dict[str, Callable[[], Reply]] = {
            "fire": self._declare, "next": lambda: self.next_of(self._left()), "all": self._aim_all, "hold": self._hold,
        }  # fmt: skip

    def refresh(self) -> None:
        """An aim holds as long as it is legal."""
        self._aims = {key: target for key, target in self._aims.items() if self._why_not(key, target) is None}

    def _why_not(self, key: str, target: str) -> Refused | None:
        """Why a ship may not fire at another."""
        return GAME.check(self.viewer.state, OpenFire(self.viewer.side, (Aim(key, target),)))

    # --- what is shown

    def looks(self) -> Iterator[str]:
        """At whom is aimed."""
        yield from (f"aim {target}" for target in self._aims.values())

    def aim(self, target: str) -> None:
        """As by a click that is the first."""
        own = self.viewer.own
        if own and self._why_not(own, target) is None:
            self._aims[own] = target

    def beside(self, key: str) -> Sequence[Hex]:
        """Where her targets are."""
        return [self.viewer.state.ships[one.target].at for one in list_shots(self.viewer.state, key)]

    def acted(self, key: str) -> bool:
        """Whether she is aimed."""
        return key in self._aims

    def laid(self) -> Overlay:
        """The fields of the ship that is looked at, her targets, and every line that is declared."""
        return sights.gun_fields(self.viewer.state, self.viewer.shown, self._aims)

    def sheet(self) -> Iterator[Widget]:
        """The targets of the chosen ship as buttons, each with what is to be expected."""
        own, state = self.viewer.own, self.viewer.state
        if not own:
            yield Text("Click one of your ships to aim her, or press N for the next.", BODY)
            return
        able = list_shots(state, own)
        for number, one in enumerate(able, 1):
            yield self._target(number, one)
        if not able:
            yield Text(sights.why_silent(state, own), BODY)
        elif own in self._aims:
            yield from self._odds(own)

    def _target(self, number: int, one: Shot) -> Widget:
        """One line, so that all that bear find room; what else there is to a shot is told on hover."""
        name, aimed = self.viewer.state.fleet[one.target].name, self._aims.get(one.ship) == one.target
        tip = Tip("Clear target" if aimed else f"Aim at {name}", sights.where(one), keys.key("unaim") if aimed else "")
        button = Button(
            f"aim.{one.target}", name, "secondary", aside=sights.briefly(one), key=str(number) if number < 10 else "",
            tip=tip, sign="tick" if aimed else "", report=Aimed(one.target),
            fitted=TARGET,
        )  # fmt: skip
        refusal = self._why_not(one.ship, one.target)
        return button.disable(str(refusal) if refusal else "")

    def _odds(self, own: str) -> Iterator[Widget]:
        state = self.viewer.state
        one = find_shot(state, own, self._aims[own])
        assert one
        found = odds.find_aimed_odds(state, one, self._aims)
        yield from build_lines(sights.told(state, one, found), "DOG-18")
        yield Histogram(found.hits, f"Exact odds, from the {len(odds.list_unseen(state))} cards still to come.").by(
            "DOG-18"
        )

    def _left(self) -> list[str]:
        """Ships that could still be aimed."""
        return [key for key in self.actors() if key not in self._aims]

    def offer(self) -> PrimaryAction:
        """Go on to the next ship that bears, then declare."""
        left = self._left()
        if left and self.viewer.own not in left:
            return PrimaryAction(
                "Next ship to aim", "next", "Selects the next ship that has a target and is not aimed yet."
            )
        if self._aims:
            number = format_count(len(self._aims), "broadside")
            return PrimaryAction(f"Declare {number}", "fire", "They fire once both sides have declared.")
        if left:
            return PrimaryAction("Aim every ship", "all", _ALL)
        return PrimaryAction("Hold fire", "fire", "None of your ships has a target.")

    def extras(self) -> Sequence[Button]:
        """All that bear, unless the brass button offers it, and none."""
        hold = Button("hold", "Hold fire", "dark", key=keys.key("hold_fire"), tip=Tip("Hold fire", _HOLD))
        if self.offer().action_id == "all":
            return (hold,)
        bear = Button("all", "Aim every ship", "dark", key=keys.key("fire_all"), tip=Tip("Aim every ship", _ALL))
        return (bear.disable("" if self._left() else "Every ship with a target is aimed."), hold)

    def gives(self, ident: str) -> Command | None:
        """No broadside at all."""
        return OpenFire(self.viewer.side) if ident == "hold" else None

    def finish(self) -> Command | None:
        """What is declared."""
        return self._order()

    def unfinished(self) -> UnfinishedPhase | None:
        """Ships that could still fire."""
        left = self._left()
        if not left:
            return None
        body = "These ships have a target but are not aimed. They will not fire this turn."
        return UnfinishedPhase("Declare without them?", body, tuple(left))

    def progress(self) -> PhaseProgress:
        """Ships aimed of those that bear."""
        aimed, left = len(self._aims), len(self._left())
        return PhaseProgress(
            "Broadsides this turn", f"{aimed} aimed, {left} can still fire", aimed / (aimed + left or 1)
        )

    def hints(self) -> Sequence[str]:
        """Aim and fire."""
        return ("primary", "targets", "unaim", "fire_all", "hold_fire")

    # --- what is done

    def _order(self) -> OpenFire:
        order = [Aim(key, self._aims[key]) for key in self.viewer.state.ships if key in self._aims]
        return OpenFire(self.viewer.side, tuple(order))

    def gesture(self, gesture: Touch) -> Reply:
        """A click aims the chosen ship at an enemy; one that cannot be fired at says why."""
        own, state, key = self.viewer.own, self.viewer.state, gesture.on.ship
        if gesture.kind != "click" or not (own and key) or self.viewer.mine(key):
            return None
        refusal = self._why_not(own, key)
        if refusal is None:
            return self._aim(key)
        near = find_shot(state, own, key) is not None
        return Refuse(refusal) if near or own in self._aims or own in self._left() else None

    def _aim(self, target: str) -> Reply:
        own = self.viewer.own
        if self._aims.get(own) == target:
            del self._aims[own]
        else:
            self._aims[own] = target
        return Recompose()

    def act(self, report: Report) -> Reply:
        """The brass button, its neighbours, and the targets."""
        return self._aim(report.target) if isinstance(report, Aimed) else pressed(report, self._acts)

    def key(self, given: Input) -> Reply:
        """Declare with Enter; the key of all that bear has no button of its own while the brass one offers that."""
        if given.key == keys.key("commit") and self._aims:
            return self._declare()
        if given.key == keys.key("unaim"):
            return Recompose() if self.back() else None
        return self._aim_all() if given.key == keys.key("fire_all") else None

    def back(self) -> bool:
        """Take the aim of the chosen ship away."""
        return self._aims.pop(self.viewer.own, None) is not None

    def _aim_all(self) -> Reply:
        """Each ship at whom she is likely to take most points of."""
        state = self.viewer.state
        for key in self._left():
            self._aims[key] = odds.find_best_target(state, key)
        return Recompose()

    def _declare(self) -> Reply:
        left = self.unfinished()
        if left is None or not (MOTION.asks or left.grave):
            return Submit.single(self._order())
        body = f"{join_words(self.viewer.state.fleet[key].name for key in left.pieces[:3])}"
        more = f" and {len(left.pieces) - 3} more" if len(left.pieces) > 3 else ""
        words = f"{body}{more} can still fire but will not this turn."
        return Ask(left.title, words, "Declare", Submit.single(self._order()), left.pieces)

    def _hold(self) -> Reply:
        able = tuple(self.actors())
        order = OpenFire(self.viewer.side)
        if not able:
            return Submit.single(order)
        body = f"{format_count(len(able), 'ship').capitalize()} of yours can fire but will not."
        return Ask("Hold fire?", body, "Hold fire", Submit.single(order), able)


@dataclass(frozen=True)
class First(Report):
    """Whom the boarders of a ship go for first."""

    ship: str
    enemy: str


class BoardingStation(Station):
    """A button for every enemy whom a ship could board first."""

    title = "Boarders"

    def __init__(self, viewer: Viewer) -> None:
        super().__init__(viewer)
        self._first: dict[str, str] = {}

    def refresh(self) -> None:
        """A choice holds as long as it can be made."""
        open_to = {one.ship: one.enemies for one in self._choices()}
        self._first = {key: enemy for key, enemy in self._first.items() if enemy in open_to.get(key, ())}

    def _choices(self) -> tuple[Boarders, ...]:
        return odds.list_boarders(self.viewer.state, self.viewer.side)

    def _chosen(self, one: Boarders) -> str:
        return self._first.get(one.ship, one.weakest)

    def acted(self, key: str) -> bool:
        """Whether a choice was made for her."""
        return key in self._first

    def laid(self) -> Overlay:
        """The hexes in which there is boarding, and who goes for whom."""
        state = self.viewer.state
        tints = {state.ships[one.ship].at: Tint(state.ships[one.ship].at, "target") for one in self._choices()}
        return Overlay(tuple(tints.values()), chips=tuple(self._chips()))

    def _chips(self) -> Iterator[Chip]:
        state = self.viewer.state
        for one in self._choices():
            if one.ship == self.viewer.own:
                first, name = state.fleet[self._chosen(one)].name, state.fleet[one.ship].name
                yield Chip(state.ships[one.ship].at, f"{name} boards {first} first", "plan")

    def sheet(self) -> Iterator[Widget]:
        """Ship by ship, her enemies."""
        state, number = self.viewer.state, 0
        for one in self._choices():
            yield Text(f"{state.fleet[one.ship].name} boards first:", STRONG)
            for enemy in one.enemies:
                number += 1
                yield self._button(one.ship, enemy, number, chosen=self._chosen(one) == enemy)
        yield from self._odds()

    def _odds(self) -> Iterator[Widget]:
        """What the boarders of each ship may bring; it differs where the pile runs out before her card."""
        state = self.viewer.state
        found = {one.ship: told for one in self._choices() if (told := odds.find_boarding_odds(state, one.ship))}
        alike = [list(keys) for _, keys in groupby(found, key=lambda key: found[key].hits)]
        for group in alike:
            same_for_all = len(alike) == 1 and len(found) > 1
            whose, told = "each of these ships" if same_for_all else format_names(state, group), found[group[0]]
            yield Text(f"The boarders of {whose}:", BODY)
            yield from build_lines([("Expected", f"{captions.averaged(told)} hits")], "DOG-20")
            yield Histogram(told.hits).by("DOG-20")

    def _button(self, key: str, enemy: str, number: int, *, chosen: bool) -> Widget:
        state = self.viewer.state
        name, left = state.fleet[enemy].name, state.ships[enemy].strength
        words = f"{format_count(left, 'point')} left"
        return Button(
            f"board.{key}.{enemy}", f"{name}, {words}", "secondary", key=str(number) if number < 10 else "", left=True,
            tip=Tip(f"Board {name} first", words), sign="tick" if chosen else "", report=First(key, enemy),
        )  # fmt: skip

    def offer(self) -> PrimaryAction:
        """Say so."""
        return PrimaryAction("Send the boarders", "board", "If you choose no target, they board the weakest.")

    def finish(self) -> Command | None:
        """What is chosen."""
        order = [Aim(key, self._first[key]) for key in self.viewer.state.ships if key in self._first]
        return LeadBoarders(self.viewer.side, tuple(order))

    def hints(self) -> Sequence[str]:
        """Numbers."""
        return ("primary", "orders")

    def gesture(self, gesture: Touch) -> Reply:
        """A click on an enemy of the chosen ship in her hex."""
        own, key = self.viewer.own, gesture.on.ship
        if gesture.kind == "click" and any(one.ship == own and key in one.enemies for one in self._choices()):
            self._first[own] = key
            return Recompose()
        return None

    def act(self, report: Report) -> Reply:
        """The brass button, or a choice."""
        if isinstance(report, First):
            self._first[report.ship] = report.enemy
            self.viewer.choose(report.ship)
            return Recompose()
        return pressed(report, {"board": lambda: Submit.single(self.finish())})

    def back(self) -> bool:
        """Back to the weakest."""
        had, self._first = bool(self._first), {}
        return had


BARS, WIDEST = 34, 56
"""Height of the highest column and width of a column at most, design pixels."""
_NUMBER, _SHARE = Style("semibold", 14), Style("body", 13, INKS.ink_2)


class Histogram(Widget):
    """Columns side by side over the numbers of hits that can come."""

    def __init__(self, chances: Mapping[int, Fraction], note: str = "") -> None:
        told = ", ".join(f"{hits}: {format_percent(chance)}" for hits, chance in chances.items())
        super().__init__(tip=Tip("Chance of each number of hits", "\n".join(filter(None, (told, note)))))
        self.chances = dict(chances)

    def _lines(self, theme: Theme) -> tuple[int, int]:
        return size_of("8", _NUMBER, theme.scale)[1], size_of("8 %", _SHARE, theme.scale)[1]

    def measure(self, theme: Theme, width: int) -> Size:
        """Percentages, columns, numbers."""
        return min(width, theme.px(WIDEST) * len(self.chances)), theme.px(BARS) + sum(self._lines(theme))

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        """Each column in its share of the width."""
        number_high = self._lines(theme)[0]
        highest = max(self.chances.values(), default=Fraction(1))
        each = min(theme.px(WIDEST), self.rect.w // max(1, len(self.chances)))
        floor = self.rect.bottom - number_high
        for place, (hits, chance) in enumerate(self.chances.items()):
            middle = self.rect.x + each * place + each // 2
            high = max(theme.px(1), round(theme.px(BARS) * float(chance / highest)))
            wide = max(theme.px(6), each - theme.px(10))
            surface.fill(INKS.brass_dark, (middle - wide // 2, floor - high, wide, high))
            write_at(surface, theme, format_percent(chance), _SHARE, midbottom=(middle, floor - high))
            write_at(surface, theme, str(hits), _NUMBER, midbottom=(middle, self.rect.bottom))
        surface.fill(INKS.rule, (self.rect.x, floor, each * len(self.chances), theme.px(1)))
