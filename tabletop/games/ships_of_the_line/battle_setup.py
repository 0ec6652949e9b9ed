"""How a battle is set up from a scenario: its options, its players, and the ships that each of them commands.

A scenario file may say who commands what. Otherwise two players of a fleet of two nations have one each, divisions stay
together unless there are too few, and ships without divisions are divided in line order. Or the players deal the ships
of a side among themselves, one by one (2-a, 2-b, AMB-148).
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import chain, combinations, pairwise
from typing import TYPE_CHECKING

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from tabletop.core.commands import Command
from tabletop.core.document import DataPath
from tabletop.core.errors import Refused
from tabletop.core.game import Assignable, Preset, Seat, Switch, Unheeded
from tabletop.core.phrases import format_count, join_words
from tabletop.core.scenario import PreparedScenario, check_options
from tabletop.core.state_cache import cache_per_state
from tabletop.games.ships_of_the_line import fleets, rules
from tabletop.games.ships_of_the_line.chapters import orders
from tabletop.games.ships_of_the_line.fleets import players_of
from tabletop.games.ships_of_the_line.hooks import GROUPS, Scenario
from tabletop.games.ships_of_the_line.model import Player, State
from tabletop.games.ships_of_the_line.rule_modules import RuleModule, load_rule_modules, rules_of
from tabletop.games.ships_of_the_line.scenario import with_wind_option
from tabletop.games.ships_of_the_line.ship import NATIONALITIES, SIDES, Side
from tabletop.games.ships_of_the_line.words import list_names, name_of

if TYPE_CHECKING:
    from tabletop.games.ships_of_the_line.schema import ScenarioData


OPTIONS: dict[str, Side] = {f"{side}_players": side for side in SIDES}
"""What a match is begun with besides the options of scenario files: how many players a side has."""
DEALS: dict[str, Side] = {f"{side}_ships": side for side in SIDES}
"""Options that deal the ships of a side to its players, in their order: ``B1 B2/B3``."""
_MOST = 3
"""Players of a side, if its scenario has no more."""
_FEW = 6
"""Up to this number, ships are listed by name."""

Unit = tuple[str, tuple[str, ...]]
"""Ships that stay together when players divide a fleet: title or "", and keys."""


class Share(msgspec.Struct, frozen=True):
    """A player and the ships that he commands."""

    player: Player
    ships: tuple[str, ...]


def list_player_switches(opening: State) -> Iterator[Switch]:
    """Yield a switch for the number of players, for each side that has ships to divide."""
    for option, side in OPTIONS.items():
        values = _player_counts(opening, side)
        if len(values) > 1:
            words, now = f"Players of {fleets.fleet_in_sentence(opening, side)}", str(_count_players(opening, side))
            pairs = tuple((one, one) for one in values)
            yield Switch(option, words, "AMB-148", pairs, now, side=side)


def refuse_player_option(opening: State, options: Mapping[str, object], option: str) -> str:
    """Return a sentence that says why players cannot be seated so; "" if they can."""
    value = options[option]
    if option in DEALS:
        return _refuse_deal(opening, options, option)
    values = _player_counts(opening, OPTIONS[option])
    return "" if value in values else f"the option '{option}' is one of {', '.join(values)}, not {value!r}"


def _refuse_deal(opening: State, options: Mapping[str, object], option: str) -> str:
    side, hands = DEALS[option], _split_hands(str(options[option]))
    keys, fleet = list(chain.from_iterable(hands)), _fleet(opening, side)
    players = int(str(options.get(f"{side}_players", _count_players(opening, side))))
    if strange := [key for key in keys if key not in fleet]:
        return (
            f"the option '{option}' names '{strange[0]}', which is not a ship of "
            f"{fleets.fleet_in_sentence(opening, side)}"
        )
    if wrong := [key for key in fleet if keys.count(key) != 1]:
        how = "more than one player" if wrong[0] in keys else "no player"
        return f"the option '{option}' gives {name_of(opening, wrong[0])} ({wrong[0]}) to {how}"
    if len(hands) != players or not all(hands):
        return f"the option '{option}' gives ships to {format_count(sum(map(bool, hands)), 'player')}, not to {players}"
    return ""


def _split_hands(dealt: str) -> list[list[str]]:
    return [hand.split() for hand in dealt.split("/")]


def seat_players(opening: State, options: Mapping[str, object]) -> State:
    """Return the battle with its players as `options` say; unchanged if they say nothing."""
    numbers = {side: int(str(options[option])) for option, side in OPTIONS.items() if option in options}
    hands = {side: _split_hands(str(options[option])) for option, side in DEALS.items() if option in options}
    now = {side: _count_players(opening, side) for side in SIDES}
    wanted = now | numbers
    if now == wanted and not hands:
        return opening
    found = [
        one for side in SIDES for one in _replace_hands(compute_shares(opening, side, wanted[side]), hands.get(side))
    ]
    commanders = {key: one.player.id for one in found for key in one.ships}
    return replace(
        opening,
        cards={key: replace(card, player=commanders[key]) for key, card in opening.cards.items()},
        players=tuple(one.player for one in found) if len(found) > len(SIDES) else msgspec.UNSET,
    )


def _replace_hands(players: Iterable[Share], hands: list[list[str]] | None) -> Iterable[Share]:
    if hands is None:
        return players
    return [Share(one.player, tuple(hand)) for one, hand in zip(players, hands, strict=True)]


def list_seats(state: State) -> tuple[Seat, ...]:
    """Return a seat for each player, by side in file order, with his ships in words."""
    return tuple(chain.from_iterable(_seats_of_side(state, side) for side in SIDES))


def _seats_of_side(state: State, side: Side) -> tuple[Seat, ...]:
    mine = [one for one in state.players or () if one.side == side]
    if len(mine) < 2:
        return (Seat(mine[0].id if mine else side, fleets.fleet_title(state, side), side),)
    ships = {one.id: tuple(key for key in _fleet(state, side) if state.cards[key].player == one.id) for one in mine}
    return tuple(Seat(one.id, one.name, side, _describe_share(state, side, ships[one.id])) for one in mine)


def seat_of_command(state: State, command: Command) -> str:
    """Return the seat from which a command comes."""
    return orders.giver_of(state, command) or command.side


def list_assignable_ships(opening: State) -> tuple[Assignable, ...]:
    """Return the ships of sides with several players, by division, each with her player."""
    shared = [side for side in SIDES if _count_players(opening, side) > 1]
    titles = fleets.divisions(opening)
    return tuple(
        Assignable(key, card.name, str(card.player), side, titles.get(str(card.division), ""))
        for side in shared
        for key, card in sorted(opening.cards.items(), key=lambda one: list(titles).index(one[1].division or ""))
        if card.side == side
    )


def deal_ships(opening: State, pieces: Collection[str], seat: str) -> Mapping[str, str] | Refused:
    """Return the option that gives `pieces` to the player `seat`, or the refusal."""
    side = next(opening.cards[key].side for key in pieces)
    hands: dict[str, list[str]] = {one.id: [] for one in players_of(opening, side)}
    for key in _fleet(opening, side):
        hands[seat if key in pieces else str(opening.cards[key].player)].append(key)
    if bare := [one.name for one in players_of(opening, side) if not hands[one.id]]:
        return Refused("AMB-148", f"{bare[0]} would have no ship left.", pieces=tuple(pieces))
    return {f"{side}_ships": "/".join(" ".join(hand) for hand in hands.values())}


@cache_per_state
def compute_shares(opening: State, side: Side, number: int) -> tuple[Share, ...]:
    """Return the shares of `number` players of a side, in their order."""
    if number == _count_players(opening, side) and (players := players_of(opening, side)):
        return tuple(_share_in_file(opening, one) for one in players)
    if number == 1:
        return (Share(Player(side, side, fleets.fleet_title(opening, side)), _fleet(opening, side)),)
    return tuple(
        Share(
            Player(f"{side}_{place}", side, _name_player(opening, run)),
            tuple(key for _, keys in run for key in keys),
        )
        for place, run in enumerate(_divide_units(_units(opening, side, number), number), 1)
    )


def _player_counts(opening: State, side: Side) -> tuple[str, ...]:
    offered = range(1, min(_MOST, len(_fleet(opening, side))) + 1)
    return tuple(map(str, sorted({*offered, _count_players(opening, side)})))


def _count_players(opening: State, side: Side) -> int:
    return max(1, len(players_of(opening, side)))


def _fleet(opening: State, side: Side) -> tuple[str, ...]:
    return tuple(key for key, card in opening.cards.items() if card.side == side)


def _share_in_file(opening: State, player: Player) -> Share:
    ships = tuple(key for key, card in opening.cards.items() if card.player == player.id)
    return Share(player, ships)


def _units(opening: State, side: Side, number: int) -> list[Unit]:
    """Return the nations, divisions or single ships that `number` players divide, each in line order."""
    fleet = _fleet(opening, side)
    nations = fleets.nations(opening, side)
    if len(nations) == number:
        return [
            (f"{NATIONALITIES[nation]} admiral", tuple(key for key in fleet if opening.cards[key].nation == nation))
            for nation in nations
        ]
    divisions = [
        (title, ships)
        for division, title in fleets.divisions(opening).items()
        if (ships := _ships_of_division(opening, side, division))
    ]
    if len(divisions) < 2:
        return [("", (key,)) for key in fleet]
    while len(divisions) < number:
        place = max(range(len(divisions)), key=lambda one: len(divisions[one][1]))
        _, ships = divisions[place]
        half = -(-len(ships) // 2)
        divisions[place : place + 1] = [("", ships[:half]), ("", ships[half:])]
    return divisions


def _divide_units(units: list[Unit], number: int) -> list[list[Unit]]:
    """Divide the units into runs whose largest is smallest; of equals, the first players have more."""
    ends = ((0, *cuts, len(units)) for cuts in combinations(range(1, len(units)), number - 1))
    deals = ([units[start:end] for start, end in pairwise(places)] for places in ends)
    return min(deals, key=lambda deal: (max(map(_count_ships, deal)), [-_count_ships(run) for run in deal]))


def _count_ships(run: list[Unit]) -> int:
    return sum(len(ships) for _, ships in run)


def _name_player(opening: State, run: list[Unit]) -> str:
    """Return the chief of the first division, or the nation, else a leader or captain aboard."""
    title, _, chief = run[0][0].rstrip(")").partition(" (")
    aboard = [opening.cards[key] for _, keys in run for key in keys]
    leaders = [card.leader.name for card in aboard if card.leader]
    return chief or title or next(iter(leaders), aboard[0].captain) or f"Captain of {aboard[0].name}"


def _describe_share(opening: State, side: Side, ships: tuple[str, ...]) -> str:
    """Return what a player commands in words: divisions, all ships of a nation, or ships."""
    wholes = {
        title.partition(" (")[0]: _ships_of_division(opening, side, key) for key, title in opening.divisions.items()
    }
    titles = [title for title, keys in wholes.items() if keys and set(keys) <= set(ships)]
    if sum(len(wholes[title]) for title in titles) == len(ships):
        return f"{join_words(titles)}, {format_count(len(ships), 'ship')}"
    nations = {opening.cards[key].nation for key in ships}
    if len(nations) == 1 and not any(
        opening.cards[key].nation in nations for key in set(_fleet(opening, side)) - {*ships}
    ):
        return f"all {len(ships)} {NATIONALITIES[nations.pop()]} ships"
    if len(ships) <= _FEW:
        return list_names(opening, ships)
    return f"{name_of(opening, ships[0])} and {format_count(len(ships) - 1, 'more ship')}"


def _ships_of_division(opening: State, side: Side, division: str) -> tuple[str, ...]:
    return tuple(key for key in _fleet(opening, side) if opening.cards[key].division == division)


_STRENGTHS = (("light", "Light airs"), ("breeze", "Breeze"), ("heavy", "Heavy"))
_LESS_THAN_ALL = ("fast_game", "no_wind")
"""Switches that take something away from the whole rulebook."""


def list_switches(scenario: PreparedScenario[State]) -> tuple[Switch, ...]:
    """Return all switches: players of each side, choices within the rules, and rule modules by group."""
    opening = scenario.opening
    strength = opening.wind.strength or ""
    wind = Switch("wind_strength", "Strength of the wind", "AMB-70", _STRENGTHS, strength, group="Wind and sea")
    by_group = sorted((wind, *_list_module_switches(opening)), key=lambda switch: GROUPS.index(switch.group))
    return (*list_player_switches(opening), *by_group)


def _list_module_switches(opening: State) -> Iterable[Switch]:
    return (_build_switch(opening, module) for module in load_rule_modules().values())


def _build_switch(opening: State, module: RuleModule) -> Switch:
    note = "\n".join(filter(None, (module.note, module.inert(opening))))
    value, silences = opening.options.get(module.id, False), _explain_silenced_modules(opening, module)
    notes: dict[str | bool, str] = {True: silences} if silences else {}
    return Switch(module.id, module.title, module.rule, value=value, note=note, notes=notes, group=module.group)


def _explain_silenced_modules(opening: State, module: RuleModule) -> str:
    """Return a sentence on the modules that have no effect once this one is on; "" for none (AMB-144)."""
    without, using = (replace(opening, options={**opening.options, module.id: on}) for on in (False, True))
    lost = {
        one.title: why
        for one in load_rule_modules().values()
        if (why := one.inert(using)) not in ("", one.inert(without))
    }
    if not lost:
        return ""
    return f"{next(iter(lost.values())).rstrip('.')}: {join_words(words.lower() for words in lost)} have no effect."


def list_presets(scenario: PreparedScenario[State]) -> tuple[Preset, ...]:
    """Return the sets of rule modules that players often want."""
    options = scenario.opening.options
    return (
        Preset(
            "as_made",
            "Scenario default",
            "The rules the scenario was made for.",
            _choose_modules(options.get),
        ),
        Preset("basic", "Basic", "No advanced or optional rules.", _choose_modules(lambda name: False)),  # noqa: ARG005
        Preset("with_leaders", "With leaders", "The basic game plus leaders.", _choose_modules("leaders".__eq__)),
        Preset(
            "everything",
            "Everything",
            "All the rules.",
            _choose_modules(lambda name: _in_the_book(name, options)),
        ),
    )


def _in_the_book(name: str, options: Mapping[str, object]) -> object:
    """Return whether the whole rulebook has a rule module on; one that is not of the book stays as it was made."""
    return name not in _LESS_THAN_ALL if load_rule_modules()[name].is_in_book else options.get(name)


def _choose_modules(which: Callable[[str], object]) -> dict[str, str | bool]:
    return {name: bool(which(name)) for name in load_rule_modules()}


def load_model() -> "type[ScenarioData]":
    """Return the pydantic model of scenario files. Imports it late: pydantic takes long to import."""
    from tabletop.games.ships_of_the_line.scenario_checks import ScenarioData

    return ScenarioData


def read_scenario(text: str, source: str) -> Scenario:
    """Return the validated scenario that the file text describes.

    Raises:
        ScenarioError: with every problem of the file, each with its line.
    """
    from tabletop.games.ships_of_the_line import scenario_checks  # pydantic takes long to import

    return scenario_checks.read_checked(text, source)


def open_battle(scenario: Scenario, options: Mapping[str, object]) -> State:
    """Return the opening state, with `options` and players set differently from the file (2-b, 2-c, AMB-123).

    Raises:
        ScenarioError: for an option that is unknown or has an impossible value.
    """
    from tabletop.games.ships_of_the_line.scenario_checks import refuse_option  # pydantic takes long to import

    opening, of_seats = scenario.opening, {**OPTIONS, **DEALS}

    def wrong(name: str, value: object) -> str:
        return refuse_player_option(opening, options, name) if name in of_seats else refuse_option(name, value)

    chosen = check_options(options, wrong)
    players = {name: chosen.pop(name) for name in of_seats if name in chosen}
    state = with_wind_option(replace(opening, options={**opening.options, **chosen}), scenario.drift)
    for module in rules_of(state).modules:
        state = module.build_opening(state, scenario)
    return rules.open_preparation(seat_players(state, players))


def find_unheeded(scenario: Scenario) -> tuple[Unheeded, ...]:
    """Return what the scenario says for rule modules that are off, one entry for each module."""
    state = scenario.opening
    off = (module for module in load_rule_modules().values() if state.options.get(module.id) is not True)
    found = ((module, list(_things(state, module))) for module in off)
    return tuple(
        Unheeded(
            module.id,
            module.title,
            module.rule,
            things=tuple(words for words, _ in things),
            paths=tuple(path for _, path in things),
            on_map=module.is_on_map,
        )
        for module, things in found
        if things
    )


def _things(state: State, module: RuleModule) -> Iterator[tuple[str, DataPath]]:
    """Yield what the scenario says for a module, in words, with the path of the first place that says it."""
    for entry in module.scenario:
        if entry.key in (state.matter or {}):
            yield entry.key, (entry.key,)
    for entry in module.ship:
        values = [getattr(ship, entry.key) for ship in state.ships.values()]
        yield from _find_ship_keys(entry.key, [value not in (entry.default, UNSET) for value in values])
    for key, others in module.card_fields.items():
        if not any(state.options.get(other) is True for other in others):
            yield from _find_ship_keys(key, [bool(getattr(card, key)) for card in state.cards.values()])


def _find_ship_keys(key: str, said: list[bool]) -> Iterator[tuple[str, DataPath]]:
    """Yield a key that is said of ships, given for each ship whether it is."""
    if any(said):
        yield f"{key} of {format_count(sum(said), 'ship')}", ("ships", said.index(True), key)
