"""Words of a question and of the books: where they stand, their stems, and what other words mean the same."""

import re
import sqlite3
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from tabletop.rulebook.book import anchors

_CHUNK = re.compile(r"[^\W_]+(?:[.-][^\W_]+)*")
"""Letters and digits, also joined by points and hyphens: "point-blank", "SOTL-4.2.3-a"."""
_PART = re.compile(r"[^\W_]+")
_APOSTROPHE = re.compile(r"[’']\w*")

_STOP_WORDS = """
    a about after am an and any are as at be been before but by can cannot could did do does doing during each for from
    get gets getting got had has have having he her hers him his how i if in into is it its just know like many may me
    mean means might much must my need needs not of on or other our please possible she should so some tell than that
    the their them then there these they thing this those to too us use want was we were what when where which while
    who whom whose why will with work works would you your explain happen happens happened allowed rule rules let
    make makes don doesn isn won still ever even game play player players
"""
STOP_WORDS = frozenset(_STOP_WORDS.split())
"""Words of questions that say nothing about the subject. A question of nothing else is searched for all its words."""

_SAME_MEANING = """
    win winner winning victory victorious score beat
    lose loses lost loser defeat beaten
    shoot shooting fire gun guns broadside
    port larboard left
    starboard right
    stuck irons fouled grappled entangled held aground
    free loose clear break unfoul escape
    twice two both again second
    far range reach distance
    move moving sail sailing allowance speed go goes
    turn turning pivot rotate wheel
    captain officer
    admiral leader commander
    sink sunk sank sinking founder
    surrender strike strikes struck striking colours
    capture captured prize take taken took
    collide collides collision crash ram ramming bump hit
    hex hexes space cell
    discard discards throw thrown exchange swap replace
    deck pile stock
    men man soldiers troops sailors hands crew
    tired tires tire fatigue exhausted weary
    draw tie tied equal equals
    die dies dead death killed kill
    die dice d6 roll rolls
    mast masts rigging spar
    damage hurt hits hit loss losses hull
    first initiative
    begin begins start starts
    enemy opponent foe opposing hostile
    friend friends friendly ally allies own
    leave leaves edge map flee fled withdraw withdrawn retreat
    heal repair fix mend restore
    negate negates negated cancel cancelled counter block
    beat beats negates answer
    burn burns burning fire fires flame
    blow blows blew explode explodes explosion magazine
    board boarding boarders assault
    ammunition ammo shot ball
    anchor anchored anchorage moor
    quit resign concede give giving
    undo back
    secret hidden
    shore coast coastal land fort battery
    veteran elite experienced
    stop stopped slow brake
    wind breeze weather
    maneuver manoeuvre
"""
"""Words of one meaning, a line each; words of one stem need to stand there once."""


class Place(NamedTuple):
    """A word in a text: in lower case, its stem, and the characters from `start` to before `end`."""

    word: str
    stem: str
    start: int
    end: int


def find_words(text: str) -> Iterator[Place]:
    """Yield the words of a text in order. Leave out what follows an apostrophe; keep identifiers of rules whole."""
    bare = _APOSTROPHE.sub(lambda found: " " * len(found[0]), text)
    for chunk in _CHUNK.finditer(bare):
        name = chunk[0].lower()
        if "-" in name and name in _beginnings_of_rules():
            yield Place(name, name, chunk.start(), chunk.end())
        else:
            for part in _PART.finditer(bare, chunk.start(), chunk.end()):
                yield Place(part[0].lower(), stem(part[0].lower()), part.start(), part.end())


@cache
def _beginnings_of_rules() -> frozenset[str]:
    """Return every beginning of every identifier in lower case: "sotl-4" for "SOTL-4.2.3-a"."""
    return frozenset(rule[:length].lower() for rule in anchors() for length in range(1, len(rule) + 1))


@cache
def stem(word: str) -> str:
    """Return the stem of a word in lower case, without accents: "winning" and "wins" give "win", "wind" stays.

    The stemmer is that of SQLite, the only one that comes with Python.
    """
    stemmer = _open_stemmer()
    stemmer.execute("DELETE FROM entry")
    stemmer.execute("INSERT INTO entry VALUES (?)", (word,))
    row = stemmer.execute("SELECT term FROM stem").fetchone()
    return str(row[0]) if row else word


@cache
def synonyms(stemmed: str) -> frozenset[str]:
    """Return the stems that mean the same as a stem, without the stem itself; empty if there are none."""
    groups = [frozenset(map(stem, line.split())) for line in _SAME_MEANING.strip().splitlines()]
    return frozenset().union(*(group for group in groups if stemmed in group)) - {stemmed}


@cache
def _open_stemmer() -> sqlite3.Connection:
    """Open a table in memory that holds one word and shows its stem."""
    stemmer = sqlite3.connect(":memory:", check_same_thread=False)
    stemmer.execute("CREATE VIRTUAL TABLE entry USING fts5(word, tokenize = 'porter unicode61')")
    stemmer.execute("CREATE VIRTUAL TABLE stem USING fts5vocab(entry, 'row')")
    return stemmer
