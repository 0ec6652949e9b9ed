"""Odds in a player's words, and why a broadside is silent."""

from fractions import Fraction

from tabletop.games.ships_of_the_line.chapters.aiming import Aim
from tabletop.games.ships_of_the_line.chapters.sighting import Seen
from tabletop.games.ships_of_the_line.state import Band, State
from tabletop.games.ships_of_the_line.survey.chances import Spread
from tabletop.games.ships_of_the_line.survey.odds import BroadsideOdds
from tabletop.ui.boards.ships_of_the_line.overlays import Chip, OddsChip

RANGES: dict[Band, str] = {"point_blank": "point-blank", "medium": "medium", "long": "long"}


def percent(chance: Fraction) -> str:
    """A chance as a percentage; a small one keeps a decimal."""
    value = float(chance) * 100
    return f"{value:.0f}%" if value >= 10 or value == 0 else f"{value:.1f}%"


def expected(spread: Spread) -> float:
    """The mean of a distribution."""
    return float(sum((number * chance for number, chance in enumerate(spread)), Fraction(0)))


def odds_chip(state: State, aim: Aim, odds: BroadsideOdds, *, aimed: bool) -> OddsChip:
    """The card beside a target: dice, number needed, what is likely."""
    name = state.cards[aim.target].name
    verb = f"Rake the {aim.rake} of" if aim.rake else "Fire at"
    fates = [("critical", odds.critical), ("strikes", odds.strikes), ("sinks", odds.sinks)]
    words = ", ".join(f"{percent(chance)} {what}" for what, chance in fates if chance)
    return OddsChip(
        at=(aim.sight.end.x, aim.sight.end.y),
        title=f"Aimed at {name}" if aimed else f"{verb} {name}",
        reach=f"{aim.sight.distance:.2f} UM, {RANGES[aim.band]}",
        needed=(odds.needed,) * odds.dice,
        headline=f"{odds.dice} {'die' if odds.dice == 1 else 'dice'}, hits on {odds.needed}+",
        words=f"{expected(odds.hits):.1f} hits, {expected(odds.hull):.1f} hull; {words}",
    )


def why_not(state: State, masked: Seen, blocker: Seen) -> Chip:
    """Beside a ship that is masked: by whom."""
    name = state.cards[blocker.ship].name
    reason = f"{name} masks the line, {blocker.sight.distance:.2f} UM"
    at = (masked.sight.end.x, masked.sight.end.y)
    return Chip(at, f"{state.cards[masked.ship].name}: no shot", (reason,), "refusal")
