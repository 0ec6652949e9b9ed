"""What a player has set, kept from one run of the program to the next in a small file that he can read and change."""

import os
import re
import tomllib
from collections.abc import Callable, Iterator
from itertools import chain, count
from pathlib import Path
from typing import Annotated, Protocol

import msgspec
from msgspec.structs import replace

from tabletop.core import guarded_file, plain_toml, user_folders
from tabletop.core.guarded_file import KILOBYTE, UnreadableError
from tabletop.core.phrases import join_words
from tabletop.ui import mouse, rebinding
from tabletop.ui.error_log import log_error
from tabletop.ui.input import strikable
from tabletop.ui.motion import MOTION, PACES, TURNS, Pace, Turns
from tabletop.ui.mouse import BUTTONS, CHOOSES, Mouse
from tabletop.ui.mouse import MOST as NOTCH
from tabletop.ui.palettes import DRESSES, Dress, dress
from tabletop.ui.rebinding import proper
from tabletop.ui.sound.kinds import LOUDNESS, VOLUMES, Group, Volume
from tabletop.ui.theme import SCALES

FILE, FORMER = "settings.toml", "settings.json"
LARGEST = 64 * KILOBYTE
UNSOUND = (msgspec.MsgspecError, ValueError, RecursionError)
"""What reading it can end in; a number of thousands of digits is no more than a `ValueError`."""
HEAD = """Settings of The Admiral's Table. The game rewrites this file whenever a setting changes, so edit it
only while the game is closed. Entries that cannot be read fall back to their defaults; the damaged file is
kept beside this one."""
NOTES = {
    "scale": f"Interface size in per cent, {SCALES[0]} to {SCALES[-1]}. Without it the size matches the window.",
    "full_screen": "Full screen instead of a window.",
    "window": "Last width and height of the window in pixels.",
    "pace": "Animation speed: " + ", ".join(PACES) + ".",
    "turns": "Speed of the computer's turn: " + ", ".join(TURNS) + ".",
    "follows": "Follow the computer's moves.",
    "halts": "Pause the computer's turn when a ship is lost.",
    "asks": "Warn about unused orders before a phase ends.",
    "curtain": "Hide hands between turns in new matches.",
    "muted": "Mute all sound.",
    "loud": "Volume of each kind of sound: " + ", ".join(VOLUMES) + ". The default is mid.",
    "notes": "Explain new rules the first time, and the notes already shown.",
    "offer_lessons": "Offer lessons on the title screen.",
    "rules": "The last rules chosen for each scenario.",
    "seats": "The last computer players of each scenario, and how well they play.",
    "dress": "Colours: " + ", ".join(DRESSES) + ".",
    "keys": "Changed keys, by action.",
    "mouse": f"Changed mouse buttons: choose ({', '.join(CHOOSES)}), measure, pan ({', '.join(BUTTONS)}). nearer: zoom "
    f"in by the wheel (up, down). notch: steps of zoom at each notch of the wheel (1 to {NOTCH}).",
    "lessons": "Your progress in each lesson.",
}
"""What stands over each entry."""


Side = Annotated[int, msgspec.Meta(ge=1, le=32768)]


class Learnt(msgspec.Struct, frozen=True):
    """How far the player has come in a lesson.

    Attributes:
        record: name of the file of its match.
        marks: how many moves had been made when each step began, the one that is on as the last.
        done: whether it was ever done to its end.
    """

    record: str = ""
    marks: tuple[Annotated[int, msgspec.Meta(ge=0)], ...] = ()
    done: bool = False


