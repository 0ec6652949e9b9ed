"""The kit of Decks of Glory: ships by rate on the hex grid."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import count

from tabletop.authoring import hints, kit
from tabletop.authoring.edits import DropPart, Edit
from tabletop.core import scenario
from tabletop.core.document import Document
from tabletop.core.game import AnyState
from tabletop.games.decks_of_glory.gunnery import list_gunners
from tabletop.games.decks_of_glory.model import ON_MAP, time_of_day
from tabletop.games.decks_of_glory.positions import is_in_irons
from tabletop.games.decks_of_glory.tables import POINTS, SIDE_OF
from tabletop.geometry.hexgrid import distance

_RATES = ("", "First rate", "Second rate", "Third rate", "Fourth rate")
_LETTERS = {"britain": "B", "france": "F", "spain": "S"}
"""The first letter of the keys of a nation's ships."""

_ISOLATION_DISTANCE = 6
"""Hexes from the nearest friend above which a ship is noted as alone."""


class HexKit(kit.Kit):
    """Ships on the hex grid."""

    geometry = kit.GRID
    minimal_text = "\nmap: {columns: 24, rows: 16}\nturns: 12\nwind: 2\n\nships: []\n"
    lists = (kit.PieceList("ships", "ship", "facing"),)

    def open_despite_problems(self, text: str) -> AnyState | None:
        """Return the position even if ships share a hex or lie off the map."""
        from tabletop.games.decks_of_glory.scenario import (
            ScenarioData,
            build_opening,  # pydantic is slow to import
        )

        data = scenario.fit(Document(text, ""), ScenarioData)
        try:
            return build_opening(data) if data else None
        except (LookupError, ValueError, TypeError, AssertionError):  # errors that the checks report
            return None

    def list_kinds(self, data: kit.Data) -> tuple[kit.PieceKind, ...]:
        """Return a ship of each rate."""
        return tuple(
            kit.PieceKind(f"rate {rate}", _RATES[rate], f"{points} points", "Rates", "ships", values={"rate": rate})
            for rate, points in sorted(POINTS.items())
        )

    def list_groups(self, data: kit.Data) -> tuple[kit.PieceGroup, ...]:
        """Return the two sides."""
        ships, told = self.list_pieces(data), data.get("sides")
        names = (
            {side: one.get("name") for side, one in told.items() if isinstance(one, dict)}
            if isinstance(told, dict)
            else {}
        )
        sides = {side.id: tuple(one.id for one in ships if _side_of(one) == side.id) for side in self.game.meta.sides}
        return tuple(
            kit.PieceGroup(side.id, str(names.get(side.id) or side.name), side.id, sides[side.id])
            for side in self.game.meta.sides
        )

    def find_hints(self, ships: Sequence[kit.Piece], state: AnyState) -> Iterator[kit.Hint]:
        """Yield notes about uneven points, ships in irons, ships alone, and sides without targets."""
        there = [one for one in ships if one.id in state.ships]
        names = {side: self.game.name_of(state, side) for side in state.sides}
        sides = {name: [one for one in there if state.fleet[one.id].side == side] for side, name in names.items()}
        points = {name: sum(state.ships[one.id].strength for one in mine) for name, mine in sides.items()}
        yield from hints.note_uneven_sides(sides, points, "points")
        ahead = [one for one in there if state.wind is not None and is_in_irons(state, one.heading or 0)]
        yield from hints.note_ships_in_irons(ahead, "DOG-13")
        yield from hints.note_isolated_ships(sides, _hexes_between, _ISOLATION_DISTANCE, "hexes")
        if not any(next(list_gunners(state, side), "") for side in state.sides):
            yield from hints.note_missing_targets(sides, _hexes_between, "hexes", "DOG-3")

    def find_position_edits(self, data: kit.Data, state: AnyState) -> Iterator[Edit]:
        """Yield edits for each ship, the wind, the time of day, the remaining turns and the options."""
        for piece in self.list_pieces(data):
            ship = state.ships.get(piece.id)
            if ship is None or ship.status not in ON_MAP:
                yield DropPart(piece.path)
                continue
            derelict, whole = ship.status == "derelict", state.fleet[piece.id].points
            said = {"at": list(ship.at), "facing": ship.facing, "derelict": derelict or None}
            said["strength"] = None if derelict or ship.strength == whole else ship.strength
            yield from kit.find_needed_edits(data, {(*piece.path, key): value for key, value in said.items()})
        left = max(1, state.turns - max(0, state.turn - 1))
        now = time_of_day(state, state.turn) or None
        yield from kit.find_needed_edits(
            data, {("wind",): state.wind, ("turns",): left, ("deploy",): None, ("clock",): now}
        )
        yield from kit.find_needed_edits(
            data, {("options", name): value or None for name, value in state.options.items()}
        )

    def create_entry(
        self, data: kit.Data, kind: kit.PieceKind, at: kit.Coordinates, heading: int, nation: str
    ) -> dict[str, object]:
        """Return a ship with the next free key of `nation`; Britain's if `nation` is unknown."""
        flag = nation if nation in _LETTERS else "britain"
        key = self._find_free_key(data, flag, ())
        return {"key": key, "nation": flag, "name": f"Ship {key}", **kind.values, "at": list(at), "facing": heading % 6}

    def copy_entry(self, data: kit.Data, piece: kit.Piece, taken: Iterable[str]) -> dict[str, object]:
        """Return the same ship with the next free key of its nation."""
        return {**data["ships"][piece.path[1]], "key": self._find_free_key(data, piece.nation, taken)}

    def spacing_for(
        self, state: AnyState, pair: tuple[kit.Piece, kit.Piece], heading: int, bearing: int, interval: float
    ) -> float:
        """Return the interval in free hexes plus 1."""
        return 1 + round(interval)

    def interval_between(self, state: AnyState, a: kit.Piece, b: kit.Piece) -> float:
        """Return the number of free hexes between two ships."""
        return _hexes_between(a.at, b.at) - 1

    def _find_free_key(self, data: kit.Data, nation: str, taken: Iterable[str]) -> str:
        """Return the first key of a nation, as ``B3``, that no piece has and that is not in `taken`."""
        keys = {one.id for one in self.list_pieces(data)} | set(taken)
        return next(key for number in count(1) if (key := f"{_LETTERS[nation]}{number}") not in keys)


def _hexes_between(one: kit.Coordinates, other: kit.Coordinates) -> int:
    """Return the distance of two places in hexes."""
    return distance((round(one[0]), round(one[1])), (round(other[0]), round(other[1])))


def _side_of(piece: kit.Piece) -> str:
    """Return the side of a piece's nation; "" if it has none."""
    return next((side for nation, side in SIDE_OF.items() if nation == piece.nation), "")


KIT = HexKit
