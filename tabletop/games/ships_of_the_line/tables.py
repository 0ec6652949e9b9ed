"""The printed tables of the rulebook, and the tables of modifiers that a player can follow line by line.

The rules, the log, the ship card and the odds all read these tables.
"""

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Generic, Literal, TypeVar

import msgspec

from tabletop.games.ships_of_the_line.model import Band, Injury, Profile, Rake, State, Strength, Wind
from tabletop.games.ships_of_the_line.ship import Broadside, Card, Facing, Mast, SailState, ShipClass, ShotKind, Unaided

Result = Literal["engaged", "foothold", "captured", "nothing", "repulsed", "counter_captured"]
CriticalEffect = Literal["mast_port", "mast_starboard", "officer", "rudder", "fire", "ammunition"]


class ClassRow(msgspec.Struct, frozen=True):
    """One row of the class table: gun decks, least and most guns, dice by range, boarding strength."""

    ship_class: ShipClass
    decks: int
    guns: tuple[int, int]
    dice: dict[Band, int]
    boarding: int


CLASSES: tuple[ClassRow, ...] = (
    ClassRow("I", 4, (121, 140), {"point_blank": 7, "medium": 6, "long": 5}, 5),
    ClassRow("I", 3, (91, 120), {"point_blank": 6, "medium": 5, "long": 4}, 4),
    ClassRow("II", 3, (75, 90), {"point_blank": 5, "medium": 4, "long": 3}, 3),
    ClassRow("III", 2, (65, 74), {"point_blank": 4, "medium": 3, "long": 2}, 3),
    ClassRow("IV", 2, (50, 64), {"point_blank": 3, "medium": 2, "long": 1}, 2),
    ClassRow("V", 1, (36, 44), {"point_blank": 2, "medium": 1, "long": 0}, 1),
    ClassRow("VI", 1, (16, 28), {"point_blank": 1, "medium": 0, "long": 0}, 1),
)
"""SOTL-4.1.4-a; the first row is Santísima Trinidad."""

HALVED: dict[int, int] = {7: 4, 6: 3, 5: 3, 4: 2, 3: 2, 2: 1, 1: 1}
"""SOTL-4.1.4-d: dice in the sinking zone."""

RANGE: dict[Band, int] = {"point_blank": 0, "medium": -1, "long": -2}
"""SOTL-2.4bis-b, -c: change of the number of dice by range."""

HITS_FROM: dict[Band, int] = {"point_blank": 4, "medium": 5, "long": 5}
"""SOTL-4.2.1-a: a die hits from this number up."""

DAMAGE: dict[int, Literal["hull", "critical"]] = {
    1: "hull",
    2: "hull",
    3: "hull",
    4: "hull",
    5: "hull",
    6: "critical",
}
"""SOTL-4.2.1-c: one hull point, or one critical hit and no hull point."""

CRITICALS: dict[int, CriticalEffect] = {
    1: "mast_port",
    2: "mast_starboard",
    3: "officer",
    4: "rudder",
    5: "fire",
    6: "ammunition",
}
"""SOTL-4.2.1-d; left and right are the target's own port and starboard (AMB-19)."""

MASTS_FALL: dict[Facing, tuple[Mast, Mast, Mast]] = {
    "bow": ("fore", "main", "mizzen"),
    "broadside": ("main", "mizzen", "fore"),
    "stern": ("mizzen", "main", "fore"),
}
"""SOTL-4.2.1-n, -o, -p: order in which the masts fall, by the side from which the ship is hit."""

RAKE_DICE: dict[Literal["bow", "stern"] | None, int] = {None: 1, "bow": 2, "stern": 2}
"""SOTL-4.2.3-b, -c: factor of the number of dice for a rake."""

RAKE_DAMAGE: dict[Literal["bow", "stern"] | None, int] = {None: 1, "bow": 1, "stern": 2}
"""SOTL-4.2.3-c: a stern rake doubles hull hits and rolls on the critical table."""

EXPLOSION_AT_OR_ABOVE = 6
"""SOTL-4.2.1-l: the ammunition die from which the magazine explodes; a lower one adds a fire."""

