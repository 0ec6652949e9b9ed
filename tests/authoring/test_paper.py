"""A text keeps all that nobody changed: bytes, comments, order and style; whatever is changed is read back as meant."""

from pathlib import Path as File

import pytest

from tabletop.authoring.edits import DropPart, InsertEntry, SetValue, apply_edits, apply_splices, find_difference
from tabletop.authoring.yaml_text import apply_edits_to_text
from tabletop.core import resources
from tabletop.core.document import Document
from tests.sampling import sample

PATHS = sorted(resources.data_folder("scenarios").rglob("*.yaml"))
ORDER = {(): ("game", "title", "turns", "wind", "ships", "start"), ("ships", 0): ("key", "name", "at", "heading")}
TEXT = """\
# Two ships.
game: sea
title: "Two, and no more"   # quoted
briefing: >-
  They have met
  at dawn.

wind: {from: NW, strength: breeze}
ships:
  # the first
  - {key: B1, name: Mars, at: [-1.50, 2], heading: 90}   # flagship

  # the second
  - {key: F1, name: Hercule, at: [3, 4], heading: 270}
"""


def after(*edits, text=TEXT):
    new = apply_edits_to_text(text, edits, lambda path: ORDER.get(path, ()))
    assert Document(new, "").data == apply_edits(Document(text, "").data, edits)
    return new


def changed(*edits):
    old, new = TEXT.splitlines(), after(*edits).splitlines()
    return [line for line in new if line not in old], [line for line in old if line not in new]


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_putting_everything_as_it_is_gives_the_same_bytes(path: File):
    text = path.read_bytes().decode()
    data = Document(text, path.name).data
    assert apply_edits_to_text(text, [SetValue((key,), value) for key, value in data.items()], lambda _: ()) == text


def test_one_ship_that_is_moved_is_one_line_with_its_comment_and_its_decimals():
    new, old = changed(SetValue(("ships", 0, "at"), [-1.25, 2.5]), SetValue(("ships", 0, "heading"), 95))
    assert new == ["  - {key: B1, name: Mars, at: [-1.25, 2.5], heading: 95}   # flagship"]
    assert old == ["  - {key: B1, name: Mars, at: [-1.50, 2], heading: 90}   # flagship"]
    assert "at: [-2.50, 2]" in after(SetValue(("ships", 0, "at"), [-2.5, 2]))


def test_a_new_key_is_written_where_its_order_has_it_in_the_style_of_its_neighbours():
    assert changed(SetValue(("turns",), 12)) == (["turns: 12"], [])
    assert "   # quoted\nturns: 12\nbriefing" in after(SetValue(("turns",), 12))
    assert changed(SetValue(("ships", 1, "veteran"), True))[0] == [
        "  - {key: F1, name: Hercule, at: [3, 4], heading: 270, veteran: true}"
    ]
    assert changed(SetValue(("start", "turn"), 3), SetValue(("start", "phase"), "fire"))[0] == [
        "start: {turn: 3, phase: fire}"
    ]


def test_a_new_ship_stands_on_a_line_of_its_own_and_one_that_goes_takes_hers_along():
    ship = {"key": "S1", "name": "Álava: the third", "at": [0.5, -1.0], "heading": 5}
    added = after(InsertEntry(("ships",), ship))
    assert added == f'{TEXT}  - {{key: S1, name: "Álava: the third", at: [0.5, -1], heading: 5}}\n'
    gone = after(DropPart(("ships", 0)))
    assert "Mars" not in gone
    assert "  # the first\n\n  # the second\n" in gone
    assert after(DropPart(("ships", 0)), DropPart(("ships", 1))).count("\nships: []") == 1


def test_an_entry_of_an_empty_list_begins_a_block_and_points_stay_in_their_brackets():
    text = "ships: []\nland:\n  - [[0, 0], [1, 0],\n     [1, 1]]\n"
    assert after(InsertEntry(("ships",), {"key": "B1"}), text=text).startswith("ships:\n  - {key: B1}\nland:")
    assert "[[0, 0], [0.5, 2], [1, 0],\n     [1, 1]]" in after(InsertEntry(("land", 0), [0.5, 2], 1), text=text)
    assert "[[1, 0],\n     [1, 1]]" in after(DropPart(("land", 0, 0)), text=text)


