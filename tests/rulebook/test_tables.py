"""The tables of the rulebook say what the games play by."""

import yaml

from tabletop.core import resources
from tabletop.games.decks_of_glory import tables as hexes
from tabletop.games.ship_duel import tables as duel
from tabletop.games.ships_of_the_line import tables
from tabletop.games.ships_of_the_line.chapters.optional.collision import SIZE_CATEGORIES
from tabletop.games.ships_of_the_line.chapters.optional.sail_states import MAST_POINTS
from tabletop.games.ships_of_the_line.model import Wind, load_standard_profile, wind_percentage
from tabletop.games.trafalgar_cards.limits import STANDARD
from tabletop.rulebook.blocks import TableBlock, to_plain_text
from tabletop.rulebook.book import find_section

NONE = {"–": "0", "none": "0"}


def scenario_cards(game):
    """The cards of a game's standard deck, as its file has them."""
    return yaml.safe_load(resources.find_scenario(game, "standard").read_text(encoding="utf-8"))["cards"]


def table(place, number=0, game=""):
    """A table of the section at an identifier or of a name: rows of words."""
    found = [block for block in find_section(place, game).blocks if isinstance(block, TableBlock)][number]
    return [[to_plain_text(cell) for cell in row] for row in (found.head, *found.rows)]


def numbers(cells):
    return [int(NONE.get(cell, cell).replace("−", "-")) for cell in cells]


def test_vol_2_the_deck():
    head, *rows = table("VOL-2")
    printed = {(name.lower().replace(" ", "_"), int(force)): card for name, *cards in rows
               for force, card in zip(head[1:], cards, strict=True)}  # fmt: skip
    cards = scenario_cards("volley")
    assert printed == {(card["suit"], card["force"]): card["name"] for card in cards if "force" in card}
    defences = {name: what.split(" ", 1)[1].replace(" card", "") for name, what in table("VOL-2", 1)[1:]}
    assert defences == {card["name"]: card["negates"].replace("_", " ") for card in cards if "negates" in card}


def test_tra_2_the_deck():
    head, *rows = table("TRA-2")
    printed = {(suit.lower(), int(row[0])): card for row in rows for suit, card in zip(head[1:], row[1:], strict=True)}
    cards = [card for card in scenario_cards("trafalgar_cards") if card["suit"] != "admiral"]
    assert printed == {(card["suit"], card["points"]): card["name"] for card in cards}


def test_tra_2_the_notes():
    def note(card):
        if "negate_strongest" in card:
            return f"negates the strongest opposing {card['negate_strongest'].title()} card"
        if "also_as" in card:
            return f"may be used as a {card['also_as'].title()} card"
        if "bonus" in card:
            ((suit, points),) = card["bonus"].items()
            return f"your {suit.title()} cards get {points} points more each"
        return "negates an opposing Admiral" if card.get("negate_admiral") else ""

    noted = {card["name"]: note(card) for card in scenario_cards("trafalgar_cards") if note(card)}
    assert dict(table("TRA-2", 1)[1:]) == noted


def test_tra_4_limits():
    _, *rows = table("TRA-4")
    assert [numbers(row[1:]) for row in rows] == [[r.strategy, r.tactics, r.morale, r.fighting] for r in STANDARD]
    assert [row.from_turn for row in STANDARD] == [1, 3, 6]


def test_slc_the_deck():
    rows = table("the-deck", game="ship_duel")[1:]
    printed = {kind: what for kinds, cards, what in rows for kind in kinds.split(", ") if cards.startswith("8")}
    uses = {row.name: f"fire at the {row.takes}" if row.takes else "sailing" for row in duel.KINDS.values()}
    assert printed == uses


def test_dog_6_strength():
    assert numbers(table("DOG-6")[1][1:]) == list(hexes.POINTS.values())


def test_dog_2_actions():
    rows = table("DOG-2")[1:]
    assert [rows[0][2], rows[0][2], rows[1][2]] == [str(actions) for actions in hexes.ACTIONS[:3]]


def test_dog_18_and_20_hits():
    assert numbers(table("DOG-18")[1][1:]) == list(hexes.GUNNERY.values())
    assert numbers(table("DOG-20")[1][1:]) == list(hexes.BOARDING.values())


def test_sotl_4_1_4_a_classes():
    rows = table("SOTL-4.1.4-a")[1:]
    for (_, guns, decks, *figures), row in zip(rows, tables.CLASSES, strict=True):
        assert numbers([decks, *figures]) == [row.decks, *row.dice.values(), row.boarding]
        least, _, most = guns.partition("–")
        assert row.guns[0] <= int(least) <= int(most or least) <= row.guns[1]


