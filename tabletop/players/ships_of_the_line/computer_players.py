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
from tabletop.players.player import AnyPlayer, Player, Proposal
from tabletop.players.ships_of_the_line import candidate_moves, fleet_plan, order_values, signals, squadrons
from tabletop.players.ships_of_the_line.assessment import assess_poses
from tabletop.players.ships_of_the_line.battle_board import build_board
from tabletop.players.ships_of_the_line.doctrine import (
    ADMIRAL,
    CAPTAIN,
    GREEDY,
    MIDSHIPMAN,
    Doctrine,
    adjust_for_temper,
)
from tabletop.players.ships_of_the_line.situation import Situation, build_situation

CommandT = TypeVar("CommandT", bound=Command)


_DONE_REASONS: dict[str, tuple[str, str]] = {
    "combat": ("No loaded gun bears on an enemy", "No shot is worth its powder"),
    "movement": ("Every ship that can has made her move", "No ship has a use for her move"),
    "reload": ("No broadside can be loaded now", "No broadside is worth what it would tire the crew"),
    "grapple": ("No ship can be made fast now", "No ship is worth being made fast to"),
    "break_free": ("No ship can be cut loose now", "No ship gains by being cut loose"),
    "board": ("No ship can board now", "No fight on deck promises enough"),
    "unrig": ("No wreckage can be cleared now", "No wreckage is worth clearing now"),
    "rudder": ("No rudder can be repaired now", "No rudder is worth repairing now"),
    "extinguish": ("No fire can be fought now", "No fire is worth fighting now"),
}
_OTHER_REASONS = ("Nothing else can be ordered now", "Nothing else is worth ordering")


def explain_done(phase: str, *, offered: bool) -> str:
    """Why a side does no more in a phase: there is nothing that it could do, or of what is `offered` nothing pays."""
    return f"{_DONE_REASONS.get(phase, _OTHER_REASONS)[offered]}."


class SeaPlayer(Player[State]):
    """Plays a side of Ships of the Line; levels differ by their doctrine alone."""

    doctrine: ClassVar[Doctrine]
    has_temper = True

    def consider(self, view: State) -> Iterator[Proposal]:
        """The one order that they think best."""
        decision = self.game.decision(view)
        if decision is None:
            return
        own = adjust_for_temper(self.doctrine, self.temper)
        now = build_situation(view, self._own_side, signals.follow_signal(own, view, decision.by))
        found = self._propose_concession(now) or self._propose_placement(now, decision)
        sails = view.phase == "movement" and view.question is None
        yield found or (self._propose_move(now, decision) if sails else self._propose_order(now, decision))

    def evaluate_position(self, view: State) -> float:
        """The lead in victory points, with those that may be expected by what is left of the fleets."""
        return fleet_plan.expected_lead(build_board(view, self._own_side))

    @property
    def _own_side(self) -> Side:
        """The side that they serve."""
        return cast("Side", self.side)

    # --- before a battle, and at its end

    def _propose_concession(self, now: Situation) -> Proposal | None:
        """A battle is given up that cannot be won any more; not by one player of several, whose ships another gets."""
        if now.state.phase != "movement" or now.state.players or not now.doctrine.withdraws or not now.plan.is_hopeless:
            return None
        return Proposal(Concede(side=self._own_side), "The fleet has too little left to fight on.")

    def _propose_placement(self, now: Situation, decision: Decision) -> Proposal | None:
        """The next ship whose place is open."""
        if now.state.phase != PREPARE.id:
            return None
        keys = [
            key for key in deployment.ships_to_place(now.state, now.side) if commander(now.state, key) == decision.by
        ]
        order = (
            fleet_plan.choose_placement(now.state, keys) if deployment.MODULE in rules_of(now.state).modules else None
        )
        return Proposal(self._with_player(order, decision), "She takes her station in the line.") if order else None

    # --- everything but sailing

    def _propose_order(self, now: Situation, decision: Decision) -> Proposal:
        """The offered order that is worth most, or enough of it."""
        weigh = order_values.value_answer if now.state.question else order_values.value_order
        best: tuple[order_values.OrderValue, Command] | None = None
        for order in self._list_orders(now, decision):
            if best and best[0].value > 0 and _is_of_next_ship(now, best[1], order):
                break
            found = weigh(now, order)
            if best is None or found.value > best[0].value:
                best = found, order
        ends = self._build_done(decision)
        if best and (best[0].value > 0 or self.game.check(now.state, ends) is not None):
            return Proposal(best[1], best[0].why and f"{best[0].why}.")
        return Proposal(ends, explain_done(now.state.phase, offered=best is not None))

    def _list_orders(self, now: Situation, decision: Decision) -> Iterator[Command]:
        """What the seat that is asked may order, besides being done."""
        for order in self.game.choices(now.state):
            if not isinstance(order, Done) and self.game.seat_of_command(now.state, order) == decision.seat:
                yield order

    def _build_done(self, decision: Decision) -> Done:
        return Done(side=self._own_side, by=decision.by or msgspec.UNSET)

    # --- sailing

    def _propose_move(self, now: Situation, decision: Decision) -> Proposal:
        """The next ship's move; done, when none has one left."""
        able = [key for key in decision.actors if commander(now.state, key) == decision.by]
        for key in squadrons.sort_for_moving(now, able):
            found = self._propose_ship_move(now, key, decision)
            if found is not None:
                return found
        return Proposal(self._build_done(decision), explain_done("movement", offered=bool(able)))

    def _propose_ship_move(self, now: Situation, key: str, decision: Decision) -> Proposal | None:
        """What a ship does with her move; nothing where she can do nothing with it."""
        if now.state.ships[key].anchored:
            weigh = self._with_player(WeighAnchor(side=self._own_side, ship=key), decision)
            return Proposal(weigh, "She weighs.") if self._is_allowed(now, weigh) else None
        found = candidate_moves.find_moves_under_best_sail(now, key) if movement.may_sail(now.state, key) else []
        for course in self._rank_moves(found):
            order = self._with_player(course.build_command(now), decision)
            if self._is_allowed(now, order):
                return Proposal(order, candidate_moves.explain_move(now, key, course.evaluation))
        return self._propose_other_move(now, key, decision)

    def _rank_moves(self, found: list[candidate_moves.CandidateMove]) -> list[candidate_moves.CandidateMove]:
        """Best first; of the first few another one at random, for those who overlook things."""
        few = found[: adjust_for_temper(self.doctrine, self.temper).second]
        if len(few) > 1:
            one = few[self.make_random().randrange(len(few))]
            found = [one, *(other for other in found if other is not one)]
        return found

    def _propose_other_move(self, now: Situation, key: str, decision: Decision) -> Proposal | None:
        """The best of what is offered to a ship that has no course of her own: boats, the oars of a tow, a pitch."""
        offered = [self._with_player(one, decision) for one in _list_ship_moves(now, key)]
        offered = [one for one in offered if self._is_allowed(now, one)]
        best = max(offered, key=lambda one: _value_of_end(now, one), default=None)
        return Proposal(best, "She comes round.") if best else None

    def _with_player(self, order: CommandT, decision: Decision) -> CommandT:
        return msgspec.structs.replace(order, by=decision.by) if decision.by else order

    def _is_allowed(self, now: Situation, order: Command) -> bool:
        return self.game.check(now.state, order) is None


