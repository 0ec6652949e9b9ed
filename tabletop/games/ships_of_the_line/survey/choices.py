"""Commands grouped by their choices: crews (20), leaders (9), shot (19); and steps without any choice."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import product

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from tabletop.core.commands import Command
from tabletop.games.ships_of_the_line import commands, fleets, rules
from tabletop.games.ships_of_the_line.chapters import aiming, grappling, orders
from tabletop.games.ships_of_the_line.chapters.optional import leaders
from tabletop.games.ships_of_the_line.chapters.optional.ammo import Load
from tabletop.games.ships_of_the_line.chapters.optional.coastal.grounding import Refloat
from tabletop.games.ships_of_the_line.chapters.optional.collision import Unfoul
from tabletop.games.ships_of_the_line.chapters.optional.communications import SignalTo
from tabletop.games.ships_of_the_line.chapters.optional.crews import Pump, TransferCrews, complement
from tabletop.games.ships_of_the_line.chapters.optional.nailing import NailColours
from tabletop.games.ships_of_the_line.model import State, count_shots, with_ship
from tabletop.games.ships_of_the_line.rule_modules import phase_of, rules_of
from tabletop.games.ships_of_the_line.ship import BROADSIDES, Broadside, ShotKind, shot_in
from tabletop.games.ships_of_the_line.survey import leadership
from tabletop.games.ships_of_the_line.survey.leadership import find_leader_help
from tabletop.games.ships_of_the_line.words import SHOT

_OPEN_FIELDS: dict[type[Command], tuple[str, ...]] = {
    commands.Board: ("crews", "leader"),
    commands.ClearRigging: ("crews", "leader"),
    commands.FightFire: ("crews",),
    Pump: ("crews",),
    TransferCrews: ("crews",),
    commands.Defend: ("crews", "leader"),
    commands.Reload: ("starboard", "port"),
    Load: ("shot",),
    commands.GrappleShip: ("leader",),
    commands.BreakGrapple: ("leader",),
    Unfoul: ("leader",),
    Refloat: ("leader",),
    NailColours: ("leader",),
}
"""Type of command to its fields that the player chooses."""
STAYS, GOES = "stays", "goes"
"""The choices for a leader who may fight on deck."""
HELPS, WITHOUT = "helps", "without"
"""The choices for a leader who may help with a roll."""
_SHOT_FIELDS = ("starboard", "port")
"""The fields that are chosen once for all commands to a ship."""


class ParameterChoice(msgspec.Struct, frozen=True):
    """One parameter of a command that the player may choose.

    Attributes:
        id: id of the choice; commands that share the choice have the same id, e.g. those that load one or both
            broadsides of a ship.
        kind: ``crews``, ``leader`` for a leader who may fight, ``aid`` for one who may help with a roll, or the
            broadside for which a kind of shot is chosen.
        values: values that can be chosen.
        default: value until the player chooses.
    """

    id: str
    kind: str
    values: tuple[str, ...]
    default: str


class CommandGroup(msgspec.Struct, frozen=True):
    """One command, or several commands that differ only in the values of their choices.

    Attributes:
        ship: key of the ship or battery that the commands are about.
        choices: parameters to choose; () for most commands.
        orders: command by the values chosen, in the order of `choices`; illegal combinations are left out.
        is_immediate: True if choosing a value gives the command.
    """

    ship: str
    choices: tuple[ParameterChoice, ...]
    orders: dict[tuple[str, ...], Command]
    is_immediate: bool = False

    def build_order(self, picks: Mapping[str, str]) -> Command:
        """Return the command for `picks` (id of a choice to value), or the default if `picks` is not allowed."""
        return self.orders[tuple(self.resolve_choices(picks).values())]

    def resolve_choices(self, picks: Mapping[str, str]) -> dict[str, str]:
        """Return the value of each choice by its id: from `picks` if that is allowed, else all defaults.

        A choice that `picks` does not name has its default.
        """
        usual = {one.id: one.default for one in self.choices}
        chosen = {id_: picks.get(id_, value) for id_, value in usual.items()}
        return chosen if tuple(chosen.values()) in self.orders else usual


def build_plain_group(ship: str, order: Command) -> CommandGroup:
    """Return the group of a command without choices."""
    return CommandGroup(ship, (), {(): order})


def list_command_groups(state: State) -> tuple[CommandGroup, ...]:
    """Return the commands that the rules offer now, and all legal loads, as groups in this order.

    Commands that differ only in open fields share a group. Done and signals are left out.
    """
    found: dict[Command, list[Command]] = {}
    for order in (*_list_offered(state), *list_loads(state)):
        found.setdefault(_strip_choices(order), []).append(order)
    return tuple(_build_group(state, base_order, variants) for base_order, variants in found.items())


def _list_offered(state: State) -> Iterator[Command]:
    """Yield the commands that the rules offer now, without done, loads and signals."""
    return (order for order in rules.list_offers(state) if not isinstance(order, commands.Done | Load | SignalTo))


def list_loads(state: State) -> Iterator[Load]:
    """Yield every legal command to load a shot before battle. A choice may be changed until the step ends."""
    able = state.ships if state.question is None and "load" in phase_of(state).commands else ()
    for key, broadside, kind in product(able, BROADSIDES, SHOT):
        order = Load(rules.side_to_choose(state), key, broadside, kind)
        if rules.check(state, order) is None:
            yield order


def count_crews_sent(state: State, ship: str, order: Command) -> int | None:
    """Return the number of crews that `order` sends to a task, or None if the command sends no crews.

    If the command does not say: all free crews for boarding, else 1.
    """
    return int(_read_choice(state, ship, order, "crews")) if "crews" in _OPEN_FIELDS.get(type(order), ()) else None


def range_of_shot(state: State, kind: ShotKind) -> float:
    """Return the greatest range of a kind of shot, UM, before the number of dice is considered (19)."""
    return aiming.band_limit(state.profile, rules_of(state).ammunition[kind].band)


def with_picked_shot(state: State, ship: str, given: Iterable[CommandGroup], picks: Mapping[str, str]) -> State | None:
    """Return a state in which the ship has loaded the picked shot; None if there is no shot to pick.

    Both broadsides count as loaded in the result.
    """
    asked = [one for matter in given if matter.ship == ship for one in matter.choices if one.kind in _SHOT_FIELDS]
    if not asked:
        return None
    kinds: dict[str, str] = {one.kind: picks.get(one.id, one.default) for one in asked}
    for broadside, kind in (state.ships[ship].shot or {}).items():
        kinds.setdefault(broadside, kind)
    return with_ship(state, ship, shot=kinds, loaded=BROADSIDES)


def _strip_choices(order: Command) -> Command:
    """Return a copy of the command with all its open fields unset."""
    opened: dict[str, object] = dict.fromkeys(_OPEN_FIELDS.get(type(order), ()), UNSET)
    return replace(order, **opened) if opened else order


def _find_subject(state: State, order: Command) -> str:
    """Return the key of the ship or battery of a command; for an answer, a ship of the question.

    The question's other ship comes first. Returns "" if there is neither.
    """
    question = state.question
    ordered = getattr(order, "ship", "") or getattr(order, "battery", "")
    return str(ordered or (question.other or question.ship if question else ""))


def _build_group(state: State, base_order: Command, variants: list[Command]) -> CommandGroup:
    """Return the group of `variants`, commands that equal `base_order` but for open fields.

    Fields in which they do not differ are no choice. Legal combinations that were not offered are added.
    """
    ship = _find_subject(state, base_order)
    given: dict[tuple[str, ...], Command] = {}
    fields = [
        field for field in _OPEN_FIELDS.get(type(base_order), ()) if _is_open(state, ship, base_order, field, variants)
    ]
    for one in variants:
        given.setdefault(tuple(_read_choice(state, ship, one, field) for field in fields), one)
    asked = tuple(
        _build_choice(state, ship, base_order, field, [key[n] for key in given]) for n, field in enumerate(fields)
    )
    given.update(_list_unoffered(state, base_order, fields, asked, given))
    return CommandGroup(ship, asked, given, isinstance(base_order, Load))


def _is_open(state: State, ship: str, base_order: Command, field: str, variants: list[Command]) -> bool:
    """Return True if the variants differ in `field`, or if it is a leader who may be left out."""
    if field == "leader" and isinstance(base_order, commands.Board) and _is_leader_in_melee(state, ship):
        return False
    if field == "leader" and not isinstance(base_order, commands.Board):
        return (
            fleets.leader_aboard(state, ship) is not None
            if isinstance(base_order, commands.Defend)
            else find_leader_help(state, base_order) is not None
        )
    return len({_read_choice(state, ship, one, field) for one in variants}) > 1


def _is_leader_in_melee(state: State, ship: str) -> bool:
    """Return True if the leader aboard must stay in a melee of earlier rounds (AMB-154)."""
    one = fleets.leader_aboard(state, ship)
    return one is not None and grappling.melee_of(state, ship) is not None and leaders.will_join_fight(state, one)


def _list_unoffered(
    state: State,
    base_order: Command,
    fields: list[str],
    asked: tuple[ParameterChoice, ...],
    given: dict[tuple[str, ...], Command],
) -> Iterator[tuple[tuple[str, ...], Command]]:
    """Yield (values, command) for legal combinations of the choices that the rules did not offer."""
    for chosen in product(*(one.values for one in asked)):
        if chosen not in given:
            put = {field: _parse_choice(base_order, field, value) for field, value in zip(fields, chosen, strict=True)}
            order = replace(base_order, **put)
            if rules.check(state, order) is None:
                yield chosen, order


def _read_choice(state: State, ship: str, order: Command, field: str) -> str:
    """Return the value of `field` in a command as text, or the value that counts if the field is unset."""
    value = getattr(order, field)
    if field == "crews":
        unsaid = complement.free_crews(state, ship) if isinstance(order, commands.Board) else 1
        return str(unsaid if value is UNSET else value)
    if field == "leader" and isinstance(order, commands.Board | commands.Defend):
        return GOES if value is True or (value is UNSET and _is_leader_fighting(state, ship, order)) else STAYS
    if field == "leader":
        return WITHOUT if value == "none" else HELPS
    return str(value or shot_in(state.ships[ship], _broadside_of_field(order, field)))


def _is_leader_fighting(state: State, ship: str, order: Command) -> bool:
    """Return True if the leader joins the defenders when the command does not say: if his rating helps.

    False for other commands than `Defend`.
    """
    one = fleets.leader_aboard(state, ship) if isinstance(order, commands.Defend) else None
    return one is not None and fleets.leader_on_card(state, one).rating < 0


def _parse_choice(base_order: Command, field: str, value: str) -> object:
    """Return the field's value for a chosen text: True, False, "none", UNSET, a number or the text itself."""
    if field == "leader" and isinstance(base_order, commands.Defend):
        return value == GOES
    if field == "leader":
        return {GOES: True, WITHOUT: "none"}.get(value, UNSET)
    return int(value) if field == "crews" else value


