"""Sums that a player can follow line by line: ordered tables of named terms, each with its rule.

The rules count by them, the log and the ship card tell them, and the odds are reckoned from them.
"""

from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

import msgspec

from tabletop.games.ships_of_the_line.profile import Profile
from tabletop.games.ships_of_the_line.ship import Broadside, Card, Mast, SailState, ShotKind, Unaided
from tabletop.games.ships_of_the_line.state import Band, Injury, Rake, State
from tabletop.games.ships_of_the_line.wind import Wind

X = TypeVar("X")


class Modifier(msgspec.Struct, frozen=True):
    """One step of a sum that the log can show: what changed it, and the running value."""

    source: str
    change: str
    value: int


class ModifierRule(msgspec.Struct, Generic[X], frozen=True):
    """One line of a sum.

    Attributes:
        name: by which other terms find their place.
        rule: id of the rule that it follows from.
        line: from what is reckoned and the value so far to the line and the value from there on, or None where it
            does not apply.
        after: terms that it follows, as far as they are in the sum. A term of a rule module without any stands in
            the place of the one that bears its name.
        optional: what it adds need not be used, and lapses then.
    """

    name: str
    rule: str
    line: Callable[[X, int], Modifier | None]
    after: tuple[str, ...] = ()
    optional: bool = False


class ModifierTable(msgspec.Struct, Generic[X], frozen=True):
    """A table of terms in their order; `added` are the names of those that rule modules brought."""

    terms: tuple[ModifierRule[X], ...]
    added: frozenset[str] = frozenset()

    def with_terms(self, more: Iterable[ModifierRule[X]]) -> "ModifierTable[X]":
        """The table with the terms of rule modules in their places.

        Raises:
            ValueError: if a term has no place.
        """
        terms, waiting = list(self.terms), list(more)
        added = self.added.union(term.name for term in waiting)
        while waiting:
            names = {one.name for one in waiting}
            term = next((one for one in waiting if not names.intersection(one.after)), waiting[0])
            waiting.remove(term)
            _place(terms, term)
        return ModifierTable(tuple(terms), added)

    def lines(self, about: X, *, optional: bool = True) -> list[tuple[ModifierRule[X], Modifier]]:
        """Each term that applies, with its line; `optional` terms can be left out."""
        value, found = 0, []
        for term in self.terms:
            line = term.line(about, value) if optional or not term.optional else None
            if line is not None:
                value = line.value
                found.append((term, line))
        return found

    def working(self, about: X) -> tuple[Modifier, ...]:
        """The lines that apply; the last value counts."""
        return tuple([line for _, line in self.lines(about)])

    def total(self, about: X, *, optional: bool = True) -> int:
        """What it comes to; 0 if no term applies."""
        lines = self.lines(about, optional=optional)
        return lines[-1][1].value if lines else 0

    def decides(self, about: X) -> str:
        """The rule of the term that has the last word; empty if none applies."""
        return next((term.rule for term, _ in reversed(self.lines(about))), "")

    def told(self, about: X) -> tuple[Modifier, ...] | msgspec.UnsetType:
        """The working where a rule module has a line in it, for events that need not tell what the book prints."""
        lines = self.lines(about)
        told = any(term.name in self.added for term, _ in lines)
        return tuple(line for _, line in lines) if told else msgspec.UNSET


def _place(terms: list[ModifierRule[X]], term: ModifierRule[X]) -> None:
    names = [one.name for one in terms]
    before = [names.index(name) for name in term.after if name in names]
    if before:
        terms.insert(max(before) + 1, term)
    elif term.name in names:
        terms[names.index(term.name)] = term
    else:
        raise ValueError(f"the term '{term.name}' finds no place among {', '.join(names)}")


class Gunfire(msgspec.Struct, frozen=True):
    """What the number of dice and the number to hit are reckoned for: a ship firing over a range."""

    state: State
    ship: str
    band: Band
    rake: Rake = None


class Hits(msgspec.Struct, frozen=True):
    """What a loss of hull points is reckoned for: a broadside that was rolled, or could be.

    Attributes:
        broadside: None of a battery on the coast, which is the `ship` here.
        hits: dice that hit.
        hull: damage dice among them that cost hull points, before anything multiplies them.
        kind: of shot.
    """

    state: State
    ship: str
    broadside: Broadside | None
    target: str
    rake: Rake
    hits: int
    hull: int
    kind: ShotKind = "round"

    @property
    def sixes(self) -> int:
        """Damage dice that cost no hull point."""
        return self.hits - self.hull


class Aboard(msgspec.Struct, frozen=True):
    """What boarding strength and the limit of fatigue are reckoned for: a ship's people."""

    state: State
    ship: str


