"""Composes the plan of the selected ship, by keys or by dragging the ship or its ghost (chapter 5)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from tabletop.core.errors import Refused
from tabletop.core.phrases import format_count
from tabletop.games.ships_of_the_line import GAME
from tabletop.games.ships_of_the_line.commands import Sail
from tabletop.games.ships_of_the_line.model import State
from tabletop.games.ships_of_the_line.ship import SailState
from tabletop.games.ships_of_the_line.survey import fleet_orders, plans, seats
from tabletop.games.ships_of_the_line.survey.plans import PlanDraft
from tabletop.games.ships_of_the_line.survey.sailing import find_move_options, list_sails, with_sail_set
from tabletop.geometry import hull, measure
from tabletop.geometry.pose import Point
from tabletop.ui import keys
from tabletop.ui.boards.battle.gestures import Gesture
from tabletop.ui.boards.replies import Recompose, Refuse, Reply
from tabletop.ui.boards.ships_of_the_line.panels import pictograms
from tabletop.ui.boards.ships_of_the_line.table_view import SeaTableView
from tabletop.ui.text import LABEL
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.button import Button, sign_button
from tabletop.ui.widgets.form_controls import Segments
from tabletop.ui.widgets.label import Label
from tabletop.ui.widgets.layout import Column, Row, Sized
from tabletop.ui.widgets.panel import Panel


@dataclass(frozen=True)
class Grip:
    """The draft at which a drag starts, and the gripped point: UM east and north of the ship's center.

    `refusal` is the reason why the ship cannot move at all, or None.
    """

    start: PlanDraft
    east: float
    north: float
    refusal: Refused | None


def grip_ship(state: State, draft: PlanDraft | None, gesture: Gesture) -> Grip | None:
    """Return the grip at the press of `gesture`: on the ghost of `draft`, or on a ship; None on neither."""
    at = gesture.start
    if at is None:
        return None
    if draft is not None and is_on_ghost(draft, at):
        start = draft
    elif gesture.from_ship:
        start = plans.begin_draft(state, gesture.from_ship)
    else:
        return None
    middle = hull.centre(start.evaluation.pose, start.evaluation.room.size[0])
    return Grip(start, at.x - middle.x, at.y - middle.y, plans.find_advance_refusal(state, start))


def drag_draft(state: State, grip: Grip, at: Point) -> PlanDraft:
    """Return the draft whose ghost brings the gripped point nearest to `at`."""
    if grip.refusal:
        return plans.drop_rejected_step(grip.start)
    return plans.plan_towards(state, grip.start, Point(at.x - grip.east, at.y - grip.north))


def is_on_ghost(draft: PlanDraft | None, at: Point) -> bool:
    """Return True if `at` lies on the ghost of `draft`."""
    if draft is None or not draft.evaluation.legs:
        return False
    length, beam = draft.evaluation.room.size
    keel = [hull.offset(draft.evaluation.pose, length * part, 0) for part in (0.1, 0.3, 0.5, 0.7, 0.9)]
    return min(measure.distance(place, at) for place in keel) <= beam


SLOW, TAKE_BACK, CLEAR = "helm.slow", "helm.take_back", "helm.drop"

_SLOW_TIP = "She gives up a point of movement. If she had only the points she must use, she heaves to."
PANEL_WIDTH = 300
"""Width of the panels beside the sea, design pixels."""
SAIL = "canvas.sail"
_SAIL_TIP = (
    "Set free of charge before the move, and kept until you change it. At full sail she is harder to stop.\nRule "
    "SOTL-16-a"
)

TURN_DEGREES, FINE_DEGREES = 5, 1
"""Degrees of one press of a turning key, and of one with fine steps."""

DraftChange = Callable[[State, PlanDraft], PlanDraft]


class PlanComposer:
    """Composes a plan leg by leg, and keeps the viewer's supposed pose up to date.

    Attributes:
        draft: the plan; None if nothing is planned.
        sail: the sail to set before the move; None to leave it as it is (16).
        unaided: True if leaders do not help in checks of the plan (10-d).
        grip: the grip of the drag in progress, or None.
    """

    def __init__(self, viewer: SeaTableView) -> None:
        self._viewer = viewer
        self.draft: PlanDraft | None = None
        self.sail: SailState | None = None
        self.unaided = False
        self._sail_ship = ""
        self.grip: Grip | None = None
        self._draft_state = viewer.state
        self.clear()
        sharp = viewer.state.profile.pivot
        self._helm_keys: dict[str, DraftChange] = {
            keys.key("ahead"): plans.add_advance,
            keys.key("slow"): plans.add_slow,
            keys.key("port"): partial(plans.turn_farther, degrees=-TURN_DEGREES),
            keys.key("starboard"): partial(plans.turn_farther, degrees=TURN_DEGREES),
            keys.key("port_fine"): partial(plans.turn_farther, degrees=-FINE_DEGREES),
            keys.key("starboard_fine"): partial(plans.turn_farther, degrees=FINE_DEGREES),
            keys.key("port_sharp"): partial(plans.turn_exactly, degrees=-sharp),
            keys.key("starboard_sharp"): partial(plans.turn_exactly, degrees=sharp),
            **({keys.key("tack"): plans.tack} if plans.has_pitching(viewer.state) else {}),
        }

    def refresh(self) -> None:
        """Drop the plan if its ship is no longer selected or has moved; rebuild it if the state changed."""
        if self.sail and (
            self._sail_ship != self._viewer.own or self.sail not in list_sails(self._viewer.state, self._sail_ship)
        ):
            self.sail = None
        draft, state = self.draft, self.state
        if draft and (draft.evaluation.ship != self._viewer.own or state.ships[draft.evaluation.ship].moved):
            self.clear()
        elif draft and state is not self._draft_state:
            self._set_draft(plans.rebuild_draft(state, draft))

    @property
    def state(self) -> State:
        """Return the battle as if the selected ship had set the chosen sail."""
        return with_sail_set(self._viewer.state, self._sail_ship, self.sail)

    def set_sail(self, sail: SailState) -> Reply:
        """Plan the move under `sail`; None if the ship cannot set it."""
        own = self._viewer.own
        if own is None or sail not in list_sails(self._viewer.state, own):
            return None
        self.sail, self._sail_ship = sail, own
        self.refresh()
        return Recompose()

    def set_next_sail(self) -> Reply:
        """Choose the next larger sail, after the largest the smallest; None if the ship sets no sail."""
        own = self._viewer.own
        found = list_sails(self._viewer.state, own) if own else ()
        if not found or own is None:
            return None
        return self.set_sail(found[(found.index(self.state.ships[own].sail) + 1) % len(found)])

    def _set_draft(self, draft: PlanDraft) -> None:
        """Store `draft`, or None if it has no step, and its pose as the supposed pose."""
        self._draft_state = self.state
        self.draft = draft if draft.evaluation.plan or draft.rejected_step else None
        self._viewer.planned_poses = {draft.evaluation.ship: draft.evaluation.pose} if draft.evaluation.legs else {}

    def clear(self) -> None:
        """Drop the plan, the sail and the choice about leaders."""
        self.draft = self.grip = self.sail = None
        self.unaided = False
        self._viewer.planned_poses = {}

    # --- by keys

    def press_helm_key(self, key: str) -> Reply:
        """Change the plan by a helm key, or refuse with the reason; None for any other key."""
        self.refresh()
        helm, state, own = self._helm_keys.get(key), self.state, self._viewer.own
        if helm is None:
            return None
        if own is None:
            return Refuse(self._find_helm_refusal())
        if refusal := plans.find_plan_refusal(state, own):
            return Refuse(refusal)
        self._set_draft(helm(state, self.draft or plans.begin_draft(state, own)))
        refused = self.draft.refusal if self.draft else None
        return Refuse(refused) if refused else Recompose()

    def _find_helm_refusal(self) -> Refused:
        """Return the reason why no ship of the player obeys the helm."""
        chosen, state = self._viewer.selected, self._viewer.state
        refusal = GAME.check(state, seats.sign_order(state, Sail(self._viewer.side, chosen, ()))) if chosen else None
        return refusal or Refused("SOTL-3-e", "Choose one of your ships first.")

    def remove_last_step(self) -> Reply:
        """Remove the last step of the plan; None if there is none."""
        shorter = plans.remove_last_step(self.state, self.draft) if self.draft else None
        if shorter is None:
            return None
        self._set_draft(shorter)
        return Recompose()

    # --- by dragging

    def can_drag(self, gesture: Gesture) -> bool:
        """Return True for a left drag that starts on the ghost or on an own ship that has not moved."""
        if gesture.button != "left" or gesture.shift:
            return False
        return is_on_ghost(self.draft, gesture.at) or gesture.ship in fleet_orders.list_unmoved_ships(
            self._viewer.state, self._viewer.side
        )

    def handle_gesture(self, gesture: Gesture) -> Reply:
        """Change the plan while the ship or its ghost is dragged; selects the dragged ship."""
        if gesture.kind == "press":
            self.grip = None
        if gesture.button != "left" or gesture.kind not in ("drag", "drop"):
            return None
        if self.grip is None:
            self.grip = grip_ship(self.state, self.draft, gesture)
        if self.grip is None:
            return None
        another = self._viewer.selected != self.grip.start.evaluation.ship
        if another:
            self._viewer.selected, self._viewer.group = self.grip.start.evaluation.ship, ()
        draft = drag_draft(self.state, self.grip, gesture.at)
        if self.draft is None or self.draft.evaluation.plan != draft.evaluation.plan or self.draft.rejected_step:
            self._set_draft(draft)
        if gesture.kind == "drop":
            grip, self.grip = self.grip, None
            return Refuse(grip.refusal) if grip.refusal else Recompose()
        return Recompose() if another else None  # card, compass and buttons are hers from now on

    # --- what is shown beside the sea

    def build_tools(self) -> Sequence[Button]:
        """Build the small buttons that slow down, undo a leg and clear the plan."""
        none = "" if self.draft else "Nothing is planned yet."
        return (
            sign_button(SLOW, "slower", Tip("Slow down", _SLOW_TIP, key=keys.key("slow"))),
            sign_button(TAKE_BACK, "back", Tip("Undo one leg", key=keys.key("take_back"))).disable(none),
            sign_button(CLEAR, "cross", Tip("Clear the plan", key=keys.key("back"))).disable(none),
        )

    def build_panel(self, helper: Widget | None) -> Widget | None:
        """Build the panel of the sail and of `helper`, the chip of leaders; None if there is neither."""
        own, state = self._viewer.own, self.state
        found = [(sail, sail.capitalize()) for sail in (list_sails(state, own) if own else ())]
        below = [helper] if helper else []
        if not (own and found):
            return Sized(Panel(Column(below), "Leader", ident="aid"), PANEL_WIDTH) if below else None
        tip, has = Tip("Sail", _SAIL_TIP, key=keys.key("set_sail")), find_move_options(state, own).allowance
        told = f"{format_count(has.points, 'point')}, must use {has.forced}"
        points = Row(
            [pictograms.build_points(has.points, has.forced, has.optional), Label(told, LABEL)], gap=8, align="centre"
        )
        picker = Segments(SAIL, found, state.ships[own].sail, tip=tip)
        return Sized(Panel(Column([picker, points, *below], gap=8), "Sail", ident="canvas"), PANEL_WIDTH)
