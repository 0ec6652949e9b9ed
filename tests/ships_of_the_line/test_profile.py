"""Every number of the rule profile is read by the rule that it belongs to: change it, and the rule changes."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from tabletop.core.chance import ScriptedChance
from tabletop.games.ships_of_the_line import GAME, positions
from tabletop.games.ships_of_the_line.battle_setup import read_scenario
from tabletop.games.ships_of_the_line.chapters import aiming, crew_tasks, grappling, movement
from tabletop.games.ships_of_the_line.chapters.aiming import compute_sighting
from tabletop.games.ships_of_the_line.chapters.optional import collision
from tabletop.games.ships_of_the_line.chapters.optional.line_breaking import pairs_in_line
from tabletop.games.ships_of_the_line.chapters.sailing import compute_allowance
from tabletop.games.ships_of_the_line.commands import Done, GrappleShip, MakeFastTow
from tabletop.games.ships_of_the_line.events.combat import ExplosionStruck
from tabletop.games.ships_of_the_line.model import (
    Context,
    Profile,
    State,
    Tow,
    load_standard_profile,
    sinking_zone_limit,
    with_ship,
)
from tabletop.games.ships_of_the_line.rule_modules import rules_of
from tabletop.games.ships_of_the_line.rules import check
from tabletop.games.ships_of_the_line.ship import Critical, Hesitation, Leader, Shot
from tabletop.games.ships_of_the_line.tables import Hits
from tests.ships_of_the_line.helm import QUARTER, tried
from tests.ships_of_the_line.kit import battle, play, ship

Ask = Callable[[State], Any]


def pair(gap: float = 0.0, **fields: Any) -> State:
    """B1 heading E, and F1 abeam of her to port with so much water between them."""
    return battle(ship("B1", 0, 0, QUARTER, stopped=True), ship("F1", 0, 0.3 + gap, QUARTER), **fields)


def crossing(heading: int = 0, ahead: float = 0.0) -> State:
    """B1 heading E; F1 a UM to the north of her, on another heading."""
    return battle(ship("B1", 0, 0, QUARTER), ship("F1", ahead, 1.5, heading))


def band(state: State) -> Any:
    """The band in which B1's port guns see F1."""
    seen = compute_sighting(state, "B1", "port").find("F1")
    return seen and seen.band


def rake(state: State) -> Any:
    """Whether B1's port guns rake F1, and from where they hit her."""
    seen = compute_sighting(state, "B1", "port").find("F1")
    assert seen is not None
    shot = aiming.compute_aim(state, "B1", "port", "F1", seen.sight)
    return shot.rake, shot.facing


def explosion(state: State) -> Any:
    """How many dice fall on F2 when F1 blows up."""
    blast = Shot("B1", "port", "F1", "broadside", 1, 0, (Critical(6, 6),))
    state = replace(state, shots=(blast,), asked="allied")
    _, events = play(state, Done(side="allied"), dice=[1] * (state.profile.explosion_dice if near(state) else 0))
    return [len(event.rolls) for event in events if isinstance(event, ExplosionStruck)]


def near(state: State) -> bool:
    """Whether F2 is within reach of an explosion of F1."""
    return positions.gap_between(state, "F1", "F2").distance <= state.profile.explosion_reach


def collisions(state: State) -> int:
    """How many of a ship that sails up to a friend."""
    one = tried(state, "a s s s")
    made = movement.build_motion(state, one)
    return len(collision.find_contacts(made, GAME.evolve(state, movement.build_ship_sailed(one))))


def drifted(state: State) -> Any:
    """Where B1 lies after a Movement Phase with drift; both sides stand still."""
    state = replace(state, phase="movement", asked="british", initiative="allied", drift=True)
    return play(state, Done(side="british"), Done(side="allied"))[0].ships["B1"].pose


def despair(state: State) -> Any:
    """What becomes of dismasted ships in the Crew Phase."""
    after, _ = play(replace(state, phase="reload"), Done(side="british"))
    return [one.status for one in after.ships.values()]


def towing(state: State) -> Any:
    """Whether B1 can take B2 in tow."""
    return check(replace(state, phase="grapple"), MakeFastTow(side="british", ship="B1", towed="B2"))


def wake(state: State) -> Any:
    """How far astern of her tower a ship is set."""
    after = tried(replace(state, tows=(Tow("B1", "B2"),)), "a")
    assert after.tow_pose is not None
    return round(after.pose.x - after.tow_pose.x, 3)


def grapple(state: State) -> Any:
    """Why B1 cannot throw grapples at F1."""
    return check(replace(state, phase="grapple"), GrappleShip(side="british", ship="B1", target="F1"))


def margin(state: State) -> Any:
    """How much sea lies east of the only ships."""
    ships = "[{key: B1, nation: britain, number: 1, name: Mars, class: III, guns: 74, at: [0, 0], heading: 0}]"
    profile = f"profile: {{map_margin: {state.profile.map_margin}}}"
    text = f"game: ships_of_the_line\ntitle: Sea\nwind: {{from: SW}}\nships: {ships}\n{profile}\n"
    return read_scenario(text, "sea.yaml").opening.sea.east


