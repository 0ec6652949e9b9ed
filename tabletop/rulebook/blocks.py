"""The parts of a section of the rulebook, independent of file format and display."""

import msgspec


class TextRun(msgspec.Struct, frozen=True):
    """Text in one style; `link` is the rule id or section name that a click opens, "" for none."""

    text: str
    bold: bool = False
    italic: bool = False
    link: str = ""


RichText = tuple[TextRun, ...]


class Paragraph(msgspec.Struct, frozen=True, tag=True):
    """A paragraph of text."""

    words: RichText


class Listing(msgspec.Struct, frozen=True, tag=True):
    """A list of items with numbers or bullets."""

    items: tuple[RichText, ...]
    numbered: bool = False


class TableBlock(msgspec.Struct, frozen=True, tag=True):
    """A table: a row of headings, and rows with as many cells."""

    head: tuple[RichText, ...]
    rows: tuple[tuple[RichText, ...], ...]


class DecisionBlock(msgspec.Struct, frozen=True, tag=True):
    """A decision where the printed rules are silent, with its reasons; `rules` are its ids."""

    rules: tuple[str, ...]
    paragraphs: tuple[Paragraph | Listing | TableBlock, ...]


class Figure(msgspec.Struct, frozen=True, tag=True):
    """A picture that the program draws by name, with its caption."""

    name: str
    caption: str


class Example(msgspec.Struct, frozen=True, tag=True):
    """A case of a case file, shown with its outcome; `file` is the file name without suffix."""

    file: str
    case: str
    caption: str


Block = Paragraph | Listing | TableBlock | DecisionBlock | Figure | Example


def to_plain_text(words: RichText) -> str:
    """Return a rich text without styles."""
    return "".join(run.text for run in words)


def list_texts(block: Block) -> tuple[RichText, ...]:
    """Return all texts of a block in reading order."""
    match block:
        case Paragraph(words):
            return (words,)
        case Listing(items):
            return items
        case TableBlock(head, rows):
            return (*head, *(cell for row in rows for cell in row))
        case DecisionBlock(_, paragraphs):
            return tuple(words for part in paragraphs for words in list_texts(part))
        case Figure() | Example():
            return ((TextRun(block.caption),),)
