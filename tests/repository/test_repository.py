"""The repository stays small, and its documents agree with the program."""

import re
import subprocess
from functools import cache
from pathlib import Path
from urllib.parse import unquote

import pytest
from PIL import Image
from typer.testing import CliRunner

from tabletop import __version__
from tabletop.cli.commands import app
from tabletop.ui.screens import local_backend
from tools.picture_files import WIDEST, differ_visibly, encode, save_picture

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "docs" / "pictures"
LARGE_FILES = {
    "docs/pictures/film.webp": "the one animation, at most 1 MB",
}
"""Tracked files over 400 KB, each with its reason."""
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
ENTRY_WORDS = 25


@cache
def tracked_files() -> tuple[Path, ...]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True)
    if listed.returncode:
        pytest.skip("not a git checkout")
    return tuple(path for name in listed.stdout.decode().split("\0") if name and (path := ROOT / name).is_file())


def test_no_tracked_file_is_large_without_a_reason() -> None:
    large = {str(path.relative_to(ROOT)) for path in tracked_files() if path.stat().st_size > 400_000}
    assert large <= set(LARGE_FILES), "store it elsewhere, make it smaller, or give a reason in LARGE_FILES"
    assert set(LARGE_FILES) <= large, "an entry of LARGE_FILES is no longer needed"


def test_the_pictures_of_the_documents_stay_small() -> None:
    pictures = list(PICTURES.iterdir())
    assert sum(path.stat().st_size for path in pictures) <= 6_000_000
    animations = []
    for path in (path for path in pictures if path.suffix in {".png", ".webp", ".gif"}):
        with Image.open(path) as image:
            assert image.width <= WIDEST, path.name
            if getattr(image, "n_frames", 1) > 1:
                animations.append(path)
    assert len(animations) <= 1
    assert all(path.stat().st_size <= 1_000_000 for path in animations)


def test_every_picture_is_used_and_the_readme_shows_at_most_eight() -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in DOCUMENTS)
    assert [path.name for path in PICTURES.iterdir() if f"pictures/{path.name}" not in text] == []
    assert (ROOT / "README.md").read_text(encoding="utf-8").count("![") <= 8


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_between_documents_lead_somewhere(document: Path) -> None:
    links = re.findall(r"\]\(([^)\s#]+)(?:#[^)\s]*)?\)", document.read_text(encoding="utf-8"))
    local = [link for link in links if "://" not in link and not link.startswith("mailto:")]
    assert [link for link in local if not (document.parent / unquote(link)).exists()] == []


def test_the_newest_release_in_the_changelog_is_the_version_of_the_package() -> None:
    releases = re.findall(r"^## \[(\d+\.\d+\.\d+)\] - \d{4}-\d\d-\d\d$", _changelog(), re.MULTILINE)
    assert releases[0] == __version__


def test_a_tag_of_this_commit_names_the_version() -> None:
    tracked_files()  # skips outside of a checkout
    listed = subprocess.run(["git", "tag", "--points-at", "HEAD", "v*"], cwd=ROOT, capture_output=True, text=True)
    assert set(listed.stdout.split()) <= {f"v{__version__}"}


def test_entries_of_the_changelog_are_short_and_grouped() -> None:
    text = _changelog()
    entries = re.findall(r"^- (.+(?:\n  .+)*)", text, re.MULTILINE)
    assert entries
    assert [entry for entry in entries if len(entry.split()) > ENTRY_WORDS] == []
    assert set(re.findall(r"^### (.+)$", text, re.MULTILINE)) <= {"Added", "Changed", "Fixed", "Removed"}


def _changelog() -> str:
    return (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def _picture(dots: int, shade: int = 0) -> Image.Image:
    """Return a white square of 200 by 200 pixels with `dots` pixels of gray `shade`."""
    image = Image.new("RGB", (200, 200), "white")
    for number in range(dots):
        image.putpixel((number % 200, number // 200), (shade, shade, shade))
    return image


def test_a_picture_is_written_only_where_it_differs_visibly(tmp_path: Path) -> None:
    path = tmp_path / "picture.webp"
    assert save_picture(path, _picture(0))
    before = path.read_bytes()
    assert not save_picture(path, _picture(0))
    assert not save_picture(path, _picture(4000, shade=245)), "ten levels of gray are not visible"
    assert path.read_bytes() == before
    assert save_picture(path, _picture(4000))
    assert path.read_bytes() != before


def test_pictures_of_another_size_or_number_of_frames_differ() -> None:
    still = encode([_picture(0)])
    assert differ_visibly(still, encode([_picture(0).resize((100, 200))]))
    assert differ_visibly(still, encode([_picture(0), _picture(4000)], 100))
    assert not differ_visibly(still, still)


def test_the_command_line_prints_the_version() -> None:
    result = CliRunner().invoke(app, ["--version"])
    assert (result.exit_code, result.stdout) == (0, f"tabletop {__version__}\n")


def test_the_title_shows_the_version() -> None:
    assert local_backend.build_backend().version == __version__
