"""The officers of a side: whatever is asked of it, they answer by one doctrine."""

from collections.abc import Iterator
from typing import ClassVar, TypeVar, cast

import msgspec
import numpy as np

from tabletop.core.agreement import Concede
from tabletop.core.commands import Command
from tabletop.core.decision import Decision
from tabletop.games.ships_of_the_line.chapters import movement
from tabletop.games.ships_of_the_line.chapters.optional import deployment
from tabletop.games.ships_of_the_line.chapters.sailing import evaluate_plan
from tabletop.games.ships_of_the_line.commands import Done, Sail, TurnByBoats, WeighAnchor
from tabletop.games.ships_of_the_line.fleets import commander
from tabletop.games.ships_of_the_line.hooks import PREPARE
from tabletop.games.ships_of_the_line.rule_modules import rules_of
from tabletop.games.ships_of_the_line.ship import BROADSIDES, Side
from tabletop.games.ships_of_the_line.state import State, is_in_service
from tabletop.players.player import Player, Proposal
from tabletop.players.ships_of_the_line import (
    answers,
    captaincy,
    deploying,
    fleet_plan,
    order_values,
    signals,
    squadrons,
)
from tabletop.players.ships_of_the_line.assessment import assessed
from tabletop.players.ships_of_the_line.board import board
from tabletop.players.ships_of_the_line.doctrine import Doctrine, tempered
from tabletop.players.ships_of_the_line.reasons import of_course, of_done
from tabletop.players.ships_of_the_line.situation import Situation, situation

Given = TypeVar("Given", bound=Command)


class Officers(Player[State]):
    """Plays a side of Ships of the Line; levels differ by their doctrine alone."""

    doctrine: ClassVar[Doctrine]
    has_temper = True

    def consider(self, view: State) -> Iterator[Proposal]:
        """The one order that they think best."""
        decision = self.game.decision(view)
        if decision is None:
            return
        own = tempered(self.doctrine, self.temper)
        now = situation(view, self._flag, signals.heeded(own, view, decision.by))
        found = self._concession(now) or self._stations(now, decision)
        sails = view.phase == "movement" and view.question is None
        yield found or (self._movement(now, decision) if sails else self._deed(now, decision))

    def evaluate_position(self, view: State) -> float:
        """The lead in victory points, with those that may be expected by what is left of the fleets."""
        return fleet_plan.stands(board(view, self._flag))

    @property
    def _flag(self) -> Side:
        """The side that they serve."""
        return cast("Side", self.side)

    # --- before a battle, and at its end

    def _concession(self, now: Situation) -> Proposal | None:
        """A battle is given up that cannot be won any more; not by one player of several, whose ships another gets."""
        if now.state.phase != "movement" or now.state.players or not now.doctrine.withdraws or not now.plan.hopeless:
            return None
        return Proposal(Concede(side=self._flag), "The fleet has too little left to fight on.")

    def _stations(self, now: Situation, decision: Decision) -> Proposal | None:
        """The next ship whose place is open."""
        if now.state.phase != PREPARE.id:
            return None
        keys = [
            key for key in deployment.ships_to_place(now.state, now.side) if commander(now.state, key) == decision.by
        ]
        order = deploying.order(now.state, keys) if deployment.MODULE in rules_of(now.state).modules else None
        return Proposal(self._signed(order, decision), "She takes her station in the line.") if order else None

    # --- everything but sailing

    def _deed(self, now: Situation, decision: Decision) -> Proposal:
        """The offered order that is worth most, or enough of it."""
        weigh = answers.answer if now.state.question else order_values.value_order
        best: tuple[order_values.OrderValue, Command] | None = None
        for order in self._offered(now, decision):
            if best and best[0].value > 0 and _next_ship(now, best[1], order):
                break
            found = weigh(now, order)
            if best is None or found.value > best[0].value:
                best = found, order
        ends = self._done(decision)
        if best and (best[0].value > 0 or self.game.check(now.state, ends) is not None):
            return Proposal(best[1], best[0].why and f"{best[0].why}.")
        return Proposal(ends, of_done(now.state.phase, offered=best is not None))

    def _offered(self, now: Situation, decision: Decision) -> Iterator[Command]:
        """What the seat that is asked may order, besides being done."""
        for order in self.game.choices(now.state):
            if not isinstance(order, Done) and self.game.seat_of_command(now.state, order) == decision.seat:
                yield order

    def _done(self, decision: Decision) -> Done:
        return Done(side=self._flag, by=decision.by or msgspec.UNSET)

    # --- sailing

    def _movement(self, now: Situation, decision: Decision) -> Proposal:
        """The next ship's move; done, when none has one left."""
        able = [key for key in decision.actors if commander(now.state, key) == decision.by]
        for key in squadrons.in_turn(now, able):
            found = self._ship(now, key, decision)
            if found is not None:
                return found
        return Proposal(self._done(decision), of_done("movement", offered=bool(able)))

    def _ship(self, now: Situation, key: str, decision: Decision) -> Proposal | None:
        """What a ship does with her move; nothing where she can do nothing with it."""
        if now.state.ships[key].anchored:
            weigh = self._signed(WeighAnchor(side=self._flag, ship=key), decision)
            return Proposal(weigh, "She weighs.") if self._allowed(now, weigh) else None
        found = captaincy.under_best_sail(now, key) if movement.may_sail(now.state, key) else []
        for course in self._ranked(found):
            order = self._signed(course.order(now), decision)
            if self._allowed(now, order):
                return Proposal(order, of_course(now, key, course.trial))
        return self._besides(now, key, decision)

    def _ranked(self, found: list[captaincy.CandidateMove]) -> list[captaincy.CandidateMove]:
        """Best first; of the first few another one at random, for those who overlook things."""
        few = found[: tempered(self.doctrine, self.temper).second]
        if len(few) > 1:
            one = few[self.make_random().randrange(len(few))]
            found = [one, *(other for other in found if other is not one)]
        return found

    def _besides(self, now: Situation, key: str, decision: Decision) -> Proposal | None:
        """The best of what is offered to a ship that has no course of her own: boats, the oars of a tow, a pitch."""
        offered = [self._signed(one, decision) for one in _of_ship(now, key)]
        offered = [one for one in offered if self._allowed(now, one)]
        best = max(offered, key=lambda one: _come_to(now, one), default=None)
        return Proposal(best, "She comes round.") if best else None

    def _signed(self, order: Given, decision: Decision) -> Given:
        return msgspec.structs.replace(order, by=decision.by) if decision.by else order

    def _allowed(self, now: Situation, order: Command) -> bool:
        return self.game.check(now.state, order) is None


