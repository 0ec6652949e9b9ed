"""The odds of a shot in words, each part with the rule that it follows from."""

from collections.abc import Iterator
from fractions import Fraction

from tabletop.core.phrases import format_percent
from tabletop.games.ships_of_the_line.model import Band, State
from tabletop.games.ships_of_the_line.positions import format_um
from tabletop.games.ships_of_the_line.survey import summaries
from tabletop.games.ships_of_the_line.survey.odds import BroadsideOdds, Distribution
from tabletop.ui.boards.battle.labels import RuledWords
from tabletop.ui.boards.ships_of_the_line.overlays import OddsChip

RANGES: dict[Band, str] = {"point_blank": "point-blank", "medium": "medium", "long": "long"}


def expected(spread: Distribution) -> float:
    """The mean of a distribution."""
    return float(sum((number * chance for number, chance in enumerate(spread)), Fraction(0)))


def odds_chip(state: State, odds: BroadsideOdds, title: str) -> OddsChip:
    """The card beside a target: dice, number needed, what is likely."""
    aim = odds.aim
    return OddsChip(
        at=(aim.sight.end.x, aim.sight.end.y),
        title=title,
        reach=f"{format_um(aim.sight.distance)}, {RANGES[aim.band]}",
        needed=(odds.needed,) * odds.dice,
        headline=tuple(_headline(state, odds)),
        words=tuple(_likely(state, odds)),
        ships=(aim.target, aim.ship),
    )


def _headline(state: State, odds: BroadsideOdds) -> Iterator[RuledWords]:
    noted = sum(shot.hull for shot in state.shots if shot.target == odds.aim.target)
    yield RuledWords(f"{odds.dice} {'die' if odds.dice == 1 else 'dice'}", odds.rules.dice)
    yield RuledWords(f", hits on {odds.needed}+", odds.rules.needed)
    if odds.chance_to_fire < 1:
        yield RuledWords(f", if the hot shot is loaded safely, {format_percent(odds.chance_to_fire)}", "SOTL-19-c")
    if noted:
        yield RuledWords(f"; {noted} hull damage already scored this phase", "SOTL-3-c")
    yield from (
        RuledWords(f"; {line.source} {line.change}", rule)
        for line, rule in zip(odds.modifiers, odds.rules.modifiers, strict=True)
    )


def _likely(state: State, odds: BroadsideOdds) -> Iterator[RuledWords]:
    yield RuledWords(f"{expected(odds.hits):.1f} hits", odds.rules.needed)
    yield RuledWords(f", {expected(odds.hull):.1f} hull", odds.rules.hull)
    fates = (
        (odds.critical, odds.effect_of_six, "SOTL-4.2.1-d"),
        (odds.strikes, "strikes", "SOTL-4.4.1-b"),
        (odds.sinks, "sinks", "SOTL-4.4.1-d"),
    )
    for number, (chance, what, rule) in enumerate(one for one in fates if one[0]):
        yield RuledWords(f"{', ' if number else '; '}{format_percent(chance)} {what}", rule)
    for key, lost in odds.bystanders:
        yield RuledWords(f"; past {summaries.find_name(state, key)}, {_suffers(lost)}", "SOTL-11-b")


def _suffers(lost: Distribution) -> str:
    return f"who could lose up to {len(lost) - 1}, {expected(lost):.1f} on average"


def order_title(state: State, odds: BroadsideOdds) -> str:
    """The shot as an order."""
    fire = f"Fire {odds.shot} at" if odds.shot else "Fire at"
    return f"{f'Rake the {odds.aim.rake} of' if odds.aim.rake else fire} {summaries.find_name(state, odds.aim.target)}"


def aimed_title(state: State, odds: BroadsideOdds) -> str:
    """The shot as one that is laid and only waits for the word."""
    hot = f"Aimed {odds.shot} at" if odds.shot else "Aimed at"
    return f"{hot} {f'the {odds.aim.rake} of ' if odds.aim.rake else ''}{summaries.find_name(state, odds.aim.target)}"


def threat_title(state: State, odds: BroadsideOdds) -> str:
    """The shot as one that the enemy could fire."""
    verb = f"could rake the {odds.aim.rake} of" if odds.aim.rake else "could fire at"
    return f"{summaries.find_name(state, odds.aim.ship)} {verb} {summaries.find_name(state, odds.aim.target)}"
