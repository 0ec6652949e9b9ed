"""A match as a film and as pictures."""

import pygame
import pytest

from tabletop.core.match import Match
from tabletop.core.replay import ALL
from tabletop.ui import film
from tests.records.test_archive import RECORDS

SIZE = (1280, 720)


def recorded(name, lines=None):
    match = Match.load(next(path for path in RECORDS if path.stem == name))
    return match if lines is None else match.match_at(lines)


@pytest.fixture(scope="module")
def duel():
    return recorded("trafalgar_cards_won", 1)


@pytest.mark.parametrize("ending", [".mp4", ".gif"])
def test_a_film_has_as_many_pictures_as_it_is_long(duel, tmp_path, ending, monkeypatch):
    monkeypatch.setattr(film, "END_MS", 120)
    reading = pytest.importorskip("imageio").v2
    shown, surface = film.open_replay(duel, None, SIZE, "8")
    many = film.write_video(shown, surface, tmp_path / f"out{ending}")
    with reading.get_reader(tmp_path / f"out{ending}") as reader:
        assert reader.get_data(0).shape == (SIZE[1], SIZE[0], 3)
        if ending == ".mp4":
            assert reader.count_frames() == many > 3
    assert shown.replay.place == shown.replay.places == 1


def test_there_is_a_picture_of_each_turn_and_of_each_loss(tmp_path):
    shown, surface = film.open_replay(recorded("trafalgar_cards_won"), "british", SIZE, "8")
    written = film.write_screenshots(shown, surface, tmp_path / "shots")
    assert [path.name for path in written] == [
        "00000-turn-1.png",
        "00005-turn-2.png",
        "00011-turn-2.png",
    ]
    assert all(path.read_bytes().startswith(b"\x89PNG") for path in written)


def test_c6_before_the_end_it_is_seen_by_nobody_who_may_not(duel):
    with pytest.raises(ValueError, match="only be viewed as nobody"):
        film.open_replay(duel, "british", SIZE, "8")


def test_where_nothing_is_hidden_it_is_seen_by_each_side_as_by_all():
    frigates = recorded("four_frigates_last_turn", 1)
    assert film.open_replay(frigates, "british", SIZE, "8")[0].replay.viewer == ALL


@pytest.mark.parametrize("ending", [".mp4", ".gif"])
def test_what_fails_while_a_film_is_drawn_is_not_taken_for_a_missing_extra_and_leaves_no_half_film(
    tmp_path, monkeypatch, ending
):
    pytest.importorskip("imageio")
    (tmp_path / f"out{ending}").write_text("a film made before")

    def failing(*_):
        yield from 3 * [pygame.Surface((32, 32))]
        raise ValueError("a fault of ours")

    monkeypatch.setattr(film, "render_frames", failing)
    with pytest.raises(ValueError, match="a fault of ours"):
        film.write_video(None, None, tmp_path / f"out{ending}")
    assert [path.read_text() for path in tmp_path.iterdir()] == ["a film made before"]
