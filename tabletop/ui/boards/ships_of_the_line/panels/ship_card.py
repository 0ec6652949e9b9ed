"""The ship card: everything on the printed card and its markers, with meaning and rule."""

from collections.abc import Iterator

from tabletop.core.phrases import format_count, format_number, format_signed
from tabletop.games.ships_of_the_line import fleets, model
from tabletop.games.ships_of_the_line.ship import BROADSIDES, MASTS, Leader, ShipClass
from tabletop.games.ships_of_the_line.survey.crew_tasks import find_crew_posts
from tabletop.games.ships_of_the_line.survey.leadership import find_help_circle
from tabletop.games.ships_of_the_line.survey.sailing import MoveOptions, find_move_options
from tabletop.games.ships_of_the_line.survey.summaries import compute_strength, list_marks
from tabletop.ui.boards import nations
from tabletop.ui.boards.ships_of_the_line.panels import pictograms
from tabletop.ui.boards.ships_of_the_line.panels.fleet_list import find_pending_damage
from tabletop.ui.boards.ships_of_the_line.panels.pictograms import BroadsideRow, BroadsidesPicture
from tabletop.ui.text import CARD_NAME, LABEL, SMALL, SUBTITLE, Style
from tabletop.ui.theme import INKS
from tabletop.ui.widgets.base import Tip, Widget
from tabletop.ui.widgets.label import Fitted, Label
from tabletop.ui.widgets.layout import Column, Row, Sized, Spacer
from tabletop.ui.widgets.marks import Sign, Track
from tabletop.ui.widgets.panel import DoubleRule, Panel, Rule
from tabletop.ui.widgets.scroll import Scroll

TITLE_WIDTH = 76
"""Width of the left column, design pixels."""
VALUE = Style("body", 15)


def build_rule_tip(title: str, body: str, rule: str) -> Tip:
    """Build a tooltip that names its rule."""
    return Tip(title, f"{body}\nRule {rule}")


def build_title(title: str) -> Widget:
    """Build the title at the left of a line."""
    return Sized(Label(title, LABEL), TITLE_WIDTH)


def build_leader_row(state: model.State, key: str, leader: Leader) -> Widget:
    """Build the row with a leader's name, rating and the reach of help in UM (9)."""
    name = Fitted(leader.name, SUBTITLE, tip=Tip(leader.name))
    rating = format_signed(leader.rating)
    reaches = find_help_circle(state, key)
    told = f"{rating}, reaches {reaches.reach:g} UM" if reaches else rating
    parts: list[Widget] = [name, pictograms.build_stars(max(0, -leader.rating)), Label(told, LABEL)]
    body = f"Rating {rating}. A negative rating helps. Only counts in battles with leaders."
    return Row(parts, gap=8, align="centre", tip=build_rule_tip(leader.name, body, "SOTL-2.2-e"))


def build_crew_row(state: model.State, key: str) -> Widget:
    """Build the row with the crews of a ship and its boarding strength."""
    return Row(
        [build_title("Crew"), *pictograms.build_crews(state, key), Spacer(grow=1), _build_boarding(state, key)],
        gap=6,
        align="centre",
    )


def build_crew_lines(state: model.State, key: str) -> list[Widget]:
    """Build fatigue and boarding strength in one line, or in two if crews count."""
    tired: list[Widget] = [build_title("Fatigue"), _build_fatigue_boxes(state, key), Spacer(grow=1)]
    if find_crew_posts(state, key):
        return [build_crew_row(state, key), Row(tired, gap=6, align="centre", tip=_FATIGUE_TIP)]
    return [Row([*tired, _build_boarding(state, key)], gap=6, align="centre", tip=_FATIGUE_TIP)]


def _build_boarding(state: model.State, key: str) -> Widget:
    """Build the label with the boarding strength."""
    tip = build_rule_tip("Boarding strength", _BOARDING_TIP, "SOTL-2.2-f, 4.3.1")
    return Label(f"boarding {compute_strength(state, key).boarding}", VALUE, tip=tip)


_BOARDING_TIP = "Compared with the enemy's when crews fight. It is 1 once she has struck."


def build_fatigue_row(state: model.State, key: str) -> Widget:
    """Build the row with the fatigue of a ship."""
    ship, most = state.ships[key], compute_strength(state, key).fatigue_limit
    told = Label("exhausted" if ship.fatigue >= most else f"{ship.fatigue} of {most}", VALUE, tip=_FATIGUE_TIP)
    return Row(
        [build_title("Fatigue"), _build_fatigue_boxes(state, key), Spacer(grow=1), told],
        gap=6,
        align="centre",
        tip=_FATIGUE_TIP,
    )