WAVERING_STRIKES = 2
"""AMB-29: a crew without its officer strikes at this die or less."""

STRUCK_POINTS = 15
"""SOTL-8-b."""

SUNK_POINTS = 10
"""SOTL-8-c."""

FLED_POINTS = 5
"""SOTL-8-e."""

SINKING: dict[int, Literal["struck", "nothing", "again"]] = {
    1: "struck",
    2: "struck",
    3: "nothing",
    4: "nothing",
    5: "again",
    6: "again",
}
"""SOTL-4.4.1-b, -c, -d: a ship attacked in her sinking zone."""

SINKS_AT_OR_ABOVE = 6
"""SOTL-4.4.1-d: the second die."""

TASK: dict[int, bool] = {1: True, 2: True, 3: False, 4: False, 5: False, 6: False}
"""SOTL-6-e: grapple, break a grapple, unrig; fires too (AMB-31)."""

TASK_SUCCESS = max(die for die, success in TASK.items() if success)
"""SOTL-6-e: a modified die up to this succeeds."""

RUDDER_SUCCESS = 1
"""SOTL-4.2.1-i: nothing but a 1 repairs a rudder."""

LEADERSHIP = 2
"""SOTL-19-c: the highest modified die with which hot shot is fired, unless the profile says otherwise."""

BEST_PRACTICE = 2
"""SOTL-6-f: failures in a row each take 1 from the die, up to this many."""

OVER_BOW_OR_STERN = 1
"""SOTL-6-h: added to the die of a grapple that is not thrown broadside to broadside."""

PRIZE_STRENGTH = 1
"""SOTL-4.4.2-c: boarding strength of a struck or captured ship."""


WIND_TABLE = (270, 225, 180, 315, 135, 0, 45, 90)
"""SOTL-18.1-b: where the wind comes from by position, as printed: below 1 W, SW, S, NW, SE, N, NE, above 6 E."""

WIND_CHANGES_FROM = 6
"""SOTL-18.1-b, SOTL-18.2-a: the die from which the wind changes."""

WIND_SHIFTS: dict[int, int] = {1: 2, 2: 1, 3: 0, 4: 0, 5: -1, 6: -2}
"""SOTL-18.1-b: places in the table by which the wind shifts, by the second die."""

WIND_FORCE: tuple[Strength, ...] = ("light", "breeze", "heavy")
"""SOTL-18.2-c: strengths from the weakest up; the wind changes by one of them."""

WIND_STRENGTHS: dict[int, Strength] = {1: "light", 2: "light", 3: "breeze", 4: "breeze", 5: "heavy", 6: "heavy"}
"""SOTL-18.2-a: the strength towards which the wind changes, by the second die."""


class Column(msgspec.Struct, frozen=True):
    """One column of the boarding table: the least ratio that it is for, and the highest 2d6 that succeeds."""

    label: str
    ratio: Fraction
    needed: int


BOARDING: tuple[Column, ...] = (
    Column("1-5", Fraction(1, 5), 2),
    Column("1-4", Fraction(1, 4), 3),
    Column("1-2", Fraction(1, 2), 4),
    Column("1-1", Fraction(1), 5),
    Column("3-2", Fraction(3, 2), 6),
    Column("2-1", Fraction(2), 7),
    Column("3-1", Fraction(3), 8),
    Column("4-1", Fraction(4), 9),
    Column("6-1", Fraction(6), 10),
    Column("8-1", Fraction(8), 11),
)
"""SOTL-4.3.2-a, in rising order of ratio."""

ALWAYS_FAILS = 12
"""SOTL-4.3.2-b: the natural throw that fails at any strength."""

OUTCOME: dict[tuple[bool, bool], Result] = {
    (True, True): "engaged",
    (True, False): "captured",
    (False, False): "nothing",
    (False, True): "counter_captured",
}
"""SOTL-4.3.1-d to -g: result by the success of (attacker, defender)."""


