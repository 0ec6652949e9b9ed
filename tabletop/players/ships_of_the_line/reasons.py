"""Why a ship moves as she does, in a sentence with its figures."""

from tabletop.core.phrases import join_words
from tabletop.games.ships_of_the_line.chapters import fire
from tabletop.games.ships_of_the_line.chapters.aiming import compute_sighting
from tabletop.games.ships_of_the_line.hooks import PlanEvaluation
from tabletop.games.ships_of_the_line.ship import BROADSIDES, Broadside
from tabletop.games.ships_of_the_line.state import State, is_in_service, with_ship
from tabletop.games.ships_of_the_line.survey import gunnery, odds
from tabletop.players.ships_of_the_line.situation import Situation

_DONE: dict[str, tuple[str, str]] = {
    "combat": ("No loaded gun bears on an enemy", "No shot is worth its powder"),
    "movement": ("Every ship that can has made her move", "No ship has a use for her move"),
    "reload": ("No broadside can be loaded now", "No broadside is worth what it would tire the crew"),
    "grapple": ("No ship can be made fast now", "No ship is worth being made fast to"),
    "break_free": ("No ship can be cut loose now", "No ship gains by being cut loose"),
    "board": ("No ship can board now", "No fight on deck promises enough"),
    "unrig": ("No wreckage can be cleared now", "No wreckage is worth clearing now"),
    "rudder": ("No rudder can be repaired now", "No rudder is worth repairing now"),
    "extinguish": ("No fire can be fought now", "No fire is worth fighting now"),
}
_OTHERWISE = ("Nothing else can be ordered now", "Nothing else is worth ordering")


def of_done(phase: str, *, offered: bool) -> str:
    """Why a side does no more in a phase: there is nothing that it could do, or of what is `offered` nothing pays."""
    return f"{_DONE.get(phase, _OTHERWISE)[offered]}."


def of_course(now: Situation, key: str, tried: PlanEvaluation) -> str:
    """Whom she will bear on, for how much, and who bears on her; else whom she makes for."""
    names = {one: card.name for one, card in now.state.cards.items()}
    if tried.gone:
        return f"{names[key]} leaves a battle that is lost."
    pose = tried.pose
    there = with_ship(now.state, key, pose=pose)
    shots = [_shot(there, key, broadside, names) for broadside in BROADSIDES]
    under = gunnery.forecast_fire(now.state, key, pose).threats
    back = f"{join_words(names[one] for one in under)} can answer" if under else "nobody bears on her"
    if said := join_words(shot for shot in shots if shot):
        return f"{names[key]} {said}; {back}."
    return f"{_makes_for(now, key, names)}; {back}."


def _shot(there: State, key: str, broadside: Broadside, names: dict[str, str]) -> str:
    """What a broadside will have before it, were it to fire from there; empty if nothing."""
    target = next(iter(compute_sighting(there, key, broadside).targets), "")
    aim = fire.find_aim(there, key, broadside, target) if target in there.ships else None
    if aim is None or not is_in_service(there, target):
        return ""
    hull = sum(points * float(chance) for points, chance in enumerate(odds.compute_broadside_odds(there, aim).hull))
    how = f"rakes {names[target]}'s {aim.rake}" if aim.rake else f"bears on {names[target]}"
    return f"{how}, {hull:.1f} hull points expected"


def _makes_for(now: Situation, key: str, names: dict[str, str]) -> str:
    plan, row = now.plan, now.board.row[key]
    place = plan.target.get(row, -1)
    if place >= len(plan.foes):
        return f"{names[key]} goes to bring {names[now.board.keys[plan.friends[place - len(plan.foes)]]]} back"
    if place < 0 or plan.withdraws:
        return f"{names[key]} keeps clear"
    return f"{names[key]} makes for {names[now.board.keys[plan.foes[place]]]}"
