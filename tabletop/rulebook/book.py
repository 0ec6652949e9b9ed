"""The rulebooks of all games, read from their folders, and the notes that newcomers see once."""

import re
from collections.abc import Sequence
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

import msgspec
import yaml

from tabletop.core.events import Event
from tabletop.core.phrases import to_slug
from tabletop.rulebook.blocks import Block, DecisionBlock
from tabletop.rulebook.markdown import Heading, MisprintError, parse_headings

COMMON = "common"
"""The name of the book that all games share."""
_IDENTIFIER = re.compile(r"\b[A-Z]+-[0-9A-Z][0-9A-Za-z.-]*")
_NUMBER = re.compile(r"(\d+(?:\.\d+)*)\s+")


class RuleSection(msgspec.Struct, frozen=True):
    """A section of a rulebook: a heading and the blocks below it.

    Attributes:
        game: id of the game, or `COMMON`.
        name: unique in the book, as ``stern-rake``.
        number: number of the printed chapter; "" for none.
        title: the heading without its number.
        level: 1 for a chapter, 2 for a section of it.
        rules: ids of the rules that the section explains.
        blocks: the text.
    """

    game: str
    name: str
    number: str
    title: str
    level: int
    rules: tuple[str, ...]
    blocks: tuple[Block, ...]

    @property
    def heading(self) -> str:
        """The number, if there is one, and the title: ``4.2.3 Raking``."""
        return f"{self.number} {self.title}".strip()

    @property
    def identifiers(self) -> tuple[str, ...]:
        """The ids of the section's rules and decisions."""
        decided = [rule for block in self.blocks if isinstance(block, DecisionBlock) for rule in block.rules]
        return (*self.rules, *decided)


class Book(msgspec.Struct, frozen=True):
    """The rules of a game as sections in order."""

    game: str
    sections: tuple[RuleSection, ...]

    @property
    def chapters(self) -> tuple[RuleSection, ...]:
        """The sections of level 1."""
        return tuple(section for section in self.sections if section.level == 1)

    def path_to(self, section: RuleSection) -> tuple[RuleSection, ...]:
        """Return the sections around a section, the chapter first and `section` itself last."""
        found: list[RuleSection] = []
        for other in self.sections[: self.sections.index(section) + 1]:
            found = [above for above in found if above.level < other.level] + [other]
        return tuple(found)


@cache
def load_books() -> dict[str, Book]:
    """Return the books by game id; `COMMON` is the one that all games share.

    Raises:
        MisprintError: with file and line.
    """
    folders = [place for place in resources.files("tabletop.rulebook").iterdir() if place.is_dir()]
    read = {folder.name: _read_book(folder) for folder in sorted(folders, key=lambda place: place.name)}
    return {name: book for name, book in read.items() if book.sections}


@cache
def load_identifiers() -> dict[str, RuleSection]:
    """Return the section of each rule id, in all books."""
    return {
        rule: section for book in load_books().values() for section in book.sections for rule in section.identifiers
    }


def find_section(target: str, game: str) -> RuleSection | None:
    """Return the section of a rule id, or of a section's name in the book of `game`; or None.

    The beginning of an id leads to its first rule: ``SOTL-4.2.3`` to ``SOTL-4.2.3-a``.
    """
    known = load_identifiers()
    if target in known:
        return known[target]
    named = (
        (section for section in load_books()[game].sections if section.name == target)
        if game in load_books()
        else iter(())
    )
    longer = (section for rule, section in known.items() if rule.startswith((f"{target}-", f"{target}.")))
    return next(named, None) or next(longer, None)


def find_identifier(words: str, game: str) -> str:
    """Return the first rule id in `words` that has a section; "" if there is none."""
    found = (one[0].rstrip(".-") for one in _IDENTIFIER.finditer(words))
    return next((one for one in found if find_section(one, game)), "")


def _read_book(folder: Traversable) -> Book:
    sections: list[RuleSection] = []
    taken: set[str] = set()
    for file in sorted(folder.iterdir(), key=lambda place: place.name):
        if file.name.endswith(".md"):
            for heading in _read_file(file):
                sections.append(_build_section(folder.name, heading, taken))
                taken.add(sections[-1].name)
    return Book(folder.name, tuple(sections))


def _read_file(file: Traversable) -> list[Heading]:
    """Return the headings of a file. Raises MisprintError with its name and line."""
    try:
        return list(parse_headings(file.read_text(encoding="utf-8")))
    except MisprintError as error:
        raise MisprintError(f"{file.name}: {error}") from error


def _build_section(game: str, heading: Heading, taken: set[str]) -> RuleSection:
    """Return the section of a heading, with a name that is not in `taken`."""
    found = _NUMBER.match(heading.title)
    title = heading.title[found.end() :] if found else heading.title
    name = to_slug(title).replace("_", "-")
    unlike = next(n for n in (name, *(f"{name}-{number}" for number in range(2, len(taken) + 3))) if n not in taken)
    number = found[1] if found else ""
    return RuleSection(game, unlike, number, title, heading.level, heading.rules, heading.blocks)


class FirstTimeNote(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A note for newcomers, shown the first time an event happens.

    Attributes:
        event: tag of the event; ``fact`` in the file.
        title: the name of the thing.
        words: its meaning, at most 45 words.
        rule: id of the rule.
        having: values that fields of the event must have, any of those listed.
    """

    event: str = msgspec.field(name="fact")
    title: str
    words: str
    rule: str
    having: dict[str, tuple[str | int, ...]] = {}

    def is_about(self, event: Event) -> bool:
        """Return True if the note explains an event."""
        return event.__struct_config__.tag == self.event and all(
            getattr(event, name) in values for name, values in self.having.items()
        )


@cache
def load_first_time_notes(game: str) -> Sequence[FirstTimeNote]:
    """Return the notes of a game, special ones before general ones; () if the game has none."""
    file = resources.files("tabletop.rulebook").joinpath(game, "first_time.yaml")
    if not file.is_file():
        return ()
    return msgspec.convert(yaml.safe_load(file.read_text(encoding="utf-8")), tuple[FirstTimeNote, ...])
