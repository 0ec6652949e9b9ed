"""A draft of any game: what is done to it, taken back, told of it, kept, saved and begun."""

import os
import re

import msgspec
import pytest

from tabletop.authoring import draft_files, piece_changes
from tabletop.authoring.draft import (
    UNTITLED,
    AddEntry,
    CombinedChange,
    Draft,
    ImpossibleChangeError,
    MoveEntry,
    RemoveField,
    SetField,
    create_blank,
)
from tabletop.core import guarded_file, resources, user_folders
from tabletop.core.errors import ScenarioError
from tabletop.core.game import games_by_id
from tabletop.core.match import Match
from tabletop.core.scenario import load_text
from tests.authoring.fleets import bundled_draft
from tests.example import GAME as EXAMPLE


@pytest.fixture
def draft() -> Draft:
    return bundled_draft("ships_of_the_line", "duel_of_two_74s")


def told(draft):
    return [(line.sign, line.number) for line in draft.line_changes.lines if line.sign != " "]


@pytest.mark.parametrize(
    "path", [path for game in games_by_id() for path in resources.list_scenarios(game)], ids=lambda path: path.stem
)
def test_every_scenario_is_opened_sound_and_saved_as_it_was(path, tmp_path, monkeypatch):
    monkeypatch.setenv(user_folders.HOME, str(tmp_path))
    draft = Draft(path.parent.name, load_text(path), path.name)
    assert (draft.problems, draft.has_unsaved_changes, draft.state is None) == ((), False, False)
    assert draft_files.save(draft, "a copy").read_bytes() == path.read_bytes()


def test_what_is_done_is_taken_back_and_done_again_without_end(draft):
    first = draft.text
    steps = [piece_changes.MovePieces(("B1",), (0.1 * number, 0)) for number in range(1, 30)]
    texts = [draft.apply(step) and draft.text for step in steps]
    for text in (*texts[-2::-1], first):
        assert draft.undo() is not None
        assert draft.text == text
    assert (draft.undo(), draft.can_redo, draft.has_unsaved_changes) == (None, True, False)
    while draft.redo():
        pass
    assert draft.text == texts[-1]
    draft.undo()
    draft.apply(SetField(("turns",), 3))
    assert not draft.can_redo


def test_a_drag_is_one_step(draft):
    start = draft.find_piece("B1").at
    draft.apply(SetField(("turns",), 9))
    draft.apply(piece_changes.MovePiecesTo(("B1",), (1, 1)))
    for x in range(2, 6):
        draft.replace_last(piece_changes.MovePiecesTo(("B1",), (x, 1)))
    assert draft.find_piece("B1").at == (5, 1)
    lies = draft.state
    draft.replace_last(piece_changes.MovePiecesTo(("B1",), start))
    assert draft.state.ships["B1"] != lies.ships["B1"]
    draft.apply(piece_changes.MovePiecesTo(("B1",), (5, 1)))
    draft.undo()
    assert (draft.find_piece("B1").at, draft.data["turns"]) == (start, 9)


def test_a_change_that_is_not_possible_changes_nothing_and_says_so(draft):
    text = draft.text
    for change in (
        RemoveField(("nothing",)),
        AddEntry(("title",), 1),
        SetField(("title", "deep"), 1),
        MoveEntry(("ships", 9), 0),
    ):
        with pytest.raises(ImpossibleChangeError, match=r"\.$"):
            draft.apply(change)
    draft.apply(SetField(("turns",), 9))
    with pytest.raises(ImpossibleChangeError):
        draft.replace_last(RemoveField(("nothing",)))
    assert draft.data["turns"] == 9
    draft.undo()
    assert draft.text == text


def test_the_lines_that_changed_are_told_old_and_new(draft):
    line = next(number for number, one in enumerate(draft.text.splitlines(), 1) if "key: B1" in one)
    draft.apply(piece_changes.MovePieces(("B1",), (0.5, 0)))
    assert told(draft) == [("-", line), ("+", line)]
    assert draft.line_changes.count == 1


def test_problems_are_those_of_the_command_each_with_its_part_of_the_data(draft):
    first, second = (piece.id for piece in draft.pieces[:2])
    draft.apply(
        CombinedChange(
            (piece_changes.MovePiecesTo((second,), draft.find_piece(first).at), SetField(("turns",), 0)), "Both"
        )
    )
    with pytest.raises(ScenarioError) as caught:
        draft.game.read(draft.text, draft.source)
    told = [(one.message, one.line, one.column) for one in draft.problems]
    assert told == [(one.message, one.line, one.column) for one in caught.value.problems]
    assert {(one.path, one.piece_id) for one in draft.problems} == {(("turns",), ""), (("ships", 1, "at"), second)}
    with pytest.raises(ScenarioError):
        draft.build_setup("seed")


