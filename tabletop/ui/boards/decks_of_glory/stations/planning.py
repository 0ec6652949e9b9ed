"""The plan of the chosen ship: how it is composed, and what of it is drawn on the map (DOG-12 to DOG-16)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from tabletop.core.errors import Refused
from tabletop.core.phrases import capitalize, format_count
from tabletop.games.decks_of_glory import GAME
from tabletop.games.decks_of_glory.commands import Sail
from tabletop.games.decks_of_glory.model import HANDS, Action, State, format_names
from tabletop.games.decks_of_glory.positions import current_wind, is_in_irons, point_of_sail
from tabletop.games.decks_of_glory.survey import fields, reach
from tabletop.games.decks_of_glory.survey.reach import Reached
from tabletop.geometry.hexgrid import Hex
from tabletop.ui import keys, rebinding
from tabletop.ui.boards.decks_of_glory import captions
from tabletop.ui.boards.decks_of_glory.captions import SAILS
from tabletop.ui.boards.decks_of_glory.overlays import Chip, Ghost, Handle, Line, Overlay, Slot, Tint, TintKind
from tabletop.ui.boards.decks_of_glory.viewer import Viewer
from tabletop.ui.boards.replies import Recompose, Refuse, Reply

_REACH: dict[int, TintKind] = {1: "reach1", 2: "reach2"}
_ACTIONS = {"ahead": "ahead", "port": "to port", "starboard": "to starboard"}
_ENDS = {
    "in_irons": "In irons: her move ends",
    "entangled": "Entangled: her move ends",
    "withdrawn": "Leaves the map for good",
}
_SUBS = {"entangled": "alongside", "withdrawn": "leave"}


def charted(state: State, key: str, plan: tuple[Action, ...]) -> Overlay:
    """Everything that lies open to her from where she is, and the plan if there is one."""
    found = [one for one in reach.find_reach(state, key) if one.plan]
    tints = tuple(_tints(found))
    if not plan:
        return Overlay(tints, tuple(_handles(state, found)))
    planned = reach.preview_plan(state, key, plan)
    ghost, chips = _ghost(state, planned), tuple(_chips(planned))
    if planned.end == "entangled":
        return Overlay(tints, (), ghost, choices=tuple(_slots(planned)), chips=chips)
    handles = (replace(one, chosen=(one.hex, one.facing) == (planned.at, planned.facing))
               for one in _handles(state, found))  # fmt: skip
    return Overlay(tints, tuple(handles), ghost, chips=chips)


def denied(state: State, shown: Overlay, key: str, place: Hex | None, why: Refused) -> Overlay:
    """What is shown besides, with a line to where a ship cannot go, and why not; off the map, words beside her."""
    far, at = ", ".join(filter(None, (capitalize(why.by), why.rule))), state.ships[key].at
    if place is None:
        return replace(shown, facings=(), chips=(*shown.chips, Chip(at, f"{why.reason} {far}", "refusal")))
    refused = Line(at, place, "blocked", f"{why.reason}\n{far}", ship=key)
    return replace(shown, facings=(), lines=(*shown.lines, refused))


def _tints(found: Sequence[Reached]) -> Iterator[Tint]:
    """The hexes that she can come to, each with the least that it costs."""
    best: dict[Hex, Reached] = {}
    for one in found:
        if "ahead" in one.plan and (one.at not in best or one.cost < best[one.at].cost):
            best[one.at] = one
    for place, one in best.items():
        yield Tint(place, _REACH.get(one.cost, "reach2"), str(one.cost), _SUBS.get(one.end or "", ""))


def _handles(state: State, found: Sequence[Reached]) -> Iterator[Handle]:
    for one in found:
        if one.end == "withdrawn":
            continue
        irons = is_in_irons(state, one.facing) and one.end != "entangled"
        sail = "in irons, her move ends" if irons else SAILS[point_of_sail(one.facing, current_wind(state))]
        if one.end == "entangled":
            sail = f"alongside {format_names(state, one.others)}, her move ends"
        words = f"{format_count(one.cost, 'action')}: {_in_words(one.plan)}; {sail}"
        yield Handle(one.at, one.facing, words, irons)


def _in_words(plan: Sequence[Action]) -> str:
    return ", ".join(_ACTIONS[action] for action in plan)


def _ghost(state: State, planned: Reached) -> Ghost:
    lying = reach.find_alongside(state, planned.ship, planned)
    facing = lying["port"].facing if lying else planned.facing
    return Ghost(planned.ship, planned.at, facing, planned.track, _in_words(planned.plan))


def _slots(planned: Reached) -> Iterator[Slot]:
    for number, hand in enumerate(HANDS, 1):
        yield Slot(planned.at, hand, f"{number}: to {hand}")


def _chips(planned: Reached) -> Iterator[Chip]:
    spent = f"{planned.cost} of {format_count(planned.allowance, 'action')}"
    if planned.end:
        yield Chip(planned.at, _ENDS[planned.end], "refusal" if planned.end == "in_irons" else "plan")
    else:
        yield Chip(planned.at, f"{capitalize(_in_words(planned.plan))}; {spent}", "plan")


def told(state: State, move: Reached) -> list[tuple[str, str]]:
    """A ship's move in lines: what she has, what is spent, and what comes of it."""
    lines = [("Actions this turn", str(move.allowance))]
    if move.turns_only:
        lines.append(("In irons: she may turn one hex side but not go ahead.", ""))
    if state.way and state.way.ship == move.ship and state.way.loose_from:
        lines.append((f"Cut loose from {format_names(state, state.way.loose_from)}.", ""))
    if not move.plan:
        return [
            *lines,
            (
                rebinding.told("Click a lit hex or an arrow, drag her, or steer with {ahead}, {port} and {starboard}."),
                "",
            ),
        ]
    lines += [("Planned", _in_words(move.plan)), ("Left", str(move.left))]
    if move.end == "in_irons":
        lines.append(("She turns into the wind: her move ends, and next turn she needs a red card to turn.",
                      captions.red_odds(state)))  # fmt: skip
    elif move.end:
        lines.append((f"{_ENDS[move.end]}.", ""))
    return lines if move.end in ("entangled", "withdrawn") else [*lines, *_from_there(state, move)]