_FATIGUE_TIP = build_rule_tip(
    "Fatigue",
    (
        "An exhausted crew cannot do anything that tires it. A crew that rests and does not fire recovers one level "
        "a turn."
    ),
    "SOTL-2.2-n, 7",
)


def _build_fatigue_boxes(state: model.State, key: str) -> Widget:
    """Build the numbered boxes of fatigue up to the ship's limit."""
    return pictograms.build_numbered_boxes(
        state.ships[key].fatigue, compute_strength(state, key).fatigue_limit, _FATIGUE_TIP
    )


CardFact = tuple[str, str, Tip]
"""A title, a value, and the tooltip that explains them."""

RATES: dict[ShipClass, str] = {
    "I": "First rate",
    "II": "Second rate",
    "III": "Third rate",
    "IV": "Fourth rate",
    "V": "Fifth rate",
    "VI": "Sixth rate",
}
DECKS: dict[int, str] = {1: "one deck", 2: "two decks", 3: "three decks", 4: "four decks"}

_BANDS: tuple[tuple[model.Band, str], ...] = (("point_blank", "point-blank"), ("medium", "medium"), ("long", "long"))


def build_card(state: model.State, key: str, hands: Widget | None = None) -> Widget:
    """Build the whole card of a ship; `hands` is the crew board to show instead of the crews."""
    parts: list[Widget] = [
        *_build_head(state, key),
        DoubleRule(),
        *_build_hull(state, key),
        *_build_crew_board_rows(hands),
        BroadsidesPicture(state, key),
        _build_dice(state, key),
        _build_masts(state, key),
        Rule(),
        *([] if hands else [build_crew_row(state, key)]),
        build_fatigue_row(state, key),
        Rule(),
        *_build_condition(state, key),
    ]
    return Panel(Scroll(Column(parts, gap=7), ident=f"card.scroll.{key}"), ident="card")


def _build_crew_board_rows(hands: Widget | None) -> list[Widget]:
    """Return the crew board with its title; empty if `hands` is None."""
    if hands is None:
        return []
    told = Label("Drag a crew to its task.", SMALL.tinted(INKS.muted))
    return [Row([Label("Crews", LABEL), Spacer(grow=1), told], align="centre"), hands]


def build_short_card(state: model.State, key: str, hands: Widget | None = None) -> Widget:
    """Build the card for little room, with only what counts in a fight; tooltips tell the rest."""
    parts: list[Widget] = [
        _build_name_row(state, key, 26, 20),
        *_build_hull(state, key),
        *([] if hands is None else [hands]),
        Column([BroadsideRow(state, key, broadside) for broadside in BROADSIDES], gap=0, ident="card.broadsides"),
        _build_dice(state, key),
        _build_mast_line(state, key),
        *([build_fatigue_row(state, key)] if hands else build_crew_lines(state, key)),
        *_build_condition(state, key),
    ]
    return Panel(Scroll(Column(parts, gap=1), ident=f"card.scroll.{key}"), ident="card", padding=9)


def _build_head(state: model.State, key: str) -> Iterator[Widget]:
    """Yield the name, the captain with the rate, and the leader aboard."""
    card = state.cards[key]
    yield _build_name_row(state, key, 46, 31)
    kind = f"{RATES[card.ship_class]}, {DECKS[card.decks]}"
    named = Fitted(list_captain_names(card.captain), LABEL, tip=Tip("Captain", card.captain))
    yield Row([named, Label(kind, SMALL.tinted(INKS.muted))], gap=10, align="centre")
    if leader := fleets.leader_aboard(state, key):
        yield build_leader_row(state, key, fleets.leader_on_card(state, leader))


def _build_name_row(state: model.State, key: str, ensign: float, size: int) -> Widget:
    """Build the row with ensign, name, emblems and guns; sizes in design pixels."""
    card = state.cards[key]
    name = Fitted(card.name, CARD_NAME.at(size), tip=Tip(card.name))
    guns = Label(
        f"{card.guns} guns", LABEL, tip=build_rule_tip("Guns", "The number of guns decides her class.", "SOTL-4.1.4-a")
    )
    emblems = [
        Label(mark.emblem, LABEL.tinted(INKS.brass_dark), tip=build_rule_tip(mark.title, mark.meaning, mark.rule))
        for mark in list_marks(state, key)
        if mark.emblem
    ]
    return Row(
        [Sign(nations.nation_ensign(*model.list_flags(state, key)), ensign), name, *emblems, guns],
        gap=12,
        align="centre",
    )