@pytest.mark.usefixtures("example")
@pytest.mark.parametrize("game", [*games_by_id(), EXAMPLE.meta.id])
def test_a_new_scenario_of_every_game_can_be_begun_once_it_has_what_it_needs(game):
    draft = create_blank(game)
    assert draft.data["title"] == UNTITLED
    for nation, at in (("britain", (2, 2)), ("france", (6, 4))):
        kinds = [kind for kind in draft.kinds if not kind.nation]
        if kinds:
            draft.apply(piece_changes.PlacePiece(kinds[-1].id, at, 1, nation))
    assert draft.problems == ()
    assert Match.new(draft.build_setup("seed")).state is not None


def test_the_fields_of_a_group_are_those_of_the_schema(draft):
    fields = {field.key: field for field in draft.list_fields()}
    assert (fields["turns"].kind, fields["turns"].minimum, fields["turns"].maximum) == ("whole", 1, 500)
    assert (fields["title"].is_required, fields["briefing"].kind, fields["ships"].kind) == (True, "prose", "list")
    assert draft.find_field(("wind", "from")).choices[0] == "N"
    assert {field.kind for field in draft.list_fields(("options",)) if field.key != "wind_strength"} == {"switch"}
    deck = bundled_draft("volley", "standard")
    assert [field.key for field in deck.list_fields(("cards", 0))] == ["name", "suit", "force", "negates", "count"]
    assert deck.find_field(("cards", 0, "force")).value == 1
    assert bundled_draft("ship_duel", "standard").list_fields(("cards",))[0].key == "north_wind"


def test_a_draft_is_kept_and_found_again_after_a_crash(draft, tmp_path, monkeypatch):
    monkeypatch.setenv(user_folders.HOME, str(tmp_path))
    keeper = draft_files.AutoSaver(draft)
    assert draft_files.list_recoverable() == ()
    draft.apply(SetField(("turns",), 7))
    (found,) = draft_files.list_recoverable()
    again, _ = found.open()
    assert (again.text, again.saved, keeper.error) == (draft.text, draft.saved, "")
    (draft_files.drafts_folder() / "odd.draft").write_bytes(b"{")
    assert len(draft_files.list_recoverable()) == 1
    keeper.delete_file()
    assert draft_files.list_recoverable() == ()


def kept(**others):
    """Write a draft by hand, as somebody else may."""
    whole = {"game": "ships_of_the_line", "source": "x.yaml", "saved": "", "text": "title: X\n"} | others
    guarded_file.write_whole(draft_files.drafts_folder() / "x.draft", msgspec.json.encode(whole))
    (found,) = draft_files.list_recoverable()
    return found


@pytest.mark.parametrize("home", ["{tmp}/letter.txt", "{tmp}/letter.yaml", "{own}/../../letter.yaml", "{own}/x.txt",
                                  "{own}", "a\0b", "x" * 300, "~nobody-here/x.yaml"])  # fmt: skip
def test_a_file_that_a_draft_names_is_not_written_over(home, tmp_path, monkeypatch):
    monkeypatch.setenv(user_folders.HOME, str(tmp_path / "home"))
    own = tmp_path / "home" / "scenarios" / "ships_of_the_line"
    own.mkdir(parents=True)
    for name in ("letter.txt", "letter.yaml"):
        (tmp_path / name).write_text("My dear Lord")
    draft, _ = kept(home=home.format(tmp=tmp_path, own=own)).open()
    assert draft.save_path is None
    with pytest.raises(draft_files.UnsavedError, match="Type a name"):
        draft_files.save(draft)
    draft.save_path = tmp_path / "letter.yaml"
    with pytest.raises(draft_files.UnsavedError, match="is not one of your scenarios"):
        draft_files.save(draft)
    assert {(tmp_path / name).read_text() for name in ("letter.txt", "letter.yaml")} == {"My dear Lord"}


def test_a_draft_goes_on_over_the_players_own_scenario(tmp_path, monkeypatch):
    monkeypatch.setenv(user_folders.HOME, str(tmp_path))
    own = user_folders.home_folder() / "scenarios" / "ships_of_the_line" / "mine.yaml"
    draft, _ = kept(home=str(own)).open()
    assert draft.save_path == own
    assert draft_files.save(draft) == own