def leeward(state: State) -> int:
    """Hull points that one hit costs F1, who heads towards the wind."""
    gauged = replace(state, options={"weather_gauge": True})
    return rules_of(gauged).modifiers.hull_loss.total(Hits(gauged, "B1", "starboard", "F1", None, 1, 1))


def hot_shot(state: State) -> int:
    """What the roll before hot shot must come to."""
    used = replace(state, options={"ammo": True})
    hot = with_ship(used, "B1", shot={"starboard": "red"})
    return aiming.ammunition_of(hot, "B1", "starboard").needed(hot)


def withdrawn(state: State) -> Any:
    """What F1's withdrawal from the battle is worth."""
    turn = Context(state, rules_of(state).event_handlers, ScriptedChance(()))
    movement.leave_map(turn, "F1", by_own_side=True)
    return turn.state.scores


BLAST = battle(ship("B1", 9, 9, 0), ship("F1", 0, 0, 0, old_fires=1), ship("F2", 1, 0, 0))
FRIENDS = battle(ship("B1", 0, 0, QUARTER), ship("B2", -1.08, 0, QUARTER), ship("F1", 9, 9, 0))
ADRIFT = battle(ship("B1", 0, 0, 0, stopped=True, masts=()), ship("F1", 9, 9, 0, stopped=True, masts=()))
ASTERN_OF_ANOTHER = battle(ship("B1", 0, 0, QUARTER), ship("F1", 1.5, 0, QUARTER))
FOULING = battle(
    ship("B1", 0, 0, QUARTER), ship("B2", 1.2, 0, 0), ship("F1", 9, 9, 0), phase="movement", options={"collision": True}
)
IN_LINE = battle(ship("B1", 0, 0, 0, card_leader=Leader("Nelson", -3)), ship("B2", 0, -1.4, 0))
HULLS = load_standard_profile().hulls

CASES: dict[str, tuple[Any, State, Ask]] = {
    "hulls": ({**HULLS, "III": (1.0, 0.2)}, pair(0.2), lambda state: positions.gap_between(state, "B1", "F1").distance),
    "pivot_point": ("centre", pair(2), lambda state: tried(state, "a p45").pose),
    "point_blank": (0.5, pair(0.8), band),
    "medium": (2.0, pair(2.5), band),
    "long": (4.0, pair(4.5), band),
    "gun_traverse": (10.0, battle(ship("B1", 0, 0, QUARTER), ship("F1", 1.5, 1.5, QUARTER)), band),
    "rake_crossing": ((80, 100), crossing(15), rake),
    "bow_sector": (5, crossing(190), rake),
    "stern_sector": (175, crossing(10), rake),
    "broadside_facing": ((10, 170), crossing(190), rake),
    "sinking_zone_divisor": (2, pair(), lambda state: sinking_zone_limit(state, "B1")),
    "dismasted_enemy_max_range": (5.0, ADRIFT, despair),
    "explosion_reach": (0.5, BLAST, explosion),
    "explosion_dice": (6, BLAST, explosion),
    "grapple_distance": (0.3, pair(0.4), grapple),
    "touching": (0.05, FRIENDS, towing),
    "contact_gap": (0.2, ASTERN_OF_ANOTHER, lambda state: tried(state, "a").pose),
    "parallel_headings": (
        5,
        battle(ship("B1", 0, 0, QUARTER), ship("F1", 0, 0.5, QUARTER + 10)),
        lambda state: grappling.grapple_modifier(state, "B1", "F1"),
    ),
    "parallel_overlap": (
        0.6,
        battle(ship("B1", 0, 0, QUARTER), ship("F1", 0.5, 0.4, QUARTER)),
        lambda state: grappling.grapple_modifier(state, "B1", "F1"),
    ),
    "base_points": (5, pair(2), lambda state: compute_allowance(state, "B1").points),
    "resistance": (1, pair(2), lambda state: compute_allowance(state, "B1").points),
    "free_turn": (30, pair(2), lambda state: tried(state, "a t40").verdict),
    "pivot": (30, pair(2), lambda state: tried(state, "a p40").verdict),
    "drift_distance": (0.5, ADRIFT, drifted),
    "drift_turn": (30, ADRIFT, drifted),
    "tow_gap": (0.2, FRIENDS, wake),
    "map_margin": (15.0, pair(), margin),
    "line_interval": (0.3, IN_LINE, lambda state: pairs_in_line(state, "british")),
    "collide_with_friends": (True, FOULING, collisions),
    "max_fatigue": (2, battle(ship("B1", 0, 0, 0, fatigue=2)), lambda state: crew_tasks.is_exhausted(state, "B1")),
    "withdrawal_scores": (
        False,
        battle(ship("F1", 0, 0, 0, hesitation=Hesitation("withdrawn")), options={"dumanoir": True}),
        withdrawn,
    ),
    "leadership": (3, pair(), hot_shot),
    "leeward_above_breeze": (True, crossing(0), leeward),
}
"""Field of the profile: another value, a position, and a question whose answer must be another with it."""


@pytest.mark.parametrize("field", [field.name for field in msgspec.structs.fields(Profile)])
def test_every_number_of_the_profile_reaches_its_rule(field: str) -> None:
    value, state, ask = CASES[field]
    changed = replace(state, profile=replace(state.profile, **{field: value}))
    assert ask(state) != ask(changed)