def test_entries_that_go_over_several_lines_keep_their_dash():
    text = "ships:\n  - name: Mars   # hers\n    heading: 90\n\n  - name: Ajax\n"
    assert after(DropPart(("ships", 0, "name")), text=text).startswith("ships:\n  - heading: 90\n\n  - name")
    assert after(DropPart(("ships", 0, "name")), DropPart(("ships", 0, "heading")), text=text).startswith(
        "ships:\n  - {}"
    )
    keyed = after(SetValue(("ships", 0, "key"), "B1"), text=text)
    assert keyed.startswith("ships:\n  - key: B1\n    name: Mars   # hers\n    heading: 90\n")
    added = after(InsertEntry(("ships",), {"name": "Hero", "heading": 5}), text=text)
    assert added.endswith("  - name: Ajax\n  - name: Hero\n    heading: 5\n")
    assert after(DropPart(("ships", 1, "name")), text=text).endswith("\n  - {}\n")


def test_prose_is_folded_and_a_title_quoted_only_where_it_must_be():
    words = " ".join(["Nobody had seen the other fleet before noon."] * 6)
    new = after(SetValue(("briefing",), words), SetValue(("title",), "Dawn"))
    assert "title: Dawn   # quoted" in new
    assert max(map(len, new.splitlines())) <= 120
    assert "briefing: >-\n  Nobody" in new
    assert 'title: "12"' in after(SetValue(("title",), "12"))


BLOCKS = """title: Dawn
briefing: >-
  Nobody had seen the other
  fleet before noon, and then
  it was too late to turn.

log: |
  noon: nothing
  one bell: sails
turns: 12
"""


def test_a_text_of_several_lines_keeps_its_width_its_paragraphs_and_the_way_it_was_written():
    def put(key, words):
        return apply_edits_to_text(BLOCKS, [SetValue((key,), words)], lambda _: ("title", "briefing", "log", "turns"))

    briefing = "Nobody had seen the other fleet before noon, and then it was too late to turn."
    assert put("briefing", briefing) == BLOCKS
    assert put("briefing", briefing.replace("turn", "wear")) == BLOCKS.replace("turn.", "wear.")
    assert put("briefing", f"{briefing}\nNelson\n\nOctober") == BLOCKS.replace(
        "to turn.\n", "to turn.\n\n  Nelson\n\n\n  October\n"
    )
    assert put("log", "noon: nothing\none bell: two sails\n") == BLOCKS.replace("bell: sails", "bell: two sails")
    assert "briefing: |-\n  ends with a space \n  there" in put("briefing", "ends with a space \nthere")


VALUES = (
    1, -2.5, True, None, "true", "12:30", "a, b", "x: y", "", " lead", "#x", "[a]", "two\nlines", "w " * 90, {"a": 1},
    {"a": {"b": 2}}, [1, 2], [], {}, [{"a": 1}, {"b": [1]}], "- x", "'q'", '"dq"', "𐀀é",
)  # fmt: skip


def parts(data, path=()):
    yield path
    inside = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in inside:
        yield from parts(value, (*path, key))


def test_whatever_is_put_dropped_or_inserted_is_read_back_as_meant():
    for number in sample(range(10_000), 60, "edits of scenarios"):
        text = PATHS[number % len(PATHS)].read_text(encoding="utf-8")
        data = Document(text, "").data
        paths = [path for path in parts(data) if path]
        path, value = paths[number * 7919 % len(paths)], VALUES[number % len(VALUES)]
        inside = data
        for part in path:
            inside = inside[part]
        edits = [SetValue(path, value)]
        if number % 3 == 1:
            edits = [DropPart(path)]
        elif isinstance(inside, list):
            edits = [InsertEntry(path, value, number % (len(inside) + 1))]
        elif isinstance(inside, dict):
            edits = [SetValue((*path, "fresh"), value), SetValue((*path, "other", "deep"), value)]
        after(*edits, text=text)


def test_a_difference_is_one_splice_that_can_be_taken_back():
    for old, new in (("abcabc", "abcXabc"), ("aaa", "aa"), ("", "x"), ("same", "same"), ("ab", "ba")):
        assert apply_splices(old, [find_difference(old, new)]) == new
        assert apply_splices(new, [find_difference(new, old)]) == old