def column(own: int, opponent: int) -> Column | None:
    """Return the highest printed column that the ratio reaches; None below 1-5 (AMB-41, AMB-42).

    Against strength 0 the best column, or None if both have none.
    """
    if opponent == 0:
        return BOARDING[-1] if own else None
    reached = [one for one in BOARDING if one.ratio <= Fraction(own, opponent)]
    return reached[-1] if reached else None


def shift_column(column: Column, by: int) -> Column:
    """Return the column `by` places better, at most the last (20.2-f, AMB-43); `by` is not negative."""
    return BOARDING[min(BOARDING.index(column) + by, len(BOARDING) - 1)]


def is_successful_throw(needed: int, natural: int, total: int) -> bool:
    """Return True if `total`, with all modifiers, is at most `needed` and `natural` is not 12 (4.3.2)."""
    return total <= needed and natural != ALWAYS_FAILS


X = TypeVar("X")


class Modifier(msgspec.Struct, frozen=True):
    """A line of a sum that the log can show: its source, its change, and the value so far."""

    source: str
    change: str
    value: int


class ModifierRule(msgspec.Struct, Generic[X], frozen=True):
    """A rule that gives one line of a sum, or none.

    Attributes:
        name: name by which other rules find their place.
        rule: id of the rule in the book.
        line: returns the line with the new value, from the input and the value so far, or None if the rule does not
            apply.
        after: names of rules that it follows, as far as they are in the sum. A rule of a module without any replaces
            the rule of its own name.
        optional: True if what it adds need not be used, and lapses then.
    """

    name: str
    rule: str
    line: Callable[[X, int], Modifier | None]
    after: tuple[str, ...] = ()
    optional: bool = False


class ModifierTable(msgspec.Struct, Generic[X], frozen=True):
    """An ordered table of modifier rules that computes a sum line by line.

    Attributes:
        terms: the rules, in order.
        added: names of the rules that rule modules brought.
    """

    terms: tuple[ModifierRule[X], ...]
    added: frozenset[str] = frozenset()

    def with_terms(self, more: Iterable[ModifierRule[X]]) -> "ModifierTable[X]":
        """Return the table with the rules `more` of rule modules, each after the rules that it names.

        A rule that names none replaces the one of its own name.

        Raises:
            ValueError: if a rule finds no place.
        """
        terms, waiting = list(self.terms), list(more)
        added = self.added.union(term.name for term in waiting)
        while waiting:
            names = {one.name for one in waiting}
            term = next((one for one in waiting if not names.intersection(one.after)), waiting[0])
            waiting.remove(term)
            _place_term(terms, term)
        return ModifierTable(tuple(terms), added)

    def lines(self, about: X, *, optional: bool = True) -> list[tuple[ModifierRule[X], Modifier]]:
        """Return each rule that applies with its line, in order; `optional` False leaves out optional rules.

        The value begins at 0, and each rule gets the value of the line before.
        """
        value, found = 0, []
        for term in self.terms:
            line = term.line(about, value) if optional or not term.optional else None
            if line is not None:
                value = line.value
                found.append((term, line))
        return found

    def working(self, about: X) -> tuple[Modifier, ...]:
        """Return the lines that apply, in order; the last value counts, () if none applies."""
        return tuple([line for _, line in self.lines(about)])

    def total(self, about: X, *, optional: bool = True) -> int:
        """Return the value of the last line; 0 if no rule applies. `optional` False leaves out optional rules."""
        lines = self.lines(about, optional=optional)
        return lines[-1][1].value if lines else 0

    def decides(self, about: X) -> str:
        """Return the book's rule id of the last line; "" if no rule applies."""
        return next((term.rule for term, _ in reversed(self.lines(about))), "")

    def list_event_lines(self, about: X) -> tuple[Modifier, ...] | msgspec.UnsetType:
        """Return all lines if a rule module added one of them, else UNSET: an event then leaves them out."""
        lines = self.lines(about)
        told = any(term.name in self.added for term, _ in lines)
        return tuple(line for _, line in lines) if told else msgspec.UNSET


