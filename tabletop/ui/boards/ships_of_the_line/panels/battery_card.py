"""The card of a coastal battery: hull points, guns and shot, and the shoals around it."""

from collections.abc import Iterator
from fractions import Fraction

from tabletop.core.phrases import format_count, format_percent
from tabletop.games.ships_of_the_line import fleets
from tabletop.games.ships_of_the_line.model import Coast, State
from tabletop.games.ships_of_the_line.survey import shores
from tabletop.ui.boards import nations
from tabletop.ui.boards.ships_of_the_line.panels.ship_card import VALUE, build_rule_tip
from tabletop.ui.boards.ships_of_the_line.survey_overlays import BANDS
from tabletop.ui.text import CARD_NAME, LABEL, SMALL
from tabletop.ui.theme import INKS
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.label import Fitted, Label
from tabletop.ui.widgets.layout import Column, Row, Spacer
from tabletop.ui.widgets.marks import Sign, Track
from tabletop.ui.widgets.panel import DoubleRule, Panel, Rule
from tabletop.ui.widgets.scroll import Scroll

_RINGS = ("Innermost ring and land", "Second ring", "Third ring")
_FIRE_TIP = (
    "A battery fires twice a turn, in any direction, at any targets. Nothing blocks its fire, and it does not rake."
)
_HULL_TIP = (
    "A ship's broadside costs it 1 point for each hull result and 2 for each critical. Destroying it scores 10 points."
)
_SHOALS_TIP = (
    "A ship that sails or drifts into a ring rolls once for grounding, by the rings of the nearest battery. Fairways "
    "are free of shoals."
)


def build_battery_card(state: State, key: str) -> Widget:
    """Build the card of the battery `key`; raises KeyError if there is none."""
    battery = (state.coast or Coast()).batteries[key]
    told = shores.summarize_battery(state, battery)
    noted = sum(shot.hull for shot in state.shots if shot.target == key)
    parts: list[Widget] = [
        *_build_head(state, told),
        DoubleRule(),
        _build_row(
            "Hull",
            f"{max(0, battery.hull)} of {shores.BATTERY_HULL_POINTS}",
            build_rule_tip("Hull", _HULL_TIP, "AMB-196"),
        ),
        Track(
            shores.BATTERY_HULL_POINTS, max(0, battery.hull), 0, pencilled=min(noted, battery.hull), ident="card.hull"
        ),
        *(_build_gun_rows(told) if battery.hull > 0 else ()),
        *_build_shoal_rows(state),
    ]
    return Panel(Scroll(Column(parts, gap=6), ident=f"card.scroll.{key}"), ident="card")


def _build_head(state: State, told: shores.BatteryStatus) -> Iterator[Widget]:
    """Yield the ensign, the name and the kind of the battery."""
    battery = told.battery
    sign = Sign(nations.nation_ensign(*fleets.nations(state, battery.side)[:1]), 40)
    yield Row([sign, Fitted(battery.name, CARD_NAME.at(27), tip=Tip(battery.name))], gap=12, align="centre")
    harbour = f"harbour of category {told.category}" if told.category else "coastal battery"
    yield Label(f"24-pounders, {harbour}", SMALL.tinted(INKS.muted))


def _build_gun_rows(told: shores.BatteryStatus) -> Iterator[Widget]:
    """Yield the dice at each range, the attacks left this turn, and the kinds of shot."""
    tip = build_rule_tip("Guns", _FIRE_TIP, "SOTL-22-e")
    for band, reach in told.reaches.items():
        dice, needed = told.dice[band]
        yield _build_row(
            f"{BANDS[band]}, to {reach:g} UM", f"{format_count(dice, 'die').replace('dies', 'dice')} on {needed}+", tip
        )
    yield _build_row("Attacks left this turn", str(told.attacks_left), tip)
    yield _build_row("Shot", _describe_shot(told), build_rule_tip("Shot", _HOT_SHOT_TIP, "AMB-195, 216"))


_HOT_SHOT_TIP = (
    "Hot shot needs no roll. Once used, the battery fires only hot shot for the rest of that turn and two more. \
Click the selected battery to switch between round and hot shot."
)


def _describe_shot(told: shores.BatteryStatus) -> str:
    """Return the kinds of shot that the battery can fire."""
    if not told.has_furnace:
        return "round shot"
    return f"hot shot only, through turn {told.red_until}" if told.red_until else "round or hot shot"


def _build_shoal_rows(state: State) -> Iterator[Widget]:
    """Yield the chance to run aground in each ring of shoal; nothing without shoals."""
    if not state.coast or not state.coast.rings:
        return
    tip = build_rule_tip("Shoals", _SHOALS_TIP, "SOTL-22-f, AMB-217")
    yield Rule()
    for number, words in zip(range(1, shores.SHOAL_RINGS + 1), _RINGS, strict=True):
        needed = shores.find_grounding_number(number)
        chance = format_percent(Fraction(7 - needed, 6))
        told = "no entry" if number == 1 else f"aground on {needed}{'–6' if needed < 6 else ''}, {chance}"
        yield _build_row(words, told, tip)
    yield _build_row("Fairway and open water", "no roll", tip)


def _build_row(words: str, told: str, tip: Tip) -> Widget:
    return Row([Label(words, LABEL), Spacer(grow=1), Label(told, VALUE)], align="centre", tip=tip)
