"""What the player has selected and shows on the sea table; surface, modes and panels share it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Literal, NamedTuple

from typing_extensions import override

from tabletop.games.ships_of_the_line import rules
from tabletop.games.ships_of_the_line.model import Manner, State, is_on_map, side_of
from tabletop.games.ships_of_the_line.rule_modules import phase_of
from tabletop.games.ships_of_the_line.ship import SIDES, Side, enemy_of
from tabletop.games.ships_of_the_line.survey import seats
from tabletop.games.ships_of_the_line.survey.battle_lines import MoraleRoll
from tabletop.geometry.pose import Point, Pose
from tabletop.players.ships_of_the_line.squadrons import find_foremost
from tabletop.ui.boards.battle.viewer import BattleViewer
from tabletop.ui.boards.ships_of_the_line import survey_overlays
from tabletop.ui.boards.ships_of_the_line.overlays import CoveredWater
from tabletop.ui.frame_budget import IncrementalTask

Arcs = Literal["none", "selected", "hovered", "side"]
ARCS: tuple[Arcs, ...] = ("none", "selected", "hovered", "side")


class RulerCorner(NamedTuple):
    """A corner of a ruler in UM; `thing` is the ship or the shore that it is tied to, or None."""

    at: Point
    thing: str | None = None


@dataclass
class SeaTableView(BattleViewer[State, RulerCorner]):
    """The selection and the view options of the player, and the state that is shown.

    The state lags behind the match while events are played.

    Attributes:
        group: more ships selected with Shift, for orders to several.
        hovered: the ship under the pointer, on the sea or in the list.
        hovered_battery: the battery under the pointer.
        selected_battery: the selected battery; no ship is selected then.
        uses_hot_shot: True if the battery is to fire hot shot when it has the choice.
        arcs: the ships whose fields of fire are shown.
        threatening_side: the side whose threats are shown, or None.
        shows_reach: True to show the reach of the selected ship; the Movement Phase shows it anyway.
        listed_side: the side in the fleet list.
        planned_poses: the poses of ships at the end of the plan that is composed.
        skips_friend_lines: True to skip steps in which only lines to friends are possible.
        shows_fleets: True to show the state of the fleets instead of the list.
        folded_divisions: the divisions that are folded in the list.
        last_selections: seat to the ships that were selected when it was last asked.
        full_state: the state for all players of the side to move; `state` is restricted to one of them.
        early_player: the player of the side who goes first out of turn, or "".
        manner: the order to the selected ships that is picked, or None.
        ships_to_show: ships to bring into view together soon.
        crew_assignments: ship to task to the number of crews to send in this Crew Phase.
        morale_rolls: last turn's morale rolls, each with the division.
        side_fields: the fields of fire of a whole side, computed step by step.
        shots_open: True while the panel of fired broadsides is open.
        sum_open: True while the sum of movement points is shown.
        legend_open: True while the key to the lines is open.
    """

    overlays: ClassVar[Collection[str]] = ("arcs", "threats", "reach", "squadron", "broadsides")

    persons: Sequence[str] = SIDES
    group: tuple[str, ...] = ()
    hovered: str | None = None
    hovered_battery: str | None = None
    selected_battery: str | None = None
    uses_hot_shot: bool = False
    arcs: Arcs = "none"
    threatening_side: Side | None = None
    shows_reach: bool = False
    listed_side: Side = "british"
    planned_poses: dict[str, Pose] = field(default_factory=dict)
    skips_friend_lines: bool = True
    shows_fleets: bool = False
    folded_divisions: set[str] = field(default_factory=set)
    morale_rolls: tuple[tuple[str, MoraleRoll], ...] = ()
    shots_open: bool = False
    sum_open: bool = False
    legend_open: bool = False
    manner: Manner | None = None
    ships_to_show: tuple[str, ...] = ()
    crew_assignments: dict[str, dict[str, int]] = field(default_factory=dict)
    last_selections: dict[str, tuple[str, ...]] = field(default_factory=dict)
    full_state: State | None = None
    early_player: str = ""
    side_fields: IncrementalTask[CoveredWater] = field(
        default_factory=lambda: IncrementalTask(survey_overlays.build_covered_water)
    )

    @property
    def seat(self) -> str:
        """Return the seat to move; while a computer player moves, the first person who waits for it."""
        return seats.find_person_seat(self.state, self.persons)

    @property
    def side(self) -> Side:
        """Return the side of `seat`."""
        return seats.side_of_seat(self.state, self.seat)

    @property
    def is_waiting(self) -> bool:
        """Return True if no person is to move now."""
        return not self.persons or self.seat != seats.find_asked_player(self.state)

    @property
    def own(self) -> str | None:
        """Return the selected ship if `seat` commands it, else None."""
        return self.selected if self.selected and self.mine(self.selected) else None

    @property
    def selected_ships(self) -> tuple[str, ...]:
        """Return the selected ship and its group."""
        first = (self.selected,) if self.selected else ()
        return first + tuple(key for key in self.group if key != self.selected)

    @override
    def actors(self) -> Sequence[str]:
        idle = self.is_waiting or self.state.outcome is not None
        return () if idle else tuple(rules.list_actors(self.state, self.side))

    @override
    def on_map(self, key: str) -> bool:
        return key in self.state.ships and is_on_map(self.state, key)

    @override
    def mine(self, key: str) -> bool:
        return seats.is_commanded_from(self.state, key, self.seat)

    # --- what the player chooses

    @override
    def choose(self, ship: str | None) -> None:
        self.selected, self.group, self.selected_battery, self.manner = ship or None, (), None, None

    def select_battery(self, battery: str) -> None:
        """Select a battery instead of a ship; another battery starts with round shot."""
        self.uses_hot_shot = self.uses_hot_shot and battery == self.selected_battery
        self.choose(None)
        self.selected_battery = battery

    @override
    def arrange(self, ship: str, overlay: str) -> None:
        """Do so for a battery too."""
        battery = ship if self.state.coast and ship in self.state.coast.batteries else ""
        super().arrange("" if battery else ship, overlay)
        self.selected_battery = battery or None

    @property
    def own_battery(self) -> str | None:
        """Return the selected battery if `seat` commands it, else None."""
        works = self.state.coast.batteries if self.state.coast else {}
        return self.selected_battery if self.selected_battery in works and self.mine(self.selected_battery) else None

    @override
    def drop(self) -> bool:
        """Close the key to the lines, else clear the selection."""
        if self.legend_open:
            self.legend_open = False
            return True
        had, self.selected_battery = self.selected_battery is not None, None
        return super().drop() or had

    @override
    def hover(self, key: str | None) -> None:
        self.hovered = key if key and self.on_map(key) else None

    @override
    def turn_to(self, state: State) -> None:
        """Adopt `state`, and select the ships that its seat had selected last, if they can act.

        If none can act, own ships of the last selection stay selected.
        """
        self.last_selections[self.seat], self.state, self.selected_battery, self.manner = (
            self.selected_ships,
            state,
            None,
            None,
        )
        if phase_of(state).ribbon != "Crew":
            self.crew_assignments.clear()
        actors = () if state.question is not None else self.actors()
        before = self.last_selections.get(self.seat, ())
        able = [key for key in before if is_on_map(state, key) and (key in actors if actors else self.mine(key))]
        self.selected, self.group = (able[0], tuple(able[1:])) if able else (None, ())
        self.listed_side = self.side

    def toggle_in_group(self, ship: str) -> None:
        """Add a ship to the selection or remove it; select it alone if no ship is selected."""
        group, self.manner = set(self.group) ^ {ship} if self.selected else set(), None
        self.selected = self.selected or ship
        self.group = tuple(key for key in self.state.ships if key in group)

    def select_group(self, ships: Collection[str]) -> None:
        """Select several ships; the foremost leads unless the selected ship is one of them."""
        if ships:
            here = tuple(key for key in self.state.ships if key in ships)
            first = self.selected if self.selected in here else find_foremost(self.state, here)
            self.choose(first)
            self.group = tuple(key for key in here if key != first)
            self.ships_to_show = here

    @property
    def squadron(self) -> tuple[str, ...]:
        """Return the selected ships that `seat` commands, the selected one first; () for fewer than two."""
        mine = tuple(key for key in self.selected_ships if is_on_map(self.state, key) and self.mine(key))
        return mine if len(mine) > 1 and mine[0] == self.selected else ()

    def cycle_threats(self) -> None:
        """Show the threats of the enemy, then the own ones, then none."""
        cycle: tuple[Side | None, ...] = (None, enemy_of(self.side), self.side)
        self.threatening_side = cycle[(cycle.index(self.threatening_side) + 1) % len(cycle)]

    @override
    def lay(self, overlay: str, ship: str) -> None:
        side = side_of(self.state, ship) if ship else self.side
        self.arcs = ("selected" if ship else "side") if overlay == "arcs" else self.arcs
        self.threatening_side = enemy_of(side) if overlay == "threats" else self.threatening_side
        self.shows_reach, self.shots_open = overlay == "reach", overlay == "broadsides"
        if overlay == "squadron" and ship:
            mates = [key for key, card in self.state.cards.items() if card.division == self.state.cards[ship].division]
            self.select_group([key for key in mates if self.on_map(key)])
            self.manner = "line_ahead"