def _broadside_of_field(order: Command, field: str) -> Broadside:
    """Return the broadside of a load, else the one that the field is named after."""
    return order.broadside if isinstance(order, Load) else "port" if field == "port" else "starboard"


def _build_choice(state: State, ship: str, base_order: Command, field: str, found: Iterable[str]) -> ParameterChoice:
    """Return the choice for `field` with the values in `found`, in their usual order, and the default."""
    about = _broadside_of_field(base_order, field) if isinstance(base_order, Load) else field
    named = [str(one) for one in msgspec.structs.astuple(base_order) if isinstance(one, str)]
    of = ship if about in _SHOT_FIELDS else ".".join((type(base_order).__name__, *named))
    if field == "crews":
        values = sorted(set(found), key=int)
        return ParameterChoice(f"{of}.{field}", about, tuple(values), _default_crews(base_order, values))
    if field == "leader" and isinstance(base_order, commands.Board | commands.Defend):
        return ParameterChoice(
            f"{of}.{field}", about, (STAYS, GOES), GOES if _is_leader_fighting(state, ship, base_order) else STAYS
        )
    if field == "leader":
        return ParameterChoice(f"{of}.aid", "aid", (HELPS, WITHOUT), HELPS)
    kinds = tuple(kind for kind in SHOT if kind in set(found))
    return ParameterChoice(
        f"{of}.{about}", about, kinds, shot_in(state.ships[ship], _broadside_of_field(base_order, field))
    )


