"""Drafts on disk: kept while they are written, found again after a crash, saved to the player's own scenarios."""

import re
from contextlib import suppress
from datetime import datetime
from pathlib import Path

import msgspec

from tabletop.authoring.draft import UNTITLED, Draft, SetField
from tabletop.core import guarded_file, paths, resources, user_folders
from tabletop.core.errors import Problem, ScenarioError
from tabletop.core.guarded_file import MEGABYTE, UnreadableError
from tabletop.core.paths import PathError
from tabletop.core.phrases import to_slug

_ENDING, _SCENARIO, _LARGEST = ".draft", ".yaml", 10 * MEGABYTE
_LONGEST = 60
"""Characters of the name of a file."""


class UnsavedError(Exception):
    """Why a draft was not saved, as a sentence.

    Attributes:
        taken: the player's own file of that name, which `replaced` would write over; None where that is not why.
    """

    def __init__(self, why: str, taken: Path | None = None) -> None:
        super().__init__(why)
        self.taken = taken


class DraftFile(msgspec.Struct, frozen=True):
    """What a draft is on disk."""

    game: str
    source: str
    saved: str
    text: str
    home: str = ""


class Recovered(msgspec.Struct, frozen=True):
    """A draft that was not left on purpose."""

    path: Path
    when: datetime
    kept: DraftFile

    def open(self) -> tuple[Draft, "AutoSaver"]:
        """Return the draft as it was kept, against the file as it was saved.

        The file to which it was saved is believed only if that is a scenario of the player's own.

        Raises:
            ScenarioError: if nothing can be made of it.
        """
        kept = self.kept
        draft = Draft(kept.game, kept.text, kept.source, _trusted_home(kept))
        draft.saved = kept.saved
        return draft, AutoSaver(draft, self.path)


class AutoSaver:
    """Keeps a draft on disk after each change until it is left.

    Attributes:
        path: where.
        when: it was written last; None where it was not yet.
        trouble: why it could not be written, as a sentence; empty if it could.
    """

    def __init__(self, draft: Draft, path: Path | None = None) -> None:
        self.path = path or _free(folder(), to_slug(draft.source.removesuffix(_SCENARIO))[:_LONGEST], _ENDING)
        self.when: datetime | None = None
        self.trouble = ""
        self._draft = draft
        draft.changed_hook = self.keep

    def keep(self) -> None:
        """Write it down as it is."""
        draft = self._draft
        kept = DraftFile(draft.game.meta.id, draft.source, draft.saved, draft.text, str(draft.home or ""))
        try:
            guarded_file.write_whole(self.path, msgspec.json.encode(kept))
        except OSError as error:
            self.trouble = f"The draft cannot be kept: {guarded_file.reason(error)}."
            return
        self.when, self.trouble = guarded_file.modification_time(self.path), ""

    def forget(self) -> None:
        """It was left on purpose: take it off the disk."""
        with suppress(OSError):
            self.path.unlink(missing_ok=True)


def folder() -> Path:
    """Where drafts are kept."""
    return user_folders.home_folder() / "drafts"


def recoverable() -> tuple[Recovered, ...]:
    """The drafts that were not left on purpose, the latest first; what cannot be read is none."""
    found = (_recovered(path) for path in guarded_file.list_files(folder(), _ENDING))
    return tuple(sorted(filter(None, found), key=lambda one: one.when, reverse=True))


def find_damaged() -> tuple[Path, ...]:
    """Return the files of drafts that cannot be opened, by name."""
    return tuple(path for path in guarded_file.list_files(folder(), _ENDING) if not _is_sound(_recovered(path)))


def _is_sound(kept: Recovered | None) -> bool:
    """Return True if the draft can be opened, whatever is wrong with its scenario."""
    try:
        return kept is not None and bool(kept.open())
    except ScenarioError:
        return False


def _recovered(path: Path) -> Recovered | None:
    try:
        kept = msgspec.json.decode(guarded_file.load_bytes(path, _LARGEST), type=DraftFile)
    except (UnreadableError, msgspec.DecodeError, ValueError):
        return None
    return Recovered(path, guarded_file.modification_time(path), kept)


