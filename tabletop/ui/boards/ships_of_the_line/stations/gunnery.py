"""What a broadside has before its guns, as it is shown on the sea: targets with their odds, or why it is silent."""

from collections.abc import Iterator
from dataclasses import replace

from tabletop.core.errors import Refused
from tabletop.games.ships_of_the_line.chapters.aiming import Aim
from tabletop.games.ships_of_the_line.ship import Broadside
from tabletop.games.ships_of_the_line.state import State
from tabletop.games.ships_of_the_line.survey.odds import broadside
from tabletop.games.ships_of_the_line.survey.picture import Outlook
from tabletop.ui.boards.ships_of_the_line import odds_words
from tabletop.ui.boards.ships_of_the_line.overlays import BlockedTarget, LegalTarget, Overlay
from tabletop.ui.boards.ships_of_the_line.viewer import Viewer

Laid = tuple[Broadside, str]
"""A broadside and the ship that it is aimed at."""


def before(viewer: Viewer, outlook: Outlook, aimed: Laid | None) -> Iterator[Overlay]:
    """Everything about one broadside; `aimed` is the shot that only waits for the word."""
    if outlook.unable is not None:
        yield from _silent(viewer.state, outlook, outlook.unable)
    elif not outlook.aims:
        yield from _masked(viewer.state, outlook)
    else:
        for aim in outlook.aims:
            yield from _lit(viewer, aim, aimed)


def _lit(viewer: Viewer, aim: Aim, aimed: Laid | None) -> Iterator[Overlay]:
    """A target with its odds; those of the target that is pointed at, or aimed at, in full."""
    state, laid = viewer.state, aimed == (aim.broadside, aim.target)
    start, end = aim.sight.start, aim.sight.end
    yield LegalTarget(aim.target, (start.x, start.y), (end.x, end.y))
    title = odds_words.order_title if viewer.own else odds_words.threat_title
    odds = broadside(state, aim)
    chip = odds_words.odds_chip(state, aim, odds, (odds_words.aimed_title if laid else title)(state, aim))
    whole = laid or viewer.hovered == aim.target
    yield replace(chip, bars=tuple(float(chance) for chance in odds.hits)) if whole else chip


def _silent(state: State, outlook: Outlook, unable: Refused) -> Iterator[Overlay]:
    """Why a broadside with an enemy before it cannot be fired; one that has just been fired needs no word."""
    one = outlook.sighting
    nearest = next(iter(one.seen), None)
    if nearest is not None and nearest.enemy and one.broadside not in state.ships[one.ship].fired:
        yield odds_words.silent(state, nearest, unable)


def _masked(state: State, outlook: Outlook) -> Iterator[Overlay]:
    """The nearest enemy that would be there, and the ship that masks her."""
    masked = next((one for one in outlook.sighting.seen if one.enemy), None)
    if masked is None or not outlook.sighting.blockers:
        return
    blocker = outlook.sighting.find(outlook.sighting.blockers[0])
    if blocker is not None:
        start, cross = masked.sight.start, blocker.sight.end
        yield BlockedTarget(masked.ship, (start.x, start.y), (cross.x, cross.y))
        yield odds_words.why_not(state, masked, blocker)
