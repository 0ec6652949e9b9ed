"""Records that are torn, damaged, foreign, from the future or changed by hand: one sentence each, and untouched."""

import json
from random import Random

import msgspec
import pytest

from tabletop.core import reading, record
from tabletop.core.agreement import Concede
from tabletop.core.errors import RecordError
from tabletop.core.game import SettledRule
from tabletop.core.match import Match
from tabletop.core.verify import verify
from tabletop.players import casual
from tests.contract.tiny_game import TinyGame


@pytest.fixture
def played(match):
    for _ in casual.play(match, Random(2), 6):
        pass
    return match


def rechained(path, change):
    """The lines of a record after a change of their content, with every check made good again."""
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    for line in lines:
        del line["check"]
    change(lines)
    text, chain = b"", ""
    for line in lines:
        body = json.dumps(line, separators=(",", ":")).encode()
        chain = record.compute_check(body, chain)
        text += b'{"check":"' + chain.encode() + b'",' + body[1:] + b"\n"
    path.write_bytes(text)


def complaint(path):
    written = path.read_bytes() if path.is_file() else None
    with pytest.raises(RecordError) as caught:
        Match.load(path)
    with pytest.raises(RecordError):
        verify(path)
    said = str(caught.value)
    assert said.startswith(path.name)
    assert said.endswith(".")
    assert "\n" not in said
    assert (path.read_bytes() if path.is_file() else None) == written
    return said


@pytest.mark.parametrize("kept", [1, 20, -1])
def test_a_torn_last_line_is_left_out_told_and_cut_by_the_next_command(played, kept):
    states = [move.before for move in played.moves]
    text = played.path.read_bytes()
    last = text.rstrip(b"\n").rfind(b"\n") + 1
    torn = text[: last + kept] if kept > 0 else text[:-1]
    played.path.write_bytes(torn)
    again = Match.load(played.path)
    assert again.torn == len(torn) - last
    assert again.state == states[-1]
    assert played.path.read_bytes() == torn
    again.submit(played.moves[-1].command)
    assert played.path.read_bytes() == text


@pytest.mark.parametrize("line", [0, 1, 4, -1])
def test_a_byte_changed_anywhere_is_found_in_its_line(played, line):
    lines = played.path.read_bytes().splitlines(keepends=True)
    number = line % len(lines)
    middle = len(lines[number]) // 2
    lines[number] = lines[number][:middle] + b"~" + lines[number][middle + 1 :]
    played.path.write_bytes(b"".join(lines))
    assert complaint(played.path).endswith(f"was damaged or changed after it was written: line {number + 1}.")


def test_a_line_that_is_missing_or_twice_there_is_found(played):
    lines = played.path.read_bytes().splitlines(keepends=True)
    for changed in (lines[:3] + lines[4:], lines[:4] + lines[3:]):
        played.path.write_bytes(b"".join(changed))
        assert "was damaged or changed" in complaint(played.path)


def test_cut_within_the_first_line_there_is_nothing_to_go_on_with(played):
    played.path.write_bytes(played.path.read_bytes()[:100])
    assert "ends before its first line is complete" in complaint(played.path)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "is empty"),
        (b"\x89PNG\r\n\x1a\n\0\0", "is not a record of The Admiral's Table"),
        (b"a letter home\n", "is not a record of The Admiral's Table"),
        (b'{"check":"0123456789abcdef","name":"x"}\n', "is not a record of The Admiral's Table"),
        (b'{"check":"0123456789abcdef","record":"chess","version":1}\n', "is not a record of The Admiral's Table"),
        (b'{"check":"\xff\xfe\n', "was damaged or changed"),
        (b"\0" * 500, "is not a record of The Admiral's Table"),
    ],
)
def test_a_foreign_file_is_named_so(tiny, tmp_path, content, said):
    path = tmp_path / "x.jsonl"
    path.write_bytes(content)
    assert said in complaint(path)


def test_a_record_that_is_not_there_or_is_a_folder_is_named_so(tiny, tmp_path):
    assert "cannot be opened: no such file" in complaint(tmp_path / "none.jsonl")
    assert "cannot be opened" in complaint(tmp_path)


