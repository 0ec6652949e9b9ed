"""Fields of fire, threats and rulers that the player has asked to see, and a target in words."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import pairwise

from tabletop.core.errors import Refused
from tabletop.core.phrases import format_count, format_percent, format_signed
from tabletop.games.decks_of_glory.model import POINTS_OF_COMPASS, Side, State, enemy_of
from tabletop.games.decks_of_glory.survey import fields, odds
from tabletop.games.decks_of_glory.survey.odds import HitOdds
from tabletop.geometry.hexgrid import Hex, distance
from tabletop.ui.boards.battle.viewer import next_shown
from tabletop.ui.boards.decks_of_glory import captions
from tabletop.ui.boards.decks_of_glory.overlays import Chip, Line, LineKind, Overlay, Tint, TintKind
from tabletop.ui.boards.decks_of_glory.viewer import GUNS, Guns, Viewer

Chain = tuple[Hex, ...]


def chains(viewer: Viewer) -> tuple[Chain, ...]:
    """Every ruler that is longer than a hex."""
    return tuple(chain for chain in (*viewer.rulers, viewer.measuring) if len(set(chain)) > 1)


def read(state: State, chain: Chain, selected: str) -> Chip:
    """What a ruler says at its end: of its last part, and of all of it."""
    parts = [(one, other) for one, other in pairwise(chain) if one != other]
    found = fields.read_ruler(state, *parts[-1], selected)
    whole = sum(distance(one, other) for one, other in parts)
    lines = [f"{_hexes(whole)} in all"] if len(parts) > 1 else []
    title = f"{_hexes(found.distance)}, {bearing(found.directions)}"
    return Chip(parts[-1][1], "\n".join([title, *lines, *_fire(state, found)]))


def _hexes(far: int) -> str:
    return f"{far} {'hex' if far == 1 else 'hexes'}"


def bearing(directions: tuple[int, ...]) -> str:
    """``bearing NE``, or ``between N and NE``."""
    names = [POINTS_OF_COMPASS[direction] for direction in directions]
    return f"bearing {names[0]}" if len(names) == 1 else f"between {' and '.join(names)}"


def _fire(state: State, found: fields.RulerReading) -> Iterator[str]:
    """What fire would be at that range: of the ship at the first end, else of any."""
    if found.ship:
        yield f"{state.fleet[found.ship].name}: {_shot(found)}"
    elif found.modifier is None:
        yield "Beyond gunshot (DOG-3)"
    else:
        yield f"Fire at that range: {_hits(found.modifier)}"


def _shot(found: fields.RulerReading) -> str:
    if found.unable:
        by = f", {found.unable.by}" if found.unable.by else ""
        return f"{found.unable.reason.removesuffix('.').lower()}{by} ({found.unable.rule})"
    there = found.fire
    assert there is not None
    first = next(iter(there.targets), None)
    rake, cards = f", {first.rake} rake" if first and first.rake else "", first.cards if first else 1
    return f"{there.battery} broadside{rake}, {format_count(cards, 'card')}, {_hits(there.modifier)}"


def _hits(modifier: int) -> str:
    return f"{format_signed(modifier)} hit" if modifier else "no change to the hits"


BANDS: dict[int, TintKind] = {1: "near", 2: "middle", 3: "far"}


def gun_fields(state: State, key: str, aims: Mapping[str, str]) -> Overlay:
    """Both fields of a ship with the modifier of every hex, her targets, and all lines that are aimed.

    Where she cannot fire there are none, and why not stands beside her.
    """
    lines = [_line(state, one, target, "aim" if one == key else "declared") for one, target in aims.items()]
    if not key or state.ships[key].status != "sailing":
        return Overlay(lines=tuple(lines))
    seen = fields.find_outlook(state, key)
    if seen.unable:
        why = Chip(state.ships[key].at, f"{state.fleet[key].name}: {seen.unable.reason.lower().rstrip('.')}", "refusal")
        return Overlay(lines=tuple(lines), chips=(why,))
    lines += [_blocked(state, one) for one in fields.list_shots(state, key) if one.blockers]
    chips = (_chip(state, key, aims),) if key in aims else ()
    return Overlay(tuple(map(_field_tint, seen.hexes)), lines=tuple(lines), chips=chips)


def _line(state: State, key: str, target: str, kind: LineKind) -> Line:
    return Line(state.ships[key].at, state.ships[target].at, kind, ship=key, target=target)


def _blocked(state: State, one: fields.Shot) -> Line:
    """A line of fire with a cross where somebody stands in it."""
    return replace(_line(state, one.ship, one.target, "blocked"), cross=state.ships[one.blockers[0]].at)


def _field_tint(one: fields.HexFire) -> Tint:
    """A hex that bears, with what the range does to the hits; one of a target is marked, and one that is raked."""
    label = format_signed(one.modifier)
    if not one.targets:
        return Tint(one.at, BANDS[one.distance], label)
    if all(seen.blockers for seen in one.targets):
        return Tint(one.at, "blocked", label, "blocked")
    return Tint(one.at, "rake", label, f"{one.rake} rake") if one.rake else Tint(one.at, "target", label)


def _chip(state: State, key: str, aims: Mapping[str, str]) -> Chip:
    one = fields.find_shot(state, key, aims[key])
    assert one
    expected = captions.averaged(odds.find_aimed_odds(state, one, aims))
    return Chip(state.ships[one.target].at, f"{state.fleet[one.target].name}: {expected} hits expected", "plan")


def where(one: fields.Shot) -> str:
    """Battery, range and rake in words."""
    rake = f", {one.rake} rake" if one.rake else ""
    return f"{one.battery}, range {one.distance}{rake}{', blocked' if one.blockers else ''}"


def briefly(one: fields.Shot) -> str:
    """What of that decides how good a shot is: ``range 1, bow rake``."""
    return f"range {one.distance}{f', {one.rake} rake' if one.rake else ''}{', blocked' if one.blockers else ''}"


def told(state: State, one: fields.Shot, found: HitOdds) -> list[tuple[str, str]]:
    """What is to be expected of a broadside, in a line for what it is made of and one for each who may be hit."""
    range_ = f", {format_signed(one.modifier)} for range" if one.modifier else ""
    rows = [(f"Expected of {format_count(one.cards, 'card')}{range_}", f"{captions.averaged(found)} hits")]
    for other, share in found.losses.items():
        alone, chance = len(found.losses) == 1, found.chance_to_lose(other, state.ships[other].strength)
        average = [] if alone else [f"{float(odds.mean(share)):.1f} hits"]
        fate = [f"{format_percent(chance)} to lose her last point"] if chance else []
        if told := ", ".join([*average, *fate]):
            rows.append((state.fleet[other].name, told))
    return rows


def why_silent(state: State, key: str) -> str:
    """Why a ship has nothing to fire at."""
    unable = fields.find_outlook(state, key).unable
    return f"{unable.reason} ({unable.rule})" if unable else "No enemy lies in the field of fire of either broadside."


FOLLOW_POINTER: tuple[Guns, ...] = ("hovered", "threats")
"""What depends on the ship under the pointer."""


def laid(viewer: Viewer, state: State, overlay: Overlay) -> Overlay:
    """What the station lays on the map, with what was asked for in place of its tinted hexes.

    Args:
        viewer: what is asked for.
        state: the battle, or as it would be by the plan.
        overlay: the station's.
    """
    if viewer.guns == "none":
        return measured(viewer, overlay)
    seen = _LAYS[viewer.guns](viewer, state)
    lines, chips = (*overlay.lines, *seen.lines), (*overlay.chips, *seen.chips)
    return measured(viewer, replace(overlay, tints=seen.tints, lines=lines, chips=chips, about=seen.about))


def measured(viewer: Viewer, overlay: Overlay) -> Overlay:
    """The same with every ruler and what it says."""
    rulers = chains(viewer)
    chips = tuple(read(viewer.state, corners, viewer.selected) for corners in rulers)
    return replace(overlay, rulers=rulers, chips=(*chips, *overlay.chips)) if rulers else overlay


def next_guns(viewer: Viewer) -> Guns | Refused:
    """Whose fields of fire come next: of the chosen ship, else of the one pointed at; of her side; none at the end."""
    why_not = Refused("DOG-3", f"No ship of the {viewer.state.names[_side(viewer)]} has a broadside that bears.")
    return next_shown(GUNS, viewer.guns, partial(_can_show, viewer), why_not)


def _can_show(viewer: Viewer, mode: Guns) -> bool:
    if mode == "side":
        return bool(fields.list_threats(viewer.state, _side(viewer)))
    selected, hovered = viewer.selected, viewer.hovered
    if mode == "selected":
        return viewer.state.phase != "gunnery" and _has_guns(viewer, selected)
    return not selected and _has_guns(viewer, hovered)


def toggled_threats(viewer: Viewer) -> Guns | Refused:
    """The enemy's guns, or none; why there is nothing to show."""
    if viewer.guns == "threats":
        return "none"
    enemy = enemy_of(_side(viewer))
    bears = bool(fields.list_threats(viewer.state, enemy))
    return "threats" if bears else Refused("DOG-17", f"No ship of the {viewer.state.names[enemy]} can fire.")


