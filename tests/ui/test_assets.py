"""The sprites: what is in the files, and what becomes of them on the way to the screen."""

import numpy as np
import pygame
import pytest

from tabletop.core import resources
from tabletop.ui import assets
from tabletop.ui.assets import BUDGET, SpriteLayer, Sprites, anchors, drawn, file_size, icon
from tabletop.ui.frame_budget import run_to_end
from tools import check_sprites

HULL = (SpriteLayer("hull_two_decker_74_british"),)
RIGGED = (*HULL, SpriteLayer("mast_two_decker_74_main_battle_port_close"))


def test_every_sprite_is_used_present_and_drawn_rightly() -> None:
    assert check_sprites.find_problems() == []


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ('<svg><text fill="#000000">x</text></svg>', "<text> is not drawn"),
        ("<svg><g><use/></g><clipPath/></svg>", "<clipPath> is not drawn"),
        ('<svg><linearGradient id="g" x1="0" y1="0" x2="1" y2="0"></linearGradient></svg>', "per cent"),
        ('<svg><rect fill="saddlebrown"/></svg>', "saddlebrown"),
    ],
)
def test_the_check_finds_what_would_be_drawn_wrongly(tmp_path, content: str, said: str) -> None:
    file = tmp_path / "x.svg"
    file.write_text(content)
    assert any(said in fault for fault in check_sprites.find_faults(file))


def test_the_pivot_is_the_middle_of_the_file_whatever_the_heading() -> None:
    sprites = Sprites()
    for heading in range(0, 360, 30):
        sprite = sprites.turned(HULL, 0.5, heading)
        alpha = pygame.surfarray.array_alpha(sprite.surface).astype(float)
        xs, ys = np.indices(alpha.shape)
        middle = (
            (xs * alpha).sum() / alpha.sum() + sprite.offset[0],
            (ys * alpha).sum() / alpha.sum() + sprite.offset[1],
        )
        assert np.hypot(*middle) < 5, heading


def test_the_bow_points_where_the_ship_heads() -> None:
    east = Sprites().turned((SpriteLayer("bowsprit_two_decker_74"),), 0.5, 90)
    south = Sprites().turned((SpriteLayer("bowsprit_two_decker_74"),), 0.5, 180)
    assert east.offset[0] > 20 and abs(east.offset[1] + east.surface.get_height() / 2) < 4
    assert south.offset[1] > 20


@pytest.mark.parametrize("model", sorted(anchors().models))
def test_a_hull_is_as_long_as_its_anchor_says(model: str) -> None:
    length, beam = anchors().models[model].hull
    box = drawn(f"hull_{model}_french", 1.0).get_bounding_rect()
    assert length <= box.height <= 1.13 * length  # the beakhead reaches beyond the stem
    assert beam <= box.width <= 1.35 * beam  # so do the channels and galleries


def test_colours_are_multiplied_by_their_alpha() -> None:
    surface = Sprites().turned(RIGGED, 0.7, 33).surface
    assert (
        pygame.surfarray.array3d(surface).max(axis=2) <= pygame.surfarray.array_alpha(surface).astype(int) + 2
    ).all()


def test_headings_within_a_step_share_a_picture() -> None:
    sprites = Sprites()
    assert sprites.turned(RIGGED, 0.5, 32) is sprites.turned(RIGGED, 0.5, 32.4)
    assert sprites.turned(RIGGED, 0.5, 32) is not sprites.turned(RIGGED, 0.5, 34)


def test_a_mirrored_layer_lies_on_the_other_side() -> None:
    name = "mast_two_decker_74_fore_fallen"
    right = Sprites().turned((SpriteLayer(name),), 1, 0)
    left = Sprites().turned((SpriteLayer(name, mirrored=True),), 1, 0)
    assert right.offset[0] + right.surface.get_width() > 20
    assert left.offset[0] < -20


def test_sprites_keep_to_their_budget() -> None:
    one = Sprites(BUDGET)
    one.turned(HULL, 1, 0)
    sprites = Sprites(budget=3 * one._kept.currsize)
    for heading in range(0, 180, 10):
        sprites.turned(HULL, 1, heading)
        assert sprites._kept.currsize <= 3 * one._kept.currsize
    assert one._kept.currsize < BUDGET


def test_a_shadow_has_the_shape_of_its_ship() -> None:
    sprites = Sprites()
    ship, shadow = sprites.turned(RIGGED, 0.6, 40), sprites.shadow(RIGGED, 0.6, 40)
    assert shadow.offset == ship.offset
    assert (
        (pygame.surfarray.array_alpha(shadow.surface) > 20) <= (pygame.surfarray.array_alpha(ship.surface) > 20)
    ).all()
    assert not pygame.surfarray.array3d(shadow.surface).any()


def test_an_icon_fits_the_square_it_was_asked_for() -> None:
    assert max(icon("badge_spanish", 17).get_size()) == 17
    assert max(icon("ensign_british", 40).get_size()) == 40
    assert file_size("badge_spanish")[0] > 17


def test_fallen_masts_and_models_are_all_anchored() -> None:
    told = anchors()
    assert set(told.fallen) == {"fore", "main", "mizzen"}
    assert set(told.classes.values()) | {told.four_decker} == set(told.models)
    assert (resources.sprite_folder() / "anchors.yaml").is_file()


@pytest.mark.parametrize("angle", range(2, 360, 26))
def test_a_trimmed_sprite_is_turned_to_the_same_pixels_in_the_same_place(angle: int) -> None:
    whole = run_to_end(assets._composing(RIGGED, 0.5))
    upright = assets._upright(whole)
    slim = upright.trimmed
    assert slim.get_width() * slim.get_height() < 0.75 * whole.get_width() * whole.get_height()
    turned = assets._cropped(pygame.transform.rotozoom(slim, -angle, 0.62), upright.turned(angle, 0.62))
    large = pygame.transform.rotozoom(whole, -angle, 0.62)
    everywhere = large.get_rect(center=(0, 0))
    expected = assets._cropped(large, everywhere)
    assert turned.offset == expected.offset
    seen, wanted = (pygame.surfarray.array3d(one.surface).astype(int) for one in (turned, expected))
    assert seen.shape == wanted.shape
    assert abs(seen - wanted).max() <= 2
