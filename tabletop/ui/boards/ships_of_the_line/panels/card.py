"""The ship card: everything that the paper card and the markers beside the ship tell, and what each means."""

from collections.abc import Iterator

from tabletop.core.phrases import signed
from tabletop.games.ships_of_the_line.ship import MASTS, Leader
from tabletop.games.ships_of_the_line.state import Band, State, flown, in_sinking_zone, sinking_zone
from tabletop.games.ships_of_the_line.survey.card import marks, strength
from tabletop.ui.boards import nations
from tabletop.ui.boards.ships_of_the_line.panels import card_words as words
from tabletop.ui.boards.ships_of_the_line.panels import pictograms
from tabletop.ui.boards.ships_of_the_line.panels.card_words import Fact, explained
from tabletop.ui.boards.ships_of_the_line.panels.order import pencilled
from tabletop.ui.boards.ships_of_the_line.panels.pictograms import BroadsideRows, Broadsides
from tabletop.ui.text import CARD_NAME, LABEL, SMALL, SUBTITLE, Style
from tabletop.ui.theme import INKS
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.label import Fitted, Label
from tabletop.ui.widgets.layout import Column, Row, Sized, Spacer
from tabletop.ui.widgets.marks import Sign, Track
from tabletop.ui.widgets.panel import DoubleRule, Panel, Rule
from tabletop.ui.widgets.scroll import Scroll

LABELLED = 76
"""Width of the left column, design pixels."""
_VALUE = Style("body", 15)
_BANDS: tuple[tuple[Band, str], ...] = (("point_blank", "point-blank"), ("medium", "medium"), ("long", "long"))


def sheet(state: State, key: str) -> Widget:
    """The card of a ship."""
    parts: list[Widget] = [
        *_head(state, key),
        DoubleRule(),
        *_hull(state, key),
        Broadsides(state, key),
        _dice(state, key),
        _masts(state, key),
        Rule(),
        _crew(state, key),
        _fatigue(state, key),
        Rule(),
        *_condition(state, key),
    ]
    return Panel(Scroll(Column(parts, gap=7), ident=f"card.scroll.{key}"), ident="card")


def terse(state: State, key: str) -> Widget:
    """The card where room is short: all that counts in a fight; the rest is told by what stands there on hover."""
    parts: list[Widget] = [
        _name_row(state, key, 26, 20),
        *_hull(state, key),
        BroadsideRows(state, key),
        _dice(state, key),
        _mast_line(state, key),
        Row([_left("Fatigue"), _tired(state, key), Spacer(grow=1), _boarding(state, key)], gap=6, align="centre"),
        *_condition(state, key),
    ]
    return Panel(Scroll(Column(parts, gap=1), ident=f"card.scroll.{key}"), ident="card", padding=9)


def _tipped(widget: Widget, tip: Tip) -> Widget:
    widget.tip = tip
    return widget


def _head(state: State, key: str) -> Iterator[Widget]:
    card = state.cards[key]
    yield _name_row(state, key, 46, 31)
    kind = f"{words.RATES[card.ship_class]}, {words.DECKS[card.decks]}"
    captain = Fitted(words.captain(card.captain), LABEL, tip=Tip("Captain", card.captain))
    yield Row([captain, Label(kind, SMALL.tinted(INKS.muted))], gap=10, align="centre")
    if card.leader:
        yield _leader(card.leader)


def _name_row(state: State, key: str, ensign: float, size: int) -> Widget:
    card = state.cards[key]
    name = Fitted(card.name, CARD_NAME.at(size), tip=Tip(card.name))
    guns = Label(f"{card.guns} guns", LABEL, tip=explained("Guns", "They decide her class.", "SOTL-4.1.4-a"))
    emblems = [
        Label(mark.emblem, LABEL.tinted(INKS.brass_dark), tip=explained(mark.title, mark.meaning, mark.rule))
        for mark in marks(state, key)
        if mark.emblem
    ]
    return Row([Sign(nations.ensigns(*flown(state, key)), ensign), name, *emblems, guns], gap=12, align="centre")


def _leader(leader: Leader) -> Widget:
    name = Fitted(leader.name, SUBTITLE, tip=Tip(leader.name))
    rating = signed(leader.rating)
    parts: list[Widget] = [name, pictograms.stars(max(0, -leader.rating)), Label(rating, LABEL)]
    body = f"Rating {rating}; a negative rating helps. Leaders have no effect in the basic game."
    return _tipped(Row(parts, gap=8, align="centre"), explained(leader.name, body, "SOTL-2.2-e"))


