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
"""The options for the number of players of a side, by name; scenario files cannot have them."""
DEALS: dict[str, Side] = {f"{side}_ships": side for side in SIDES}
"""The options that deal the ships of a side to its players, in the order of the players: ``B1 B2/B3``."""
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
    """Yield a switch for the number of players of each side, if the side can have more than one number."""
    for option, side in OPTIONS.items():
        values = _player_counts(opening, side)
        if len(values) > 1:
            words, now = f"Players of {fleets.fleet_in_sentence(opening, side)}", str(_count_players(opening, side))
            pairs = tuple((one, one) for one in values)
            yield Switch(option, words, "AMB-148", pairs, now, side=side)


def refuse_player_option(opening: State, options: Mapping[str, object], option: str) -> str:
    """Return why the value of a players or ships option is impossible, as a sentence.

    "" if it is possible.
    """
    value = options[option]
    if option in DEALS:
        return _refuse_deal(opening, options, option)
    values = _player_counts(opening, OPTIONS[option])
    return "" if value in values else f"the option '{option}' is one of {', '.join(values)}, not {value!r}"


def _refuse_deal(opening: State, options: Mapping[str, object], option: str) -> str:
    """Return why the ships cannot be dealt as the option says, or "".

    Refused: a ship not of the side, a ship dealt twice or not at all, and a number of hands unlike that of the
    players.
    """
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
    """Return the keys of each hand: ``B1 B2/B3`` gives ``[["B1", "B2"], ["B3"]]``."""
    return [hand.split() for hand in dealt.split("/")]


def seat_players(opening: State, options: Mapping[str, object]) -> State:
    """Return the battle with the players that `options` ask for, and each ship's player on her card.

    Unchanged if the numbers are those of the file and no ships are dealt. The options have been checked.
    """
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
    """Return the shares with the ships of `hands`, one hand for each player; unchanged if `hands` is None."""
    if hands is None:
        return players
    return [Share(one.player, tuple(hand)) for one, hand in zip(players, hands, strict=True)]


def list_seats(state: State) -> tuple[Seat, ...]:
    """Return a seat for each player, British side first, with the player's ships in words.

    A side that is one player has one seat, without such words.
    """
    return tuple(chain.from_iterable(_seats_of_side(state, side) for side in SIDES))


def _seats_of_side(state: State, side: Side) -> tuple[Seat, ...]:
    """Return the seats of a side; one with the title of the fleet if the side is one player."""
    mine = [one for one in state.players or () if one.side == side]
    if len(mine) < 2:
        return (Seat(mine[0].id if mine else side, fleets.fleet_title(state, side), side),)
    ships = {one.id: tuple(key for key in _fleet(state, side) if state.cards[key].player == one.id) for one in mine}
    return tuple(Seat(one.id, one.name, side, _describe_share(state, side, ships[one.id])) for one in mine)


def seat_of_command(state: State, command: Command) -> str:
    """Return the seat of a command: the id of its player, or its side if each side is one player."""
    return orders.giver_of(state, command) or command.side


def list_assignable_ships(opening: State) -> tuple[Assignable, ...]:
    """Return the ships of sides with several players, by division, each with her player.

    () if there is none.
    """
    shared = [side for side in SIDES if _count_players(opening, side) > 1]
    titles = fleets.divisions(opening)
    return tuple(
        Assignable(key, card.name, str(card.player), side, titles.get(str(card.division), ""))
        for side in shared
        for key, card in sorted(opening.cards.items(), key=lambda one: list(titles).index(one[1].division or ""))
        if card.side == side
    )


def deal_ships(opening: State, pieces: Collection[str], seat: str) -> Mapping[str, str] | Refused:
    """Return the ships option after giving `pieces`, all of one side, to the player `seat`, as a mapping.

    The refusal instead if a player would have no ship left.
    """
    side = next(opening.cards[key].side for key in pieces)
    hands: dict[str, list[str]] = {one.id: [] for one in players_of(opening, side)}
    for key in _fleet(opening, side):
        hands[seat if key in pieces else str(opening.cards[key].player)].append(key)
    if bare := [one.name for one in players_of(opening, side) if not hands[one.id]]:
        return Refused("AMB-148", f"{bare[0]} would have no ship left.", pieces=tuple(pieces))
    return {f"{side}_ships": "/".join(" ".join(hand) for hand in hands.values())}


@cache_per_state
def compute_shares(opening: State, side: Side, number: int) -> tuple[Share, ...]:
    """Return the shares of `number` players of a side: those of the file if as many, else even ones."""
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
    """Return the possible numbers of a side's players as text: 1 to 3, and the present number.

    Never more than the side has ships, but for the present number.
    """
    offered = range(1, min(_MOST, len(_fleet(opening, side))) + 1)
    return tuple(map(str, sorted({*offered, _count_players(opening, side)})))


