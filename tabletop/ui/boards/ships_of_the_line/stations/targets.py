"""What a broadside or a battery has before its guns, with the odds of each shot, or why there is none."""

from collections.abc import Iterator
from dataclasses import replace

from tabletop.core.errors import Refused
from tabletop.games.ships_of_the_line.commands import FireBroadside
from tabletop.games.ships_of_the_line.model import State, side_of
from tabletop.games.ships_of_the_line.positions import format_um
from tabletop.games.ships_of_the_line.ship import Side
from tabletop.games.ships_of_the_line.survey.gunnery import BroadsideOutlook, FireLine, find_fire_line
from tabletop.games.ships_of_the_line.survey.odds import BroadsideOdds, FireBattery
from tabletop.games.ships_of_the_line.survey.odds import compute_battery_odds as odds_of_battery
from tabletop.games.ships_of_the_line.survey.odds import compute_broadside_odds as odds_of
from tabletop.games.ships_of_the_line.survey.odds import list_battery_shots as of_batteries
from tabletop.games.ships_of_the_line.survey.sailing import find_wind_gauge
from tabletop.ui.boards.ships_of_the_line import shot_words, survey_overlays
from tabletop.ui.boards.ships_of_the_line.overlays import BlockedTarget, Gauged, LegalTarget, Noted, Overlay
from tabletop.ui.boards.ships_of_the_line.viewer import Viewer

Shot = FireBroadside | FireBattery


def before(viewer: Viewer, outlook: BroadsideOutlook, aimed: Shot | None) -> Iterator[Overlay]:
    """Everything about one broadside; `aimed` is the shot that only waits for the word."""
    if outlook.refusal is not None:
        yield from _silent(viewer.state, outlook, outlook.refusal)
    elif not outlook.aims:
        yield from _masked(viewer.state, outlook)
    else:
        for aim in outlook.aims:
            order = FireBroadside(side_of(viewer.state, aim.ship), aim.ship, aim.broadside, aim.target)
            odds = odds_of(viewer.state, aim)
            past = find_fire_line(viewer.state, aim.ship, aim.broadside, aim.target) if odds.bystanders else None
            yield from _lit(viewer, odds, order == aimed, past)


def shelling(viewer: Viewer, side: Side, post: str = "") -> tuple[FireBattery, ...]:
    """All that a battery of a side, or any, could fire; of each target the shot first that the viewer has chosen."""
    found = of_batteries(viewer.state, side, post)
    first = {(order.battery, order.target): number for number, order in reversed(list(enumerate(found)))}
    wanted = "red" if viewer.hot else "round"
    return tuple(sorted(found, key=lambda order: (first[order.battery, order.target], order.shot != wanted)))


def ashore(viewer: Viewer, post: str, aimed: Shot | None) -> Iterator[Overlay]:
    """All that a battery could fire at, each ringed; that which is aimed or pointed at with its odds."""
    state = viewer.state
    side = state.coast.batteries[post].side if state.coast else viewer.side
    found = {order.target: order for order in reversed(shelling(viewer, side, post))}
    if isinstance(aimed, FireBattery) and aimed.battery == post:
        found[aimed.target] = aimed
    for target, order in found.items():
        if order == aimed or target == viewer.hovered:
            yield from _lit(viewer, odds_of_battery(state, order), order == aimed)
        else:
            yield Noted(target)


def _lit(viewer: Viewer, odds: BroadsideOdds, laid: bool, past: FireLine | None = None) -> Iterator[Overlay]:
    """A target with its odds; those of the target that is pointed at, or aimed at (`laid`), in full.

    `past` is the line of fire where it runs past friends.
    """
    state, aim = viewer.state, odds.aim
    start, end = (past.start, past.end) if past else (aim.sight.start, aim.sight.end)
    yield LegalTarget(aim.target, (start.x, start.y), (end.x, end.y), past=past is not None)
    title = shot_words.order_title if viewer.own or viewer.own_post else shot_words.threat_title
    chip = shot_words.odds_chip(state, odds, (shot_words.aimed_title if laid else title)(state, odds))
    whole = laid or aim.target in (viewer.hovered, viewer.work)
    yield replace(chip, bars=tuple(float(chance) for chance in odds.hits)) if whole else chip
    if whole and (found := find_wind_gauge(state, aim.target)):
        yield Gauged(aim.target, found.letter, tuple((point.x, point.y) for point in found.lee))


def _silent(state: State, outlook: BroadsideOutlook, why: Refused) -> Iterator[Overlay]:
    """Why a broadside with an enemy before it cannot be fired; one that has just been fired needs no word."""
    one = outlook.sighting
    nearest = next(iter(one.seen), None)
    if nearest is not None and nearest.enemy and one.broadside not in state.ships[one.ship].fired:
        yield survey_overlays.no_shot(state, nearest.ship, nearest.sight.end, why.reason)


def _masked(state: State, outlook: BroadsideOutlook) -> Iterator[Overlay]:
    """The nearest enemy that would be there, and the ship that masks her."""
    masked = next((one for one in outlook.sighting.seen if one.enemy), None)
    if masked is None or not outlook.sighting.blockers:
        return
    blocker = outlook.sighting.find(outlook.sighting.blockers[0])
    if blocker is not None:
        one = outlook.sighting
        judged = None if blocker.enemy else find_fire_line(state, one.ship, one.broadside, masked.ship, blocker.ship)
        start, cross = masked.sight.start, blocker.sight.end
        if judged and judged.crossing:
            start, cross = judged.start, judged.crossing
        yield BlockedTarget(masked.ship, (start.x, start.y), (cross.x, cross.y), friend=judged is not None)
        reason = f"{state.cards[blocker.ship].name} masks the line, {format_um(blocker.sight.distance)}"
        yield survey_overlays.no_shot(state, masked.ship, masked.sight.end, reason)
