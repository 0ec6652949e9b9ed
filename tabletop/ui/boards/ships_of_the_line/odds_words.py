"""Odds in a player's words, and why a broadside is silent."""

from fractions import Fraction

from tabletop.core.errors import Refused
from tabletop.core.phrases import percent
from tabletop.games.ships_of_the_line.chapters.aiming import Aim
from tabletop.games.ships_of_the_line.chapters.sighting import Seen
from tabletop.games.ships_of_the_line.state import Band, State
from tabletop.games.ships_of_the_line.survey.chances import Spread
from tabletop.games.ships_of_the_line.survey.odds import BroadsideOdds
from tabletop.ui.boards.ships_of_the_line.overlays import Chip, OddsChip

RANGES: dict[Band, str] = {"point_blank": "point-blank", "medium": "medium", "long": "long"}


def expected(spread: Spread) -> float:
    """The mean of a distribution."""
    return float(sum((number * chance for number, chance in enumerate(spread)), Fraction(0)))


def odds_chip(state: State, aim: Aim, odds: BroadsideOdds, title: str) -> OddsChip:
    """The card beside a target: dice, number needed, what is likely."""
    noted = sum(shot.hull for shot in state.shots if shot.target == aim.target)
    fates = [("critical", odds.critical), ("strikes", odds.strikes), ("sinks", odds.sinks)]
    words = ", ".join(f"{percent(chance)} {what}" for what, chance in fates if chance)
    return OddsChip(
        at=(aim.sight.end.x, aim.sight.end.y),
        title=title,
        reach=f"{aim.sight.distance:.2f} UM, {RANGES[aim.band]}",
        needed=(odds.needed,) * odds.dice,
        headline=f"{odds.dice} {'die' if odds.dice == 1 else 'dice'}, hits on {odds.needed}+"
        + (f"; {noted} hull noted" if noted else "")
        + "".join(f"; {line.source} {line.change}" for line in odds.told),
        words=f"{expected(odds.hits):.1f} hits, {expected(odds.hull):.1f} hull; {words}",
    )


def order_title(state: State, aim: Aim) -> str:
    """The shot as an order."""
    verb = f"Rake the {aim.rake} of" if aim.rake else "Fire at"
    return f"{verb} {state.cards[aim.target].name}"


def aimed_title(state: State, aim: Aim) -> str:
    """The shot as one that is laid and only waits for the word."""
    return f"Aimed at {f'the {aim.rake} of ' if aim.rake else ''}{state.cards[aim.target].name}"


def threat_title(state: State, aim: Aim) -> str:
    """The shot as one that the enemy could fire."""
    verb = f"could rake the {aim.rake} of" if aim.rake else "could fire at"
    return f"{state.cards[aim.ship].name} {verb} {state.cards[aim.target].name}"


def silent(state: State, seen: Seen, refused: Refused) -> Chip:
    """Beside a ship before the guns of a broadside that cannot be fired."""
    at = (seen.sight.end.x, seen.sight.end.y)
    return Chip(at, f"{state.cards[seen.ship].name}: no shot", (refused.reason,), "refusal")


def why_not(state: State, masked: Seen, blocker: Seen) -> Chip:
    """Beside a ship that is masked: by whom."""
    name = state.cards[blocker.ship].name
    reason = f"{name} masks the line, {blocker.sight.distance:.2f} UM"
    at = (masked.sight.end.x, masked.sight.end.y)
    return Chip(at, f"{state.cards[masked.ship].name}: no shot", (reason,), "refusal")
