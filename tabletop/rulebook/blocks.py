"""What a section of the rulebook is made of, apart from how it is written and how it is shown."""

import msgspec


class TextRun(msgspec.Struct, frozen=True):
    """Words in one look; `link` is the identifier of a rule or the name of a section that a click leads to."""

    text: str
    bold: bool = False
    italic: bool = False
    link: str = ""


RichText = tuple[TextRun, ...]


class Paragraph(msgspec.Struct, frozen=True, tag=True):
    """Words from margin to margin."""

    words: RichText


class Listing(msgspec.Struct, frozen=True, tag=True):
    """Items one below the other, with figures or dots."""

    items: tuple[RichText, ...]
    numbered: bool = False


class TableBlock(msgspec.Struct, frozen=True, tag=True):
    """Rows of cells below a row of heads; all rows have as many cells."""

    head: tuple[RichText, ...]
    rows: tuple[tuple[RichText, ...], ...]


class DecisionBlock(msgspec.Struct, frozen=True, tag=True):
    """What holds where the printed rules are silent, and why; `rules` are its identifiers."""

    rules: tuple[str, ...]
    paragraphs: tuple[Paragraph | Listing | TableBlock, ...]


class Figure(msgspec.Struct, frozen=True, tag=True):
    """A picture that the program draws by its name, with the words below it."""

    name: str
    caption: str


class Example(msgspec.Struct, frozen=True, tag=True):
    """A case of a case file, shown with what comes of it; `file` is its name without ending."""

    file: str
    case: str
    caption: str


Block = Paragraph | Listing | TableBlock | DecisionBlock | Figure | Example


def to_plain_text(words: RichText) -> str:
    """The words alone."""
    return "".join(run.text for run in words)


def list_texts(block: Block) -> tuple[RichText, ...]:
    """All words of a block, in the order in which they are read."""
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
