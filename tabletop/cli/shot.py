"""The command `tabletop shot`: a picture of the table, for manuals, bug reports and comparison."""

import re
from pathlib import Path
from typing import Annotated

import typer

import tabletop.games  # noqa: F401 - makes the games known
from tabletop.core import resources
from tabletop.core.course import Course
from tabletop.core.game import find
from tabletop.core.match import Match
from tabletop.core.scenario import text_of

GAME = "ships_of_the_line"


def run(
    out: Annotated[Path, typer.Option(help="The picture to write; its ending says the format.")],
    scenario: Annotated[str, typer.Option(help="A scenario file, or the name of one that comes along.")] = "trafalgar",
    record: Annotated[Path | None, typer.Option(help="A record file, instead of a scenario.")] = None,
    at: Annotated[int, typer.Option(help="After how many lines of the record; -1 is the end.")] = -1,
    screen: Annotated[str, typer.Option(help="table, title, new_game, load or reckoning.")] = "table",
    select: Annotated[str, typer.Option(help="The key of a ship to select, e.g. B1.")] = "",
    overlay: Annotated[str, typer.Option(help="What to lay on the sea: arcs, threats or reach.")] = "",
    zoom: Annotated[int | None, typer.Option(help="Step of zoom about the selected ship, -8 to 11.")] = None,
    size: Annotated[str, typer.Option(help="Width and height in pixels.")] = "1920x1080",
    ui_scale: Annotated[int, typer.Option(help="Scale of the interface, per cent.")] = 100,
) -> None:
    """Draw a screen without a window and save it as a picture."""
    from tabletop.ui import shot  # pygame is slow to import, and no other command needs it

    if screen not in shot.SCREENS:
        raise typer.BadParameter(f"'{screen}' is none of {', '.join(shot.SCREENS)}.")
    match = _recorded(record, at) if record else _opening(scenario)
    try:
        drawn = shot.picture(match, shot.Wishes(screen, _size(size), ui_scale, select, overlay, zoom))
    except (KeyError, ValueError) as error:
        raise typer.BadParameter(str(error.args[0])) from None
    shot.save(drawn, out)


def _size(words: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d{2,5})x(\d{2,5})", words)
    if not found:
        raise typer.BadParameter(f"'{words}' is no size; write it like 1920x1080.")
    return int(found[1]), int(found[2])


def _opening(scenario: str) -> Match:
    path = Path(scenario)
    try:
        path = path if path.suffix else resources.find_scenario(GAME, scenario)
    except FileNotFoundError:
        names = ", ".join(known.stem for known in resources.scenarios(GAME))
        raise typer.BadParameter(f"There is no scenario '{scenario}'; there are {names}.") from None
    return Match.new(find(GAME), text_of(path), str(path), {}, seed="shot")


def _recorded(record: Path, at: int) -> Match:
    """The match as it stood after some lines of its record, which is not touched."""
    whole = Match.load(record)
    if not -1 <= at <= len(whole.trace):
        raise typer.BadParameter(f"The record has {len(whole.trace)} lines.")
    course = Course(whole.game, whole.opening)
    for entry, move in whole.trace if at < 0 else whole.trace[:at]:
        course.settle(entry, move)
    return Match(course, whole.header)