def _hull(state: State, key: str) -> Iterator[Widget]:
    title, value, tip = words.hull(state, key)
    yield _tipped(Row([Label(title, LABEL), Spacer(grow=1), Label(value, _VALUE)], align="centre"), tip)
    card, left = state.cards[key], max(0, state.ships[key].hull)
    track = Track(
        card.hull, left, sinking_zone(state, key), pencilled=pencilled(state, key), ident="card.hull", tip=tip
    )
    yield track


def _dice(state: State, key: str) -> Widget:
    rolled, parts = strength(state, key).dice, list[Widget]([Label("Dice", LABEL), Spacer(grow=1)])
    for band, title in _BANDS:
        dice = rolled[band]
        parts += [Label(str(dice) if dice else "–", LABEL.tinted(INKS.brass_dark)), Label(title, SMALL), Spacer(4)]
    halved = " Halved, for she is in her sinking zone." if in_sinking_zone(state, key) else ""
    body = f"Dice of one broadside by range, before a rake doubles them.{halved}"
    return _tipped(Row(parts[:-1], gap=5, align="centre"), explained("Dice by range", body, "SOTL-4.1.4-b, -d"))


def _masts(state: State, key: str) -> Widget:
    masts = (Column(one, gap=0, align="start", grow=1) for one in _rigging(state, key))
    return Row([_left("Masts"), *masts], gap=6, align="centre")


def _mast_line(state: State, key: str) -> Widget:
    fore, main, mizzen = (Row(one, gap=4, align="centre") for one in _rigging(state, key))
    return Row([_left("Masts"), fore, Spacer(grow=1), main, Spacer(grow=1), mizzen], gap=2, align="centre")


def _rigging(state: State, key: str) -> Iterator[tuple[Widget, Widget]]:
    """The name of each mast and a picture of it."""
    ship = state.ships[key]
    over = {fallen.mast: fallen.over for fallen in ship.fallen}
    for mast in MASTS:
        standing = mast in ship.masts
        told = "stands" if standing else f"lies over the {over[mast]} side" if mast in over else "is gone"
        tip = explained(f"{mast.capitalize()}mast", f"The {mast}mast {told}.", "SOTL-4.2.1-f, 5.2.1-a")
        title = Label(mast.capitalize(), SMALL if standing else SMALL.tinted(INKS.danger))
        yield _tipped(title, tip), _tipped(pictograms.spar(standing), tip)


def _left(title: str) -> Widget:
    return Sized(Label(title, LABEL), LABELLED)


def _crew(state: State, key: str) -> Widget:
    card = state.cards[key]
    crews = pictograms.men(card.crews)
    crews.tip = explained("Crews", f"{card.crews} crews; they count in the advanced game only.", "SOTL-2.2-g")
    return Row([_left("Crew"), crews, Spacer(grow=1), _boarding(state, key)], gap=6, align="centre")


def _boarding(state: State, key: str) -> Widget:
    tip = explained("Boarding strength", _BOARDING, "SOTL-2.2-f, 4.3.1")
    return Label(f"boarding {strength(state, key).boarding}", _VALUE, tip=tip)


_BOARDING = "Compared with the enemy's when crews fight; 1 once she has struck."


def _fatigue(state: State, key: str) -> Widget:
    ship, most = state.ships[key], strength(state, key).fatigue
    told = Label("exhausted" if ship.fatigue >= most else f"{ship.fatigue} of {most}", _VALUE, tip=_FATIGUE)
    return Row([_left("Fatigue"), _tired(state, key), Spacer(grow=1), told], gap=6, align="centre")


_FATIGUE = explained(
    "Fatigue",
    "An exhausted crew can do nothing that tires. One that rests and does not fire recovers a level a turn.",
    "SOTL-2.2-n, 7",
)


def _tired(state: State, key: str) -> Widget:
    return _tipped(pictograms.numbered(state.ships[key].fatigue, strength(state, key).fatigue), _FATIGUE)


def _condition(state: State, key: str) -> Iterator[Widget]:
    yield _pair(words.officer(state, key), words.rudder(state, key))
    yield _pair(words.fires(state, key), words.colours(state, key))
    for fact in (*words.modules(state, key), *words.ties(state, key), words.points(state, key)):
        yield _fact(fact)


def _pair(one: Fact, other: Fact) -> Widget:
    return Row([_fact(one, grow=1), _fact(other, grow=1)], gap=14, align="centre")


_GOOD = ("well", "sound", "none", "flying")
"""What gives no cause for worry."""


def _fact(fact: Fact, *, grow: float = 0) -> Widget:
    title, value, tip = fact
    bad = grow and value not in _GOOD
    style = Style("semibold", 15, INKS.danger) if bad else _VALUE
    shown = Fitted((value, value.partition(",")[0]), style, right=True)
    return _tipped(Row([Label(title, LABEL), shown], gap=6, align="centre", grow=grow), tip)
