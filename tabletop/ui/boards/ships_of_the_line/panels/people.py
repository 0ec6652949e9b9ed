"""The lines of the ship card about those aboard: the leader, the crews, how tired they are."""

from tabletop.core.phrases import format_signed
from tabletop.games.ships_of_the_line.model import State
from tabletop.games.ships_of_the_line.ship import Leader
from tabletop.games.ships_of_the_line.survey.crew_tasks import find_crew_posts
from tabletop.games.ships_of_the_line.survey.leadership import find_help_circle
from tabletop.games.ships_of_the_line.survey.summaries import compute_strength
from tabletop.ui.boards.ships_of_the_line.panels import pictograms
from tabletop.ui.text import LABEL, SUBTITLE, Style
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.label import Fitted, Label
from tabletop.ui.widgets.layout import Row, Sized, Spacer

LABELLED = 76
"""Width of the left column, design pixels."""
VALUE = Style("body", 15)


def explained(title: str, body: str, rule: str) -> Tip:
    """A tooltip that names its rule."""
    return Tip(title, f"{body}\nRule {rule}")


def titled(title: str) -> Widget:
    """What stands at the left of a line of the card."""
    return Sized(Label(title, LABEL), LABELLED)


def leader_row(state: State, key: str, leader: Leader) -> Widget:
    """His name and rating; where leaders count, how far he reaches (9)."""
    name = Fitted(leader.name, SUBTITLE, tip=Tip(leader.name))
    rating = format_signed(leader.rating)
    reaches = find_help_circle(state, key)
    told = f"{rating}, reaches {reaches.reach:g} UM" if reaches else rating
    parts: list[Widget] = [name, pictograms.stars(max(0, -leader.rating)), Label(told, LABEL)]
    body = f"Rating {rating}. A negative rating helps. Only counts in battles with leaders."
    return Row(parts, gap=8, align="centre", tip=explained(leader.name, body, "SOTL-2.2-e"))


def crew_row(state: State, key: str) -> Widget:
    """Her crews, and what they are worth against boarders."""
    return Row(
        [titled("Crew"), *pictograms.crews(state, key), Spacer(grow=1), _boarding(state, key)], gap=6, align="centre"
    )


def crew_lines(state: State, key: str) -> list[Widget]:
    """Fatigue and boarding strength in a line, in two where the men are counted."""
    tired: list[Widget] = [titled("Fatigue"), _tired(state, key), Spacer(grow=1)]
    if find_crew_posts(state, key):
        return [crew_row(state, key), Row(tired, gap=6, align="centre", tip=_FATIGUE)]
    return [Row([*tired, _boarding(state, key)], gap=6, align="centre", tip=_FATIGUE)]


def _boarding(state: State, key: str) -> Widget:
    tip = explained("Boarding strength", _BOARDING, "SOTL-2.2-f, 4.3.1")
    return Label(f"boarding {compute_strength(state, key).boarding}", VALUE, tip=tip)


_BOARDING = "Compared with the enemy's when crews fight. It is 1 once she has struck."


def fatigue_row(state: State, key: str) -> Widget:
    """How tired they are."""
    ship, most = state.ships[key], compute_strength(state, key).fatigue_limit
    told = Label("exhausted" if ship.fatigue >= most else f"{ship.fatigue} of {most}", VALUE, tip=_FATIGUE)
    return Row([titled("Fatigue"), _tired(state, key), Spacer(grow=1), told], gap=6, align="centre", tip=_FATIGUE)


_FATIGUE = explained(
    "Fatigue",
    (
        "An exhausted crew cannot do anything that tires it. A crew that rests and does not fire recovers one level "
        "a turn."
    ),
    "SOTL-2.2-n, 7",
)


def _tired(state: State, key: str) -> Widget:
    return pictograms.numbered(state.ships[key].fatigue, compute_strength(state, key).fatigue_limit, _FATIGUE)