def test_a_record_from_the_future_is_left_to_the_newer_program(played):
    rechained(played.path, lambda lines: lines[0].update(version=99))
    assert "was written by a newer version of the program (format 99, this one reads 1)" in complaint(played.path)


def test_a_record_of_an_unknown_game_is_named_so(played):
    rechained(played.path, lambda lines: lines[0].update(game="whist"))
    assert "is a record of 'whist', a game this program does not have" in complaint(played.path)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda lines: lines[3].update(entry="frob"), "line 4 contains something the game does not know"),
        (lambda lines: lines[2].update(entry="redo"), "line 3 records something that cannot have happened"),
        (lambda lines: lines[1]["events"][0].update(event="sunk"), "line 2 contains something the game does not know"),
        (lambda lines: lines[0]["opening"].update(length="x"), "begins with a position the game does not know"),
        (lambda lines: lines[-1].update(hash="0" * 32), "does not lead to the position it records"),
        (lambda lines: lines[-1].update(hash=""), "does not lead to the position it records"),
    ],
)
def test_a_forged_record_is_found_by_what_it_tells(played, change, said):
    rechained(played.path, change)
    with pytest.raises(RecordError) as caught:
        Match.load(played.path)
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("change", "line", "said"),
    [
        (lambda lines: lines[0].update(seed="other"), None, "the event 'sailed' differs in die"),
        (lambda lines: lines[0].update(scenario="title: x\nlength: 3\n"), 1, "the opening position differs in length"),
        (
            lambda lines: lines[0].update(scenario="title: x\n"),
            1,
            "the scenario is no longer accepted: race.yaml:1:1",
        ),
        (lambda lines: lines[2].update(command=lines[1]["command"]), 3, "is refused"),
        (lambda lines: lines[2].update(drawn=9), 3, "the source of chance stands at"),
        (lambda lines: lines[1].update(hash="0" * 32), 2, "the events lead to a different position"),
        (lambda lines: lines.insert(1, dict(lines[1], entry="undo")), 2, "nothing to undo or redo"),
        (lambda lines: lines[1]["events"].pop(), 2, "has 1 events, the record has 0"),
    ],
)
def test_verify_names_the_first_difference(played, change, line, said):
    assert verify(played.path) is None
    rechained(played.path, change)
    difference = verify(played.path)
    assert said in str(difference)
    assert line in (None, difference.line)


@pytest.fixture
def settled(monkeypatch):
    """The race has been settled twice since its first records."""
    monkeypatch.setattr(
        TinyGame,
        "revisions",
        {
            2: (
                SettledRule("TINY-2", "the course is longer", ("opening.length",)),
                SettledRule("TINY-3", "nothing old shows it"),
            ),
            3: (SettledRule("TINY-4", "dice count double", ("sailed.die", "sailed.total")),),
        },
    )


def begun_under(revision, **header):
    """A change that makes a record one of an older revision, with other fields in its header."""

    def change(lines):
        lines[0].update(header)
        lines[0]["rules"] = revision
        if revision == 1:
            del lines[0]["rules"]  # as records were before there was a second revision

    return change


def test_a_record_names_the_revision_of_the_rules_under_which_it_began(settled, match):
    assert match.header.rules == 3
    assert Match.load(match.path).header.rules == 3


def test_a_record_of_before_there_were_revisions_is_one_of_the_first_and_plays_on(played):
    rechained(played.path, begun_under(1))
    again = Match.load(played.path)
    assert (again.header.rules, again.state, verify(played.path)) == (1, played.state, None)
    again.submit(Concede("red"))
    assert Match.load(played.path).state == again.state


def test_a_difference_that_a_settled_rule_makes_is_told_as_that(played, settled):
    longer = "title: Round the buoy\nlength: 13\n"
    rechained(played.path, begun_under(1, scenario=longer))
    difference = verify(played.path)
    assert [one.rule for one in difference.settled] == ["TINY-2"]
    assert str(difference) == (
        "line 1: the opening position differs in length (12, now 13) "
        "(TINY-2, the course is longer: record of revision 1, rules of revision 3)"
    )
    rechained(played.path, begun_under(2, scenario=longer))
    assert not verify(played.path).settled  # that rule held already