def _place_term(terms: list[ModifierRule[X]], term: ModifierRule[X]) -> None:
    """Insert a rule into `terms` after all rules that it names, or replace the rule of its own name.

    Raises:
        ValueError: if none of these is in the table.
    """
    names = [one.name for one in terms]
    before = [names.index(name) for name in term.after if name in names]
    if before:
        terms.insert(max(before) + 1, term)
    elif term.name in names:
        terms[names.index(term.name)] = term
    else:
        raise ValueError(f"the term '{term.name}' finds no place among {', '.join(names)}")


class Gunfire(msgspec.Struct, frozen=True):
    """The input of the tables `dice` and `to_hit`: a ship that fires over a range."""

    state: State
    ship: str
    band: Band
    rake: Rake = None


class Hits(msgspec.Struct, frozen=True):
    """The input of the table `hull_loss`: a broadside that was rolled, or could be.

    Attributes:
        ship: the ship or battery that fired.
        broadside: the side that fired; None for a battery on the coast.
        target: key of the ship or battery that was hit.
        hits: dice that hit.
        hull: damage dice among them that cost hull points, before anything multiplies them.
        kind: the kind of shot.
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
        """Damage dice that showed a 6 and cost no hull point."""
        return self.hits - self.hull


class Aboard(msgspec.Struct, frozen=True):
    """The input of the tables `boarding`, `fatigue` and `fire_gangs`: the crew of a ship."""

    state: State
    ship: str


class Sailing(msgspec.Struct, frozen=True):
    """The input of the tables of a move: all of the battle that matters for a ship's points, and no more.

    Cached results hold until one of these changes.

    Attributes:
        modifiers: the tables of the rules in use.
        percentage: the part of the points that the wind leaves, in hundredths.
        prize: True if she has been captured.
        towed: key of the ship that she tows, or "".
        hold: what keeps her from making way, as a sentence; "" for nothing.
        stopped: True if she has no way on.
    """

    modifiers: "ModifierTables"
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
        """True if she can make way at all: nothing holds her, and she is not head to wind (AMB-8)."""
        return not self.hold and self.percentage > 0


class Check(msgspec.Struct, frozen=True):
    """The input of the table `check`: a roll of one die for a ship.

    Attributes:
        kind: the kind of roll, e.g. ``grapple``, or one that a rule module names.
        die: the die as it fell.
        about: the other ship or the broadside; "" if there is nothing to tell apart.
        leader: ``none`` if the ship forgoes the help of her leader.
        crews: the crews sent to the task, where crews are counted (20).
    """

    state: State
    ship: str
    kind: str
    die: int
    about: str = ""
    leader: Unaided | msgspec.UnsetType = msgspec.UNSET
    crews: int = 0


class Harm(msgspec.Struct, frozen=True):
    """The input of the table `harm`: hull points lost to an explosion, a fire, a collision or the ground.

    Attributes:
        ship: the ship that loses them.
        cause: the cause, as in `HullLost`.
        points: the points before any modifier.
        by: the ship that caused it, or "".
        ahead: True if that ship did so in an advance, not in a turn or by drifting.
    """

    state: State
    ship: str
    cause: Injury
    points: int
    by: str = ""
    ahead: bool = False


class Throw(msgspec.Struct, frozen=True):
    """The input of the table `throw`: the throw of a side in a boarding combat.

    Attributes:
        ships: the ships of the side that throws.
        against: the ships of the other side.
        dice: the sum of the two dice as they fell.
        shifted: True if leaders count by columns already, so not off the dice (20.2-f, AMB-43).
    """

    state: State
    ships: tuple[str, ...]
    against: tuple[str, ...]
    dice: int
    shifted: bool = False


class ModifierTables(msgspec.Struct, frozen=True, kw_only=True):
    """All modifier tables of the game; of a rule module, the rules that it adds to each.

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
        check: the total of a roll of one die (6-e).
        throw: the total of two dice in a boarding combat (4.3.1-b).
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
        """Return these tables, each with the rules that `others` add to it, in their places."""
        brought = tuple(others)
        return ModifierTables(
            **{
                name: getattr(self, name).with_terms(term for one in brought for term in getattr(one, name).terms)
                for name in self.__struct_fields__
            }
        )
