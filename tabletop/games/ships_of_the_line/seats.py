"""How many players sit down to a battle on each side, and which ships each of them commands (2-a, 2-b, AMB-148).

A scenario file may say so itself. Else two players of a fleet of two nations have one each, divisions are kept
together unless there are too few of them, and ships without divisions are shared out in line order.
"""

from collections.abc import Iterator, Mapping
from itertools import chain, combinations, pairwise

import msgspec
from msgspec.structs import replace

from tabletop.core.game import Switch
from tabletop.core.memory import per_state
from tabletop.core.phrases import count, listed
from tabletop.games.ships_of_the_line import fleets
from tabletop.games.ships_of_the_line.sides import NATIONALITIES, SIDES, Side
from tabletop.games.ships_of_the_line.state import Player, State, players_of
from tabletop.games.ships_of_the_line.words import name, names

OPTIONS: dict[str, Side] = {f"{side}_players": side for side in SIDES}
"""What a match is begun with besides the options of scenario files."""
_MOST = 3
"""Players of a side, if its scenario has no more."""
_FEW = 6
"""So many ships are told by their names."""

Unit = tuple[str, tuple[str, ...]]
"""What is not divided among players: its title, if it has one, and its ships."""


class Share(msgspec.Struct, frozen=True):
    """What a player commands; `what` is that in words, where it is not a whole side."""

    player: Player
    ships: tuple[str, ...]
    what: str = ""


def switches(opening: State) -> Iterator[Switch]:
    """How many players a side has, for each that has ships to share."""
    for option, side in OPTIONS.items():
        values = _values(opening, side)
        if len(values) > 1:
            notes: dict[str | bool, str] = {one: _told(opening, side, int(one)) for one in values}
            words, now = f"Players of {fleets.fleet(opening, side)}", str(_seated(opening, side))
            pairs = tuple((one, one) for one in values)
            yield Switch(option, words, "AMB-148", pairs, now, notes=notes, group="Who commands")


def refusal(opening: State, option: str, value: object) -> str:
    """Why a side cannot have so many players; empty if it can."""
    values = _values(opening, OPTIONS[option])
    return "" if value in values else f"the option '{option}' is one of {', '.join(values)}, not {value!r}"


def seated(opening: State, numbers: Mapping[Side, int]) -> State:
    """The battle with so many players on each side; as in its scenario where nothing else is said."""
    now = {side: _seated(opening, side) for side in SIDES}
    if now == (wanted := now | dict(numbers)):
        return opening
    found = list(chain.from_iterable(shares(opening, side, number) for side, number in wanted.items()))
    commanders = {key: one.player.id for one in found for key in one.ships}
    return replace(
        opening,
        cards={key: replace(card, player=commanders[key]) for key, card in opening.cards.items()},
        players=tuple(one.player for one in found) if len(found) > len(SIDES) else msgspec.UNSET,
    )


@per_state
def shares(opening: State, side: Side, number: int) -> tuple[Share, ...]:
    """What each of so many players of a side commands, in their order."""
    if number == _seated(opening, side) and (players := players_of(opening, side)):
        return tuple(_as_in_file(opening, one) for one in players)
    if number == 1:
        return (Share(Player(side, side, fleets.title(opening, side)), _fleet(opening, side)),)
    return tuple(
        Share(
            Player(f"{side}_{place}", side, _called(opening, run)),
            tuple(key for _, keys in run for key in keys),
            _what(opening, run),
        )
        for place, run in enumerate(_dealt(_units(opening, side, number), number), 1)
    )


def _values(opening: State, side: Side) -> tuple[str, ...]:
    offered = range(1, min(_MOST, len(_fleet(opening, side))) + 1)
    return tuple(map(str, sorted({*offered, _seated(opening, side)})))


def _seated(opening: State, side: Side) -> int:
    return max(1, len(players_of(opening, side)))


def _fleet(opening: State, side: Side) -> tuple[str, ...]:
    return tuple(key for key, card in opening.cards.items() if card.side == side)


def _told(opening: State, side: Side, number: int) -> str:
    """Who commands what, a line each, for the page of a new game."""
    return "\n".join(f"{one.player.name}: {one.what}." for one in shares(opening, side, number) if one.what)


def _as_in_file(opening: State, player: Player) -> Share:
    ships = tuple(key for key, card in opening.cards.items() if card.player == player.id)
    return Share(player, ships, _ships(opening, ships))


def _units(opening: State, side: Side, number: int) -> list[Unit]:
    """The nations, divisions or single ships of a side that so many players share, each in line order."""
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
        if (ships := tuple(key for key in fleet if opening.cards[key].division == division))
    ]
    if len(divisions) < 2:
        return [("", (key,)) for key in fleet]
    while len(divisions) < number:
        place = max(range(len(divisions)), key=lambda one: len(divisions[one][1]))
        _, ships = divisions[place]
        half = -(-len(ships) // 2)
        divisions[place : place + 1] = [("", ships[:half]), ("", ships[half:])]
    return divisions


def _dealt(units: list[Unit], number: int) -> list[list[Unit]]:
    """The units in so many runs, the largest as small as can be; of equals those in which the first have more."""
    ends = ((0, *cuts, len(units)) for cuts in combinations(range(1, len(units)), number - 1))
    deals = ([units[start:end] for start, end in pairwise(places)] for places in ends)
    return min(deals, key=lambda deal: (max(map(_size, deal)), [-_size(run) for run in deal]))


def _size(run: list[Unit]) -> int:
    return sum(len(ships) for _, ships in run)


def _called(opening: State, run: list[Unit]) -> str:
    """The first nation or division that a player commands; where it has no title, the leader or the captain aboard."""
    title, _ = run[0]
    aboard = [opening.cards[key] for _, keys in run for key in keys]
    leaders = [card.leader.name for card in aboard if card.leader]
    return title or next(iter(leaders), aboard[0].captain) or f"Captain of {aboard[0].name}"


def _what(opening: State, run: list[Unit]) -> str:
    (first, _), *more = run
    ships = tuple(key for _, keys in run for key in keys)
    if not first:
        return _ships(opening, ships)
    return ", ".join(([f"with {listed(title for title, _ in more)}"] if more else []) + [count(len(ships), "ship")])


def _ships(opening: State, ships: tuple[str, ...]) -> str:
    if len(ships) <= _FEW:
        return names(opening, ships)
    return f"{name(opening, ships[0])} to {name(opening, ships[-1])}, {count(len(ships), 'ship')}"