def _has_guns(viewer: Viewer, key: str) -> bool:
    return viewer.on_map(key) and viewer.state.ships[key].status == "sailing"


def _side(viewer: Viewer) -> Side:
    """That of the chosen ship, else the one that is asked."""
    return viewer.state.fleet[viewer.selected].side if viewer.selected else viewer.side


# --- each kind


def _of_ship(viewer: Viewer, state: State, key: str) -> Overlay:
    if not _has_guns(viewer, key):
        return Overlay(about="Fields of fire: point at a ship")
    seen = gun_fields(state, key, {})
    return replace(seen, about=f"Fields of fire of {state.fleet[key].name}")


def _of_side(viewer: Viewer, state: State) -> Overlay:
    """Tinted alone: numbers in every hex would bury the ships, and the key says what each range adds."""
    side = _side(viewer)
    tints = tuple(Tint(one.at, BANDS[one.distance]) for one in fields.list_threats(state, side))
    return Overlay(tints, about=f"Under the guns of the {state.names[side]}")


def _of_enemy(viewer: Viewer, state: State) -> Overlay:
    """Where they strike; and who bears on the ship that is looked at, if she is one of those they fire at."""
    enemy, key = enemy_of(_side(viewer)), viewer.shown
    about = f"Under the guns of the {state.names[enemy]}"
    found = Overlay(tuple(map(_tint, fields.list_threats(state, enemy))), about=about)
    if not key or state.fleet[key].side == enemy:
        return found
    bearing = fields.list_dangers(state, key)
    lines = tuple(Line(state.ships[one.ship].at, state.ships[key].at, "threat", ship=one.ship) for one in bearing)
    return replace(found, lines=lines, chips=tuple(_words(state, key, bearing)))


def _words(state: State, key: str, bearing: tuple[fields.Shot, ...]) -> Iterator[Chip]:
    for one in bearing:
        yield Chip(state.ships[one.ship].at, f"{state.fleet[one.ship].name}: {shot_in_words(one)}")
    if not bearing:
        yield Chip(state.ships[key].at, "No enemy broadside bears on her")


def shot_in_words(one: fields.Shot) -> str:
    """Range, what it does to the hits, and the rake with its cards."""
    hits = f", {format_signed(one.modifier)} hit" if one.modifier else ""
    rake = f", {one.rake} rake, {format_count(one.cards, 'card')}" if one.rake else ""
    return f"range {one.distance}{hits}{rake}"


def _tint(one: fields.Threat) -> Tint:
    several = f"{len(one.ships)} ships" if len(one.ships) > 1 else ""
    return Tint(one.at, BANDS[one.distance], format_signed(one.modifier), several)


_LAYS: dict[Guns, Callable[[Viewer, State], Overlay]] = {
    "selected": lambda viewer, state: _of_ship(viewer, state, viewer.selected),
    "hovered": lambda viewer, state: _of_ship(viewer, state, viewer.hovered),
    "side": _of_side,
    "threats": _of_enemy,
}
