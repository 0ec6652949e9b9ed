"""Compare how all screens look now with how they looked at a pinned commit: `python -m tools.stills`.

The stills of the pinned commit are drawn once into `.stills/` and are not tracked. A still that differs visibly is
saved there with the old one beside it and the differing pixels in red below, so that a person can look at it. A
difference that is an improvement is taken over by pinning a newer commit: `BASE` below.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import product
from pathlib import Path
from typing import NamedTuple

import numpy as np
from PIL import Image

from tabletop.ui.palettes import Dress

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / ".stills"
BASE = "1a0e147413ac"
"""The commit whose look is kept."""
SIZES = ((1280, 720), (1920, 1080), (3840, 2160))
"""Sizes of the window in pixels."""
SEA = "ships_of_the_line"
LEVELS = 24
"""Of 255, by which a channel of a pixel must differ before a person notices."""
PIXELS = 40
"""Pixels of a still that may differ by `LEVELS`."""

STATES: dict[str, str] = {
    "title": "--screen title",
    "new_game": "--screen new_game",
    "new_game_hexes": "--screen new_game --game decks_of_glory --scenario squadron_action",
    "new_game_cards": "--screen new_game --game volley --scenario standard",
    "load": "--screen load",
    "settings": "--screen settings",
    "overview": "--record trafalgar",
    "overview_allied": "--record trafalgar --as allied",
    "nobody": "--record trafalgar --as nobody",
    "opening": "--scenario trafalgar",
    "table": "--record trafalgar --select B13 --zoom 4",
    "table_near": "--record trafalgar --select B13 --zoom 9",
    "table_far": "--record trafalgar --select B13 --zoom -4",
    "enemy": "--record trafalgar --select F5 --zoom 3",
    "arcs": "--scenario trafalgar --select B13 --overlay arcs --zoom 3",
    "arcs_overview": "--record trafalgar --select B13 --overlay arcs",
    "threats": "--scenario trafalgar --select B1 --overlay threats --zoom 1",
    "reach": "--record trafalgar --select B13 --overlay reach --zoom 2",
    "broadsides": "--record broadsides --select B13 --overlay broadsides --zoom 6",
    "broadside": "--record broadsides --select B13 --zoom 8 --played 240",
    "smoke": "--record broadsides --select B13 --zoom 5 --played 900",
    "dusk": "--record dusk --select B13 --overlay arcs --zoom 3",
    "dusk_overview": "--record dusk",
    "crews": "--record boarders --select B1 --zoom 9",
    "leaders": "--record leaders --select B13 --zoom 1",
    "signals": "--record signals --select F25 --zoom 2",
    "squadron": "--record column --select B1 --overlay squadron --zoom 1",
    "lines": "--record flight --select B10",
    "seats": "--record seats --select F19",
    "coast": "--record cutting_out_at_puerto_real --select W1",
    "coast_near": "--record cutting_out_at_puerto_real --select W1 --zoom 4",
    "off_cape_ortegal": "--scenario off_cape_ortegal --select B1",
    "two_74s": "--scenario duel_of_two_74s --select B1 --overlay arcs",
    "rulebook": "--screen rulebook --select SOTL-4.2.3-a",
    "rulebook_hexes": "--screen rulebook --game decks_of_glory --scenario squadron_action",
    "lesson_1": "--screen lesson --select 1",
    "lesson_3": "--screen lesson --select 3",
    "lesson_8": "--screen lesson --select 8",
    "lesson_volley": "--screen lesson --game volley --scenario standard --select 2",
    "lesson_hexes": "--screen lesson --game decks_of_glory --scenario squadron_action --select 2",
    "editor": "--screen editor --scenario trafalgar --select lee --overlay moved --zoom 1",
    "editor_whole": "--screen editor --scenario trafalgar",
    "editor_hexes": "--screen editor --game decks_of_glory --scenario squadron_action --select B1",
    "editor_deck": "--screen editor --game trafalgar_cards --scenario standard",
    "reckoning": "--record whole --screen reckoning",
    "report": "--record whole --screen report",
    "replay": "--record whole --screen replay --select 300 --zoom 4",
    "replay_start": "--record whole --screen replay",
    "trafalgar_cards": "--record hand",
    "trafalgar_cards_reveal": "--record reveal",
    "trafalgar_cards_start": "--game trafalgar_cards --scenario standard",
    "ship_duel": "--record duel",
    "ship_duel_start": "--game ship_duel --scenario standard",
    "volley": "--record attack",
    "volley_start": "--game volley --scenario standard",
    "curtain": "--record attack --screen curtain",
    "hexes": "--record helm --select S6 --overlay reach --zoom 2",
    "hexes_guns": "--record guns --select B4 --overlay fields --zoom 2",
    "hexes_whole": "--record helm",
    "hexes_threats": "--record helm --select S6 --overlay threats",
}
"""Name to the words of `tabletop shot`; a record is named as `tools.pictures` names it."""
SCALED = ("overview", "table", "ship_duel", "hexes", "settings", "title")
"""States that are also drawn with larger words: 150 % at the middle size."""
DRESSED = ("table", "hexes", "volley", "arcs")
"""States that are also drawn in the palettes for colour blindness and in high contrast, at the smallest size."""


PALETTES: tuple[Dress, ...] = ("red_green", "blue", "contrast")


class Still(NamedTuple):
    """One picture: its file name without ending, its state, and size, scale in per cent and palette."""

    name: str
    state: str
    size: tuple[int, int]
    scale: int = 100
    palette: Dress = "printed"


def list_stills(states: Iterable[str] = STATES) -> Iterator[Still]:
    """Yield every still of `states`, which name keys of `STATES`."""
    wanted = set(states)
    for state, size in product(STATES, SIZES):
        if state in wanted:
            yield Still(f"{state}_{size[1]}", state, size)
    for state in SCALED:
        if state in wanted:
            yield Still(f"{state}_scale", state, SIZES[1], scale=150)
    for state, palette in product(DRESSED, PALETTES):
        if state in wanted:
            yield Still(f"{state}_{palette}", state, SIZES[0], palette=palette)


def main(words: Sequence[str] | None = None) -> int:
    """Draw or compare the stills; return 1 if any differs visibly, else 0."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("states", nargs="*", metavar="STATE", help="only these states; all if none is named")
    parser.add_argument("--base", default=BASE, help="the commit to compare with")
    parser.add_argument("--draw", type=Path, metavar="FOLDER", help="only draw the stills of this tree into a folder")
    parser.add_argument("--records", type=Path, metavar="FOLDER", help="play the battles there, or use those there")
    given = parser.parse_args(words)
    states = given.states or list(STATES)
    if unknown := set(states) - set(STATES):
        parser.error(f"there is no state {', '.join(sorted(unknown))}")
    if given.draw:
        draw_stills(given.draw, states, given.records or given.draw / "home")
        return 0
    commit = _git("rev-parse", "--short=12", given.base)
    before, after = FOLDER / commit, FOLDER / "now"
    draw_base(commit, before, states)
    draw_stills(after, states, FOLDER / "home")
    return report_differences(before, after, FOLDER / "different", [one.name for one in list_stills(states)])


