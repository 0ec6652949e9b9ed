"""The computer players of Ships of the Line: one base, and a level for each doctrine."""

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
from tabletop.games.ships_of_the_line.model import State, is_in_service
from tabletop.games.ships_of_the_line.rule_modules import rules_of
from tabletop.games.ships_of_the_line.ship import BROADSIDES, Side
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
    "combat": ("No loaded gun bears on an enemy", "No shot is worth firing"),
    "movement": ("Every ship that can move has moved", "No ship gains by moving"),
    "reload": ("No broadside can be loaded now", "No broadside is worth the fatigue"),
    "grapple": ("No ship can be grappled now", "No ship is worth grappling"),
    "break_free": ("No ship can be cut loose now", "No ship gains by being cut loose"),
    "board": ("No ship can board now", "No boarding is worth it"),
    "unrig": ("No wreckage can be cleared now", "No wreckage is worth clearing now"),
    "rudder": ("No rudder can be repaired now", "No rudder is worth repairing now"),
    "extinguish": ("No fire can be fought now", "No fire is worth fighting now"),
}
_OTHER_REASONS = ("Nothing else can be ordered now", "Nothing else is worth ordering")


def explain_done(phase: str, *, offered: bool) -> str:
    """Return the sentence with the reason why a side ends a phase.

    Args:
        phase: id of the phase or step.
        offered: True if there were orders, but none worth giving.
    """
    return f"{_DONE_REASONS.get(phase, _OTHER_REASONS)[offered]}."


class SeaPlayer(Player[State]):
    """A computer player of Ships of the Line. The levels differ only in their doctrine."""

    doctrine: ClassVar[Doctrine]
    has_temper = True

    def consider(self, view: State) -> Iterator[Proposal]:
        """Yield one proposal, the best that the doctrine finds; nothing if no side is asked."""
        decision = self.game.decision(view)
        if decision is None:
            return
        own = adjust_for_temper(self.doctrine, self.temper)
        situation = build_situation(view, self._own_side, signals.follow_signal(own, view, decision.by))
        found = self._propose_concession(situation) or self._propose_placement(situation, decision)
        sails = view.phase == "movement" and view.question is None
        yield found or (self._propose_move(situation, decision) if sails else self._propose_order(situation, decision))

    def evaluate_position(self, view: State) -> float:
        """Return the lead in victory points, the points that the fleets are still expected to win included."""
        return fleet_plan.expected_lead(build_board(view, self._own_side))

    @property
    def _own_side(self) -> Side:
        """The side of this player."""
        return cast("Side", self.side)

    # --- before a battle, and at its end

    def _propose_concession(self, situation: Situation) -> Proposal | None:
        """Propose to concede a hopeless battle in the Movement Phase, else return None.

        A player who shares a side with others never concedes: their ships go to another player.
        """
        if (
            situation.state.phase != "movement"
            or situation.state.players
            or not situation.doctrine.withdraws
            or not situation.plan.is_hopeless
        ):
            return None
        return Proposal(Concede(side=self._own_side), "The fleet is too weak to fight on.")

    def _propose_placement(self, situation: Situation, decision: Decision) -> Proposal | None:
        """Propose the place of the next ship before the battle, or return None."""
        if situation.state.phase != PREPARE.id:
            return None
        keys = [
            key
            for key in deployment.ships_to_place(situation.state, situation.side)
            if commander(situation.state, key) == decision.by
        ]
        order = (
            fleet_plan.choose_placement(situation.state, keys)
            if deployment.MODULE in rules_of(situation.state).modules
            else None
        )
        return Proposal(self._with_player(order, decision), "She takes her station in the line.") if order else None

    # --- orders other than sailing

    def _propose_order(self, situation: Situation, decision: Decision) -> Proposal:
        """Propose the order with the highest value, or done if no order has a value above 0.

        If the rules do not allow to be done, the best order is proposed whatever its value.
        """
        weigh = order_values.value_answer if situation.state.question else order_values.value_order
        best: tuple[order_values.OrderValue, Command] | None = None
        for order in self._list_orders(situation, decision):
            if best and best[0].value > 0 and _is_of_next_ship(situation, best[1], order):
                break
            found = weigh(situation, order)
            if best is None or found.value > best[0].value:
                best = found, order
        ends = self._build_done(decision)
        if best and (best[0].value > 0 or self.game.check(situation.state, ends) is not None):
            return Proposal(best[1], best[0].why and f"{best[0].why}.")
        return Proposal(ends, explain_done(situation.state.phase, offered=best is not None))

    def _list_orders(self, situation: Situation, decision: Decision) -> Iterator[Command]:
        """Yield the orders of the seat that is asked, except done."""
        for order in self.game.choices(situation.state):
            if not isinstance(order, Done) and self.game.seat_of_command(situation.state, order) == decision.seat:
                yield order

    def _build_done(self, decision: Decision) -> Done:
        """Return the command that ends the phase."""
        return Done(side=self._own_side, by=decision.by or msgspec.UNSET)

    # --- sailing

    def _propose_move(self, situation: Situation, decision: Decision) -> Proposal:
        """Propose the move of the next ship, or done if no ship has a move left."""
        able = [key for key in decision.actors if commander(situation.state, key) == decision.by]
        for key in squadrons.sort_for_moving(situation, able):
            found = self._propose_ship_move(situation, key, decision)
            if found is not None:
                return found
        return Proposal(self._build_done(decision), explain_done("movement", offered=bool(able)))

    def _propose_ship_move(self, situation: Situation, key: str, decision: Decision) -> Proposal | None:
        """Propose what the ship does with its move, or return None if it can do nothing."""
        if situation.state.ships[key].anchored:
            weigh = self._with_player(WeighAnchor(side=self._own_side, ship=key), decision)
            return Proposal(weigh, "She weighs anchor.") if self._is_allowed(situation, weigh) else None
        found = (
            candidate_moves.find_moves_under_best_sail(situation, key)
            if movement.may_sail(situation.state, key)
            else []
        )
        for course in self._rank_moves(found):
            order = self._with_player(course.build_command(situation), decision)
            if self._is_allowed(situation, order):
                return Proposal(order, candidate_moves.explain_move(situation, key, course.evaluation))
        return self._propose_other_move(situation, key, decision)

    def _rank_moves(self, found: list[candidate_moves.CandidateMove]) -> list[candidate_moves.CandidateMove]:
        """Return the moves with the best first.

        A doctrine with `second` above 1 puts one of the first few at the top at random.
        """
        few = found[: adjust_for_temper(self.doctrine, self.temper).second]
        if len(few) > 1:
            one = few[self.make_random().randrange(len(few))]
            found = [one, *(other for other in found if other is not one)]
        return found

    def _propose_other_move(self, situation: Situation, key: str, decision: Decision) -> Proposal | None:
        """Propose the best move without a plan of the player (boats, tow, drift), or return None."""
        offered = [self._with_player(one, decision) for one in _list_ship_moves(situation, key)]
        offered = [one for one in offered if self._is_allowed(situation, one)]
        best = max(offered, key=lambda one: _value_of_end(situation, one), default=None)
        return Proposal(best, "She turns round.") if best else None

    def _with_player(self, order: CommandT, decision: Decision) -> CommandT:
        """Return the command with the id of the player who gives it, if the side has several players."""
        return msgspec.structs.replace(order, by=decision.by) if decision.by else order

    def _is_allowed(self, situation: Situation, order: Command) -> bool:
        """Return True if the rules allow the command now."""
        return self.game.check(situation.state, order) is None