def _build_hull(state: model.State, key: str) -> Iterator[Widget]:
    """Yield the hull points in words and as a track."""
    title, value, tip = describe_hull(state, key)
    yield Row([Label(title, LABEL), Spacer(grow=1), Label(value, VALUE)], align="centre", tip=tip)
    card, left = state.cards[key], max(0, state.ships[key].hull)
    zone, lost = model.sinking_zone_limit(state, key), find_pending_damage(state, key)
    yield Track(card.hull, left, zone, pencilled=lost, ident="card.hull", tip=tip)


def _build_dice(state: model.State, key: str) -> Widget:
    """Build the row with the dice of a broadside by range."""
    rolled, parts = compute_strength(state, key).dice, list[Widget]([Label("Dice", LABEL), Spacer(grow=1)])
    for band, title in _BANDS:
        dice = rolled[band]
        parts += [Label(str(dice) if dice else "–", LABEL.tinted(INKS.brass_dark)), Label(title, SMALL), Spacer(4)]
    halved = " Halved, for she is in her sinking zone." if model.is_in_sinking_zone(state, key) else ""
    body = f"Dice of one broadside by range, before a rake doubles them.{halved}"
    return Row(parts[:-1], gap=5, align="centre", tip=build_rule_tip("Dice by range", body, "SOTL-4.1.4-b, -d"))


def _build_masts(state: model.State, key: str) -> Widget:
    """Build the row of masts, each name above its picture."""
    masts = (Column(one, gap=0, align="start", grow=1) for one in _build_mast_parts(state, key))
    return Row([build_title("Masts"), *masts], gap=6, align="centre")


def _build_mast_line(state: model.State, key: str) -> Widget:
    """Build the masts in one line."""
    fore, main, mizzen = (Row(one, gap=4, align="centre") for one in _build_mast_parts(state, key))
    return Row([build_title("Masts"), fore, Spacer(grow=1), main, Spacer(grow=1), mizzen], gap=2, align="centre")


def _build_mast_parts(state: model.State, key: str) -> Iterator[tuple[Widget, Widget]]:
    """Yield the name and the picture of each mast."""
    ship = state.ships[key]
    over = {fallen.mast: fallen.over for fallen in ship.fallen}
    for mast in MASTS:
        standing = mast in ship.masts
        told = "stands" if standing else f"lies over the {over[mast]} side" if mast in over else "is gone"
        tip = build_rule_tip(f"{mast.capitalize()}mast", f"The {mast}mast {told}.", "SOTL-4.2.1-f, 5.2.1-a")
        title = Label(mast.capitalize(), SMALL if standing else SMALL.tinted(INKS.danger), tip=tip)
        yield title, pictograms.build_spar(standing, tip)


def _build_condition(state: model.State, key: str) -> Iterator[Widget]:
    """Yield captain, rudder, fires, colours, marks, ties and movement points."""
    officer, rudder, fires, colours = _describe_state(state, key)
    yield _build_pair(officer, rudder)
    yield _build_pair(fires, colours)
    told = (
        (mark.title, mark.value, build_rule_tip(mark.title, mark.meaning, mark.rule)) for mark in list_marks(state, key)
    )
    for fact in (*told, *_describe_ties(state, key), describe_points(state, key)):
        yield _build_fact_row(fact)


def _build_pair(one: CardFact, other: CardFact) -> Widget:
    """Build a row of two facts."""
    return Row([_build_fact_row(one, grow=1), _build_fact_row(other, grow=1)], gap=14, align="centre")


_GOOD_VALUES = ("well", "sound", "none", "flying")
"""Values that are not shown in red."""


def _build_fact_row(fact: CardFact, *, grow: float = 0) -> Widget:
    """Build the row of a fact."""
    title, value, tip = fact
    bad = grow and value not in _GOOD_VALUES
    style = Style("semibold", 15, INKS.danger) if bad else VALUE
    shown = Fitted((value, value.partition(",")[0]), style, right=True)
    return Row([Label(title, LABEL), shown], gap=6, align="centre", tip=tip, grow=grow)


# --- in words


def _make_fact(title: str, value: str, body: str, rule: str) -> CardFact:
    """Return a fact whose tooltip names its rule."""
    return title, value, build_rule_tip(title, body, rule)


def describe_hull(state: model.State, key: str) -> CardFact:
    """Return the fact about hull points and the sinking zone."""
    card, left, zone = state.cards[key], max(0, state.ships[key].hull), model.sinking_zone_limit(state, key)
    where = "in the sinking zone" if model.is_in_sinking_zone(state, key) else f"sinking zone at {zone}"
    body = (
        f"With {zone} hull points or fewer she fires half her dice, and each turn she is attacked she rolls "
        f"to see whether she strikes or sinks. At 0 she sinks. The red line marks this zone; lost points are "
        f"crossed off."
    )
    if going := find_pending_damage(state, key):
        body += f" Pencilled: {going} {'point is' if going == 1 else 'points are'} lost when the Combat Phase ends."
    return _make_fact("Hull", f"{left} of {card.hull}, {where}", body, "SOTL-2.2-h, 4.4.1-a")


