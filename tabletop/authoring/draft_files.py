"""Drafts on disk: saved while they are edited, recovered after a crash, saved as scenarios."""

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

_DRAFT_SUFFIX = ".draft"
_SCENARIO_SUFFIX = ".yaml"
_MAX_BYTES = 10 * MEGABYTE
_MAX_STEM_LENGTH = 60
"""Characters of a file name without its suffix."""


class UnsavedError(Exception):
    """A draft that was not saved; its message is a sentence for the player.

    Attributes:
        existing_file: the player's file that `overwrite` would replace; None if the reason is another.
    """

    def __init__(self, why: str, existing_file: Path | None = None) -> None:
        super().__init__(why)
        self.existing_file = existing_file


class DraftFile(msgspec.Struct, frozen=True):
    """The contents of a draft file.

    Attributes:
        game: id of the game.
        source: name of the scenario file.
        saved: the text as it was saved last.
        text: the text now.
        home: path to which the draft was saved; "" for none.
    """

    game: str
    source: str
    saved: str
    text: str
    home: str = ""


class RecoveredDraft(msgspec.Struct, frozen=True):
    """A draft file that is left from a crash, with the time of its last change."""

    path: Path
    modified: datetime
    content: DraftFile

    def open(self) -> tuple[Draft, "AutoSaver"]:
        """Return the draft, and the saver that goes on writing its file.

        The draft keeps its save path only if that is a scenario of the player's own.

        Raises:
            ScenarioError: if the text is not readable YAML.
        """
        kept = self.content
        draft = Draft(kept.game, kept.text, kept.source, _find_save_path(kept))
        draft.saved = kept.saved
        return draft, AutoSaver(draft, self.path)


class AutoSaver:
    """A writer that saves a draft to its file after each change, until `delete_file` is called.

    Attributes:
        path: the draft file.
        saved_at: time of the last write; None before the first.
        error: why the last write failed, as a sentence; "" if it did not.
    """

    def __init__(self, draft: Draft, path: Path | None = None) -> None:
        self.path = path or _find_free_path(
            drafts_folder(), to_slug(draft.source.removesuffix(_SCENARIO_SUFFIX))[:_MAX_STEM_LENGTH], _DRAFT_SUFFIX
        )
        self.saved_at: datetime | None = None
        self.error = ""
        self._draft = draft
        draft.change_hook = self.save

    def save(self) -> None:
        """Write the draft to its file now. A failure is put into `error`."""
        draft = self._draft
        kept = DraftFile(draft.game.meta.id, draft.source, draft.saved, draft.text, str(draft.save_path or ""))
        try:
            guarded_file.write_whole(self.path, msgspec.json.encode(kept))
        except OSError as error:
            self.error = f"The draft cannot be saved: {guarded_file.reason(error)}."
            return
        self.saved_at = guarded_file.modification_time(self.path)
        self.error = ""

    def delete_file(self) -> None:
        """Delete the draft file, as the player has closed the draft. Ignores files that cannot be deleted."""
        with suppress(OSError):
            self.path.unlink(missing_ok=True)


def drafts_folder() -> Path:
    """Return the folder of the draft files; it need not exist."""
    return user_folders.home_folder() / "drafts"


def list_recoverable() -> tuple[RecoveredDraft, ...]:
    """Return the drafts that are left from crashes, latest first. Skips files that cannot be read."""
    found = (_load_recovered(path) for path in guarded_file.list_files(drafts_folder(), _DRAFT_SUFFIX))
    return tuple(sorted(filter(None, found), key=lambda one: one.modified, reverse=True))


def find_damaged() -> tuple[Path, ...]:
    """Return the draft files that cannot be opened, by name."""
    return tuple(
        path for path in guarded_file.list_files(drafts_folder(), _DRAFT_SUFFIX) if not _is_sound(_load_recovered(path))
    )


def _is_sound(kept: RecoveredDraft | None) -> bool:
    """Return True if the draft can be opened; its scenario may have problems. False for None."""
    try:
        return kept is not None and bool(kept.open())
    except ScenarioError:
        return False


def _load_recovered(path: Path) -> RecoveredDraft | None:
    """Return the draft of a file, or None if the file cannot be read."""
    try:
        kept = msgspec.json.decode(guarded_file.load_bytes(path, _MAX_BYTES), type=DraftFile)
    except (UnreadableError, msgspec.DecodeError, ValueError):
        return None
    return RecoveredDraft(path, guarded_file.modification_time(path), kept)


def _find_save_path(kept: DraftFile) -> Path | None:
    """Return the path to which a draft was saved; None if it is no place for the player's scenarios."""
    try:
        home = paths.parse_path(kept.home)
    except PathError:
        return None
    return home if _is_user_path(kept.game, home) else None