def _trusted_home(kept: DraftFile) -> Path | None:
    """Return where a draft says that it was saved, or None if that is no place for a scenario of the player's own."""
    try:
        home = paths.parse_path(kept.home)
    except PathError:
        return None
    return home if _is_own(kept.game, home) else None


def _is_own(game: str, path: Path) -> bool:
    """Return True if `path` is a place for a scenario of `game` in the player's own folder, or a folder in it."""
    return path.suffix.lower() == _SCENARIO and paths.is_inside(path.parent, _own_folder(game))


def _own_folder(game: str) -> Path:
    return user_folders.home_folder() / "scenarios" / game


def save(draft: Draft, name: str = "") -> Path:
    """Write a draft to the player's own scenarios, under a name or, left out, where it was saved last.

    Raises:
        UnsavedError: if the name is no name or that of another file, or nothing can be written there.
    """
    path = _named(draft, name) if name else draft.home
    if path is None:
        raise UnsavedError("A scenario needs a name.")
    if guarded_file.is_taken(path) and path != draft.home:
        raise UnsavedError(f"You have a scenario {path.name} already.", path)
    return replaced(draft, path, name)


def replaced(draft: Draft, path: Path, name: str = "") -> Path:
    """Save `draft` over a file of the player's own that may be there; a draft without a title takes the name.

    Raises:
        UnsavedError: if it is a file of the program's, none of the player's scenarios, or cannot be written.
    """
    if paths.is_inside(path, resources.data_folder("scenarios")):
        raise UnsavedError("The scenarios that come with the program stay as they are; save it under another name.")
    if not _is_own(draft.game.meta.id, path):
        raise UnsavedError(f"{path.name} does not lie among your scenarios; save it under another name.")
    if name.strip() and draft.data.get("title") in (None, "", UNTITLED):
        draft.do(SetField(("title",), name.strip()))
    try:
        guarded_file.write_whole(path, _as_there(path, draft.text).encode())
    except OSError as error:
        raise UnsavedError(f"{path.name} cannot be written: {guarded_file.reason(error)}.") from error
    draft.settled(path)
    return path


def _as_there(path: Path, text: str) -> str:
    """A text with its lines ended as they are in the file that it replaces."""
    try:
        there = guarded_file.load_bytes(path, _LARGEST)
    except UnreadableError:
        return text
    return text.replace("\n", "\r\n") if b"\r\n" in there else text


def free_name(game: str, title: str) -> str:
    """A name for a file that is not taken, neither among the player's own nor the program's."""
    return _free(_own_folder(game), _plain(title), _SCENARIO, _ours(game)).stem


def _named(draft: Draft, name: str) -> Path:
    plain, game = _plain(name), draft.game.meta.id
    if not plain:
        raise UnsavedError("A name needs a letter or a digit.")
    if plain in _ours(game):
        raise UnsavedError(f"The program has a scenario {plain} of its own; choose another name.")
    try:
        return _own_folder(game) / paths.parse_name(f"{plain}{_SCENARIO}")
    except PathError as error:
        raise UnsavedError(str(error)) from error


def _plain(name: str) -> str:
    return paths.portable_stem(to_slug(re.sub(r"\.yaml$", "", name))[:_LONGEST].strip("_"))


def _ours(game: str) -> frozenset[str]:
    return frozenset(path.stem for path in resources.list_scenarios(game))


def _free(where: Path, stem: str, ending: str, taken: frozenset[str] = frozenset()) -> Path:
    return guarded_file.find_free_path(where / f"{paths.portable_stem(stem or 'scenario')}{ending}", "_", taken)


def opened(game: str, path: Path) -> Draft:
    """A draft of a scenario file: over the player's own it is saved again, of the program's it is a copy.

    Raises:
        ScenarioError: if it cannot be read or nothing can be made of it.
    """
    from tabletop.core.scenario import load_text

    own = path in user_folders.list_user_scenarios(game)
    if not own and path not in resources.list_scenarios(game):
        raise ScenarioError([Problem(path.name, 1, 1, "the file is no scenario of this game")])
    return Draft(game, load_text(path), path.name, path if own else None)
