"""The Movement Phase on the sea: a plan is composed leg by leg, shown as a ghost, and then ordered (chapter 5)."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from tabletop.core.errors import Refused
from tabletop.games.ships_of_the_line.chapters import composing, movement
from tabletop.games.ships_of_the_line.chapters.headway import check_not_moved, held, lies_stopped
from tabletop.games.ships_of_the_line.chapters.orders import check_commanded
from tabletop.games.ships_of_the_line.chapters.plan import trial
from tabletop.games.ships_of_the_line.commands import Sail, Step
from tabletop.games.ships_of_the_line.state import State
from tabletop.games.ships_of_the_line.survey.reach import reach
from tabletop.ui import keys
from tabletop.ui.boards.battle.gestures import Gesture
from tabletop.ui.boards.contract import Offer, Progress, Recompose, Refuse, Reply, Submit, Unfinished
from tabletop.ui.boards.ships_of_the_line import witnesses
from tabletop.ui.boards.ships_of_the_line.overlays import Overlay
from tabletop.ui.boards.ships_of_the_line.stations import dragging, ghost, plans, special, together
from tabletop.ui.boards.ships_of_the_line.stations.dragging import Grip
from tabletop.ui.boards.ships_of_the_line.stations.plans import Draft
from tabletop.ui.boards.ships_of_the_line.stations.station import Station
from tabletop.ui.boards.ships_of_the_line.viewer import Viewer
from tabletop.ui.input import Input
from tabletop.ui.widgets.base import Action, Widget
from tabletop.ui.widgets.button import Button

TAP, FINE = 5, 1
"""Degrees of one tap of the helm."""

Helm = Callable[[State, Draft], Draft]
Shown = tuple[State, str | None, Draft | None, Grip | None]


class MovementStation(Station):
    """Compose a plan for the chosen ship, by keys or by dragging her or her ghost; then order it."""

    def __init__(self, viewer: Viewer) -> None:
        super().__init__(viewer)
        self._draft: Draft | None = None
        self._grip: Grip | None = None
        self._tried_in = viewer.state
        self._kept: tuple[Shown, tuple[Overlay, ...]] | None = None
        self._drop()
        sharp = viewer.state.profile.pivot
        self._helms: dict[str, Helm] = {
            keys.key("ahead"): plans.ahead, keys.key("slow"): plans.slower,
            keys.key("port"): partial(plans.helm, degrees=-TAP),
            keys.key("starboard"): partial(plans.helm, degrees=TAP),
            keys.key("port_fine"): partial(plans.helm, degrees=-FINE),
            keys.key("starboard_fine"): partial(plans.helm, degrees=FINE),
            keys.key("port_sharp"): partial(plans.hard_over, degrees=-sharp),
            keys.key("starboard_sharp"): partial(plans.hard_over, degrees=sharp),
        }  # fmt: skip
        self._orders: dict[str, Callable[[], Reply]] = {
            keys.key("commit"): self._commit, keys.key("take_back"): self._shorten,
        }  # fmt: skip
        self._acts: dict[str, Callable[[], Reply]] = {
            "sail": self._commit, "hold": self._hold, "next": self._next, "belay": lambda: Submit.one(self.finish()),
            "hold_all": lambda: together.hold_all(self.viewer),
            "line_ahead": lambda: together.line_ahead(self.viewer),
        }  # fmt: skip

    def refresh(self) -> None:
        """A plan holds as long as its ship is the chosen one and has not moved; it is tried anew when others have."""
        draft, state = self._draft, self.viewer.state
        if draft and (draft.trial.ship != self.viewer.own or state.ships[draft.trial.ship].moved):
            self._drop()
        elif draft and state is not self._tried_in:
            self._plan(Draft(trial(state, draft.trial.ship, draft.trial.plan)))

    def _plan(self, draft: Draft) -> None:
        self._tried_in = self.viewer.state
        self._draft = draft if draft.trial.plan or draft.attempted else None
        self.viewer.supposed = {draft.trial.ship: draft.trial.pose} if draft.trial.legs else {}

    def _drop(self) -> None:
        self._draft = self._grip = None
        self.viewer.supposed = {}

    # --- what is shown

    def overlays(self) -> Sequence[Overlay]:
        """The plan, and the water that lies open to the chosen ship; kept until something of it changes."""
        self.refresh()
        shown = self.viewer.state, self.viewer.own, self._draft, self._grip
        if self._kept is None or any(a is not b for a, b in zip(self._kept[0], shown, strict=True)):
            self._kept = shown, tuple(self._shown())
        return self._kept[1]

    def _shown(self) -> Iterator[Overlay]:
        state, own = self.viewer.state, self.viewer.own
        if own is None or state.ships[own].moved:
            return
        draft = self._draft or plans.begun(state, own)
        if draft.trial.refusal is None:
            yield witnesses.reachable(reach(state, own, self._open_from(draft)).area)
        if self._draft:
            yield from ghost.path(draft)
        yield ghost.account(state, draft)

    def _open_from(self, draft: Draft) -> tuple[Step, ...]:
        """The plan from which the open water is shown; while a ship is dragged it stays as it was at first."""
        return self._grip.start.plan if self._grip else draft.trial.plan

    def panel(self) -> Widget | None:
        """What she could do instead of sailing."""
        return special.panel(self.viewer)

    def offer(self) -> Offer | None:
        """Order the plan; without one, hold the course; with no ship to order, find the next."""
        self.refresh()
        own, ready = self.viewer.own, together.ready(self.viewer)
        if own and own in ready:
            return self._offer_to(own)
        if ready:
            return Offer("Next ship to move", "next", "A ship that has not moved yet.")
        return Offer("End movement", "belay", "No ship of yours is left to move.")

    def _offer_to(self, own: str) -> Offer:
        state, name = self.viewer.state, self.viewer.state.cards[own].name
        if self._draft and self._draft.trial.plan:
            verdict = self._draft.trial.verdict
            return Offer(f"Sail: {name}", "sail", "She makes the move that is drawn.", str(verdict) if verdict else "")
        if lies_stopped(state, own):
            return Offer("Stay stopped", "hold", f"{name} does not get under way this turn.")
        return Offer("Hold course", "hold", f"{name} goes straight ahead with all she has.")

    def extras(self) -> Sequence[Button]:
        """Hold course for all, and line ahead."""
        return together.buttons(self.viewer)

    def unfinished(self) -> Unfinished | None:
        """Ships under way that nobody has commanded."""
        return together.unfinished(self.viewer)

    def progress(self) -> Progress:
        """Ships moved of those that could."""
        return together.progress(self.viewer)

    def hints(self) -> Sequence[str]:
        """The helm."""
        plan = ("take_back", "back") if self._draft else ("drag_ship",)
        return ("primary", "ahead", "port", "starboard", "starboard_fine", "starboard_sharp", "slow", *plan)

    # --- what is done

    def wants(self, gesture: Gesture) -> bool:
        """A drag that begins on an own ship that has not moved, or on the ghost."""
        if gesture.button != "left" or gesture.shift:
            return False
        return dragging.on_ghost(self._draft, gesture.at) or gesture.ship in together.waiting(self.viewer)

    def gesture(self, gesture: Gesture) -> Reply:
        """Drag a ship or her ghost: the plan follows the pointer, and stays when she is let go."""
        if gesture.kind == "press":
            self._grip = None
        if gesture.button != "left" or gesture.kind not in ("drag", "drop"):
            return None
        if self._grip is None:
            self._grip = dragging.take_hold(self.viewer.state, self._draft, gesture)
        if self._grip is None:
            return None
        if self.viewer.selected != self._grip.start.ship:
            self.viewer.selected, self.viewer.group = self._grip.start.ship, ()
        draft = dragging.follow(self.viewer.state, self._grip, gesture.at)
        if self._draft is None or self._draft.trial.plan != draft.trial.plan or self._draft.attempted:
            self._plan(draft)
        return self._let_go() if gesture.kind == "drop" else None

    def _let_go(self) -> Reply:
        grip, self._grip = self._grip, None
        return Refuse(grip.stuck) if grip and grip.stuck else Recompose()

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
        self.refresh()
        helm, state, own = self._helms.get(given.key), self.viewer.state, self.viewer.own
        if helm is None:
            return None
        if own is None:
            return Refuse(self._not_ours())
        if refusal := check_not_moved(state, own) or held(state, own):
            return Refuse(refusal)
        self._plan(helm(state, self._draft or plans.begun(state, own)))
        refused = self._draft.refused if self._draft else None
        return Refuse(refused) if refused else Recompose()

    def _not_ours(self) -> Refused:
        """Why the helm has nobody to obey it."""
        chosen = self.viewer.selected
        refusal = check_commanded(self.viewer.state, self.viewer.side, chosen) if chosen else None
        return refusal or Refused("SOTL-3-e", "Choose one of your ships first.")

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
        if self._draft is None:
            return None
        return self._order(self._draft.trial.ship, self._draft.trial.plan)

    def _hold(self) -> Reply:
        state, own = self.viewer.state, self.viewer.own
        if own is None:
            return None
        return self._order(own, () if lies_stopped(state, own) else composing.straight(state, own).plan)

    def _order(self, key: str, plan: tuple[Step, ...]) -> Reply:
        order = Sail(side=self.viewer.side, ship=key, plan=plan)
        if refusal := movement.check_sail(self.viewer.state, order):
            return Refuse(refusal)
        self._drop()
        return Submit.one(order)

    def _next(self) -> Reply:
        """The ship after the chosen one, or the first."""
        ready, order = together.ready(self.viewer), list(self.viewer.state.ships)
        now = order.index(self.viewer.selected) if self.viewer.selected else -1
        later = [key for key in ready if order.index(key) > now] or ready
        if later:
            self.viewer.selected, self.viewer.group, self.viewer.wanted = later[0], (), later[0]
            self.refresh()
        return Recompose()
