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

_DRAFT_SUFFIX, _SCENARIO_SUFFIX, _MAX_BYTES = ".draft", ".yaml", 10 * MEGABYTE
_MAX_STEM_LENGTH = 60
"""Characters of the name of a file."""


class UnsavedError(Exception):
    """Why a draft was not saved, as a sentence.

    Attributes:
        existing_file: the file of that name that `overwrite` would replace; None if the name is free.
    """

    def __init__(self, why: str, existing_file: Path | None = None) -> None:
        super().__init__(why)
        self.existing_file = existing_file


class DraftFile(msgspec.Struct, frozen=True):
    """What a draft is on disk."""

    game: str
    source: str
    saved: str
    text: str
    home: str = ""


class RecoveredDraft(msgspec.Struct, frozen=True):
    """A draft that was not left on purpose."""

    path: Path
    modified: datetime
    content: DraftFile

    def open(self) -> tuple[Draft, "AutoSaver"]:
        """Return the draft as it was kept, against the file as it was saved.

        The file to which it was saved is believed only if that is a scenario of the player's own.

        Raises:
            ScenarioError: if nothing can be made of it.
        """
        kept = self.content
        draft = Draft(kept.game, kept.text, kept.source, _find_save_path(kept))
        draft.saved = kept.saved
        return draft, AutoSaver(draft, self.path)


class AutoSaver:
    """Keeps a draft on disk after each change until it is left.

    Attributes:
        path: where.
        saved_at: it was written last; None where it was not yet.
        error: why it could not be written, as a sentence; empty if it could.
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
        """Write it down as it is."""
        draft = self._draft
        kept = DraftFile(draft.game.meta.id, draft.source, draft.saved, draft.text, str(draft.save_path or ""))
        try:
            guarded_file.write_whole(self.path, msgspec.json.encode(kept))
        except OSError as error:
            self.error = f"The draft cannot be kept: {guarded_file.reason(error)}."
            return
        self.saved_at, self.error = guarded_file.modification_time(self.path), ""

    def delete_file(self) -> None:
        """It was left on purpose: take it off the disk."""
        with suppress(OSError):
            self.path.unlink(missing_ok=True)


def drafts_folder() -> Path:
    """Where drafts are kept."""
    return user_folders.home_folder() / "drafts"


def list_recoverable() -> tuple[RecoveredDraft, ...]:
    """The drafts that were not left on purpose, the latest first; what cannot be read is none."""
    found = (_load_recovered(path) for path in guarded_file.list_files(drafts_folder(), _DRAFT_SUFFIX))
    return tuple(sorted(filter(None, found), key=lambda one: one.modified, reverse=True))


def find_damaged() -> tuple[Path, ...]:
    """Return the files of drafts that cannot be opened, by name."""
    return tuple(
        path for path in guarded_file.list_files(drafts_folder(), _DRAFT_SUFFIX) if not _is_sound(_load_recovered(path))
    )


def _is_sound(kept: RecoveredDraft | None) -> bool:
    """Return True if the draft can be opened, whatever is wrong with its scenario."""
    try:
        return kept is not None and bool(kept.open())
    except ScenarioError:
        return False


def _load_recovered(path: Path) -> RecoveredDraft | None:
    try:
        kept = msgspec.json.decode(guarded_file.load_bytes(path, _MAX_BYTES), type=DraftFile)
    except (UnreadableError, msgspec.DecodeError, ValueError):
        return None
    return RecoveredDraft(path, guarded_file.modification_time(path), kept)


def _find_save_path(kept: DraftFile) -> Path | None:
    """Return where a draft says that it was saved, or None if that is no place for a scenario of the player's own."""
    try:
        home = paths.parse_path(kept.home)
    except PathError:
        return None
    return home if _is_user_path(kept.game, home) else None


def _is_user_path(game: str, path: Path) -> bool:
    """Return True if `path` is a place for a scenario of `game` in the player's own folder, or a folder in it."""
    return path.suffix.lower() == _SCENARIO_SUFFIX and paths.is_inside(path.parent, _user_folder(game))


