"""The Movement Phase on the sea: a plan is composed leg by leg, shown as a ghost, and then ordered (chapter 5)."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from tabletop.games.ships_of_the_line import positions, rules
from tabletop.games.ships_of_the_line.chapters import composing, movement
from tabletop.games.ships_of_the_line.chapters.headway import check_not_moved, held, lies_stopped
from tabletop.games.ships_of_the_line.chapters.orders import commanded
from tabletop.games.ships_of_the_line.chapters.plan import trial
from tabletop.games.ships_of_the_line.chapters.trial import Trial
from tabletop.games.ships_of_the_line.commands import Command, Sail
from tabletop.games.ships_of_the_line.state import State, side_of
from tabletop.games.ships_of_the_line.survey.reach import reach
from tabletop.geometry import hull, measure
from tabletop.geometry.pose import Point
from tabletop.ui import keys
from tabletop.ui.boards.contract import Ask, Offer, Progress, Recompose, Refuse, Reply, Submit, Unfinished
from tabletop.ui.boards.ships_of_the_line import witnesses
from tabletop.ui.boards.ships_of_the_line.overlays import Overlay
from tabletop.ui.boards.ships_of_the_line.stations import ghost, plans, special, steering
from tabletop.ui.boards.ships_of_the_line.stations.plans import Draft
from tabletop.ui.boards.ships_of_the_line.stations.station import Station
from tabletop.ui.boards.ships_of_the_line.surface import Gesture
from tabletop.ui.boards.ships_of_the_line.viewer import Viewer
from tabletop.ui.input import Input
from tabletop.ui.widgets.base import Action, Tip, Widget
from tabletop.ui.widgets.button import Button

TAP, FINE = 5, 1
"""Degrees of one tap of the helm."""

Helm = Callable[[State, Draft], Draft]


@dataclass(frozen=True)
class _Grip:
    """A ship or her ghost held with the pointer: from where the plan goes on, and by what part of her she is held."""

    start: Trial
    off: Point


class MovementStation(Station):
    """Compose a plan for the chosen ship, by keys or by dragging her or her ghost; then order it."""

    def __init__(self, viewer: Viewer) -> None:
        super().__init__(viewer)
        self._draft: Draft | None = None
        self._grip: _Grip | None = None
        self._drawn: tuple[tuple[Any, ...], tuple[Overlay, ...]] = ((), ())
        sharp = viewer.state.profile.pivot
        self._helms: dict[str, Helm] = {
            keys.key("ahead"): plans.ahead, keys.key("slow"): plans.slower,
            keys.key("port"): _turn(-TAP), keys.key("starboard"): _turn(TAP),
            keys.key("port_fine"): _turn(-FINE), keys.key("starboard_fine"): _turn(FINE),
            keys.key("port_sharp"): _hard(-sharp), keys.key("starboard_sharp"): _hard(sharp),
        }  # fmt: skip
        self._orders: dict[str, Callable[[], Reply]] = {
            keys.key("commit"): self._commit, keys.key("take_back"): self._shorten,
        }  # fmt: skip
        self._acts: dict[str, Callable[[], Reply]] = {
            "sail": self._commit, "hold": self._hold, "next": self._next, "hold_all": self._hold_all,
            "line_ahead": self._line_ahead, "belay": lambda: Submit.one(self.finish()),
        }  # fmt: skip

    def refresh(self) -> None:
        """A plan holds as long as its ship is the chosen one and she has not moved."""
        draft = self._draft
        if draft and (draft.trial.ship != self.viewer.own or self.viewer.state.ships[draft.trial.ship].moved):
            self._drop()
        elif draft and self._drawn[0] and self._drawn[0][0] is not self.viewer.state:
            self._draft = Draft(trial(self.viewer.state, draft.trial.ship, draft.trial.plan))

    def _drop(self) -> None:
        self._draft = self._grip = None
        self.viewer.supposed = {}

    # --- what is shown

    def overlays(self) -> Sequence[Overlay]:
        """The plan, and the water that lies open to the chosen ship; kept until something of it changes."""
        shown = (self.viewer.state, self.viewer.own, self._draft, self._grip is None)
        if not self._drawn[0] or self._drawn[0][0] is not shown[0] or self._drawn[0][1:] != shown[1:]:
            self._drawn = shown, tuple(self._shown())
        return self._drawn[1]

    def _shown(self) -> Iterator[Overlay]:
        state, own = self.viewer.state, self.viewer.own
        if own is None or state.ships[own].moved:
            return
        draft = self._draft or plans.begun(state, own)
        if draft.trial.refusal is None or draft.trial.plan:
            # while she is dragged, the water stays that which lay open when she was taken hold of
            plan = self._grip.start.plan if self._grip else draft.trial.plan
            yield witnesses.reachable(reach(state, own, plan).area)
        if self._draft and (draft.trial.plan or draft.attempted):
            yield from ghost.path(draft)
        yield ghost.account(state, draft)
        if draft.trial.legs and (chip := ghost.guns(state, draft.trial)):
            yield chip

    def panel(self) -> Widget | None:
        """What she could do instead of sailing."""
        return special.panel(self.viewer)

    def offer(self) -> Offer | None:
        """Order the plan; without one, hold the course; with no ship to order, find the next."""
        state, own = self.viewer.state, self.viewer.own
        if own and own in self.actors():
            return self._offer_to(own)
        if self.actors():
            return Offer("Next ship to move", "next", "A ship that has not moved yet.")
        return Offer("All have moved", "belay", f"Ends the movement of your ships, turn {state.turn}.")

    def _offer_to(self, own: str) -> Offer:
        name = self.viewer.state.cards[own].name
        if self._draft and self._draft.trial.plan:
            verdict = self._draft.trial.verdict
            return Offer(f"Sail: {name}", "sail", "She makes the move that is drawn.", str(verdict) if verdict else "")
        if held(self.viewer.state, own):
            return Offer("Next ship to move", "next", "A ship that has not moved yet.")
        if lies_stopped(self.viewer.state, own):
            return Offer("Stay stopped", "hold", f"{name} does not get under way this turn.")
        return Offer("Hold course", "hold", f"{name} goes straight ahead with all she has.")

    def extras(self) -> Sequence[Button]:
        """Hold course for all, and line ahead."""
        everyone = Button(
            "hold_all", "Hold course all", "dark", key=keys.key("hold_all"), tip=Tip("Hold course all", _HOLD)
        )
        line = Button("line_ahead", "Line ahead", "dark", key=keys.key("line_ahead"), tip=Tip("Line ahead", _LINE))
        return everyone.disable("" if self._under_way() else _NO_WAY), line.disable(self._no_line())

    def unfinished(self) -> Unfinished | None:
        """Ships under way that nobody has commanded."""
        waiting = self._under_way()
        if not waiting:
            return None
        return Unfinished("End the movement phase?", _LEFT, tuple(waiting))

    def progress(self) -> Progress:
        """Ships moved of those that can."""
        state = self.viewer.state
        moved = sum(state.ships[key].moved for key in commanded(state, self.viewer.side))
        able = moved + len(self.actors())
        return Progress("Ships moved this phase", f"{moved} of {able} ships moved", moved / (able or 1))

    def hints(self) -> Sequence[str]:
        """The helm."""
        plan = ("commit", "take_back") if self._draft else ()
        return ("primary", "ahead", "port", "starboard", "starboard_sharp", "slow", *plan, "drag_ship")

    # --- what is done

    def wants(self, gesture: Gesture) -> bool:
        """A drag that begins on an own ship that has not moved, or on the ghost."""
        if gesture.button != "left" or gesture.shift:
            return False
        return self._on_ghost(gesture.at) or gesture.ship in self._waiting()

    def gesture(self, gesture: Gesture) -> Reply:
        """Drag a ship or her ghost: the plan follows the pointer, and stays when she is let go."""
        if gesture.kind == "press":
            self._grip = None
        if gesture.button != "left" or gesture.kind not in ("drag", "drop") or gesture.start is None:
            return None
        if self._grip is None and not self._take_hold(gesture):
            return None
        return self._steer(gesture)

    def _take_hold(self, gesture: Gesture) -> bool:
        state, start = self.viewer.state, gesture.start
        if start is None:
            return False
        if self._draft and self._on_ghost(start):
            held_on = self._draft.trial
        elif gesture.from_ship in self._waiting() and gesture.from_ship:
            self.viewer.selected, self.viewer.group = gesture.from_ship, ()
            held_on = plans.begun(state, gesture.from_ship).trial
        else:
            return False
        middle = hull.centre(held_on.pose, held_on.room.size[0])
        self._grip = _Grip(held_on, Point(start.x - middle.x, start.y - middle.y))
        return True

    def _steer(self, gesture: Gesture) -> Reply:
        grip, state = self._grip, self.viewer.state
        if grip is None:
            return None
        if grip.start.refusal is None and not grip.start.end:
            place = Point(gesture.at.x - grip.off.x, gesture.at.y - grip.off.y)
            self._plan(Draft(steering.towards(state, grip.start, place)))
        if gesture.kind == "drag":
            return None
        self._grip = None
        if grip.start.refusal:
            return Refuse(grip.start.refusal)
        return Recompose()

    def _plan(self, draft: Draft) -> None:
        self._draft = draft if draft.trial.plan or draft.attempted else None
        self.viewer.supposed = {draft.trial.ship: draft.trial.pose} if draft.trial.legs else {}

    def _on_ghost(self, at: Point) -> bool:
        draft = self._draft
        if draft is None or not draft.trial.legs:
            return False
        length, beam = draft.trial.room.size
        middle = hull.centre(draft.trial.pose, length)
        return measure.distance(middle, at) <= max(beam, length / 2)

    def act(self, action: Action) -> Reply:
        """The brass button, its neighbours and the panel."""
        head, _, number = action.id.partition(".")
        if head == "special" and number:
            return Submit.one(special.specials(self.viewer)[int(number)].command)
        return self._acts[action.id]() if action.id in self._acts else None

    def key(self, given: Input) -> Reply:
        """The helm, and what is done with the plan."""
        if given.key in self._orders:
            return self._orders[given.key]()
        step = self._helms.get(given.key)
        own = self.viewer.own
        if step is None or own is None:
            return None
        if refusal := check_not_moved(self.viewer.state, own) or held(self.viewer.state, own):
            return Refuse(refusal)
        return self._compose(step, own)

    def _compose(self, step: Helm, own: str) -> Reply:
        self._plan(step(self.viewer.state, self._draft or plans.begun(self.viewer.state, own)))
        refused = self._draft.refused if self._draft else None
        return Refuse(refused) if refused else Recompose()

    def back(self) -> bool:
        """Drop the plan."""
        had = self._draft is not None
        self._drop()
        return had

    def _shorten(self) -> Reply:
        shorter = plans.shortened(self.viewer.state, self._draft) if self._draft else None
        if shorter is None:
            return None
        self._plan(shorter)
        return Recompose()

    def _commit(self) -> Reply:
        draft = self._draft
        if draft is None:
            return None
        order = Sail(side=self.viewer.side, ship=draft.trial.ship, plan=draft.trial.plan)
        if refusal := movement.check_sail(self.viewer.state, order):
            return Refuse(refusal)
        self._drop()
        return Submit.one(order)

    def _hold(self) -> Reply:
        state, own = self.viewer.state, self.viewer.own
        if own is None:
            return None
        plan = () if lies_stopped(state, own) else composing.straight(state, own).plan
        order = Sail(side=self.viewer.side, ship=own, plan=plan)
        refusal = movement.check_sail(state, order)
        return Refuse(refusal) if refusal else Submit.one(order)

    def _next(self) -> Reply:
        actors = [key for key in self.actors() if key != self.viewer.own]
        if actors:
            self.viewer.selected, self.viewer.group, self.viewer.wanted = actors[0], (), actors[0]
            self._drop()
        return Recompose()

    def _hold_all(self) -> Reply:
        orders = composing.hold_course(self.viewer.state, self.viewer.side)
        if not orders:
            return None
        words = f"{len(orders)} ships that are under way and have not moved go straight ahead with all they have."
        pieces = tuple(order.ship for order in orders)
        return Ask("Hold course?", words, "Hold course", Submit([partial(_still, order) for order in orders]), pieces)

    def _line_ahead(self) -> Reply:
        line = self._line()
        orders = composing.follow_in_line_ahead(self.viewer.state, line)
        self._drop()
        return Submit([partial(_still, order) for order in orders])

    # --- who

    def _waiting(self) -> list[str]:
        """The ships of the side that is asked that have not moved."""
        state = self.viewer.state
        return [key for key in commanded(state, self.viewer.side) if not state.ships[key].moved]

    def _under_way(self) -> list[str]:
        return [key for key in self._waiting() if not lies_stopped(self.viewer.state, key)]

    def _line(self) -> list[str]:
        """The chosen ship leads; the others follow in the order in which they lie, the nearest first."""
        state = self.viewer.state
        chosen = [key for key in self.viewer.chosen if side_of(state, key) == self.viewer.side]
        if not chosen:
            return []
        lead = positions.centre(state, chosen[0])
        return sorted(chosen, key=lambda key: measure.distance(lead, positions.centre(state, key)))

    def _no_line(self) -> str:
        """Why no line can be formed, or an empty string."""
        line = self._line()
        if len(line) < 2 or self.viewer.own != line[0]:
            return "Choose the ship that leads, then those that follow with Shift and click."
        if all(self.viewer.state.ships[key].moved for key in line[1:]):
            return "The ships that would follow have moved already."
        return ""


_HOLD = "Every ship under way that has not moved goes straight ahead with all she has. You are asked once."
_LINE = "The chosen ship holds her course; those chosen with Shift steer for the wake of the ship before them."
_NO_WAY = "No ship under way is left to move."
_LEFT = "These ships have way on them and no orders. They will make their forced spend straight ahead."


def _turn(degrees: int) -> Helm:
    return partial(_by, plans.helm, degrees)


def _hard(degrees: int) -> Helm:
    return partial(_by, plans.hard_over, degrees)


def _by(step: Callable[[State, Draft, int], Draft], degrees: int, state: State, draft: Draft) -> Draft:
    return step(state, draft, degrees)


def _still(order: Command, state: State) -> Command | None:
    """The order, unless it cannot be given any more."""
    return order if rules.check(state, order) is None else None
