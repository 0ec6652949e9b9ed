"""Facts that stand nowhere but in a sentence of the rulebook, and must stay in it."""

import pytest

from tabletop.rulebook.book import COMMON, find_section
from tabletop.rulebook.search import text_of

FACTS = {
    "AMB-102": (
        "Each leader has a rank; 1 is the highest",
        "A leader of a division helps the ships of his division",
        "A leader of a squadron helps all ships of his formation",
        "A leader of the fleet helps all ships of his side",
        "the leader with the lower rating ranks higher, then the first in key order",
    ),
    "AMB-150": ("a squadron leader of her formation or the fleet leader", "the one with the lowest rating counts"),
    "AMB-220": (
        "each division is a formation of its own",
        "the five divisions of the Combined Fleet are one formation",
        "the weather and the lee division",
        "count for this even without the switch for leaders",
    ),
    "AMB-96": ("a ship has one note for each division that she crossed",),
    "AMB-165": ("the leader aboard", "highest in rank", "Without the switch for leaders the rating is 0"),
    "AMB-142": ("0.1 UM behind her stern, on the same heading", "this water is not free, the advance is refused"),
    "AMB-215": (
        "No shot is fired. The target is not attacked and friends are not hit",
        "counts as having fired in this turn",
        "It need not cool",
        "any kind but hot shot",
        "cannot fire in any Combat Phase at whose start a fire burns aboard",
        "other side is also loaded with hot shot, it may still try",
    ),
    "AMB-198": ("on 3 to 6 she is aground", "She loses 4 hull points"),
    "AMB-186": ("has no crew in the fight is captured at once, without a roll, even if her colours are nailed",),
    "AMB-187": (
        "A friend who comes to help the attackers becomes an attacker and has their advantage",
        "A friend who comes to help the defenders becomes a defender. She can only help to throw the attackers back",
    ),
    "AMB-195": ("at a ship that has struck only if she was of the battery's own side before",),
    "AMB-196": ("With double shot each hull result costs 2, and critical results cost nothing",),
    "AMB-211": ("She goes on with the smaller of the two numbers: the points she has left, or the new points",),
    "AMB-203": ("Gravina's two divisions of observation are a formation of their own",),
}


@pytest.mark.parametrize("rule", FACTS)
def test_a_fact_stands_where_its_rule_leads(rule):
    words = text_of(find_section(rule, COMMON))
    assert [fact for fact in FACTS[rule] if fact not in words] == []