def _default_crews(base_order: Command, values: list[str]) -> str:
    """Return all crews for a fight, the least useful number for the pumps, else the smallest number.

    `values` are numbers as text, ascending.
    """
    if isinstance(base_order, commands.Board | commands.Defend):
        return values[-1]
    least = str(complement.CREWS_FOR_ONE)
    return least if isinstance(base_order, Pump) and least in values else values[0]


def build_done_if_idle(state: State) -> commands.Done | None:
    """Return the done command if the side that is asked can order nothing more, else None.

    In the Combat Phase only the side that fires last is done so, and only if it has not fired. None while a
    question is open, in a step that always waits, and with signals to read.
    """
    if state.question is not None or state.outcome is not None:
        return None
    if state.phase == "combat":
        return _build_done_if_silent(state)
    left = (
        phase_of(state).always
        or leadership.list_received_signals(state)
        or any(not isinstance(order, commands.Done) for order in rules.list_offers(state))
    )
    return None if left or any(list_loads(state)) else commands.Done(side=rules.side_to_choose(state))


def _build_done_if_silent(state: State) -> commands.Done | None:
    """Return the done command if the side fires last, has fired no shot and can fire none, else None."""
    side = rules.side_to_choose(state)
    waits = side != rules.order_of_sides(state)[-1] or count_shots(state, side)
    return None if waits or next(iter(orders.list_choices(state, side)), None) else commands.Done(side=side)


def build_done_if_friends_only(state: State) -> commands.Done | None:
    """Return the done command if only needless lines to friends can be ordered in the grapple step.

    Friends that touch could make fast in every turn; hardly any player wants to be asked each time. None
    otherwise.
    """
    if state.phase != "grapple" or state.question is not None or state.outcome is not None:
        return None
    orders = [order for order in rules.list_offers(state) if not isinstance(order, commands.Done)]
    friendly = orders and all(is_line_to_friend(state, order) for order in orders)
    return commands.Done(side=rules.side_to_choose(state)) if friendly else None


def is_line_to_friend(state: State, order: Command) -> bool:
    """Return True for a line to a friend who has not struck, or a tow for a ship that can sail (5.6, 6-b)."""
    if isinstance(order, commands.MakeFastTow):
        towed = state.ships[order.towed]
        return towed.status == "in_service" and bool(towed.masts) and not towed.rudder_lost
    if not isinstance(order, commands.GrappleShip):
        return False
    return grappling.is_automatic(state, order.ship, order.target) and state.ships[order.target].status != "struck"