def test_sotl_2_4bis_bands():
    rows = table("SOTL-2.4bis-a")[1:]
    profile = load_standard_profile()
    reach = [f"{length:g} UM" for length in (profile.point_blank, profile.medium, profile.long)]
    assert [row[1] for row in rows] == reach
    assert [row[2] for row in rows] == ["all", *(f"{-less} less" for less in list(tables.RANGE.values())[1:])]
    assert [int(row[3][0]) for row in rows] == list(tables.HITS_FROM.values())


def test_sotl_2_4_a_hulls():
    hulls = load_standard_profile().hulls
    told = [tuple(map(float, row[1].removesuffix(" UM").split(" × "))) for row in table("SOTL-2.4-a")[1:]]
    assert told == [tuple(hulls[name]) for name in ("I", "V", "VI")]
    assert {tuple(hulls[name]) for name in ("I", "II", "III", "IV")} == {told[0]}


def test_amb_21_the_sinking_zone():
    printed, zone = table("SOTL-4.1.4-d")
    divisor = load_standard_profile().sinking_zone_divisor
    for hulls, first in zip(printed[1:], zone[1:], strict=True):
        assert {-(-int(hull) // divisor) for hull in hulls.split(", ")} == {int(first)}


def test_sotl_4_2_1_criticals():
    words = {"mast_port": "a mast falls to port", "mast_starboard": "a mast falls to starboard",
             "officer": "the officer is wounded, then dead", "rudder": "the rudder is lost", "fire": "a fire",
             "ammunition": "the magazine"}  # fmt: skip
    assert {int(die): what for die, what in table("SOTL-4.2.1-d")[1:]} == {
        d: words[e] for d, e in tables.CRITICALS.items()
    }


def test_sotl_4_2_1_n_masts():
    assert {facing: tuple(masts.split(", ")) for _, facing, masts in table("SOTL-4.2.1-n")[1:]} == tables.MASTS_FALL


def test_sotl_4_3_2_a_boarding():
    ratios, sums = table("SOTL-4.3.2-a")
    assert [label.replace("-", ":") for label in (column.label for column in tables.BOARDING)] == ratios[1:]
    assert numbers(sums[1:]) == [column.needed for column in tables.BOARDING]


def test_sotl_8_points():
    points = dict(table("SOTL-8-a")[1:])
    assert numbers([points["enemy ship struck or captured"], points["enemy ship sunk or blown up"]]) == [
        tables.STRUCK_POINTS,
        tables.SUNK_POINTS,
    ]
    assert points["enemy ship fled"].startswith(f"{tables.FLED_POINTS};")


def test_sotl_18_1_b_the_wind_table():
    quarters = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
    assert table("SOTL-18.1-a", 1)[1][1:] == [quarters[bearing // 45] for bearing in tables.WIND_TABLE]
    dice, places = (row[1:] for row in table("SOTL-18.1-a"))
    told = {int(die): place for cell, place in zip(dice, numbers(places), strict=True) for die in cell.split(", ")}
    assert told == tables.WIND_SHIFTS


def test_sotl_16_a_sails():
    rows = table("SOTL-16-a")[1:]
    printed = {sail: dict(zip(("fore", "main", "mizzen"), numbers(masts), strict=True)) for sail, *masts, _ in rows}
    assert printed == MAST_POINTS
    assert [sum(masts.values()) for masts in printed.values()] == [int(row[-1]) for row in rows]


def test_sotl_10_g_categories():
    rows = table("SOTL-10-d")[1:]
    printed = {ship_class: int(number) for number, kinds in rows for ship_class in kinds.split(": ")[1].split(", ")}
    assert printed == SIZE_CATEGORIES


def test_sotl_5_2_3_a_the_compass():
    angles, _, points = (row[1:] for row in table("SOTL-5.2.3-a"))
    for cell, per_cent in zip(angles, points, strict=True):
        first, last = map(int, cell.removesuffix("°").split("–"))
        for heading in (first, last, 360 - last, -first % 360):
            assert wind_percentage(heading, Wind(0, "breeze")) == int(per_cent.removesuffix(" %")), heading


def test_sotl_9_c_ranks_and_scopes_of_leaders():
    ships = yaml.safe_load(resources.find_scenario("ships_of_the_line", "trafalgar").read_text(encoding="utf-8"))
    leaders = [ship["leader"] for ship in ships["ships"] if "leader" in ship]
    known = {(one["rank"], one["rating"], one.get("scope", "division"), one["name"]) for one in leaders}
    printed = table("SOTL-9-c")[1:]
    assert len(printed) == len(known)
    for name, rank, rating, scope in printed:
        whole = next(one[3] for one in known if name in one[3])
        assert (*numbers([rank, rating]), scope, whole) in known
