"""What the sea shows of a view: ships, winds, who has the advantage, what was fired and what would be."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tabletop.games.ship_duel.state import OTHER, SIDES, Ship, Side, State, advantaged
from tabletop.games.ship_duel.tables import Kind, Stat
from tabletop.ui.boards.ship_duel import choice

SIDE_NAMES: dict[Side, str] = {"port": "Port", "starboard": "Starboard"}

Shots = dict[Side, list[tuple[str, bool]]]


@dataclass(frozen=True)
class Winds:
    """What blows: each side's winds, and whether they have been shown in this turn."""

    port: tuple[Kind, ...] = ()
    starboard: tuple[Kind, ...] = ()
    shown: bool = True

    def of(self, side: Side) -> tuple[Kind, ...]:
        """Those of a side."""
        return self.port if side == "port" else self.starboard


@dataclass(frozen=True)
class Scene:
    """What the middle shows.

    Attributes:
        ships: by side.
        whose: what stands under the name of each ship.
        winds: what blows.
        counts: how many winds each side shows; ``?`` while it can still surprise whoever looks (C-6).
        gained: who has the advantage, in words.
        fired: for each side what hit its ship, and whether that is only planned.
        planned: points that the viewer's choice would take, by side.
    """

    ships: Mapping[Side, Ship]
    whose: Mapping[Side, str]
    winds: Winds
    counts: Mapping[Side, str]
    gained: str
    fired: Mapping[Side, Sequence[tuple[str, bool]]] = field(default_factory=dict)
    planned: Mapping[Side, Mapping[Stat, int]] = field(default_factory=dict)


def scene(view: State, viewer: str, selected: tuple[str, ...]) -> Scene:
    """The scene for whoever looks, while these cards of the own hand are chosen; nobody is ``""``."""
    us = next((side for side in SIDES if side == viewer), None)
    hit = choice.damage(view, us, selected) if us and choice.is_asked(view, us) else None
    shots, winds = _fired(view), _winds(view, us, selected)
    if us and hit:
        shots.setdefault(OTHER[us], []).append((hit.words, True))
    return Scene(
        ships=view.ships,
        whose={side: f"{SIDE_NAMES[side]}, yours" if side == viewer else SIDE_NAMES[side] for side in SIDES},
        winds=winds,
        counts={side: _count(view, us, side, winds) for side in SIDES},
        gained=gained(view),
        fired=shots,
        planned={OTHER[us]: {hit.stat: hit.points}} if us and hit else {},
    )


def _winds(view: State, us: Side | None, selected: tuple[str, ...]) -> Winds:
    """Those of the last reveal; while winds are being chosen, one's own, sealed or not."""
    if view.phase == "sail":
        cards = (view.chosen.get(us) or selected) if us else ()
        return Winds(**{us or "port": tuple(view.deck[card] for card in cards)}, shown=False)
    shown = view.winds
    return Winds(shown.get("port", ()), shown.get("starboard", ()), view.phase in ("fire", "retire"))


def _count(view: State, us: Side | None, side: Side, winds: Winds) -> str:
    return "?" if view.phase == "sail" and side != us else str(len(winds.of(side)))


def gained(view: State) -> str:
    """Who has, or had, the advantage; at the end, who has won."""
    if view.outcome is not None:
        winner = [view.ships[side].name for side in SIDES if side == view.outcome.winner]
        return f"{winner[0]} has won" if winner else "The duel is a draw"
    if view.phase == "sail" or not view.winds:
        return ""
    ahead = advantaged(view)
    if view.phase == "reload":
        return "Last turn: equals" if ahead is None else f"Last turn: {view.ships[ahead].name}"
    return "Equals: both may fire" if ahead is None else f"{view.ships[ahead].name} has the advantage"


def _fired(view: State) -> Shots:
    return {side: [(words, False)] for side in SIDES if (words := choice.struck(view, side))}
