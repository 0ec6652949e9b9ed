"""What a ruler says on the hexes: range, bearing, and what fire would be at that range."""

from collections.abc import Iterator
from itertools import pairwise

from tabletop.core.phrases import count, signed
from tabletop.games.decks_of_glory.naming import POINTS_OF_COMPASS
from tabletop.games.decks_of_glory.state import State
from tabletop.games.decks_of_glory.survey.measure import Gunshot, Reading, reading
from tabletop.geometry.hexgrid import Hex, distance
from tabletop.ui.boards.decks_of_glory.overlays import Chip
from tabletop.ui.boards.decks_of_glory.viewer import Viewer

Chain = tuple[Hex, ...]


def chains(viewer: Viewer) -> tuple[Chain, ...]:
    """Every ruler that is longer than a hex."""
    return tuple(chain for chain in (*viewer.rulers, viewer.measuring) if len(set(chain)) > 1)


def read(state: State, chain: Chain, selected: str) -> Chip:
    """What a ruler says at its end: of its last part, and of all of it."""
    parts = [(one, other) for one, other in pairwise(chain) if one != other]
    found = reading(state, *parts[-1], selected)
    whole = sum(distance(one, other) for one, other in parts)
    lines = [f"{_hexes(whole)} in all"] if len(parts) > 1 else []
    title = f"{_hexes(found.distance)}, {bearing(found.directions)}"
    return Chip(parts[-1][1], "\n".join([title, *lines, *_fire(state, found)]))


def _hexes(far: int) -> str:
    return f"{far} {'hex' if far == 1 else 'hexes'}"


def bearing(directions: tuple[int, ...]) -> str:
    """``bearing NE``, or ``between N and NE``."""
    names = [POINTS_OF_COMPASS[direction] for direction in directions]
    return f"bearing {names[0]}" if len(names) == 1 else f"between {' and '.join(names)}"


def _fire(state: State, found: Reading) -> Iterator[str]:
    """What fire would be at that range: of the ship at the first end, else of any."""
    if found.shot:
        yield f"{state.fleet[found.shot.ship].name}: {_shot(found, found.shot)}"
    elif found.modifier is None:
        yield "Beyond gunshot (DOG-3)"
    else:
        yield f"Fire at that range: {_hits(found.modifier)}"


def _shot(found: Reading, shot: Gunshot) -> str:
    if shot.unable:
        by = f", {shot.unable.by}" if shot.unable.by else ""
        return f"{shot.unable.reason.removesuffix('.').lower()}{by} ({shot.unable.rule})"
    assert found.modifier is not None
    rake = f", {shot.rake} rake" if shot.rake else ""
    return f"{shot.battery} broadside{rake}, {count(shot.cards, 'card')}, {_hits(found.modifier)}"


def _hits(modifier: int) -> str:
    return f"{signed(modifier)} hit" if modifier else "no change to the hits"
