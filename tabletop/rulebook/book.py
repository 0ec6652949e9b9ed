"""The books: one a game and one for what all share, read from their folders."""

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
"""The book of what all games share."""
_IDENTIFIER = re.compile(r"\b[A-Z]+-[0-9A-Z][0-9A-Za-z.-]*")
_NUMBER = re.compile(r"(\d+(?:\.\d+)*)\s+")


class RuleSection(msgspec.Struct, frozen=True):
    """A heading and what stands below it.

    `name` is unlike that of any other section of its book, `number` that of the printed chapter or nothing, `level` 1
    for a chapter; `rules` are the identifiers that stand below the heading.
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
        """All identifiers that lead here, those of decisions too."""
        decided = [rule for block in self.blocks if isinstance(block, DecisionBlock) for rule in block.rules]
        return (*self.rules, *decided)


class Book(msgspec.Struct, frozen=True):
    """The rules of a game from the first chapter to the last."""

    game: str
    sections: tuple[RuleSection, ...]

    @property
    def chapters(self) -> tuple[RuleSection, ...]:
        """The sections that begin a chapter."""
        return tuple(section for section in self.sections if section.level == 1)

    def path_to(self, section: RuleSection) -> tuple[RuleSection, ...]:
        """The sections in which one stands, the chapter first, itself last."""
        found: list[RuleSection] = []
        for other in self.sections[: self.sections.index(section) + 1]:
            found = [above for above in found if above.level < other.level] + [other]
        return tuple(found)


@cache
def load_books() -> dict[str, Book]:
    """All of them by the game's name; `COMMON` is what they share.

    Raises:
        MisprintError: with file and line.
    """
    folders = [place for place in resources.files("tabletop.rulebook").iterdir() if place.is_dir()]
    read = {folder.name: _read_book(folder) for folder in sorted(folders, key=lambda place: place.name)}
    return {name: book for name, book in read.items() if book.sections}


@cache
def load_identifiers() -> dict[str, RuleSection]:
    """Where each identifier stands."""
    return {
        rule: section for book in load_books().values() for section in book.sections for rule in section.identifiers
    }


def find_section(target: str, game: str) -> RuleSection | None:
    """The section at an identifier, or at the name of a section of a game's book; also for the part of a longer one.

    ``SOTL-4.2.3`` leads to the first of ``SOTL-4.2.3-a``, ``SOTL-4.2.3-b`` …
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
    """The first identifier in some words that leads somewhere; nothing if there is none."""
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
    try:
        return list(parse_headings(file.read_text(encoding="utf-8")))
    except MisprintError as error:
        raise MisprintError(f"{file.name}: {error}") from error


def _build_section(game: str, heading: Heading, taken: set[str]) -> RuleSection:
    found = _NUMBER.match(heading.title)
    title = heading.title[found.end() :] if found else heading.title
    name = to_slug(title).replace("_", "-")
    unlike = next(n for n in (name, *(f"{name}-{number}" for number in range(2, len(taken) + 3))) if n not in taken)
    number = found[1] if found else ""
    return RuleSection(game, unlike, number, title, heading.level, heading.rules, heading.blocks)


class FirstTimeNote(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A note.

    Attributes:
        event: tag of what happens.
        title: what it is called.
        words: what it means, 45 words at most.
        rule: identifier in the rulebook.
        having: values that fields of the event must have, any of each.
    """

    event: str = msgspec.field(name="fact")
    title: str
    words: str
    rule: str
    having: dict[str, tuple[str | int, ...]] = {}

    def is_about(self, event: Event) -> bool:
        """Whether an event is what it speaks of."""
        return event.__struct_config__.tag == self.event and all(
            getattr(event, name) in values for name, values in self.having.items()
        )


@cache
def load_first_time_notes(game: str) -> Sequence[FirstTimeNote]:
    """The notes of a game, the more special before the more general; none of a game that has no book."""
    file = resources.files("tabletop.rulebook").joinpath(game, "first_time.yaml")
    if not file.is_file():
        return ()
    return msgspec.convert(yaml.safe_load(file.read_text(encoding="utf-8")), tuple[FirstTimeNote, ...])
