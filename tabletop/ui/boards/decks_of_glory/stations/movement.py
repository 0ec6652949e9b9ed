"""Moving on the map: a plan is composed action by action, shown as a ghost, and then ordered (DOG-12 to DOG-16)."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from tabletop.core.commands import Command
from tabletop.core.errors import Refused
from tabletop.games.decks_of_glory import GAME
from tabletop.games.decks_of_glory.commands import BreakIrons, CutLoose, Done, Sail
from tabletop.games.decks_of_glory.model import HANDS, Hand
from tabletop.games.decks_of_glory.survey import fields
from tabletop.games.decks_of_glory.survey.reach import Reached, find_move_to, find_reach
from tabletop.geometry.hexgrid import Hex
from tabletop.ui import keys
from tabletop.ui.boards.battle.gestures import Gesture
from tabletop.ui.boards.contract import Offer, PhaseProgress, Unfinished
from tabletop.ui.boards.decks_of_glory.overlays import NOTHING, Overlay
from tabletop.ui.boards.decks_of_glory.stations import helm, planning
from tabletop.ui.boards.decks_of_glory.stations.planning import HELM, Plan, Planning
from tabletop.ui.boards.decks_of_glory.stations.station import Station, Touch
from tabletop.ui.boards.decks_of_glory.viewer import Viewer
from tabletop.ui.boards.replies import Ask, Recompose, Refuse, Reply, Submit
from tabletop.ui.input import Input
from tabletop.ui.motion import MOTION
from tabletop.ui.text import BODY
from tabletop.ui.widgets.base import Widget
from tabletop.ui.widgets.label import Text
from tabletop.ui.widgets.report import Report, pressed


class MovementStation(Station):
    """Compose a plan for the chosen ship, by keys, by clicking where she shall lie, or by dragging her."""

    title = "At the helm"

    def __init__(self, viewer: Viewer) -> None:
        super().__init__(viewer)
        self._planning = Planning(viewer)
        self._acts: dict[str, Callable[[], Reply]] = {
            "sail": self._sail, "next": lambda: self.next_of(self.actors()), "belay": self._belay,
            **{ident: partial(self._at_once, ident) for ident in ("loose", "irons", "stay")},
            "withdraw": self._off,
            "take_back": lambda: self._planning.take_up(self._plan[:-1]),
            "drop": lambda: Recompose() if self.back() else None,
            **{f"alongside.{hand}": partial(self._alongside, hand) for hand in HANDS},
        }  # fmt: skip

    def refresh(self) -> None:
        """A plan holds as long as its ship is chosen and it may still be sailed."""
        self._planning.refresh()

    @property
    def _plan(self) -> Plan:
        """The actions that are planned."""
        return self._planning.plan

    # --- what is shown

    def looks(self) -> Iterator[str]:
        """Whose move is planned."""
        if self._plan:
            yield f"plan {self.viewer.own}"

    def beside(self, key: str) -> Sequence[Hex]:
        """Everything that she can come to."""
        return [one.at for one in find_reach(self.viewer.state, key) if one.plan] if self._planning.ready(key) else []

    def acted(self, key: str) -> bool:
        """Whether she has moved."""
        return self.viewer.state.ships[key].moved

    def laid(self) -> Overlay:
        """Where she can go, and where the plan leads."""
        move, state = self._planning.move(), self.viewer.state
        found = planning.charted(state, move.ship, self._plan) if move else NOTHING
        if move and move.plan:
            found = replace(found, supposed=fields.suppose_move(state, move.ship, move.last, move.facing))
        return planning.denied(state, found, *self._planning.denied) if self._planning.denied else found

    def sheet(self) -> Iterator[Widget]:
        """Her actions, what the plan leads to, and the one click that a card or a side takes."""
        own, move = self.viewer.own, self._planning.move()
        if move is not None:
            yield from helm.sheet(self.viewer.state, move)
        elif own:
            yield Text("She has made her move." if self.viewer.state.ships[own].moved else "She cannot move.", BODY)
        else:
            yield Text("Click one of your ships to move her, or press N for the next.", BODY)

    def offer(self) -> Offer | None:
        """Order the plan, draw the card that she needs, or go to the next ship."""
        move = self._planning.move()
        made = helm.offer(self.viewer.state, move) if move else None
        return made or helm.idle([key for key in self.actors() if key != self.viewer.own])

    def gives(self, ident: str) -> Command | None:
        """What a button of the sheet orders for the chosen ship."""
        side, own, hand = self.viewer.side, self.viewer.own, next((one for one in HANDS if ident.endswith(one)), None)
        if ident == "stay":
            return Sail(side, own)
        if ident.startswith("alongside") and hand:
            return Sail(side, own, self._plan, hand)
        return {"loose": CutLoose(side, own), "irons": BreakIrons(side, own)}.get(ident)

    def finish(self) -> Command | None:
        """No more ships are moved."""
        return Done(self.viewer.side)

    def unfinished(self) -> Unfinished | None:
        """Ships that could still move."""
        left = tuple(self.actors())
        if not left:
            return None
        title, body = ("End the phase without moving her?", "She has not moved and will stay where she is this turn.")
        if len(left) > 1:
            title, body = (
                "End the phase without moving them?",
                "These ships have not moved and will stay where they are this turn.",
            )
        return Unfinished(title, body, left)

    def progress(self) -> PhaseProgress:
        """Ships moved of those that could."""
        state, left = self.viewer.state, len(self.actors())
        moved = sum(ship.moved for key, ship in state.ships.items() if self.viewer.mine(key))
        return PhaseProgress("Ships moved this turn", f"{moved} moved, {left} to move", moved / (moved + left or 1))

    def hints(self) -> Sequence[str]:
        """The helm of a ship that can be steered; else what leads to one, or frees her."""
        move = self._planning.move()
        if move is None:
            return ("primary", "next_ship", "drag_ship") if self.actors() else ("primary",)
        return ("primary", *helm.hints(self.viewer.state, move))

    # --- what is done

    def _bid(self, found: Reached | Refused) -> Reply:
        """Take up a move; the same once more orders it."""
        if not isinstance(found, Reached):
            return Refuse(found)
        return self._sail() if self._planning.holds(found.plan) else self._planning.take_up(found.plan)

    def wants(self, gesture: Gesture) -> bool:
        """A drag that begins on a ship that has not moved."""
        return gesture.button == "left" and gesture.ship in self.actors()

    def gesture(self, gesture: Touch) -> Reply:
        """The plan follows a ship that is dragged; a click lays her on a side, turns her, or sends her to a hex."""
        on, own = gesture.on, self.viewer.own
        if gesture.kind == "drag":
            return self._planning.follow(gesture.ship, on.hex)
        if gesture.kind == "drop":
            return self._planning.let_go(gesture.ship, on.hex)
        if on.slot:
            return self._alongside(on.slot.hand)
        if on.handle and own:
            return self._bid(find_move_to(self.viewer.state, own, on.handle.hex, on.handle.facing))
        return self._run_alongside(on.ship) if on.ship else self._go(on.hex)

    def _go(self, place: Hex | None) -> Reply:
        """To a hex in which nobody lies, or nobody wanted the ship."""
        own = self.viewer.own
        if place is None or not own or not self._planning.ready(own) or place == self.viewer.state.ships[own].at:
            return None
        return self._bid(find_move_to(self.viewer.state, own, place))

    def _run_alongside(self, key: str) -> Reply:
        """Of a ship that is in reach; a ship out of reach, or one's own that can move, is selected."""
        state, own, ready = self.viewer.state, self.viewer.own, self._planning.ready
        if not own or key == own or not ready(own) or (self.viewer.mine(key) and ready(key)):
            return None
        found = find_move_to(state, own, state.ships[key].at)
        return self._bid(found) if isinstance(found, Reached) else None

    def act(self, report: Report) -> Reply:
        """The brass button, its neighbours and the sheet."""
        return pressed(report, self._acts)

    def key(self, given: Input) -> Reply:
        """The helm, and what is done with the plan."""
        if given.key in HELM:
            return self._planning.steer(HELM[given.key]) if self.viewer.own else self.next_of(self.actors())
        if given.key in helm.ALONGSIDE and self._plan:
            return self._alongside(helm.ALONGSIDE[given.key])
        if given.key == keys.key("commit") and self._plan:
            return self._sail()
        if given.key == keys.key("take_back") and self._plan:
            return self._planning.take_up(self._plan[:-1])
        return None

    def back(self) -> bool:
        """Drop the plan."""
        return self._planning.drop()

    def _sail(self) -> Reply:
        """Order the plan."""
        move = self._planning.move()
        if move is None or not move.plan:
            return None
        order = Sail(self.viewer.side, move.ship, self._plan)
        refusal = GAME.check(self.viewer.state, order)
        if refusal:
            return Refuse(refusal)
        if move.end == "withdrawn":
            return Ask("Leave the map?", helm.OFF, "Withdraw", Submit.one(order), (move.ship,), grave=True)
        return self._given(order)

    def _alongside(self, hand: Hand) -> Reply:
        move = self._planning.move()
        if move is None or move.end != "entangled":
            return None
        return self._given(Sail(self.viewer.side, move.ship, self._plan, hand))

    def _given(self, order: Sail) -> Reply:
        self._planning.drop()
        return Submit.one(order)

    def _off(self) -> Reply:
        """Plan to leave the map."""
        found = helm.way_off(self.viewer.state, self.viewer.own)
        return self._planning.take_up(found.plan) if found else None

    def _at_once(self, ident: str) -> Reply:
        return Submit.one(self.gives(ident))

    def _belay(self) -> Reply:
        left = self.unfinished()
        if left is None or not (MOTION.asks or left.grave):
            return Submit.one(self.finish())
        return Ask(left.title, left.body, "End phase", Submit.one(self.finish()), left.pieces, keys.key("end_phase"))