def _is_user_path(game: str, path: Path) -> bool:
    """Return True if `path` is a place for a scenario of `game` in the player's own folder or below it."""
    return path.suffix.lower() == _SCENARIO_SUFFIX and paths.is_inside(path.parent, _user_folder(game))


def _user_folder(game: str) -> Path:
    return user_folders.home_folder() / "scenarios" / game


def save(draft: Draft, name: str = "") -> Path:
    """Save a draft among the player's scenarios, and return the path.

    Args:
        draft: the draft.
        name: name of a new file; "" saves to the file of the last save.

    Raises:
        UnsavedError: if the name is missing, unusable or taken, or the file cannot be written.
    """
    path = _path_for_name(draft, name) if name else draft.save_path
    if path is None:
        raise UnsavedError("Type a name for the scenario.")
    if guarded_file.is_taken(path) and path != draft.save_path:
        raise UnsavedError(f"You already have a scenario {path.name}.", path)
    return overwrite(draft, path, name)


def overwrite(draft: Draft, path: Path, name: str = "") -> Path:
    """Save `draft` to a file of the player's own, which may exist, and return the path.

    An untitled draft takes `name` as its title.

    Raises:
        UnsavedError: for a bundled scenario, for a path outside the player's scenarios, or if the write fails.
    """
    if paths.is_inside(path, resources.data_folder("scenarios")):
        raise UnsavedError("The scenarios that come with the game cannot be overwritten; save under another name.")
    if not _is_user_path(draft.game.meta.id, path):
        raise UnsavedError(f"{path.name} is not one of your scenarios; save under another name.")
    if name.strip() and draft.data.get("title") in (None, "", UNTITLED):
        draft.apply(SetField(("title",), name.strip()))
    try:
        guarded_file.write_whole(path, _match_line_endings(path, draft.text).encode())
    except OSError as error:
        raise UnsavedError(f"{path.name} cannot be written: {guarded_file.reason(error)}.") from error
    draft.mark_saved(path)
    return path


def _match_line_endings(path: Path, text: str) -> str:
    """Return `text` with the line endings of the file at `path`; unchanged if there is none."""
    try:
        there = guarded_file.load_bytes(path, _MAX_BYTES)
    except UnreadableError:
        return text
    return text.replace("\n", "\r\n") if b"\r\n" in there else text


def find_free_name(game: str, title: str) -> str:
    """Return a file name made from `title`, without suffix, that no scenario of the game has."""
    return _find_free_path(_user_folder(game), _to_stem(title), _SCENARIO_SUFFIX, _bundled_stems(game)).stem


def _path_for_name(draft: Draft, name: str) -> Path:
    """Return the path for a name that the player typed.

    Raises:
        UnsavedError: if the name is unusable or that of a bundled scenario.
    """
    plain, game = _to_stem(name), draft.game.meta.id
    if not plain:
        raise UnsavedError("The name needs a letter or a digit.")
    if plain in _bundled_stems(game):
        raise UnsavedError(f"A scenario named {plain} comes with the game; choose another name.")
    try:
        return _user_folder(game) / paths.parse_name(f"{plain}{_SCENARIO_SUFFIX}")
    except PathError as error:
        raise UnsavedError(str(error)) from error


def _to_stem(name: str) -> str:
    """Return a typed name as a file name without suffix; "" if no letter or digit is in it."""
    return paths.portable_stem(to_slug(re.sub(r"\.yaml$", "", name))[:_MAX_STEM_LENGTH].strip("_"))


def _bundled_stems(game: str) -> frozenset[str]:
    """Return the names of the game's bundled scenarios without suffix."""
    return frozenset(path.stem for path in resources.list_scenarios(game))


def _find_free_path(where: Path, stem: str, ending: str, taken: frozenset[str] = frozenset()) -> Path:
    """Return a path in `where` that no file has, and whose stem is not in `taken`."""
    return guarded_file.find_free_path(where / f"{paths.portable_stem(stem or 'scenario')}{ending}", "_", taken)


def open_draft(game: str, path: Path) -> Draft:
    """Return a draft of a scenario file.

    A draft of the player's own scenario is saved to its file. A draft of a bundled scenario has no save path.

    Raises:
        ScenarioError: if the file is no scenario of the game, cannot be read, or is not readable YAML.
    """
    from tabletop.core.scenario import load_text

    own = path in user_folders.list_user_scenarios(game)
    if not own and path not in resources.list_scenarios(game):
        raise ScenarioError([Problem(path.name, 1, 1, "the file is not a scenario of this game")])
    return Draft(game, load_text(path), path.name, path if own else None)
