"""What the sea shows of a view: ships, winds, who has the advantage, what was fired and what would be."""

from dataclasses import dataclass

from tabletop.games.ship_duel.state import OTHER, SIDES, Side, State, advantaged
from tabletop.games.ship_duel.tables import Kind, Stat
from tabletop.ui.boards.ship_duel import choice

SIDE_NAMES: dict[Side, str] = {"port": "Port", "starboard": "Starboard"}


@dataclass(frozen=True)
class Winds:
    """What blows: each side's winds, and whether they have been shown in this turn."""

    port: tuple[Kind, ...] = ()
    starboard: tuple[Kind, ...] = ()
    shown: bool = True


class Scene:
    """What the middle shows to whoever looks, nobody is ``""``, while some cards of the own hand are chosen.

    Attributes:
        ships: by side.
        whose: what stands under the name of each ship.
        winds: what blows.
        counts: how many winds each side shows; ``?`` while it can still surprise whoever looks (C-6).
        gained: who has the advantage, in words.
        fired: for each side what hit its ship, and whether that is only planned.
        planned: points that the viewer's choice would take, by side.
    """

    def __init__(self, view: State, viewer: str, selected: tuple[str, ...]) -> None:
        us = next((side for side in SIDES if side == viewer), None)
        hit = choice.damage(view, us, selected) if us and choice.is_asked(view, us) else None
        self.ships = view.ships
        self.whose = {side: f"{SIDE_NAMES[side]}, yours" if side == viewer else SIDE_NAMES[side] for side in SIDES}
        self.winds = _winds(view, us, selected)
        numbers = {"port": len(self.winds.port), "starboard": len(self.winds.starboard)}
        self.counts = {side: "?" if view.phase == "sail" and side != us else str(numbers[side]) for side in SIDES}
        self.gained = gained(view)
        self.fired = {side: [(words, False)] for side in SIDES if (words := choice.struck(view, side))}
        self.planned: dict[Side, dict[Stat, int]] = {}
        if us and hit:
            self.fired.setdefault(OTHER[us], []).append((hit.words, True))
            self.planned[OTHER[us]] = {hit.stat: hit.points}


def _winds(view: State, us: Side | None, selected: tuple[str, ...]) -> Winds:
    """Those of the last reveal; while winds are being chosen, one's own, sealed or not."""
    if view.phase == "sail":
        cards = (view.chosen.get(us) or selected) if us else ()
        return Winds(**{us or "port": tuple(view.deck[card] for card in cards)}, shown=False)
    shown = view.winds
    return Winds(shown.get("port", ()), shown.get("starboard", ()), view.phase in ("fire", "retire"))


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