def _of_ship(now: Situation, key: str) -> Iterator[Sail | TurnByBoats]:
    """The moves that the rules offer to a ship, and those of her boats."""
    plans = range(len(rules_of(now.state).plans)) if movement.may_sail(now.state, key) else ()
    for which in plans:
        yield from movement.list_sails(now.state, now.side, key, which)
    yield from (TurnByBoats(side=now.side, ship=key, towards=towards) for towards in BROADSIDES)


def _next_ship(now: Situation, one: Command, other: Command) -> bool:
    """Whether orders of a phase in which ships do not wait for each other are about two of them."""
    return now.state.phase in ("combat", "reload") and getattr(one, "ship", "") != getattr(other, "ship", "")


def _come_to(now: Situation, order: Sail | TurnByBoats) -> float:
    """What the place is worth to which an order brings a ship."""
    ship, key = now.state.ships[order.ship], order.ship
    if not is_in_service(now.state, key) and key not in now.board.row:
        return 0.0
    pose, stopped = ship.pose, True
    if isinstance(order, Sail):
        tried = evaluate_plan(now.state, key, order.plan)
        if tried.gone:
            return -_LEAVES
        pose, stopped = tried.pose, tried.stopped
    else:
        pose = pose.turn(90 if order.towards == "starboard" else -90)
    row = now.board.row[key]
    ends = np.array([[pose.x, pose.y, pose.heading]], float)
    way = float(now.weather.percent(ends[:, 2])[0]) / 50
    return round(float(assessed(now, row, ends, np.array([stopped]), now.look(row))[0]) + way, 6)


_LEAVES = 1000.0
"""Whatever else is offered is better than to leave the map."""