class Sailing(msgspec.Struct, frozen=True):
    """What the points of a move are reckoned for: a ship as she lies, and no more of the battle than counts for them.

    So what was reckoned holds until one of these changes.

    Attributes:
        sums: of the rules in use.
        percentage: the wind's part, in hundredths.
        prize: she has been captured.
        towed: the ship in tow of her, or an empty key.
        hold: what keeps her from making way, as a sentence; empty if nothing does.
        stopped: she has no way on her.
    """

    sums: "ModifierTables"
    profile: Profile
    wind: Wind
    card: Card
    heading: int
    percentage: int
    masts: tuple[Mast, ...]
    sail: SailState
    prize: bool
    towed: str
    hold: str
    stopped: bool

    @property
    def makes_way(self) -> bool:
        """Whether anything is added to her points at all (AMB-8)."""
        return not self.hold and self.percentage > 0


class Check(msgspec.Struct, frozen=True):
    """What a roll of one die for a ship is reckoned for; all that helps or hinders her is a term of its sum.

    Attributes:
        kind: of roll, e.g. ``grapple``, or one that a rule module names.
        die: as it fell.
        about: the other ship or the broadside, empty where there is nothing to tell apart.
        leader: ``none`` if she forgoes his help.
        crews: sent to do it, where crews are counted (20).
    """

    state: State
    ship: str
    kind: str
    die: int
    about: str = ""
    leader: Unaided | msgspec.UnsetType = msgspec.UNSET
    crews: int = 0


class Harm(msgspec.Struct, frozen=True):
    """What a loss of hull points is reckoned for that no broadside brought about: by an explosion, a fire, a collision.

    Attributes:
        ship: who loses them.
        cause: as in `HullLost`.
        points: before anything is added to them or multiplies them.
        by: the ship that did it, if one did.
        ahead: she did it in an advance, not in a turn or by drifting.
    """

    state: State
    ship: str
    cause: Injury
    points: int
    by: str = ""
    ahead: bool = False


class Throw(msgspec.Struct, frozen=True):
    """What a side's throw in a boarding combat is reckoned for; it carries the deck if it comes to no more than needed.

    Attributes:
        ships: of the side that throws.
        against: of the other side.
        dice: the two together, as they fell.
        shifted: leaders have counted by columns already, so not off the dice (20.2-f, AMB-43).
    """

    state: State
    ships: tuple[str, ...]
    against: tuple[str, ...]
    dice: int
    shifted: bool = False


class ModifierTables(msgspec.Struct, frozen=True, kw_only=True):
    """The sums of the game; of a rule module, the terms that it adds to each.

    Attributes:
        dice: of a broadside (4.1.4).
        to_hit: the number from which a die hits (4.2.1-a).
        hull_loss: hull points that a broadside costs (4.2.1-c).
        harm: hull points that anything else costs (4.1.5-a).
        inertia: rating of the wind, and of what else drives a ship on (5.2.3-c, AMB-70).
        resistance: points that getting under way costs (5.2.5-a).
        allowance: points of a move (5.2, AMB-8).
        boarding: strength of a ship's boarders (2.2-f).
        fatigue: the level at which a crew can do no more (7-a).
        fire_gangs: attempts to put out a fire aboard a ship in a Crew Phase (AMB-31).
        check: what a roll of one die comes to (6-e).
        throw: what two dice come to in a boarding combat (4.3.1-b).
    """

    dice: ModifierTable[Gunfire] = ModifierTable(())
    to_hit: ModifierTable[Gunfire] = ModifierTable(())
    hull_loss: ModifierTable[Hits] = ModifierTable(())
    harm: ModifierTable[Harm] = ModifierTable(())
    inertia: ModifierTable[Sailing] = ModifierTable(())
    resistance: ModifierTable[Sailing] = ModifierTable(())
    allowance: ModifierTable[Sailing] = ModifierTable(())
    boarding: ModifierTable[Aboard] = ModifierTable(())
    fatigue: ModifierTable[Aboard] = ModifierTable(())
    fire_gangs: ModifierTable[Aboard] = ModifierTable(())
    check: ModifierTable[Check] = ModifierTable(())
    throw: ModifierTable[Throw] = ModifierTable(())

    __hash__ = object.__hash__  # one and the same in a battle, and looked up by

    def with_terms(self, others: Iterable["ModifierTables"]) -> "ModifierTables":
        """These sums with the terms of rule modules in their places, in whatever order the modules come."""
        brought = tuple(others)
        return ModifierTables(
            **{
                name: getattr(self, name).with_terms(term for one in brought for term in getattr(one, name).terms)
                for name in self.__struct_fields__
            }
        )