def _count_players(opening: State, side: Side) -> int:
    """Return the number of a side's players, at least 1."""
    return max(1, len(players_of(opening, side)))


def _fleet(opening: State, side: Side) -> tuple[str, ...]:
    """Return the ships of a side by their cards, in key order."""
    return tuple(key for key, card in opening.cards.items() if card.side == side)


def _share_in_file(opening: State, player: Player) -> Share:
    """Return a player with the ships whose cards name that player."""
    ships = tuple(key for key, card in opening.cards.items() if card.player == player.id)
    return Share(player, ships)


def _units(opening: State, side: Side, number: int) -> list[Unit]:
    """Return what `number` players divide: nations if as many, else divisions, else single ships.

    Each in line order. The largest division is halved until there are enough; one division counts as none.
    """
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
    """Return the units in `number` runs, so that the run with most ships is as small as possible.

    Among equal divisions, the one in which the first players have more ships.
    """
    ends = ((0, *cuts, len(units)) for cuts in combinations(range(1, len(units)), number - 1))
    deals = ([units[start:end] for start, end in pairwise(places)] for places in ends)
    return min(deals, key=lambda deal: (max(map(_count_ships, deal)), [-_count_ships(run) for run in deal]))


def _count_ships(run: list[Unit]) -> int:
    """Return the number of ships in all units of a run."""
    return sum(len(ships) for _, ships in run)


def _name_player(opening: State, run: list[Unit]) -> str:
    """Return a player's name: the chief in the first unit's title, as in ``Van (Nelson)``, or the title.

    Without a title: the first leader aboard, the first captain, or ``Captain of`` the first ship.
    """
    title, _, chief = run[0][0].rstrip(")").partition(" (")
    aboard = [opening.cards[key] for _, keys in run for key in keys]
    leaders = [card.leader.name for card in aboard if card.leader]
    return chief or title or next(iter(leaders), aboard[0].captain) or f"Captain of {aboard[0].name}"


def _describe_share(opening: State, side: Side, ships: tuple[str, ...]) -> str:
    """Return a player's ships in words: divisions, all ships of a nation, up to six names, or a number."""
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
    """Return the ships of a side in a division, by id, in key order."""
    return tuple(key for key in _fleet(opening, side) if opening.cards[key].division == division)


_STRENGTHS = (("light", "Light airs"), ("breeze", "Breeze"), ("heavy", "Heavy"))
_LESS_THAN_ALL = ("fast_game", "no_wind")
"""Switches that take something away from the whole rulebook."""


def list_switches(scenario: PreparedScenario[State]) -> tuple[Switch, ...]:
    """Return all switches: players of each side, then wind and rule modules by heading."""
    opening = scenario.opening
    strength = opening.wind.strength or ""
    wind = Switch("wind_strength", "Strength of the wind", "AMB-70", _STRENGTHS, strength, group="Wind and sea")
    by_group = sorted((wind, *_list_module_switches(opening)), key=lambda switch: GROUPS.index(switch.group))
    return (*list_player_switches(opening), *by_group)


def _list_module_switches(opening: State) -> Iterable[Switch]:
    """Yield the switch of each optional rule module."""
    return (_build_switch(opening, module) for module in load_rule_modules().values())


def _build_switch(opening: State, module: RuleModule) -> Switch:
    """Return the switch of a module, with its effect in words and why it may have none in this battle."""
    note = "\n".join(filter(None, (module.note, module.inert(opening))))
    value, silences = opening.options.get(module.id, False), _explain_silenced_modules(opening, module)
    notes: dict[str | bool, str] = {True: silences} if silences else {}
    return Switch(module.id, module.title, module.rule, value=value, note=note, notes=notes, group=module.group)


def _explain_silenced_modules(opening: State, module: RuleModule) -> str:
    """Return a sentence on the modules that have no effect once `module` is on; "" for none (AMB-144)."""
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
    """Return the presets of the switches: scenario default, basic, with leaders, everything."""
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
    """Return the value of a module in the preset "Everything": True, but for `_LESS_THAN_ALL`.

    A module that is not of the printed book keeps its value of the scenario.
    """
    return name not in _LESS_THAN_ALL if load_rule_modules()[name].is_in_book else options.get(name)


def _choose_modules(which: Callable[[str], object]) -> dict[str, str | bool]:
    """Return for each rule module, by id, True if `which` gives a true value for its id."""
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
    """Return the opening state with `options` and players set as chosen (2-b, 2-c, AMB-123).

    Modules in use build their part. Options left out stay as in the file.

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
    """Return what the scenario says for modules that are off, an entry for each module; () if nothing."""
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
    """Yield a key with the number of ships that have it, and the path of the first; nothing if none has.

    `said` has for each ship True if the file gives her the key.
    """
    if any(said):
        yield f"{key} of {format_count(sum(said), 'ship')}", ("ships", said.index(True), key)