def _from_there(state: State, move: Reached) -> Iterator[tuple[str, str]]:
    """What would bear on her where the plan ends, and what she could fire at from there, if nobody else moves."""
    after = fields.suppose_move(state, move.ship, move.last, move.facing)
    exposed = fields.list_dangers(after, move.ship)
    raked = ", raked" if any(one.rake for one in exposed) else ""
    yield "There she is under the guns of", f"{format_count(len(exposed), 'ship')}{raked}"
    seen = [one for one in fields.list_shots(after, move.ship) if not one.blockers]
    rakes = ", raking" if any(one.rake for one in seen) else ""
    yield "She could fire at", f"{format_count(len(seen), 'ship')}{rakes}"


Plan = tuple[Action, ...]

HELM: dict[str, Action] = {
    keys.key("ahead"): "ahead",
    keys.key("port"): "port",
    keys.key("starboard"): "starboard",
}
"""The keys of the helm."""
BEYOND = Refused("DOG-1", "That is beyond the edge of the map.")


class Planning:
    """Composes a plan.

    Attributes:
        plan: the actions so far.
        denied: the ship that is dragged, where she cannot go (None off the map), and why not.
    """

    def __init__(self, viewer: Viewer) -> None:
        self._viewer = viewer
        self.plan: Plan = ()
        self.denied: tuple[str, Hex | None, Refused] | None = None
        self._for = ""

    def refresh(self) -> None:
        """A plan holds as long as its ship is chosen and it may still be sailed."""
        own, state = self._viewer.own, self._viewer.state
        if self._for != own or not self.ready(self._for) or reach.preview_plan(state, self._for, self.plan).refusal:
            self.plan, self._for = (), own

    def ready(self, key: str) -> bool:
        """Whether a ship can be given a plan or a card."""
        return bool(key) and self._unable(key) is None

    def _unable(self, key: str) -> Refused | None:
        """Why the side that is asked cannot move a ship now."""
        return GAME.check(self._viewer.state, Sail(self._viewer.side, key))

    def move(self) -> Reached | None:
        """The plan as it stands, for a ship that may sail; None for any other."""
        self.refresh()
        return reach.preview_plan(self._viewer.state, self._for, self.plan) if self.ready(self._viewer.own) else None

    def take_up(self, plan: Plan) -> Reply:
        """This plan for the chosen ship, in place of any other."""
        self.plan, self._for, self.denied = plan, self._viewer.own, None
        return Recompose()

    def holds(self, plan: Plan) -> bool:
        """Whether this is the plan of the chosen ship already."""
        return plan == self.plan and self._for == self._viewer.own

    def drop(self) -> bool:
        """Plan nothing; whether anything was planned."""
        had, self.plan, self.denied = bool(self.plan), (), None
        return had

    def steer(self, action: Action) -> Reply:
        """One action more for the chosen ship; why not, if she may not make it."""
        own, state = self._viewer.own, self._viewer.state
        if refusal := self._unable(own):
            return Refuse(refusal)
        self.refresh()
        longer = reach.preview_plan(state, own, (*self.plan, action))
        return Refuse(longer.refusal) if longer.refusal else self.take_up((*self.plan, action))

    def follow(self, key: str, place: Hex | None) -> Reply:
        """A ship is dragged over a hex or off the map: the plan goes there if she can; else it is said why not."""
        if not self.ready(key):
            return None
        self._viewer.choose(key)
        found = self._towards(key, place)
        home = place == self._viewer.state.ships[key].at
        denied = None if home or isinstance(found, Reached) else (key, place, found)
        plan = found.plan if isinstance(found, Reached) and not home else ()
        if self.holds(plan) and denied == self.denied:
            return None
        reply, self.denied = self.take_up(plan), denied
        return reply

    def let_go(self, key: str, place: Hex | None) -> Reply:
        """She is let go over a hex or off the map: the plan stays, or it is said why she cannot go there."""
        self.denied = None
        if not self.ready(key):
            refusal = self._unable(key)
            return Refuse(refusal) if refusal else None
        self._viewer.choose(key)
        if place == self._viewer.state.ships[key].at:
            return self.take_up(())
        found = self._towards(key, place)
        return self.take_up(found.plan) if isinstance(found, Reached) else Refuse(found)

    def _towards(self, key: str, place: Hex | None) -> Reached | Refused:
        """The plan that brings a ship to a hex; why there is none."""
        return BEYOND if place is None else reach.find_move_to(self._viewer.state, key, place)
