"""What the person at the screen has chosen to see: shared by the surface, the stations and the panels."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Literal, NamedTuple

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
    """A measured place; it may be tied to a ship, or to what lies along a coast."""

    at: Point
    thing: str | None = None


@dataclass
class SeaTableView(BattleViewer[State, RulerCorner]):
    """The viewer's choices. The state is what is shown, which lags behind the match while events are played.

    Attributes:
        group: more ships that were chosen with Shift, for orders to several.
        hovered: the ship under the pointer, on the sea or in the list.
        hovered_battery: the battery under the pointer, on the coast.
        selected_battery: the battery that is chosen; no ship is then.
        uses_hot_shot: whether it is to fire hot shot, if it has a choice.
        shows_reach: whether it is shown where the selected ship can come; the Movement Phase shows it anyway.
        listed_side: the side whose list is shown.
        planned_poses: where ships would lie by the plan that is being composed.
        skips_friend_lines: whether steps in which only lines to friends could be thrown are passed over.
        shows_fleets: the state of the fleets is shown in place of the list.
        folded_divisions: divisions that are folded in the list.
        last_selections: the ships that were chosen at each seat when it was asked last.
        full_state: the state for all players of the side to move if there are several; `state` is that of one of them.
        early_player: the player of several of a side who goes first, though another is asked; nobody as a rule.
        manner: what the chosen ships are to do together, while that is looked at.
        ships_to_show: ships to bring into view together at the next chance.
        crew_assignments: the crews of each ship that are to be sent to tasks in this Crew Phase.
        morale_rolls: the rolls of ships whose line was broken in the turn that has just ended, each with the division.
        side_fields: the fields of all ships of a side.
        shots_open: the sheet of what was fired in this phase lies open.
        sum_open: the sum of the selected ship's points is shown beside the compass.
        legend_open: the key to the lines is folded out where there is no room for it beside other things.
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
        """That of who is asked now; while the computer is, the first one of the persons who wait for it."""
        return seats.find_person_seat(self.state, self.persons)

    @property
    def side(self) -> Side:
        """The side of `seat`."""
        return seats.side_of_seat(self.state, self.seat)

    @property
    def is_waiting(self) -> bool:
        """Whether no person is asked now."""
        return not self.persons or self.seat != seats.find_asked_player(self.state)

    @property
    def own(self) -> str | None:
        """The selected ship, if she obeys `seat`."""
        return self.selected if self.selected and self.mine(self.selected) else None

    @property
    def selected_ships(self) -> tuple[str, ...]:
        """The selected ship and her group."""
        first = (self.selected,) if self.selected else ()
        return first + tuple(key for key in self.group if key != self.selected)

    def actors(self) -> Sequence[str]:
        """Ships of the side that is asked that can still do something, in key order; none while it has to wait."""
        idle = self.is_waiting or self.state.outcome is not None
        return () if idle else tuple(rules.list_actors(self.state, self.side))

    def on_map(self, key: str) -> bool:
        """Whether there is such a ship on the map."""
        return key in self.state.ships and is_on_map(self.state, key)

    def mine(self, key: str) -> bool:
        """Whether a ship obeys `seat`."""
        return seats.is_commanded_from(self.state, key, self.seat)

    # --- what the player chooses

    def choose(self, ship: str | None) -> None:
        """Select a ship alone, or none."""
        self.selected, self.group, self.selected_battery, self.manner = ship or None, (), None, None

    def select_battery(self, battery: str) -> None:
        """Choose a battery in place of a ship; another one fires round shot."""
        self.uses_hot_shot = self.uses_hot_shot and battery == self.selected_battery
        self.choose(None)
        self.selected_battery = battery

    def arrange(self, ship: str, overlay: str) -> None:
        """As for ships, with a battery."""
        battery = ship if self.state.coast and ship in self.state.coast.batteries else ""
        super().arrange("" if battery else ship, overlay)
        self.selected_battery = battery or None

    @property
    def own_battery(self) -> str | None:
        """The chosen battery, if it obeys `seat`."""
        works = self.state.coast.batteries if self.state.coast else {}
        return self.selected_battery if self.selected_battery in works and self.mine(self.selected_battery) else None

    def drop(self) -> bool:
        """As for a ship, a chosen battery; the key to the lines before it."""
        if self.legend_open:
            self.legend_open = False
            return True
        had, self.selected_battery = self.selected_battery is not None, None
        return super().drop() or had

    def hover(self, key: str | None) -> None:
        """The pointer is on a ship, or on none."""
        self.hovered = key if key and self.on_map(key) else None

    def turn_to(self, state: State) -> None:
        """Another part of the turn: whoever is asked goes on with the own ships chosen last, as far as they can act.

        Where none of them can, any that is the own stays chosen.
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
        """Choose a ship besides the selected one, or no longer; alone if none is selected."""
        group, self.manner = set(self.group) ^ {ship} if self.selected else set(), None
        self.selected = self.selected or ship
        self.group = tuple(key for key in self.state.ships if key in group)

    def select_group(self, ships: Collection[str]) -> None:
        """Choose several; the selected one stays so if she is one of them, else the foremost becomes it."""
        if ships:
            here = tuple(key for key in self.state.ships if key in ships)
            first = self.selected if self.selected in here else find_foremost(self.state, here)
            self.choose(first)
            self.group = tuple(key for key in here if key != first)
            self.ships_to_show = here

    @property
    def squadron(self) -> tuple[str, ...]:
        """The chosen ships that obey `seat`, the selected one first, if they are several."""
        mine = tuple(key for key in self.selected_ships if is_on_map(self.state, key) and self.mine(key))
        return mine if len(mine) > 1 and mine[0] == self.selected else ()

    def cycle_threats(self) -> None:
        """Threats: none, the enemy's, one's own."""
        cycle: tuple[Side | None, ...] = (None, enemy_of(self.side), self.side)
        self.threatening_side = cycle[(cycle.index(self.threatening_side) + 1) % len(cycle)]

    def lay(self, overlay: str, ship: str) -> None:
        """Fields of fire, threats, where a ship can come, how her division would come into line, or what was fired."""
        side = side_of(self.state, ship) if ship else self.side
        self.arcs = ("selected" if ship else "side") if overlay == "arcs" else self.arcs
        self.threatening_side = enemy_of(side) if overlay == "threats" else self.threatening_side
        self.shows_reach, self.shots_open = overlay == "reach", overlay == "broadsides"
        if overlay == "squadron" and ship:
            mates = [key for key, card in self.state.cards.items() if card.division == self.state.cards[ship].division]
            self.select_group([key for key in mates if self.on_map(key)])
            self.manner = "line_ahead"
