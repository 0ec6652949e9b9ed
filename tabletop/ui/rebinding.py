"""Keys as the player has them: each may be changed, and what the program hears and shows goes through here.

Inside the program a key is called by the chord that it comes with (`ui.keys`), its code. What is struck becomes the
code that it means on the screen that is seen, and a code is shown as what has to be struck for it. Actions that share a
code where both are heard share a line of the settings: whoever changes it changes it for all of them.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from tabletop.ui import keys, mouse

Place = str
"""Where keys mean the same: one of `EVERYWHERE`; "" where each is heard as it is struck."""
TABLES: tuple[Place, ...] = ("sea", "hexes", "cards")
MAPS: tuple[Place, ...] = ("sea", "hexes", "replay", "editor")
EVERYWHERE: tuple[Place, ...] = ("title", "lists", *TABLES, "replay", "report", "editor")

Section = tuple[str, tuple[Place, ...], str]
AT_TABLES, BY_MOUSE = "At the table", "Mouse"
SECTIONS: tuple[Section, ...] = (
    (
        "Everywhere", EVERYWHERE,
        "accept next previous back full_screen larger smaller usual_size mute left right up down rulebook "
        "rulebook_page find_rule rule_back rule_forward continue quit begin open_match done leave leave_trial choose "
        "card_arrows next_rule previous_rule find_match",
    ),
    ("Title", ("title",), "new_game learn load set_up settings"),
    ("Lists", ("lists",), "rename_match delete_match"),
    (AT_TABLES, (*TABLES, "replay"), "primary menu log motion points"),
    (AT_TABLES, TABLES, "end_phase my_turn advice happened commit take_back lesson_on lesson_skip"),
    (AT_TABLES, (*TABLES, "replay", "editor"), "orders undo redo aim targets choose_card speed alongside_port"),
    ("Ships", MAPS, "next_ship previous_ship list fit zoom_in zoom_out ruler corner"),
    ("Ships", ("sea", "hexes", "replay"), "arcs"),
    ("Ships", ("sea", "hexes"), "threats again fire_all ahead port starboard"),
    ("Ships", ("sea", "hexes", "editor"), "labels"),
    ("Ships", ("sea",), "fire shots slow port_fine starboard_fine port_sharp starboard_sharp tack set_sail hold_all"),
    ("Ships", ("sea", "editor"), "line_ahead"),
    ("Ships on hexes", ("hexes",), "stay hold_fire draw_card deck"),
    ("Cards", ("cards",), "cover recall discards pass_by notes best_hand take_one pick_card confirm"),
    ("Watching", ("lists", "report"), "watch"),
    (
        "Watching", ("replay",),
        "play step_back step turn_back turn_on next_loss follow seen_as compare take_over",
    ),
    ("Reports", ("report",), "report play_again web_page as_table"),
    (
        "Scenario editor", ("editor",),
        "place column copy remove turn_port turn_starboard line_abreast edit_arcs fit_book next_problem save try",
    ),
)  # fmt: skip
"""What stands together in the settings, where it is heard, and which actions; what is not named is of the tables."""
GESTURES = frozenset({
    "Click", "Drag", "Wheel", "Hover", "Drag ship", "Shift Drag", "Alt Drag", "Shift", "Right Drag", "Middle Drag",
    "Shift Click", "Double Click",
})  # fmt: skip
"""What is no key; which button it is done with is in `ui.mouse`."""
NUMBERS, DIGITS = "1–9", "1234567890"
HELD = ("Ctrl", "Alt", "Shift")
"""The keys that others are struck with, in the order in which a chord names them."""
LONGEST = 40
"""Letters of a chord at most."""
ARROWS = ("left", "right", "up", "down")
_NAMED = re.compile(r"\{(" + "|".join(keys.KEYS) + r")\}")
_BUTTON = re.compile(r"\{button to (" + "|".join(mouse.ROLES) + r")\}")


@dataclass(frozen=True)
class Row:
    """A key that can be changed; `where` it is heard, `names` are the actions, `code` as it comes."""

    section: str
    code: str
    names: tuple[str, ...]
    where: frozenset[Place]

    @property
    def name(self) -> str:
        """By which it is kept."""
        return self.names[0]

    @property
    def words(self) -> tuple[str, ...]:
        """What it does, action by action."""
        if self.code == NUMBERS:
            return ("order, target, card by number",)
        return tuple(dict.fromkeys(keys.KEYS[name].words for name in self.names))


def _placed() -> Iterator[tuple[str, str, frozenset[Place]]]:
    """Every action with its section and where it is heard."""
    named = [(name, title, frozenset(where)) for title, where, names in SECTIONS for name in names.split()]
    rest = [name for name in keys.KEYS if name not in {one for one, _, _ in named}]
    yield from named
    yield from ((name, AT_TABLES, frozenset(TABLES)) for name in rest)


@cache
def rows() -> tuple[Row, ...]:
    """All keys that can be changed, as the settings list them."""
    made: list[Row] = []
    for name, section, where in _placed():
        code = keys.KEYS[name].chord
        if code in GESTURES or code == "Arrows":
            continue
        code = NUMBERS if code in DIGITS or "–" in code else code
        place = next((n for n, one in enumerate(made) if one.code == code and one.where & where), None)
        if place is None:
            made.append(Row(section, code, (name,), where))
        else:
            one = made[place]
            made[place] = Row(one.section, code, (*one.names, name), one.where | where)
    return tuple(made)


@cache
def gestures() -> tuple[Row, ...]:
    """What the mouse does, with the buttons that it comes with."""
    found = {(one.chord, one.words): name for name, one in keys.KEYS.items() if one.chord in GESTURES}
    return tuple(Row(BY_MOUSE, chord, (name,), frozenset()) for (chord, _), name in found.items())


def row_of(name: str) -> Row | None:
    """The line of an action; None for what is no key, and for the arrows, which have four."""
    return next((row for row in rows() if name in row.names), None)


@dataclass
class Bound:
    """What the player has changed, by the names of the lines; and which screen is seen."""

    changed: dict[str, str]
    place: Place = ""
    typing: bool = False


BOUND = Bound({})
"""Of this run of the program; the settings keep it for the next."""


def bind(changed: Mapping[str, str]) -> None:
    """From now on the keys are these; what is no line of them, as it comes, or no key for it, is left out."""
    there = {row.name: row.code for row in rows()}
    meant = {name: proper(chord) for name, chord in changed.items()}
    BOUND.changed = {name: chord for name, chord in meant.items() if _serves(chord, there.get(name, chord))}
    _struck.cache_clear()


def unfit(changed: Mapping[str, str]) -> set[str]:
    """Names of what is no line of them, and of those for which that can be no key."""
    there = {row.name: row.code for row in rows()}
    return {
        name
        for name, chord in changed.items()
        if name not in there or not (proper(chord) == there[name] or _serves(proper(chord), there[name]))
    }


def proper(chord: str) -> str:
    """A chord as it comes, however somebody has written it: ``ctrl+shift+f5`` is ``Ctrl+Shift+F5``."""
    before, _, last = chord[:-1].rpartition("+")
    held = [name.strip().capitalize() for name in before.split("+") if name]
    ordered = sorted(held, key=lambda name: (*HELD, name).index(name))
    return "+".join([*ordered, (last + chord[-1:]).strip().capitalize()])


def _serves(struck: str, code: str) -> bool:
    """Whether a chord, as somebody may have written it into the file, can stand for another: numbers all together."""
    if struck == code or struck in GESTURES or not struck.isprintable() or not 0 < len(struck) <= LONGEST:
        return False
    return numbered(struck.replace(NUMBERS, "1")) == struck if code == NUMBERS else NUMBERS not in struck


def stand(place: Place, *, typing: bool) -> None:
    """Another screen is seen, in which a line that is written in has the focus, or none."""
    BOUND.place, BOUND.typing = place, typing


def struck(row: Row) -> str:
    """What has to be struck for it, or done with the mouse, as the player has set it."""
    if row.code in GESTURES:
        return mouse.gesture(row.code)
    return BOUND.changed.get(row.name, row.code)


def numbered(chord: str) -> str:
    """What a chord with a number makes of all numbers; empty for any other."""
    before, digit = chord[:-1], chord[-1:]
    plain = not before or before.endswith(("+", "F"))
    return f"{before}{NUMBERS}" if digit in DIGITS and plain else ""


def clashes() -> dict[str, Row]:
    """Lines whose key means something else where they are heard, and what it means: the upper one holds."""
    found: dict[str, Row] = {}
    for number, row in enumerate(rows()):
        mine = set(_chords(struck(row)))
        for upper in rows()[:number]:
            if upper.where & row.where and mine & set(_chords(struck(upper))):
                found.setdefault(row.name, upper)
    return found


def _chords(chord: str) -> tuple[str, ...]:
    """A chord; for all numbers each of them."""
    return tuple(chord.replace(NUMBERS, digit) for digit in DIGITS) if NUMBERS in chord else (chord,)


@lru_cache(maxsize=32)
def _struck(place: Place) -> tuple[dict[str, str], dict[str, str]]:
    """On a screen, what is struck to its code, and a code to what is struck; where two want one the upper has it."""
    here = [row for row in rows() if place in row.where]
    meaning: dict[str, str] = {}
    for row in here:
        for chord, code in zip(_chords(struck(row)), _chords(row.code), strict=True):
            meaning.setdefault(chord, code)
    dead = dict.fromkeys((code for row in here for code in _chords(row.code)), "")
    return dead | meaning, dead | {code: chord for chord, code in meaning.items()}


def _typed(chord: str) -> bool:
    """Whether it writes a letter."""
    return len(chord.removeprefix("Shift+")) == 1 or chord == "Space"


def meant(chord: str) -> str:
    """The code of what was struck on the screen that is seen; empty where it means nothing any more."""
    if not BOUND.changed or not BOUND.place or (BOUND.typing and _typed(chord)):
        return chord
    return _struck(BOUND.place)[0].get(chord, chord)


def let_go(key: str) -> str:
    """The code of a key that is let go, whose modifiers may be let go before it."""
    if not BOUND.changed or not BOUND.place:
        return key
    meaning = _struck(BOUND.place)[0]
    held = (code for chord, code in meaning.items() if code and chord.split("+")[-1] == key and len(chord) > len(key))
    return meaning.get(key) or next(held, meaning.get(key, key))


def cap(code: str) -> str:
    """What has to be struck for a code on the screen that is seen, as key caps show it; empty where nothing does."""
    if code in GESTURES:
        return mouse.gesture(code)
    if not BOUND.changed:
        return keys.shown(code)
    if code == "Arrows":
        return _arrows()
    there = _struck(BOUND.place)[1] if BOUND.place else {}
    if "–" in code:
        one, few = there.get("1", "1"), code.split("–")[-1]
        return keys.shown(f"{one}–{few}") if one else ""
    return keys.shown(there.get(code, code))


def called(name: str) -> str:
    """The key of an action as key caps show it, wherever it is heard; for the words of sentences."""
    code, row = keys.key(name), row_of(name)
    if code in GESTURES:
        return mouse.gesture(code)
    if code == "Arrows":
        return _arrows()
    if row is None or not BOUND.changed:
        return keys.shown(code)
    if row.code == NUMBERS:
        return keys.shown(struck(row).replace(NUMBERS, code))
    return "" if row.name in clashes() else keys.shown(struck(row))


def _arrows() -> str:
    now = [called(name) for name in ARROWS]
    return "Arrows" if now == [keys.shown(keys.key(name)) for name in ARROWS] else " ".join(now)


def told(words: str) -> str:
    """Words in which an action in braces, ``{primary}``, stands for its key, ``{button to measure}`` for a button."""
    if "{" not in words:
        return words
    handed = _BUTTON.sub(lambda found: f"{mouse.HELD.hands[_role(found[1])]} button", words)
    return _NAMED.sub(lambda found: called(found[1]) or "its button", handed)


def _role(name: str) -> mouse.Role:
    return next(role for role in mouse.ROLES if role == name)
