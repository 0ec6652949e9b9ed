"""Fields of fire on the map, and a target in words: battery, range, rake, and what is to be expected of it."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from tabletop.core.phrases import count, percent, signed
from tabletop.games.decks_of_glory.chapters.gunnery import cards_of, unable
from tabletop.games.decks_of_glory.chapters.sighting import Sight, sight, targets
from tabletop.games.decks_of_glory.state import Aim, Aims, State
from tabletop.games.decks_of_glory.survey import odds
from tabletop.games.decks_of_glory.survey.fields import HexFire, outlook
from tabletop.games.decks_of_glory.survey.odds import HitOdds, Spread
from tabletop.games.decks_of_glory.tables import RANGE_MODIFIER
from tabletop.ui.boards.decks_of_glory import chances
from tabletop.ui.boards.decks_of_glory.overlays import Chip, Line, LineKind, Overlay, Tint, TintKind

BANDS: dict[int, TintKind] = {1: "near", 2: "middle", 3: "far"}


def overlay(state: State, key: str, aims: Mapping[str, str]) -> Overlay:
    """Both fields of a ship with the modifier of every hex, her targets, and all lines that are aimed.

    Where she cannot fire there are none, and why not stands beside her.
    """
    lines = [_line(state, one, target, "aim" if one == key else "declared") for one, target in aims.items()]
    if not key or state.ships[key].status != "sailing":
        return Overlay(lines=tuple(lines))
    silent = unable(state, state.fleet[key].side, key)
    if silent:
        why = Chip(state.ships[key].at, f"{state.fleet[key].name}: {silent.reason.lower().rstrip('.')}", "refusal")
        return Overlay(lines=tuple(lines), chips=(why,))
    lines += [_blocked(state, key, seen) for seen in targets(state, key) if seen.blockers]
    chips = (_chip(state, key, aims),) if key in aims else ()
    return Overlay(tuple(fields(state, key)), lines=tuple(lines), chips=chips)


def _line(state: State, key: str, target: str, kind: LineKind) -> Line:
    return Line(state.ships[key].at, state.ships[target].at, kind, ship=key, target=target)


def _blocked(state: State, key: str, seen: Sight) -> Line:
    """A line of fire with a cross where somebody stands in it."""
    return replace(_line(state, key, seen.target, "blocked"), cross=state.ships[seen.blockers[0]].at)


def fields(state: State, key: str) -> Iterator[Tint]:
    """Every hex that bears, with what the range does to the hits; those of targets are marked, and what is raked."""
    return map(_tint, outlook(state, key).hexes)


def _tint(one: HexFire) -> Tint:
    label = signed(one.modifier)
    if not one.targets:
        return Tint(one.at, BANDS[one.distance], label)
    if all(seen.blockers for seen in one.targets):
        return Tint(one.at, "blocked", label, "blocked")
    return Tint(one.at, "rake", label, f"{one.rake} rake") if one.rake else Tint(one.at, "target", label)


def _chip(state: State, key: str, aims: Mapping[str, str]) -> Chip:
    seen = sight(state, key, aims[key])
    assert seen
    expected = chances.averaged(hit_odds(state, key, seen.target, aims))
    return Chip(state.ships[seen.target].at, f"{state.fleet[seen.target].name}: {expected} hits expected", "plan")


def where(seen: Sight) -> str:
    """Battery, range and rake in words."""
    rake = f", {seen.rake} rake" if seen.rake else ""
    return f"{seen.battery}, range {seen.distance}{rake}{', blocked' if seen.blockers else ''}"


def known(state: State, aims: Mapping[str, str]) -> Aims:
    """The broadsides that are being aimed, and those that the other side is known to have declared."""
    declared = tuple(aim for one in state.orders.values() for aim in one or ())
    return (*declared, *(Aim(key, target) for key, target in aims.items()))


def hit_odds(state: State, key: str, target: str, aims: Mapping[str, str]) -> HitOdds:
    """What a broadside may do, drawn after those that are known to come before it."""
    before = odds.drawn_before(state, known(state, {**aims, key: target}))[key]
    found = odds.fire(state, key, target, before)
    assert found
    return found


def told(state: State, seen: Sight, found: HitOdds) -> list[tuple[str, str]]:
    """What the broadside is made of, and what is to be expected of it, line by line."""
    modifier = RANGE_MODIFIER[seen.distance]
    raking = f", {seen.rake} rake" if seen.rake else ""
    rows = [
        (f"{seen.battery.capitalize()} broadside{raking}", count(cards_of(seen), "card")),
        (f"Range {seen.distance}", f"{signed(modifier)} hit" if modifier else "no change"),
        ("Expected", f"{chances.averaged(found)} hits"),
    ]
    for other, share in found.losses.items():
        rows += _fate(state, other, share, found, alone=len(found.losses) == 1)
    return rows


def _fate(state: State, key: str, share: Spread, found: HitOdds, *, alone: bool) -> Iterator[tuple[str, str]]:
    name = state.fleet[key].name
    if not alone:
        yield f"{name} takes on average", f"{mean(share):.1f}"
    if chance := found.loses(key, state.ships[key].strength):
        yield f"{name} loses her last point", percent(chance)


def mean(share: Spread) -> float:
    """Hits on average."""
    return float(sum((hits * chance for hits, chance in share.items()), Fraction(0)))


def harm(state: State, key: str, seen: Sight) -> float:
    """Points that enemies are likely to lose by it, less those of friends in the hex."""
    found = odds.fire(state, key, seen.target)
    side = state.fleet[key].side
    losses = found.losses if found else {}
    return sum(mean(share) * (1 if state.fleet[other].side != side else -1) for other, share in losses.items())


def why_silent(state: State, key: str) -> str:
    """Why a ship has nothing to fire at."""
    unable = outlook(state, key).unable
    return f"{unable.reason} ({unable.rule})" if unable else "No enemy lies in the field of fire of either broadside."
