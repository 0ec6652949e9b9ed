"""The mode of the Movement Phase: the player composes a plan, sees it as a ghost, and orders it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Literal

from tabletop.core.commands import Command
from tabletop.core.errors import Refused
from tabletop.core.phrases import format_percent
from tabletop.games.decks_of_glory import GAME
from tabletop.games.decks_of_glory.commands import BreakIrons, CutLoose, Done, Sail
from tabletop.games.decks_of_glory.model import HANDS, Hand, State, format_names
from tabletop.games.decks_of_glory.positions import format_row_reference, is_entangled, is_in_irons
from tabletop.games.decks_of_glory.survey import fields, odds
from tabletop.games.decks_of_glory.survey.reach import Reached, find_move_to, find_reach
from tabletop.geometry.hexgrid import Hex
from tabletop.ui import keys
from tabletop.ui.boards.battle.gestures import Gesture
from tabletop.ui.boards.cards.reader import build_lines
from tabletop.ui.boards.contract import PhaseProgress, PrimaryAction, UnfinishedPhase
from tabletop.ui.boards.decks_of_glory import captions
from tabletop.ui.boards.decks_of_glory.overlays import NOTHING, Overlay
from tabletop.ui.boards.decks_of_glory.stations import planning
from tabletop.ui.boards.decks_of_glory.stations.planning import HELM, Plan, Planning
from tabletop.ui.boards.decks_of_glory.stations.station import Station, Touch
from tabletop.ui.boards.decks_of_glory.viewer import Viewer
from tabletop.ui.boards.replies import Ask, Recompose, Refuse, Reply, Submit
from tabletop.ui.input import Input
from tabletop.ui.motion import MOTION
from tabletop.ui.text import BODY
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.button import Button
from tabletop.ui.widgets.label import Text
from tabletop.ui.widgets.layout import Row
from tabletop.ui.widgets.report import Report, pressed

Card = Literal["", "loose", "irons"]
"""A card that must be drawn before a ship can move, if any."""

ALONGSIDE: dict[str, Hand] = {keys.key("alongside_port"): "port", keys.key("alongside_starboard"): "starboard"}
"""Keys of the sides on which she may lie."""
_DRAWS: dict[Card, tuple[str, str, str]] = {
    "loose": (
        "Draw to cut loose",
        "Cut loose",
        "Red: she can move this turn. Black: she stays entangled and her move ends.",
    ),
    "irons": (
        "Draw to get out of irons",
        "Draw to get out of irons",
        "Red: she turns one hex side. Black: her move ends.",
    ),
}
"""Each card as the sheet and as the brass button name it, and what it does."""
_BOTH = (
    "The first red card frees her, the second turns her one hex side. If she is still in the hex when her move ends, "
    "she is entangled again."
)
_STAY = "She stays where she is and her move for this turn ends."
OFF = "She withdraws from the battle for good (DOG-14)."


def card_for(state: State, key: str) -> Card:
    """The card that must be drawn before a ship that is ready can move."""
    if state.way is not None and state.way.ship == key:
        return ""
    if is_entangled(state, key):
        return "loose"
    return "irons" if is_in_irons(state, state.ships[key].facing) else ""


def hints(state: State, move: Reached) -> Sequence[str]:
    """Names of the keys for a ship that is ready: her card, the side on which she lies, or the helm."""
    if card_for(state, move.ship):
        return ("draw_card", "next_ship")
    if move.end == "entangled":
        return ("alongside_port", "alongside_starboard", "take_back", "back")
    if move.plan:
        return ("commit", "ahead", "port", "starboard", "take_back", "back")
    return ("ahead", "port", "starboard", "drag_ship", "stay", "next_ship")


def way_off(state: State, key: str) -> Reached | None:
    """The shortest move that leaves the map, if there is one."""
    return next((one for one in find_reach(state, key) if one.end == "withdrawn"), None)


# --- the sheet


def sheet(state: State, move: Reached) -> Iterator[Widget]:
    """Her actions, what the plan leads to, and the one click that a card or a side takes."""
    key = move.ship
    if card := card_for(state, key):
        yield from _card(state, key, card)
        return
    if move.end == "entangled":
        yield Text(f"On which side of {format_names(state, move.others)} does she go alongside?", BODY)
        whose = format_row_reference(state, move.others)
        yield Row([_hand(hand, chord, whose) for chord, hand in ALONGSIDE.items()], gap=8)
        if len(move.others) > 1:
            yield Text(f"Port and starboard of {whose}.", BODY.at(15))
    if move.plan:
        yield _tools()
    else:
        yield Button("stay", "End her move", "secondary", key=keys.key("stay"), tip=Tip("End her move", _STAY))
    if move.end != "entangled" and way_off(state, key):
        yield Button("withdraw", "Off the map", "secondary", tip=Tip("Plan to leave the map", OFF))
    yield from build_lines(planning.told(state, move))


def _tools() -> Widget:
    """What the keys do to a plan."""
    one, all_of_it = Tip("Undo one action", key=keys.key("take_back")), Tip("Clear the plan", key=keys.key("back"))
    shorter = Button("take_back", "Undo one", "secondary", tip=one, grow=1)
    return Row([shorter, Button("drop", "Clear the plan", "secondary", tip=all_of_it, grow=1)], gap=8)


def _card(state: State, key: str, card: Card) -> Iterator[Widget]:
    words, _, told = _DRAWS[card]
    told = _BOTH if _needs_both(state, key) else told
    rule = "DOG-16" if is_entangled(state, key) else "DOG-13"
    yield Button(card, words, "secondary", key=keys.key("draw_card"), tip=Tip(words, told))
    yield from build_lines([(_condition(state, key), format_percent(odds.chance_to_move(state, key)))], rule)
    yield Text(told, BODY.at(15))


def _condition(state: State, key: str) -> str:
    """What has to come up for her to move."""
    return "Chance of two red cards (she is in irons too)" if _needs_both(state, key) else "Chance of a red card"


def _needs_both(state: State, key: str) -> bool:
    return is_entangled(state, key) and is_in_irons(state, state.ships[key].facing)


def _hand(hand: Hand, key: str, whose: str) -> Button:
    tip = Tip(f"To {hand} of {whose}", "She makes the plotted move and becomes entangled.")
    return Button(f"alongside.{hand}", f"To {hand}", "secondary", key=key, tip=tip, grow=1)


# --- the brass button


def offer(state: State, move: Reached) -> PrimaryAction | None:
    """For a ship that is ready: order the plan, or draw the card that she needs; None if there is neither."""
    key = move.ship
    if move.plan:
        return _planned(state.fleet[key].name, move)
    if card := card_for(state, key):
        return PrimaryAction(_DRAWS[card][1], card, _chance(state, key))
    if state.way and state.way.ship == key:
        return PrimaryAction("Stay as she is", "stay", f"{state.fleet[key].name} does not use her red card.")
    return None


def _chance(state: State, key: str) -> str:
    """That she may move, in a sentence; of a single card with the cards counted."""
    if odds.chance_to_move(state, key) == odds.chance_of_red(state):
        return f"{captions.of_red(state)}."
    return f"{_condition(state, key)}: {format_percent(odds.chance_to_move(state, key))}."


def _planned(name: str, move: Reached) -> PrimaryAction:
    if move.end == "in_irons":
        return PrimaryAction("Turn into the wind", "sail", f"{name} will be in irons, and her move ends.")
    if move.end == "withdrawn":
        return PrimaryAction(f"Withdraw {name}", "sail", "She leaves the map for good.")
    reason = "Choose on which side she goes alongside." if move.end == "entangled" else ""
    return PrimaryAction(f"Sail: {name}", "sail", "She makes the plotted move.", reason)


def idle(others: Sequence[str]) -> PrimaryAction:
    """Go on to ships that have not moved, or end the moves."""
    if others:
        return PrimaryAction("Next ship to move", "next", "Selects the next ship that has not moved.")
    return PrimaryAction("End movement", "belay", "All your other ships have moved.", ends_phase=True)


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
            yield from sheet(self.viewer.state, move)
        elif own:
            yield Text("She has made her move." if self.viewer.state.ships[own].moved else "She cannot move.", BODY)
        else:
            yield Text("Click one of your ships to move her, or press N for the next.", BODY)

    def offer(self) -> PrimaryAction | None:
        """Order the plan, draw the card that she needs, or go to the next ship."""
        move = self._planning.move()
        made = offer(self.viewer.state, move) if move else None
        return made or idle([key for key in self.actors() if key != self.viewer.own])

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

    def unfinished(self) -> UnfinishedPhase | None:
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
        return UnfinishedPhase(title, body, left)

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
        return ("primary", *hints(self.viewer.state, move))

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
        if given.key in ALONGSIDE and self._plan:
            return self._alongside(ALONGSIDE[given.key])
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
            return Ask("Leave the map?", OFF, "Withdraw", Submit.single(order), (move.ship,), grave=True)
        return self._given(order)

    def _alongside(self, hand: Hand) -> Reply:
        move = self._planning.move()
        if move is None or move.end != "entangled":
            return None
        return self._given(Sail(self.viewer.side, move.ship, self._plan, hand))

    def _given(self, order: Sail) -> Reply:
        self._planning.drop()
        return Submit.single(order)

    def _off(self) -> Reply:
        """Plan to leave the map."""
        found = way_off(self.viewer.state, self.viewer.own)
        return self._planning.take_up(found.plan) if found else None

    def _at_once(self, ident: str) -> Reply:
        return Submit.single(self.gives(ident))

    def _belay(self) -> Reply:
        left = self.unfinished()
        if left is None or not (MOTION.asks or left.grave):
            return Submit.single(self.finish())
        return Ask(left.title, left.body, "End phase", Submit.single(self.finish()), left.pieces, keys.key("end_phase"))
