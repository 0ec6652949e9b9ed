"""The ruler on the hexes: from anywhere to anywhere, in chains, and left lying if wanted."""

from collections.abc import Iterator
from itertools import pairwise

from tabletop.core.errors import Refused
from tabletop.core.phrases import count, signed
from tabletop.games.decks_of_glory.naming import POINTS_OF_COMPASS
from tabletop.games.decks_of_glory.state import State
from tabletop.games.decks_of_glory.survey.measure import Gunshot, Reading, reading
from tabletop.geometry.hexgrid import Hex, distance
from tabletop.ui import keys
from tabletop.ui.boards.decks_of_glory.overlays import Chip
from tabletop.ui.boards.decks_of_glory.viewer import Viewer
from tabletop.ui.boards.replies import Recompose, Refuse, Reply
from tabletop.ui.input import Input

Chain = tuple[Hex, ...]


class Measuring:
    """Hold the ruler's key and move the pointer, or drag with the right button.

    While the ruler is out, the key, or a left click while it is held, adds a corner. Letting go with Shift held leaves
    the ruler on the map; Esc takes all rulers up.
    """

    def __init__(self, viewer: Viewer) -> None:
        self.viewer = viewer
        self._held = False

    def key(self, given: Input, here: Hex | None) -> Reply:
        """Pressing the key begins at the pointer, or adds a corner; letting it go ends what it began."""
        if given.key != keys.key("ruler"):
            return None
        if given.kind == "key_up":
            ends, self._held = self._held, False
            return self.end(keep=given.shift) if ends else None
        if self.viewer.measuring:
            return self.bend()
        if here is None:
            return Refuse(Refused("DOG-1", "Point at a hex of the map to measure from there."))
        return self._begin(here)

    def _begin(self, here: Hex) -> Reply:
        self._held, self.viewer.measuring = True, (here, here)
        return Recompose()

    def drag(self, start: Hex | None, here: Hex | None) -> Reply:
        """The right button is held: measure from where it was pressed."""
        if not self.viewer.measuring and start is not None:
            self.viewer.measuring = (start, start)
        self.follow(here)
        return None

    def follow(self, here: Hex | None) -> None:
        """The pointer has come upon another hex."""
        now = self.viewer.measuring
        if now and here is not None and here != now[-1]:
            self.viewer.measuring = (*now[:-1], here)

    def bend(self) -> Reply:
        """One more corner where the pointer is."""
        now = self.viewer.measuring
        if len(now) > 1 and now[-1] != now[-2]:
            self.viewer.measuring = (*now, now[-1])
        return Recompose()

    def end(self, *, keep: bool) -> Reply:
        """Take the ruler up, or leave it lying."""
        done, self.viewer.measuring = self.viewer.measuring, ()
        if keep and len(set(done)) > 1:
            self.viewer.rulers = (*self.viewer.rulers, done)
        return Recompose()

    def back(self) -> bool:
        """Take up all rulers."""
        had = bool(self.viewer.rulers or self.viewer.measuring)
        self.viewer.rulers, self.viewer.measuring, self._held = (), (), False
        return had


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