def draw_base(commit: str, folder: Path, states: Sequence[str]) -> None:
    """Draw the stills of a commit that are not in `folder` yet, with the code of that commit in a folder of its own."""
    missing = {one.state for one in list_stills(states) if not (folder / f"{one.name}.png").exists()}
    if not missing:
        return
    with tempfile.TemporaryDirectory() as tree:
        _git("worktree", "add", "--detach", tree, commit)
        try:
            script = Path(tree) / "tools" / "stills.py"
            script.write_bytes(Path(__file__).read_bytes())
            subprocess.run(
                [sys.executable, "-m", "tools.stills", "--draw", str(folder.resolve()), *sorted(missing)],
                cwd=tree,
                env={**os.environ, "PYTHONPATH": tree},
                check=True,
            )
        finally:
            _git("worktree", "remove", "--force", tree)


def _git(*words: str) -> str:
    return subprocess.run(("git", *words), cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()


def draw_stills(folder: Path, states: Sequence[str], home: Path) -> None:
    """Draw all stills of `states` with this tree's code into `folder`; the battles are recorded in `home`."""
    folder.mkdir(parents=True, exist_ok=True)
    home.mkdir(parents=True, exist_ok=True)
    os.environ["TABLETOP_HOME"] = os.environ["HOME"] = str(home.resolve())
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    records = _play_records(home, " ".join(STATES[state] for state in states).split())
    parts = [list(states[start::2]) for start in range(2)]
    with ProcessPoolExecutor(2) as pool:
        list(pool.map(_draw_part, parts, [folder] * 2, [records] * 2))


def _play_records(home: Path, words: Sequence[str]) -> dict[str, Path]:
    """Play the battles of `tools.pictures` that `words` name; return their files."""
    from tools import pictures

    kept = home / "stills"
    kept.mkdir(exist_ok=True)
    records: dict[str, Path] = {}
    for name in {word for before, word in zip(("", *words), words, strict=False) if before == "--record"}:
        records[name] = kept / f"{name}.jsonl"
        if not records[name].exists():
            pictures.play_record(name).rename(records[name])
    return records


def _draw_part(states: Sequence[str], folder: Path, records: Mapping[str, Path]) -> None:
    for still in list_stills(states):
        image = draw(still, records)
        image.quantize(256, dither=Image.Dither.NONE).save(folder / f"{still.name}.png")


def draw(still: Still, records: Mapping[str, Path]) -> Image.Image:
    """Draw one still with this tree's code, as `tabletop shot` does."""
    import pygame

    import tabletop.games  # noqa: F401 - makes the games known
    from tabletop.core import resources
    from tabletop.core.game import find_game
    from tabletop.core.match import Match, MatchSetup
    from tabletop.core.scenario import load_text
    from tabletop.ui import palettes, screenshot

    words = STATES[still.state].split()
    given = dict(zip((word.removeprefix("--") for word in words[::2]), words[1::2], strict=True))
    if "record" in given:
        match = Match.load(records[given["record"]])
    else:
        game = given.get("game", SEA)
        path = resources.find_scenario(game, given.get("scenario", "trafalgar"))
        match = Match.new(MatchSetup(find_game(game), load_text(path), path.name, "stills"))
    viewer = given.get("as")
    palettes.dress(still.palette)
    wishes = screenshot.PictureRequest(
        given.get("screen", "table"),
        still.size,
        still.scale,
        given.get("select", ""),
        given.get("overlay", ""),
        int(given["zoom"]) if "zoom" in given else None,
        "" if viewer == "nobody" else viewer,
        int(given["played"]) if "played" in given else None,
    )
    surface = screenshot.render_picture(match, wishes)
    return Image.frombytes("RGB", surface.get_size(), pygame.image.tobytes(surface, "RGB"))


def report_differences(before: Path, after: Path, folder: Path, names: Iterable[str]) -> int:
    """Print a line for each still that differs visibly, and save it in `folder`; return 1 if there is one, else 0."""
    folder.mkdir(exist_ok=True)
    different = 0
    for name in names:
        (folder / f"{name}.png").unlink(missing_ok=True)
        pixels, picture = compare(before / f"{name}.png", after / f"{name}.png")
        if pixels > PIXELS:
            different += 1
            picture.save(folder / f"{name}.png")
            print(f"{name}: {pixels} pixels differ, see {folder.name}/{name}.png")
    print(f"{different} stills differ")
    return int(different > 0)


def compare(before: Path, after: Path) -> tuple[int, Image.Image]:
    """Return the number of pixels that differ visibly, and a picture: before, after, and the difference in red."""
    with Image.open(before) as one, Image.open(after) as other:
        old, new = one.convert("RGB"), other.convert("RGB")
    if old.size != new.size:
        return new.width * new.height, new
    differs = np.abs(np.asarray(old, np.int16) - np.asarray(new, np.int16)).max(axis=2) > LEVELS
    marked = np.asarray(new.convert("L").convert("RGB")).copy() // 2
    marked[differs] = (255, 40, 40)
    sheet = Image.new("RGB", (old.width, 3 * old.height))
    for row, part in enumerate((old, new, Image.fromarray(marked))):
        sheet.paste(part, (0, row * old.height))
    return int(differs.sum()), sheet


if __name__ == "__main__":
    sys.exit(main())