def test_damage_after_a_settled_difference_is_told_as_damage(played, settled):
    rechained(played.path, begun_under(1, scenario="title: Round the buoy\nlength: 13\n"))
    rechained(played.path, lambda lines: lines[2].update(drawn=9))
    difference = verify(played.path)
    assert (difference.line, difference.settled) == (3, ())


def test_a_difference_that_settled_rules_make_only_a_part_of_is_damage(played, settled):
    rechained(played.path, begun_under(1, scenario="title: Another race\nlength: 13\n"))
    rechained(played.path, lambda lines: lines[0]["opening"]["sailed"].update(red=1))
    difference = verify(played.path)
    assert "opening position differs in length" in str(difference)
    assert difference.settled == ()


@pytest.fixture
def older(played, monkeypatch):
    """A record of format 0, in which the sail was called canvas and lines knew no hash."""

    def to_zero(lines):
        lines[0]["version"] = 0
        for line in lines[1:]:
            line["order"] = line.pop("command")
            line["hash"] = "of another shape"

    def to_one(lines):
        for line in lines[1:]:
            line["command"] = line.pop("order")
            line["hash"] = ""
        lines[0]["version"] = 1
        return lines

    rechained(played.path, to_zero)
    monkeypatch.setitem(reading.MIGRATIONS, 0, to_one)
    return played


def test_an_older_format_is_migrated_and_played_on_in_the_present_one(older):
    written = older.path.read_bytes()
    again = Match.load(older.path)
    assert again.state == older.state
    assert verify(older.path) is None
    assert reading.read_summary(older.path).title == "Round the buoy"
    assert older.path.read_bytes() == written
    again.submit(Concede("red"))
    assert msgspec.json.decode(older.path.read_bytes().splitlines()[0])["version"] == record.FORMAT
    assert Match.load(older.path).state == again.state
    assert [path.name for path in older.path.parent.iterdir()] == [older.path.name]


def test_a_format_that_nobody_reads_any_more_is_named_so(older, monkeypatch):
    monkeypatch.delitem(reading.MIGRATIONS, 0)
    assert "is of format 0, which this version of the program no longer reads" in complaint(older.path)


def nest(path, line, depth):
    """Write lists inside one another, `depth` deep, into a field that no line has."""
    lines = [text[text.index(b",") + 1 :] for text in path.read_bytes().splitlines()]
    lines[line] = b'"x":["[{]}\\"",' + b"[" * (depth - 2) + b"]" * (depth - 2) + b"]," + lines[line]
    text, chain = b"", ""
    for body in lines:
        sealed, chain = record.chain_line(b"{" + body, chain)
        text += sealed
    path.write_bytes(text)


@pytest.mark.parametrize("depth", [reading.DEEPEST + 1, 900, 5_000, 100_000])
@pytest.mark.parametrize(
    ("line", "said"),
    [(0, "was damaged or changed"), (1, ("line 2 contains something the game does not know: it is nested too"))],
)
def test_c_16_a_record_nested_too_deeply_is_refused_by_every_version_of_python(played, line, said, depth):
    nest(played.path, line, depth)
    assert said in complaint(played.path)


@pytest.mark.parametrize("line", [0, 1])
def test_c_16_a_record_nested_as_deeply_as_it_may_is_read(played, line):
    nest(played.path, line, reading.DEEPEST)
    assert Match.load(played.path).state == played.state


def test_a_complaint_quotes_no_pages(played):
    rechained(played.path, lambda lines: lines[2].update(entry="x" * 5000))
    assert len(complaint(played.path)) < 300


def test_verify_tells_of_a_line_that_the_rules_cannot_follow(played, monkeypatch):
    monkeypatch.setattr(type(played.game), "check", lambda game, state, command: state.sailed["green"])
    assert str(verify(played.path)) == "line 2: by the rules this cannot have happened ('green')"


def test_a_file_without_end_is_not_read(tmp_path):
    path = tmp_path / "zeros.jsonl"
    with path.open("wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(RecordError, match="is not a record"):
        reading.read_record(path)


def test_a_link_to_an_older_record_stays_a_link(older):
    link = older.path.with_name("link.jsonl")
    link.symlink_to(older.path)
    Match.load(link).submit(Concede("red"))
    assert link.is_symlink()
    assert Match.load(older.path).game.outcome(Match.load(older.path).state)
