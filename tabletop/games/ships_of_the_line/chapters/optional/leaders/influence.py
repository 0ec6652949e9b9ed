"""Chapters 9 and 14: how far a leader reaches, and whose rating counts in a roll (AMB-99, 150, 151, 165)."""

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Annotated

from annotated_types import Len

from tabletop.core.document import Path
from tabletop.core.naming import did_you_mean
from tabletop.core.phrases import signed
from tabletop.games.ships_of_the_line import positions, roster
from tabletop.games.ships_of_the_line.modifiers import Check, Modifier
from tabletop.games.ships_of_the_line.roster import printed
from tabletop.games.ships_of_the_line.rule_modules import Entry
from tabletop.games.ships_of_the_line.ship import Admiral
from tabletop.games.ships_of_the_line.state import State, side_of

if TYPE_CHECKING:
    from tabletop.games.ships_of_the_line.schema import ScenarioData

_Name = Annotated[str, Len(1, 24)]
FORMATIONS = Entry(
    "formations",
    Annotated[dict[_Name, Annotated[tuple[_Name, ...], Len(1, 120)]], Len(0, 120)],
    dict[str, list[str]](),
    "Divisions that sail as one formation, by its name; a division that none names is one by itself (12).",
)

HELPED = frozenset(
    {"grapple", "break", "unrig", "unfoul", "refloat", "collision", "ground", "nail", "restore", "red_ball"}
)
"""SOTL-9-e, AMB-222: the rolls that a leader helps with, if her owner wants it."""

MUST = "flee"
"""SOTL-12-c: the roll in which he must be obeyed, for better or worse."""

Worth = Callable[[State, Admiral], tuple[int, ...]]
"""By what leaders are compared; the least comes first."""


def reach(state: State, one: Admiral) -> float:
    """How far he can be seen, in UM from hull to hull (14-b): the template's middle or end, or twice that."""
    rating = printed(state, one).rating
    if rating > 0:
        return state.profile.medium
    return state.profile.long * (2 if rating < -1 else 1)


def in_reach(state: State, one: Admiral, key: str) -> bool:
    """Whether a ship is near enough to him now; his own always is."""
    return one.ship == key or positions.reaches(state, one.ship, key, reach(state, one))


def formation(state: State, division: str) -> str:
    """The formation that a division belongs to: one that the scenario names, or itself (AMB-163)."""
    return next((name for name, parts in FORMATIONS.of(state).items() if division in parts), division)


def helper(state: State, key: str, kind: str = "") -> Admiral | None:
    """Whose rating can be used in a roll of a ship: the lowest near her (AMB-150).

    Aboard a ship that has struck a leader is silent, but for the roll by which she returns to the fight (AMB-162).
    """
    there = [one for one in _acting(state, key) if one.ship == key]
    aboard = there if kind == "restore" or state.ships[key].status != "struck" else []
    near = [*aboard, *_of_division(state, key)] or _of_more(state, key)
    return _first(state, near, _rating)


def obeyed(state: State, key: str) -> Admiral | None:
    """Whose rating must be used where her line is broken: aboard, or the highest in rank near her (AMB-165)."""
    there = [one for one in _acting(state, key) if one.ship == key]
    return _first(state, there or _of_division(state, key) or _of_more(state, key), _rank)


def _acting(state: State, key: str) -> Iterator[Admiral]:
    side = side_of(state, key)
    return (one for one in roster.leaders(state) if roster.side(state, one) == side and roster.acts(state, one))


def _elsewhere(state: State, key: str) -> Iterator[Admiral]:
    """Those in range aboard other ships, none of which has struck."""
    return (
        one
        for one in _acting(state, key)
        if one.ship != key and state.ships[one.ship].status != "struck" and in_reach(state, one, key)
    )


def _of_division(state: State, key: str) -> list[Admiral]:
    division = state.cards[key].division
    return [one for one in _elsewhere(state, key) if roster.division(state, one) == division]


def _of_more(state: State, key: str) -> list[Admiral]:
    """Those of her formation, and of the whole fleet."""
    own = formation(state, state.cards[key].division)
    return [one for one in _elsewhere(state, key) if _commands(state, one, own)]


def serves(state: State, one: Admiral, key: str) -> bool:
    """Whether a ship is of those whom he may help when she is near: of his division, squadron or fleet (AMB-150)."""
    if roster.side(state, one) != side_of(state, key):
        return False
    own = formation(state, state.cards[key].division)
    return roster.division(state, one) == state.cards[key].division or _commands(state, one, own)


def _commands(state: State, one: Admiral, wanted: str) -> bool:
    scope = printed(state, one).scope
    return scope == "fleet" or (scope == "squadron" and formation(state, roster.division(state, one)) == wanted)


def _first(state: State, found: Iterable[Admiral], worth: Worth) -> Admiral | None:
    return min(found, key=lambda one: worth(state, one), default=None)


def _rating(state: State, one: Admiral) -> tuple[int, ...]:
    return (printed(state, one).rating,)


def _rank(state: State, one: Admiral) -> tuple[int, ...]:
    """Those with a rank before those without, who stand by their ratings (AMB-165)."""
    leader = printed(state, one)
    return (0, leader.rank) if leader.rank is not None else (1, leader.rating)


def line(check: Check, so_far: int) -> Modifier | None:
    """What a leader makes of a roll: any rating where he must be obeyed, else one that helps."""
    if check.kind == MUST:
        one = obeyed(check.state, check.ship)
    elif check.kind in HELPED and not check.leader:
        one = helper(check.state, check.ship, check.kind)
    else:
        return None
    rating = printed(check.state, one).rating if one else 0
    if one is None or rating == 0 or (rating > 0 and check.kind != MUST):
        return None
    return Modifier(printed(check.state, one).name, signed(rating), so_far + rating)


def problems(data: "ScenarioData") -> Iterator[tuple[Path, str]]:
    """A formation is of divisions that there are, each in one of them, and has ships."""
    known = {ship.division for ship in data.ships if ship.division} | set(data.divisions)
    taken: dict[str, str] = {}
    for name, parts in FORMATIONS.said(data).items():
        if known.issuperset(parts) and not any(ship.division in parts for ship in data.ships):
            yield (FORMATIONS.key, name), f"no ship is in formation '{name}'"
        for place, division in enumerate(parts):
            path = (FORMATIONS.key, name, place)
            if division not in known:
                yield path, f"unknown division '{division}'{did_you_mean(division, known)}"
            elif division in taken:
                yield path, f"division '{division}' is in formation '{taken[division]}' already"
            taken.setdefault(division, name)