def _list_ship_moves(situation: Situation, key: str) -> Iterator[Sail | TurnByBoats]:
    """Yield the moves that the rules offer to a ship and to its boats."""
    plans = range(len(rules_of(situation.state).plans)) if movement.may_sail(situation.state, key) else ()
    for which in plans:
        yield from movement.list_sails(situation.state, situation.side, key, which)
    yield from (TurnByBoats(side=situation.side, ship=key, towards=towards) for towards in BROADSIDES)


def _is_of_next_ship(situation: Situation, one: Command, other: Command) -> bool:
    """Return True if two orders are for different ships, in a phase without an order of ships."""
    return situation.state.phase in ("combat", "reload") and getattr(one, "ship", "") != getattr(other, "ship", "")


def _value_of_end(situation: Situation, order: Sail | TurnByBoats) -> float:
    """Return the value of the place to which a move brings the ship; very low if the move leaves the map."""
    ship, key = situation.state.ships[order.ship], order.ship
    if not is_in_service(situation.state, key) and key not in situation.board.row:
        return 0.0
    pose, stopped = ship.pose, True
    if isinstance(order, Sail):
        tried = evaluate_plan(situation.state, key, order.plan)
        if tried.departing_ships:
            return -_LEAVING_COST
        pose, stopped = tried.pose, tried.is_stopped
    else:
        pose = pose.turn(90 if order.towards == "starboard" else -90)
    row = situation.board.row[key]
    ends = np.array([[pose.x, pose.y, pose.heading]], float)
    way = float(situation.weather.percent(ends[:, 2])[0]) / 50
    return round(
        float(assess_poses(situation, row, ends, np.array([stopped]), situation.fair_outlook(row))[0]) + way, 6
    )


_LEAVING_COST = 1000.0
"""Cost of leaving the map; higher than that of any other move."""


class SeaMidshipman(SeaPlayer):
    """The weakest level, see `doctrine.MIDSHIPMAN`."""

    title = "Midshipman"
    description = "fights boldly and overlooks things"
    doctrine = MIDSHIPMAN


class SeaCaptain(SeaPlayer):
    """The middle level, see `doctrine.CAPTAIN`."""

    title = "Captain"
    description = "plays well and considers your reply"
    doctrine = CAPTAIN


class SeaAdmiral(SeaPlayer):
    """The strongest level, see `doctrine.ADMIRAL`."""

    title = "Admiral"
    description = "plans for the whole fleet and considers your best reply"
    doctrine = ADMIRAL


class GreedySeaPlayer(SeaPlayer):
    """The player that the levels are measured against, see `doctrine.GREEDY`."""

    title = "Greedy"
    description = "makes the move that looks best at once"
    doctrine = GREEDY


PLAYERS: dict[str, type[AnyPlayer]] = {
    "midshipman": SeaMidshipman,
    "captain": SeaCaptain,
    "admiral": SeaAdmiral,
    "greedy": GreedySeaPlayer,
}
