"""Declaring broadsides: a ship's fields, her targets with their odds, and the fire of a whole side (DOG-17 to 19)."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from tabletop.core.commands import Command
from tabletop.core.errors import Refused
from tabletop.core.phrases import format_count, join_words
from tabletop.games.decks_of_glory import GAME
from tabletop.games.decks_of_glory.commands import OpenFire
from tabletop.games.decks_of_glory.model import Aim
from tabletop.games.decks_of_glory.survey import odds
from tabletop.games.decks_of_glory.survey.fields import Shot, find_shot, list_shots
from tabletop.geometry.hexgrid import Hex
from tabletop.ui import keys
from tabletop.ui.boards.cards.reader import lines
from tabletop.ui.boards.contract import Offer, PhaseProgress, Unfinished
from tabletop.ui.boards.decks_of_glory import sights
from tabletop.ui.boards.decks_of_glory.overlays import Overlay
from tabletop.ui.boards.decks_of_glory.panels.histogram import Histogram
from tabletop.ui.boards.decks_of_glory.stations.station import Station, Touch
from tabletop.ui.boards.decks_of_glory.viewer import Viewer
from tabletop.ui.boards.replies import Ask, Recompose, Refuse, Reply, Submit
from tabletop.ui.input import Input
from tabletop.ui.motion import MOTION
from tabletop.ui.text import BODY
from tabletop.ui.widgets.base import Tip, Widget
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
        yield from lines(sights.told(state, one, found), "DOG-18")
        yield Histogram(found.hits, f"Exact odds, from the {len(odds.list_unseen(state))} cards still to come.").by(
            "DOG-18"
        )

    def _left(self) -> list[str]:
        """Ships that could still be aimed."""
        return [key for key in self.actors() if key not in self._aims]

    def offer(self) -> Offer:
        """Go on to the next ship that bears, then declare."""
        left = self._left()
        if left and self.viewer.own not in left:
            return Offer("Next ship to aim", "next", "Selects the next ship that has a target and is not aimed yet.")
        if self._aims:
            number = format_count(len(self._aims), "broadside")
            return Offer(f"Declare {number}", "fire", "They fire once both sides have declared.")
        if left:
            return Offer("Aim every ship", "all", _ALL)
        return Offer("Hold fire", "fire", "None of your ships has a target.")

    def extras(self) -> Sequence[Button]:
        """All that bear, unless the brass button offers it, and none."""
        hold = Button("hold", "Hold fire", "dark", key=keys.key("hold_fire"), tip=Tip("Hold fire", _HOLD))
        if self.offer().act == "all":
            return (hold,)
        bear = Button("all", "Aim every ship", "dark", key=keys.key("fire_all"), tip=Tip("Aim every ship", _ALL))
        return (bear.disable("" if self._left() else "Every ship with a target is aimed."), hold)

    def gives(self, ident: str) -> Command | None:
        """No broadside at all."""
        return OpenFire(self.viewer.side) if ident == "hold" else None

    def finish(self) -> Command | None:
        """What is declared."""
        return self._order()

    def unfinished(self) -> Unfinished | None:
        """Ships that could still fire."""
        left = self._left()
        if not left:
            return None
        body = "These ships have a target but are not aimed. They will not fire this turn."
        return Unfinished("Declare without them?", body, tuple(left))

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
            return Submit.one(self._order())
        body = f"{join_words(self.viewer.state.fleet[key].name for key in left.pieces[:3])}"
        more = f" and {len(left.pieces) - 3} more" if len(left.pieces) > 3 else ""
        words = f"{body}{more} can still fire but will not this turn."
        return Ask(left.title, words, "Declare", Submit.one(self._order()), left.pieces)

    def _hold(self) -> Reply:
        able = tuple(self.actors())
        order = OpenFire(self.viewer.side)
        if not able:
            return Submit.one(order)
        body = f"{format_count(len(able), 'ship').capitalize()} of yours can fire but will not."
        return Ask("Hold fire?", body, "Hold fire", Submit.one(order), able)
