"""Kept pictures: when they are drawn, and where they are shown."""

import pygame
import pytest

from tabletop.ui.camera import Camera, PannedPicture, StretchedPicture
from tabletop.ui.frame_budget import SHORT_MS, Steps

SIZE = (300, 200)
CAMERA = Camera((0.0, 0.0), 20.0, SIZE)
RED = (255, 0, 0)
DRAWN: list[Camera] = []
"""Each time that the dot was."""


@pytest.fixture(autouse=True)
def _undrawn() -> None:
    DRAWN.clear()


def dot(surface: pygame.Surface, camera: Camera) -> Steps[None]:
    yield SHORT_MS
    DRAWN.append(camera)
    surface.fill((0, 0, 40))
    x, y = camera.to_screen(1, 1)
    surface.fill(RED, (round(x) - 2, round(y) - 2, 5, 5))


def shown(layer: PannedPicture, camera: Camera) -> pygame.Surface:
    target = pygame.Surface(camera.size)
    layer.refresh(camera, "dot", dot)
    layer.show(target, camera)
    return target


def test_the_picture_is_drawn_with_its_margin_once_while_the_view_stays_within_that() -> None:
    layer = PannedPicture(margin=50)
    shown(layer, CAMERA)
    assert len(DRAWN) == 1
    for dx in (0, 10, 30, 50, -50):
        camera = CAMERA.panned(dx, dx)
        x, y = camera.to_screen(1, 1)
        assert shown(layer, camera).get_at((round(x), round(y)))[:3] == RED
    assert len(DRAWN) == 2


def test_a_view_that_is_somewhat_larger_is_drawn_on_the_same_surface() -> None:
    layer = PannedPicture(margin=50)
    shown(layer, CAMERA)
    kept = layer._surface
    larger = CAMERA.grown(30)
    assert shown(layer, larger).get_at(tuple(map(round, larger.to_screen(1, 1))))[:3] == RED
    assert shown(layer, CAMERA).get_at(tuple(map(round, CAMERA.to_screen(1, 1))))[:3] == RED
    assert layer._surface is kept
    assert shown(layer, CAMERA.grown(51)).get_at(tuple(map(round, CAMERA.grown(51).to_screen(1, 1))))[:3] == RED
    assert layer._surface is not kept


def test_it_is_drawn_anew_beyond_the_margin_at_another_scale_and_for_other_contents() -> None:
    layer = PannedPicture(margin=50)
    shown(layer, CAMERA)
    far = CAMERA.panned(60, 0)
    assert shown(layer, far).get_at(tuple(map(round, far.to_screen(1, 1))))[:3] == RED
    near = CAMERA.zoomed(1, (150, 100))
    assert shown(layer, near).get_at(tuple(map(round, near.to_screen(1, 1))))[:3] == RED
    assert len(DRAWN) == 3
    assert layer.refresh(near, "another", dot)
    assert not layer.refresh(near, "another", dot)
    layer.forget()
    assert layer.refresh(near, "another", dot)


def test_a_stretched_picture_puts_things_where_the_camera_sees_them() -> None:
    layer, target = PannedPicture(), pygame.Surface(SIZE)
    stretched = StretchedPicture(shown(layer, CAMERA), CAMERA)
    for camera in (Camera((0.5, 0.5), 37.0, SIZE), Camera((1.0, 0.0), 11.0, SIZE), CAMERA.panned(25, 0)):
        stretched.show(target, camera)
        assert target.get_at(tuple(map(round, camera.to_screen(1, 1))))[:3] == RED


def test_a_part_that_has_changed_is_drawn_alone() -> None:
    layer = PannedPicture(margin=50)
    target = shown(layer, CAMERA)

    def other(surface: pygame.Surface, _camera: Camera) -> Steps[None]:
        yield SHORT_MS
        surface.fill((0, 90, 0))

    x, y = map(round, CAMERA.to_screen(1, 1))
    layer.amend(CAMERA, pygame.Rect(x - 10, y - 10, 20, 20), other)
    layer.show(target, CAMERA)
    assert target.get_at((x, y))[:3] == target.get_at((x - 10, y - 10))[:3] == (0, 90, 0)
    assert target.get_at((x - 11, y))[:3] == target.get_at((x + 10, y))[:3] == (0, 0, 40)
