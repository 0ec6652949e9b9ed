"""Pictures and films: the command `tabletop shot`, and the film that `tabletop replay --video` writes."""

import re
from pathlib import Path
from typing import Annotated

import typer

import tabletop.games  # noqa: F401 - makes the games known
from tabletop.cli.terminal import number_option, parse_side, path_option, print_line, usage_error
from tabletop.core import paths, resources
from tabletop.core.game import games_by_id
from tabletop.core.match import Match, MatchSetup
from tabletop.core.match_history import BROKEN
from tabletop.core.paths import PathError, is_folder
from tabletop.core.phrases import format_count
from tabletop.core.scenario import load_text
from tabletop.core.verify import explain_error

SMALLEST, LARGEST = (1280, 720), (7680, 4320)
"""Of a picture, pixels."""
FILMS = (".mp4", ".gif")


def parse_size(words: str) -> tuple[int, int]:
    """Return a size such as ``1920x1080`` as width and height in pixels.

    Raises:
        typer.BadParameter: if `words` is no size, or is too small or too large.
    """
    found = re.fullmatch(r"([0-9]{1,6})x([0-9]{1,6})", words)
    if not found:
        raise usage_error(f"'{words}' is not a size; write it as 1920x1080.")
    width, height = int(found[1]), int(found[2])
    if not (SMALLEST[0] <= width <= LARGEST[0] and SMALLEST[1] <= height <= LARGEST[1]):
        smallest, largest = "x".join(map(str, SMALLEST)), "x".join(map(str, LARGEST))
        raise usage_error(f"{words} is out of range: from {smallest} to {largest}.")
    return width, height


def write_film(record: Path, viewer: str | None, out: tuple[Path | None, Path | None], size: str, speed: str) -> None:
    """Write a film of a record to `out[0]`, and pictures into the folder `out[1]`; None leaves either out.

    Raises:
        typer.BadParameter: if an argument is impossible.
        RecordError: if the record is damaged, or nothing can be written.
    """
    from tabletop.ui import film  # pygame is slow to import

    video, shots = out
    if video and (video.suffix.lower() not in FILMS or not is_folder(video.parent)):
        raise usage_error(f"'{video}' must end in {' or '.join(FILMS)}, and its folder must exist.")
    if speed not in [name for name, _ in film.SPEEDS]:
        raise usage_error(f"'{speed}' is not one of {', '.join(name for name, _ in film.SPEEDS)}.")
    pixels, match = parse_size(size), Match.load(record)
    side = parse_side(match.game, viewer)
    try:
        if video:
            many = film.write_video(*film.open_replay(match, side, pixels, speed), video)
            print_line(f"{video}: {format_count(many, 'picture')}")
        if shots:
            drawn = film.write_screenshots(*film.open_replay(match, side, pixels, speed), shots)
            print_line(f"{shots}: {format_count(len(drawn), 'picture')}")
    except BROKEN as error:
        raise explain_error(record, error) or _to_usage_error(error) from error


def _to_usage_error(error: Exception) -> Exception:
    """Return a usage error for a ValueError.

    Any other error is a fault of the program and returned unchanged.
    """
    return usage_error(str(error)) if isinstance(error, ValueError) else error


DEFAULT_GAME = "ships_of_the_line"
FORMATS = (".png", ".jpg", ".jpeg", ".bmp", ".tga")


def draw_picture(
    out: Annotated[Path, path_option("The picture to write (.png, .jpg, .bmp or .tga).")],
    scenario: Annotated[str, typer.Option(help="A scenario file, or the name of a bundled scenario.")] = "trafalgar",
    game: Annotated[str, typer.Option(help="Id of the game of the scenario.")] = DEFAULT_GAME,
    record: Annotated[Path | None, path_option("A record file, instead of a scenario.")] = None,
    at: Annotated[int, number_option("Show the position after this many lines of the record; -1 is the end.", -1)] = -1,
    screen: Annotated[
        str,
        typer.Option(
            help="Screen: table, curtain, title, new_game, load, rulebook, editor, lesson, replay, report or reckoning."
        ),
    ] = "table",
    select: Annotated[str, typer.Option(help="What to select: a ship (e.g. B1), a rule, a step or a move.")] = "",
    overlay: Annotated[
        str, typer.Option(help="Overlay on the sea: arcs, threats, reach, squadron or broadsides.")
    ] = "",
    viewer: Annotated[
        str | None, typer.Option("--as", help="Side whose view is shown, or nobody. Default: the side to move.")
    ] = None,
    zoom: Annotated[int | None, number_option("Zoom step, centred on the selected ship.", -8, 11)] = None,
    size: Annotated[str, typer.Option(help="Width and height in pixels.")] = "1920x1080",
    ui_scale: Annotated[int, number_option("Size of the interface in per cent.", 75, 200)] = 100,
    played: Annotated[
        int | None, number_option("Milliseconds after the last order. Default: when all motion has ended.", 0)
    ] = None,
) -> None:
    """Draw a screen without a window and save it as a picture."""
    from tabletop.ui import screenshot  # pygame is slow to import, and no other command needs it

    if screen not in screenshot.SCREENS:
        raise usage_error(f"'{screen}' is not one of {', '.join(screenshot.SCREENS)}.")
    _check_writable(out)
    pixels = parse_size(size)
    match = _load_record(record, at) if record else _open_scenario(game, scenario, at)
    try:
        looking = parse_side(match.game, viewer)
        drawn = screenshot.render_picture(
            match, screenshot.PictureRequest(screen, pixels, ui_scale, select, overlay, zoom, looking, played)
        )
    except BROKEN as error:
        raise _explain_failure(error, record) from error
    try:
        screenshot.save_picture(drawn, out)
    except OSError as error:
        raise usage_error(f"The picture cannot be written: {error}.") from None


def _explain_failure(error: Exception, record: Path | None) -> Exception:
    """Return the error to raise if nothing can be drawn: of the record, of the usage, or `error`."""
    if record and (told := explain_error(record, error)):
        return told
    return usage_error(str(error.args[0])) if isinstance(error, KeyError | ValueError) else error


def _check_writable(out: Path) -> None:
    if out.suffix.lower() not in FORMATS:
        raise usage_error(f"'{out.name}' must end in {', '.join(FORMATS[:-1])} or {FORMATS[-1]}.")
    if paths.is_folder(out) or not paths.is_folder(out.parent):
        raise usage_error(f"'{out}' is a folder, or its folder does not exist.")


def _open_scenario(game: str, scenario: str, at: int) -> Match:
    """Return a match at the opening of a scenario.

    Raises typer.BadParameter for an unknown game or scenario.
    """
    if at != -1:
        raise usage_error("--at counts the lines of a record: it needs --record.")
    known = games_by_id()
    if game not in known:
        raise usage_error(f"There is no game '{game}'; there are {', '.join(known)}.")
    try:
        path = paths.parse_path(scenario)
        path = path if path.suffix else resources.find_scenario(game, scenario)
    except PathError as error:
        raise usage_error(str(error)) from None
    except FileNotFoundError:
        names = ", ".join(one.stem for one in resources.list_scenarios(game))
        raise usage_error(f"There is no scenario '{scenario}'; there are {names}.") from None
    return Match.new(MatchSetup(known[game], load_text(path), str(path), "shot"))


def _load_record(record: Path, at: int) -> Match:
    """Return the match after `at` lines of its record, -1 for all of them; the file is not changed."""
    whole = Match.load(record)
    if not -1 <= at <= len(whole.trace):
        raise usage_error(f"The record has {len(whole.trace)} lines.")
    return whole.match_at(len(whole.trace) if at < 0 else at)