def _list_ship_moves(now: Situation, key: str) -> Iterator[Sail | TurnByBoats]:
    """The moves that the rules offer to a ship, and those of her boats."""
    plans = range(len(rules_of(now.state).plans)) if movement.may_sail(now.state, key) else ()
    for which in plans:
        yield from movement.list_sails(now.state, now.side, key, which)
    yield from (TurnByBoats(side=now.side, ship=key, towards=towards) for towards in BROADSIDES)


def _is_of_next_ship(now: Situation, one: Command, other: Command) -> bool:
    """Whether orders of a phase in which ships do not wait for each other are about two of them."""
    return now.state.phase in ("combat", "reload") and getattr(one, "ship", "") != getattr(other, "ship", "")


def _value_of_end(now: Situation, order: Sail | TurnByBoats) -> float:
    """What the place is worth to which an order brings a ship."""
    ship, key = now.state.ships[order.ship], order.ship
    if not is_in_service(now.state, key) and key not in now.board.row:
        return 0.0
    pose, stopped = ship.pose, True
    if isinstance(order, Sail):
        tried = evaluate_plan(now.state, key, order.plan)
        if tried.gone:
            return -_LEAVING_COST
        pose, stopped = tried.pose, tried.stopped
    else:
        pose = pose.turn(90 if order.towards == "starboard" else -90)
    row = now.board.row[key]
    ends = np.array([[pose.x, pose.y, pose.heading]], float)
    way = float(now.weather.percent(ends[:, 2])[0]) / 50
    return round(float(assess_poses(now, row, ends, np.array([stopped]), now.fair_outlook(row))[0]) + way, 6)


_LEAVING_COST = 1000.0
"""Whatever else is offered is better than to leave the map."""


class SeaMidshipman(SeaPlayer):
    """See `doctrine.MIDSHIPMAN`."""

    title = "Midshipman"
    description = "fights boldly and does not see everything"
    doctrine = MIDSHIPMAN


class SeaCaptain(SeaPlayer):
    """See `doctrine.CAPTAIN`."""

    title = "Captain"
    description = "fights soundly and expects to be answered"
    doctrine = CAPTAIN


class SeaAdmiral(SeaPlayer):
    """See `doctrine.ADMIRAL`."""

    title = "Admiral"
    description = "plans for the whole fleet and weighs the enemy's best answer"
    doctrine = ADMIRAL


class GreedySeaPlayer(SeaPlayer):
    """See `doctrine.GREEDY`."""

    title = "Greedy"
    description = "takes the best move that it sees at once"
    doctrine = GREEDY


PLAYERS: dict[str, type[AnyPlayer]] = {
    "midshipman": SeaMidshipman,
    "captain": SeaCaptain,
    "admiral": SeaAdmiral,
    "greedy": GreedySeaPlayer,
}