def list_captain_names(name: str) -> tuple[str, ...]:
    """Return the captain's name in full and ever shorter, such as "Capt. T. Fremantle"."""
    if not name.strip():
        return ("Captain unknown",)
    *given, last = name.split()
    initials = " ".join("-".join(f"{part[0]}." for part in one.split("-") if part) for one in given)
    first = [f"Capt. {given[0]} {last}"] if len(given) > 1 else []
    return f"Capt. {name}", *first, f"Capt. {initials} {last}", f"Capt. {last}"


_CAPTAIN_TIP = "The first hit wounds him, the second kills him. After that she may strike whenever she is hit."
_RUDDER_TIP = "Without a rudder she cannot sail and drifts unless towed; repaired on a 1, each attempt tires the crew."
_FIRES_TIP = (
    "While any fire burns she loses a hull point at the end of the Crew Phase. A hit in the magazine "
    "blows her up on a 6 if a fire burned when the turn began."
)
_COLOURS_TIP = "A ship that has struck drifts and no longer fights. A captured ship may be moved by her captor."


def _describe_state(state: model.State, key: str) -> tuple[CardFact, CardFact, CardFact, CardFact]:
    """Return the facts about captain, rudder, fires and colours."""
    ship = state.ships[key]
    burning = f"{ship.fires or 'none'}{f', {ship.old_fires} since an earlier turn' if ship.old_fires else ''}"
    prize = f"prize, {fleets.short_fleet_name(state, model.side_of(state, key))}"
    flag = {"in_service": "flying", "struck": "struck", "captured": prize}.get(ship.status, "lost")
    return (
        _make_fact("Captain", ship.officer, _CAPTAIN_TIP, "SOTL-4.2.1-h"),
        _make_fact("Rudder", "lost" if ship.rudder_lost else "sound", _RUDDER_TIP, "SOTL-4.2.1-i"),
        _make_fact("Fires", burning, _FIRES_TIP, "SOTL-4.2.1-j, -l"),
        _make_fact("Colours", flag, _COLOURS_TIP, "SOTL-4.4.2"),
    )


def _describe_ties(state: model.State, key: str) -> Iterator[CardFact]:
    """Yield the facts about grapples, tows, anchor and stopped ships."""
    for grapple in state.grapples:
        if grapple.joins(key):
            other = f"{state.cards[grapple.other_ship(key)].name}{', by agreement' if grapple.agreed else ''}"
            body = "Grappled ships neither move nor fire. The crews may board each other or cut loose."
            yield _make_fact("Grappled", other, body, "SOTL-6-d")
    going, ship = find_move_options(state, key), state.ships[key]
    if going.tows:
        body = "A towing ship has half her points and one die less."
        yield "Tows", state.cards[going.tows].name, build_rule_tip("A ship in tow", body, "SOTL-5.6-c")
    if going.towed_by:
        yield (
            "In tow of",
            state.cards[going.towed_by].name,
            build_rule_tip("In tow", "She follows the ship that tows her.", "SOTL-5.6-c"),
        )
    if ship.anchored:
        yield _make_fact("At anchor", "does not drift", "She cannot move until she weighs anchor.", "SOTL-5.2.5-d")
    elif ship.stopped:
        body = f"She has no way on: resistance costs her {going.resistance} points when she gets under way."
        yield _make_fact("Hove to", "no way on", body, "SOTL-5.2.5-a")


def describe_points(state: model.State, key: str) -> CardFact:
    """Return the fact about the ship's movement points."""
    going = find_move_options(state, key)
    sum_, hold = going.allowance, going.hindrance
    words = f"{format_count(sum_.points, 'point')} at {sum_.percentage} % speed"
    if sum_.forced:
        words += f", must use {sum_.forced}"
    if sum_.optional:
        words += f", {sum_.optional} optional"
    if hold:
        return "Points", words if sum_.points else "none", build_rule_tip("Points for her move", hold.reason, hold.rule)
    return "Points", words, build_rule_tip("Points for her move", " \n".join(_list_allowance_steps(going)), "SOTL-5.2")


def _list_allowance_steps(going: MoveOptions) -> Iterator[str]:
    """Yield the steps of the sum of movement points, and its result."""
    for step in going.allowance.working:
        yield f"{step.source}: {f'{step.change} = ' if step.change else ''}{format_number(step.value)}"
    yield f"Allowance {going.allowance.points}, at least {going.allowance.forced} to be used"