class Settings(msgspec.Struct, frozen=True):
    """What is kept.

    Attributes:
        scale: of the interface, per cent; None follows the height of the window.
        full_screen: whether the table fills the screen.
        pace: how fast things are played.
        turns: how the turn of the computer is shown.
        follows: whether the view goes to what the computer does.
        halts: whether its turn stands where a piece was lost.
        asks: whether a phase in which something is left undone ends only once that was confirmed.
        curtain: whether a new match covers what is secret between turns.
        muted: whether nothing is heard.
        loud: how loud each kind of thing is; what is not named is in the middle.
        window: its size as it was left, pixels; None for one that suits the desktop.
        rules: by game and scenario, the switches with which it was begun last.
        notes: whether a newcomer is told what comes up for the first time.
        notes_seen: ids of the notes that were.
        seats: the same, the seats that the computer had, with the names of its players.
        lessons: by their ids, how far the player has come in those that were begun.
        offer_lessons: whether the title offers them to a newcomer.
        dress: which colours are worn.
        keys: those that the player has changed, see `ui.rebinding`.
        mouse: what its buttons and its wheel do.
    """

    scale: Annotated[int, msgspec.Meta(ge=SCALES[0], le=SCALES[-1])] | None = None
    full_screen: bool = False
    pace: Pace = "full"
    turns: Turns = "usual"
    follows: bool = True
    halts: bool = False
    asks: bool = True
    curtain: bool = True
    muted: bool = False
    loud: dict[Group, Volume] = {}
    window: tuple[Side, Side] | None = None
    rules: dict[str, dict[str, str | bool]] = {}
    notes: bool = True
    notes_seen: tuple[str, ...] = ()
    seats: dict[str, dict[str, str]] = {}
    lessons: dict[str, Learnt] = {}
    offer_lessons: bool = True
    dress: Dress = "printed"
    keys: dict[str, str] = {}
    mouse: Mouse = Mouse()


NAMES = frozenset(Settings.__struct_fields__)
MOST, LONGEST = 3, 30
"""So much of what is wrong in a file is named, the rest is counted, and so many letters of each."""
_NOTHING = "The settings could not be read; the defaults apply. The damaged file was saved as {place}."
_BARRED = "The settings could not be read; the defaults apply. The damaged file cannot be moved: {why}."
_SOME = "Some settings could not be read: {what}. The rest is kept. The damaged file was saved as {place}."
_SOME_STAY = "Some settings could not be read: {what}. The rest is kept. The damaged file cannot be moved: {why}."


def path() -> Path:
    """The file."""
    return user_folders.settings_folder() / FILE


def read(tell: Callable[[str], None] = lambda _: None) -> Settings:
    """What was kept; where there is nothing, or nothing sound, what a first run has.

    A file in which anything is not sound is set aside, what is sound in it is kept, and that is told in a sentence.
    """
    try:
        found = guarded_file.load_bytes(path(), LARGEST).decode()
    except UnreadableError as error:
        if error.missing:
            return _former()
        _set_aside(tell, (_NOTHING, _BARRED))
        return Settings()
    except UNSOUND:
        _set_aside(tell, (_NOTHING, _BARRED))
        return Settings()
    kept, wrong = _sound(found)
    if wrong:
        more = [f"{len(wrong) - MOST} more"] if len(wrong) > MOST else []
        if _set_aside(tell, (_SOME, _SOME_STAY), join_words([*wrong[:MOST], *more])):
            write(kept)
    return kept


def find_faults() -> str:
    """Return what is wrong with the file, as the end of a sentence; "" if nothing. Changes nothing on the disk."""
    try:
        found = guarded_file.load_bytes(path(), LARGEST).decode()
    except UnreadableError as error:
        return "" if error.missing else str(error)
    except UNSOUND:
        return "is not UTF-8 text"
    _, wrong = _sound(found)
    return f"has entries that cannot be read: {join_words(wrong[:MOST])}" if wrong else ""


def _sound(text: str) -> tuple[Settings, list[str]]:
    """What of it can be read, and what cannot: lines with what they were to set."""
    try:
        found, unread = tomllib.loads(text), list[plain_toml.TomlLine]()
    except (ValueError, RecursionError):
        found, unread = (
            plain_toml.read_tolerantly(text),
            [line for line in plain_toml.parse_lines(text) if line.read is None],
        )
    wrong = {line.number: line.dotted_key for line in unread}
    unsound = set(_unsound(found))
    wrong |= {line.number: line.dotted_key for line in plain_toml.parse_lines(text) if line.dotted_key in unsound}
    lost = sorted(unsound - set(wrong.values()))
    return msgspec.convert(found, Settings), [_told(number, wrong[number]) for number in sorted(wrong)] + lost


def _told(number: int, path: str) -> str:
    words = "".join(filter(str.isprintable, path))[:LONGEST]
    return f"line {number} ({words})" if words else f"line {number}"


def _unsound(found: dict[str, object]) -> Iterator[str]:
    """What of it can be no setting, taken out one by one; of a table its entries, unless it can be no table here."""
    for name, of in list(found.items()):
        if name not in NAMES or not _fits({name: {} if isinstance(of, dict) else of}):
            yield name
            del found[name]
        elif isinstance(of, dict):
            odd = {key for key, one in of.items() if not _fits({name: {key: one}})}
            keys = {key: one for key, one in of.items() if name == "keys" and key not in odd}
            for key in sorted(odd | rebinding.unfit(keys) | {key for key in keys if not strikable(proper(keys[key]))}):
                yield f"{name}.{key}"
                del of[key]


