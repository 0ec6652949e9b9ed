"""The command `tabletop rules`: the rulebook of a game, to read in a terminal or to print."""

from pathlib import Path
from typing import Annotated

import typer

import tabletop.games  # noqa: F401 - makes the games known
from tabletop.cli.terminal import misused, path_option, tell
from tabletop.core import guarded_file
from tabletop.core.game import games_by_id
from tabletop.core.phrases import did_you_mean
from tabletop.rulebook.book import COMMON, books
from tabletop.rulebook.book_pages import lines, page


def run(
    game: Annotated[str, typer.Argument(help="Id of a game, e.g. ships_of_the_line.")],
    html: Annotated[Path | None, path_option("Write one page for print to this file instead.")] = None,
) -> None:
    """Print the rules of a game in words for players, or write them as one page of HTML."""
    known = [name for name in books() if name != COMMON]
    if game in games_by_id() and game not in known:
        raise misused(f"{games_by_id()[game].meta.title} has no rulebook; there is: {', '.join(known)}")
    if game not in known:
        raise misused(f"unknown game '{game}'{did_you_mean(game, known)}; there is: {', '.join(known)}")
    if html is None:
        for line in lines(books()[game]):
            tell(line)
        return
    from tabletop.ui import shot  # pygame is slow to import, and who reads in a terminal does without
    from tabletop.ui.screens.rulebook.pictures import address

    shot.stage((1, 1))
    try:
        guarded_file.write_whole(html, page(game, address).encode())
    except OSError as error:
        raise misused(f"The page cannot be written: {guarded_file.reason(error)}.") from None
    tell(f"{html}: written")