def _user_folder(game: str) -> Path:
    return user_folders.home_folder() / "scenarios" / game


def save(draft: Draft, name: str = "") -> Path:
    """Write a draft to the player's own scenarios, under a name or, left out, where it was saved last.

    Raises:
        UnsavedError: if the name is no name or that of another file, or nothing can be written there.
    """
    path = _path_for_name(draft, name) if name else draft.save_path
    if path is None:
        raise UnsavedError("A scenario needs a name.")
    if guarded_file.is_taken(path) and path != draft.save_path:
        raise UnsavedError(f"You have a scenario {path.name} already.", path)
    return overwrite(draft, path, name)


def overwrite(draft: Draft, path: Path, name: str = "") -> Path:
    """Save `draft` over a file of the player's own that may be there; a draft without a title takes the name.

    Raises:
        UnsavedError: if it is a file of the program's, none of the player's scenarios, or cannot be written.
    """
    if paths.is_inside(path, resources.data_folder("scenarios")):
        raise UnsavedError("The scenarios that come with the program stay as they are; save it under another name.")
    if not _is_user_path(draft.game.meta.id, path):
        raise UnsavedError(f"{path.name} does not lie among your scenarios; save it under another name.")
    if name.strip() and draft.data.get("title") in (None, "", UNTITLED):
        draft.apply(SetField(("title",), name.strip()))
    try:
        guarded_file.write_whole(path, _match_line_endings(path, draft.text).encode())
    except OSError as error:
        raise UnsavedError(f"{path.name} cannot be written: {guarded_file.reason(error)}.") from error
    draft.mark_saved(path)
    return path


def _match_line_endings(path: Path, text: str) -> str:
    """A text with its lines ended as they are in the file that it replaces."""
    try:
        there = guarded_file.load_bytes(path, _MAX_BYTES)
    except UnreadableError:
        return text
    return text.replace("\n", "\r\n") if b"\r\n" in there else text


def find_free_name(game: str, title: str) -> str:
    """A name for a file that is not taken, neither among the player's own nor the program's."""
    return _find_free_path(_user_folder(game), _to_stem(title), _SCENARIO_SUFFIX, _bundled_stems(game)).stem


def _path_for_name(draft: Draft, name: str) -> Path:
    plain, game = _to_stem(name), draft.game.meta.id
    if not plain:
        raise UnsavedError("A name needs a letter or a digit.")
    if plain in _bundled_stems(game):
        raise UnsavedError(f"The program has a scenario {plain} of its own; choose another name.")
    try:
        return _user_folder(game) / paths.parse_name(f"{plain}{_SCENARIO_SUFFIX}")
    except PathError as error:
        raise UnsavedError(str(error)) from error


def _to_stem(name: str) -> str:
    return paths.portable_stem(to_slug(re.sub(r"\.yaml$", "", name))[:_MAX_STEM_LENGTH].strip("_"))


def _bundled_stems(game: str) -> frozenset[str]:
    return frozenset(path.stem for path in resources.list_scenarios(game))


def _find_free_path(where: Path, stem: str, ending: str, taken: frozenset[str] = frozenset()) -> Path:
    return guarded_file.find_free_path(where / f"{paths.portable_stem(stem or 'scenario')}{ending}", "_", taken)


def open_draft(game: str, path: Path) -> Draft:
    """A draft of a scenario file: over the player's own it is saved again, of the program's it is a copy.

    Raises:
        ScenarioError: if it cannot be read or nothing can be made of it.
    """
    from tabletop.core.scenario import load_text

    own = path in user_folders.list_user_scenarios(game)
    if not own and path not in resources.list_scenarios(game):
        raise ScenarioError([Problem(path.name, 1, 1, "the file is no scenario of this game")])
    return Draft(game, load_text(path), path.name, path if own else None)