def _fits(entry: dict[str, object]) -> bool:
    try:
        msgspec.convert(entry, Settings)
    except UNSOUND:
        return False
    return True


def _former() -> Settings:
    """What was kept in the file of former versions."""
    try:
        return msgspec.json.decode(guarded_file.load_bytes(path().with_name(FORMER), LARGEST), type=Settings)
    except (UnreadableError, *UNSOUND):
        return Settings()


def write(settings: Settings) -> None:
    """Keep this; where that cannot be written the game goes on without."""
    kept = {name: of for name, of in msgspec.to_builtins(settings).items() if of is not None}
    try:
        guarded_file.write_whole(path(), plain_toml.format_toml(kept, NOTES, HEAD).encode(errors="replace"))
    except OSError:
        log_error("the settings cannot be written")


def aside() -> Path:
    """Return where a file that cannot be read is put; those that lie there from before stay."""
    names = (f"{path().stem}{number}.unreadable" for number in chain([""], map("-{}".format, count(2))))
    return next(place for place in map(path().with_name, names) if not guarded_file.is_taken(place))


def _set_aside(tell: Callable[[str], None], words: tuple[str, str], what: str = "") -> bool:
    """Put the file aside and tell it; return False if the file had to stay, which the second of `words` tells."""
    log_error("the settings cannot be read")
    place = aside()
    try:
        guarded_file.move_over(path(), place)
    except OSError as error:
        tell(words[1].format(what=what, why=guarded_file.reason(error)))
        return False
    tell(words[0].format(what=what, place=place.name))
    return True


SCALE = "TABLETOP_UI_SCALE"
"""Environment variable that asks for a scale."""


class Window(Protocol):
    """What is kept of how the window is shown; of no `scale`, that it follows the height."""

    scale: int | None
    full_screen: bool

    @property
    def window(self) -> tuple[int, int]:
        """Its size while it does not fill the screen, pixels."""


def grant(kept: Settings) -> None:
    """What was set before holds in this run."""
    vars(MOTION).update({wish: getattr(kept, wish) for wish in vars(MOTION)})
    LOUDNESS.muted, LOUDNESS.loud = kept.muted, dict(kept.loud)
    rebinding.bind(kept.keys)
    mouse.hold(kept.mouse)
    dress(kept.dress)


def keep(window: Window) -> None:
    """Write down what the player has set, for the next run; what the environment asked for holds in this one only."""
    asked, kept = asked_scale(), read()
    scale = kept.scale if asked and window.scale == asked else window.scale
    shown = {"scale": scale, "full_screen": window.full_screen, "window": window.window}
    write(replace(kept, **shown, **vars(MOTION), **vars(LOUDNESS)))


def keep_motion() -> None:
    """Write down how things are played, as soon as a player has set it at the table."""
    write(replace(read(), **vars(MOTION)))


def asked_scale(tell: Callable[[str], None] = lambda _: None) -> int | None:
    """The scale that the environment asks for with `TABLETOP_UI_SCALE`, per cent; what is no number is told."""
    asked = os.environ.get(SCALE, "")
    if re.fullmatch("[0-9]{1,6}", asked):
        return max(SCALES[0], min(SCALES[-1], int(asked)))
    if asked:
        tell(f"{SCALE} is '{asked[:12]}', not a percentage such as 125.")
    return None


class Newcomer:
    """Who has read which notes, and whether more are wanted; kept in the"""

    def __init__(self) -> None:
        kept = read()
        self.wanted, self._seen = kept.notes, set(kept.notes_seen)

    def knows(self, note: str) -> bool:
        """Whether a note was read before."""
        return not self.wanted or note in self._seen

    def told(self, note: str) -> bool:
        """Whether it was, whatever is wanted now."""
        return note in self._seen

    def read(self, note: str) -> None:
        """It was read now."""
        self._seen.add(note)
        write(replace(read(), notes_seen=tuple(sorted(self._seen))))

    def enough(self) -> None:
        """No more notes."""
        self.wanted = False
        write(replace(read(), notes=False))


class Veteran(Newcomer):
    """Who needs no notes; stands where a picture is taken, and in lessons, which say it themselves."""

    def __init__(self) -> None:
        self.wanted, self._seen = False, set()


VETERAN = Veteran()
