"""Orders that are one but for what is chosen: how many crews go (20), whether a leader does (9), which shot (19)."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import product

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from tabletop.core.commands import Command
from tabletop.games.ships_of_the_line import fleets, rules
from tabletop.games.ships_of_the_line.chapters import aiming, grappling
from tabletop.games.ships_of_the_line.chapters.optional import leaders
from tabletop.games.ships_of_the_line.chapters.optional.ammo import Load
from tabletop.games.ships_of_the_line.chapters.optional.coastal.grounding import Refloat
from tabletop.games.ships_of_the_line.chapters.optional.collision import Unfoul
from tabletop.games.ships_of_the_line.chapters.optional.communications import SignalTo
from tabletop.games.ships_of_the_line.chapters.optional.crews import Pump, TransferCrews, complement
from tabletop.games.ships_of_the_line.chapters.optional.nailing import NailColours
from tabletop.games.ships_of_the_line.commands import (
    Board,
    BreakGrapple,
    ClearRigging,
    Defend,
    Done,
    FightFire,
    GrappleShip,
    Reload,
)
from tabletop.games.ships_of_the_line.rule_modules import phase_of, rules_of
from tabletop.games.ships_of_the_line.ship import BROADSIDES, Broadside, ShotKind, loaded_with
from tabletop.games.ships_of_the_line.state import State, with_ship
from tabletop.games.ships_of_the_line.survey.leading import helps
from tabletop.games.ships_of_the_line.words import SHOT

_OPEN: dict[type[Command], tuple[str, ...]] = {
    Board: ("crews", "leader"), ClearRigging: ("crews", "leader"), FightFire: ("crews",), Pump: ("crews",),
    TransferCrews: ("crews",), Defend: ("crews", "leader"), Reload: ("starboard", "port"), Load: ("shot",),
    GrappleShip: ("leader",), BreakGrapple: ("leader",), Unfoul: ("leader",), Refloat: ("leader",),
    NailColours: ("leader",),
}  # fmt: skip
"""Command: its parameters that are chosen."""
STAYS, GOES = "stays", "goes"
"""What is chosen for a leader who may fight on deck."""
HELPS, WITHOUT = "helps", "without"
"""The same for one who helps with a roll from where he is."""
_BY_ITS_SHIP = ("starboard", "port")
"""What is chosen once for all orders to a ship."""


class Asked(msgspec.Struct, frozen=True):
    """What is to be chosen for an order.

    Attributes:
        id: the same for orders that share the choice, as those to load one side of a ship, alone or with the other.
        about: ``crews``, ``leader`` for one who may fight, ``aid`` for one who helps with a roll, or the broadside for
            which a kind of shot is chosen.
        values: what can be chosen.
        usual: what is, until somebody chooses.
    """

    id: str
    about: str
    values: tuple[str, ...]
    usual: str


class CommandGroup(msgspec.Struct, frozen=True):
    """An order, or several that are one but for what is chosen.

    Attributes:
        ship: whom it is about, or which battery.
        asked: what is to be chosen, nothing for most orders.
        orders: by what is chosen for each; what is refused is left out.
        at_once: it is given by choosing.
    """

    ship: str
    asked: tuple[Asked, ...]
    orders: dict[tuple[str, ...], Command]
    at_once: bool = False

    def order(self, picked: Mapping[str, str]) -> Command:
        """The order with what was picked, by the ids of what is asked; as usual where that is not allowed."""
        return self.orders[tuple(self.chosen(picked).values())]

    def chosen(self, picked: Mapping[str, str]) -> dict[str, str]:
        """What is chosen for it by what was picked, by the ids of what is asked."""
        usual = {one.id: one.usual for one in self.asked}
        chosen = {id_: picked.get(id_, value) for id_, value in usual.items()}
        return chosen if tuple(chosen.values()) in self.orders else usual


def plain(ship: str, order: Command) -> CommandGroup:
    """An order for which nothing is chosen."""
    return CommandGroup(ship, (), {(): order})


def matters(state: State) -> tuple[CommandGroup, ...]:
    """All that can be ordered now, as the rules offer it; before a battle everything that a side may be loaded with."""
    found: dict[Command, list[Command]] = {}
    for order in (*_offered(state), *loads(state)):
        found.setdefault(_bare(order), []).append(order)
    return tuple(_matter(state, bare, alike) for bare, alike in found.items())


def _offered(state: State) -> Iterator[Command]:
    return (order for order in rules.list_offers(state) if not isinstance(order, Done | Load | SignalTo))


def loads(state: State) -> Iterator[Load]:
    """What was chosen can be chosen anew until the step is over."""
    able = state.ships if state.question is None and "load" in phase_of(state).commands else ()
    for key, broadside, kind in product(able, BROADSIDES, SHOT):
        order = Load(rules.side_to_choose(state), key, broadside, kind)
        if rules.check(state, order) is None:
            yield order


def crews_of(state: State, ship: str, order: Command) -> int | None:
    """How many crews an order sends to a task; None where it is none for which any are sent."""
    return int(_chosen(state, ship, order, "crews")) if "crews" in _OPEN.get(type(order), ()) else None


def carries(state: State, kind: ShotKind) -> float:
    """How far a kind of shot carries, UM, if there are dice for so far (19)."""
    return aiming.band_limit(state.profile, rules_of(state).ammunition[kind].band)


def loaded(state: State, ship: str, given: Iterable[CommandGroup], picked: Mapping[str, str]) -> State | None:
    """The battle as if the broadsides of a ship held what is picked for them; None where nothing is to be picked."""
    asked = [one for matter in given if matter.ship == ship for one in matter.asked if one.about in _BY_ITS_SHIP]
    if not asked:
        return None
    kinds: dict[str, str] = {one.about: picked.get(one.id, one.usual) for one in asked}
    for broadside, kind in (state.ships[ship].shot or {}).items():
        kinds.setdefault(broadside, kind)
    return with_ship(state, ship, shot=kinds, loaded=BROADSIDES)


def _bare(order: Command) -> Command:
    """An order without what is chosen for it."""
    opened: dict[str, object] = dict.fromkeys(_OPEN.get(type(order), ()), UNSET)
    return replace(order, **opened) if opened else order


def _about(state: State, order: Command) -> str:
    """The ship or battery that an order is about; an answer is about the ship that was asked."""
    question = state.question
    ordered = getattr(order, "ship", "") or getattr(order, "battery", "")
    return str(ordered or (question.other or question.ship if question else ""))


def _matter(state: State, bare: Command, alike: list[Command]) -> CommandGroup:
    ship = _about(state, bare)
    given: dict[tuple[str, ...], Command] = {}
    fields = [field for field in _OPEN.get(type(bare), ()) if _is_open(state, ship, bare, field, alike)]
    for one in alike:
        given.setdefault(tuple(_chosen(state, ship, one, field) for field in fields), one)
    asked = tuple(_asked(state, ship, bare, field, [key[n] for key in given]) for n, field in enumerate(fields))
    given.update(_others(state, bare, fields, asked, given))
    return CommandGroup(ship, asked, given, isinstance(bare, Load))


def _is_open(state: State, ship: str, bare: Command, field: str, alike: list[Command]) -> bool:
    """Whether there is anything to choose: what is offered says so, or a leader is there who may be left out."""
    if field == "leader" and isinstance(bare, Board) and _fights_on(state, ship):
        return False
    if field == "leader" and not isinstance(bare, Board):
        return (
            fleets.leader_aboard(state, ship) is not None
            if isinstance(bare, Defend)
            else helps(state, bare) is not None
        )
    return len({_chosen(state, ship, one, field) for one in alike}) > 1


def _fights_on(state: State, ship: str) -> bool:
    """Whether the leader aboard a ship goes on with a fight of earlier rounds, whatever is ordered (AMB-154)."""
    one = fleets.leader_aboard(state, ship)
    return one is not None and grappling.melee_of(state, ship) is not None and leaders.will_join_fight(state, one)


def _others(
    state: State, bare: Command, fields: list[str], asked: tuple[Asked, ...], given: dict[tuple[str, ...], Command]
) -> Iterator[tuple[tuple[str, ...], Command]]:
    """What is legal besides what was offered: as many crews with a leader as without."""
    for chosen in product(*(one.values for one in asked)):
        if chosen not in given:
            put = {field: _parameter(bare, field, value) for field, value in zip(fields, chosen, strict=True)}
            order = replace(bare, **put)
            if rules.check(state, order) is None:
                yield chosen, order


def _chosen(state: State, ship: str, order: Command, field: str) -> str:
    """What an order has for one of its parameters, or has where nothing is said."""
    value = getattr(order, field)
    if field == "crews":
        unsaid = complement.free_crews(state, ship) if isinstance(order, Board) else 1
        return str(unsaid if value is UNSET else value)
    if field == "leader" and isinstance(order, Board | Defend):
        return GOES if value is True or (value is UNSET and _fights(state, ship, order)) else STAYS
    if field == "leader":
        return WITHOUT if value == "none" else HELPS
    return str(value or loaded_with(state.ships[ship], _side(order, field)))


def _fights(state: State, ship: str, order: Command) -> bool:
    """Whether a leader of whom nothing is said fights: with those who are boarded, if it helps (AMB-154)."""
    one = fleets.leader_aboard(state, ship) if isinstance(order, Defend) else None
    return one is not None and fleets.printed_leader(state, one).rating < 0


def _parameter(bare: Command, field: str, value: str) -> object:
    if field == "leader" and isinstance(bare, Defend):
        return value == GOES
    if field == "leader":
        return {GOES: True, WITHOUT: "none"}.get(value, UNSET)
    return int(value) if field == "crews" else value


def _side(order: Command, field: str) -> Broadside:
    return order.broadside if isinstance(order, Load) else "port" if field == "port" else "starboard"


def _asked(state: State, ship: str, bare: Command, field: str, found: Iterable[str]) -> Asked:
    about = _side(bare, field) if isinstance(bare, Load) else field
    named = [str(one) for one in msgspec.structs.astuple(bare) if isinstance(one, str)]
    of = ship if about in _BY_ITS_SHIP else ".".join((type(bare).__name__, *named))
    if field == "crews":
        values = sorted(set(found), key=int)
        return Asked(f"{of}.{field}", about, tuple(values), _usual(bare, values))
    if field == "leader" and isinstance(bare, Board | Defend):
        return Asked(f"{of}.{field}", about, (STAYS, GOES), GOES if _fights(state, ship, bare) else STAYS)
    if field == "leader":
        return Asked(f"{of}.aid", "aid", (HELPS, WITHOUT), HELPS)
    kinds = tuple(kind for kind in SHOT if kind in set(found))
    return Asked(f"{of}.{about}", about, kinds, loaded_with(state.ships[ship], _side(bare, field)))


def _usual(bare: Command, values: list[str]) -> str:
    """All who can fight, as many at the pumps as make a difference, of gangs the smallest."""
    if isinstance(bare, Board | Defend):
        return values[-1]
    least = str(complement.CREWS_FOR_ONE)
    return least if isinstance(bare, Pump) and least in values else values[0]