@pytest.mark.parametrize(
    ("others", "said"),
    [
        ({"game": "no_such\n"}, "this program has no game 'no_such\\u000a'"),
        ({"text": "- a\n- list\n"}, "group of keys"),
        ({"text": "word"}, "group of keys"),
    ],
)
def test_a_draft_of_which_nothing_can_be_made_is_told_in_words(others, said, tmp_path, monkeypatch):
    monkeypatch.setenv(user_folders.HOME, str(tmp_path))
    with pytest.raises(ScenarioError, match=re.escape(said)):
        kept(**others).open()


@pytest.mark.parametrize("others", [{"text": ["a", "list"]}, {"source": None}, {"home": 1}])
def test_what_is_no_draft_is_not_offered(others, tmp_path, monkeypatch):
    monkeypatch.setenv(user_folders.HOME, str(tmp_path))
    with pytest.raises(ValueError, match="not enough values"):
        kept(**others)


def test_a_scenario_that_is_a_list_is_told_in_words(tmp_path, monkeypatch):
    monkeypatch.setenv(user_folders.HOME, str(tmp_path))
    path = tmp_path / "scenarios" / "volley" / "x.yaml"
    guarded_file.write_whole(path, b"- a\n")
    with pytest.raises(ScenarioError, match="group of keys"):
        draft_files.open_draft("volley", path)


def test_a_draft_that_cannot_be_kept_says_why(draft, tmp_path, monkeypatch):
    monkeypatch.setenv(user_folders.HOME, str(tmp_path / "file"))
    (tmp_path / "file").write_text("")
    keeper = draft_files.AutoSaver(draft)
    draft.apply(SetField(("turns",), 7))
    assert keeper.error.startswith("The draft cannot be saved")


def test_a_draft_is_saved_to_the_players_own_and_never_over_the_programs(draft, tmp_path, monkeypatch):
    monkeypatch.setenv(user_folders.HOME, str(tmp_path))
    draft.apply(SetField(("title",), "My Duel"))
    path = draft_files.save(draft, "My Duel")
    assert (path.name, path.read_text(encoding="utf-8"), draft.has_unsaved_changes) == (
        "my_duel.yaml",
        draft.text,
        False,
    )
    assert path in user_folders.list_user_scenarios("ships_of_the_line")
    draft.apply(SetField(("turns",), 7))
    assert draft_files.save(draft) == path
    other = bundled_draft("ships_of_the_line", "hot_shot")
    with pytest.raises(draft_files.UnsavedError) as caught:
        draft_files.save(other, "my duel")
    assert caught.value.existing_file == path
    assert draft_files.find_free_name("ships_of_the_line", "My Duel") == "my_duel_2"
    for name in ("trafalgar", "…", ""):
        with pytest.raises(draft_files.UnsavedError):
            draft_files.save(other, name)
    monkeypatch.setenv(user_folders.HOME, str(resources.data_folder("scenarios").parent))
    with pytest.raises(draft_files.UnsavedError, match="cannot be overwritten"):
        draft_files.overwrite(other, resources.find_scenario("ships_of_the_line", "trafalgar"))


def test_a_draft_without_a_title_takes_the_name_that_it_is_saved_under(tmp_path, monkeypatch):
    monkeypatch.setenv(user_folders.HOME, str(tmp_path))
    for number, name in enumerate(("Off the Rock ", "1805", "no")):
        new = create_blank("volley")
        path = draft_files.save(new, name)
        assert new.data["title"] == name.strip()
        assert (path.read_text(encoding="utf-8"), new.has_unsaved_changes) == (new.text, False)
        draft_files.save(new, f"another {number}")
        assert new.data["title"] == name.strip()


@pytest.mark.parametrize("name", ["Con", "nul", "COM1", "aux.yaml"])
def test_names_that_windows_keeps_for_devices_are_changed_on_every_system(name, draft, tmp_path, monkeypatch):
    monkeypatch.setenv(user_folders.HOME, str(tmp_path))
    path = draft_files.save(draft, name)
    assert path.name == f"{name.lower().removesuffix('.yaml')}_.yaml"
    assert draft_files.find_free_name("volley", name) == path.stem
    draft.source = f"{name.removesuffix('.yaml')}.yaml"
    assert draft_files.AutoSaver(draft).path.stem == path.stem


def test_lines_end_in_a_file_of_ones_own_as_they_did(draft, tmp_path, monkeypatch):
    monkeypatch.setenv(user_folders.HOME, str(tmp_path))
    path = draft_files.save(draft, "mine")
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    mine = Draft("ships_of_the_line", load_text(path), path.name, path)
    mine.apply(SetField(("turns",), 7))
    draft_files.save(mine)
    content = path.read_bytes()
    assert content.count(b"\r\n") == content.count(b"\n") == len(os.fsdecode(content).splitlines())
