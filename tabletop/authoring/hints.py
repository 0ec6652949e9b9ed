"""Notes for the author of a scenario without errors, such as ships alone or uneven sides."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from tabletop.authoring.kit import Coordinates, Hint, Piece
from tabletop.core.game import Unheeded
from tabletop.core.phrases import capitalize, format_count, join_words

ShipsBySide = Mapping[str, Sequence[Piece]]
"""The ships of each side, by the name of the side."""
DistanceFunction = Callable[[Coordinates, Coordinates], float]
"""The distance between two places, in UM or hexes."""
UNEVEN_RATIO = 1.5
"""A side that is more than this many times as strong as the other is noted."""


def note_unheeded_options(unheeded: Iterable[Unheeded], pieces: Sequence[Piece]) -> Iterator[Hint]:
    """Yield a hint for each option that is off but needed, with the pieces that need it."""
    for one in unheeded:
        about = tuple(piece.id for path in one.paths for piece in pieces if piece.path[: len(path)] == path)
        title = f"No effect: {join_words(one.things)}"
        yield Hint(title, f"These rules are off: {one.rules}.", one.rule, about, one.paths[0], one.switch)


def note_isolated_ships(sides: ShipsBySide, apart: DistanceFunction, far: float, unit: str) -> Iterator[Hint]:
    """Yield one hint if ships lie farther than `far` from every friend; `unit` names the distance."""
    away = {
        one: min(apart(one.at, other.at) for other in ships if other is not one)
        for ships in sides.values()
        for one in ships
        if len(ships) > 1
    }
    lost = [one for one, least in away.items() if least > far]
    if len(lost) == 1:
        yield Hint(
            f"{lost[0].name} stands alone", f"Her nearest friend is {away[lost[0]]:.3g} {unit} away.", "", (lost[0].id,)
        )
    elif lost:
        words = f"More than {far:g} {unit} from every friend: {_list_names(lost)}."
        yield Hint(
            f"{capitalize(format_count(len(lost), 'ship'))} stand alone", words, "", tuple(one.id for one in lost)
        )


def note_ships_in_irons(ships: Sequence[Piece], rule: str) -> Iterator[Hint]:
    """Yield one hint if there are `ships`, all of which begin head to wind; `rule` is its id."""
    if len(ships) == 1:
        yield Hint(f"{ships[0].name} starts in irons", "The wind is ahead: she makes no way.", rule, (ships[0].id,))
    elif ships:
        words = f"The wind is ahead and they make no way: {_list_names(ships)}."
        yield Hint(
            f"{capitalize(format_count(len(ships), 'ship'))} start in irons",
            words,
            rule,
            tuple(one.id for one in ships),
        )


def note_missing_targets(sides: ShipsBySide, apart: DistanceFunction, unit: str, rule: str) -> Iterator[Hint]:
    """Yield a hint that no ship has a target, with the nearest two enemies.

    Yields nothing if a side has no ships.
    """
    pairs = [(apart(a.at, b.at), a, b) for one, other in combinations(sides.values(), 2) for a in one for b in other]
    if pairs:
        far, a, b = min(pairs, key=lambda pair: pair[0])
        words = f"The nearest enemies, {a.name} and {b.name}, are {far:.3g} {unit} apart."
        yield Hint("No ship has a target at the start", words, rule, (a.id, b.id))


def note_uneven_sides(sides: ShipsBySide, strength: Mapping[str, int], unit: str) -> Iterator[Hint]:
    """Yield a hint if a side has no strength, or is weaker by `UNEVEN_RATIO`.

    Args:
        sides: the ships by side.
        strength: by the same names.
        unit: what `strength` counts, as "guns".
    """
    weak, strong = (pick(strength, key=lambda side: strength[side]) for pick in (min, max))
    if not strength[weak] and strength[strong]:
        yield Hint("One side has no ships", f"The other is {strong}.", "", ())
    elif strength[strong] > UNEVEN_RATIO * strength[weak]:
        words = ", ".join(f"{side} {number:,}" for side, number in strength.items())
        pieces = tuple(one.id for one in sides[weak])
        yield Hint(f"The sides are uneven in {unit}", f"{words}.", "", pieces)


def _list_names(ships: Sequence[Piece]) -> str:
    """Return the names of the first three ships, and the number of the others."""
    names = [one.name for one in ships]
    return ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
