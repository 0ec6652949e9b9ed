"""The tool that compares the look of all screens with that of a pinned commit."""

from PIL import Image

from tools import stills


def test_every_state_is_drawn_at_three_sizes_and_a_sample_in_other_scales_and_palettes():
    found = list(stills.list_stills())
    assert len(stills.STATES) >= 60
    assert len({one.name for one in found}) == len(found)
    assert {one.size for one in found} == set(stills.SIZES)
    assert {one.palette for one in found} == {"printed", *stills.PALETTES}


def test_a_visible_difference_is_counted_and_marked(tmp_path):
    Image.new("RGB", (40, 30), (10, 20, 30)).save(tmp_path / "a.png")
    other = Image.new("RGB", (40, 30), (14, 20, 30))
    other.paste((200, 20, 30), (5, 5, 15, 15))
    other.save(tmp_path / "b.png")
    pixels, sheet = stills.compare(tmp_path / "a.png", tmp_path / "b.png")
    assert pixels == 100
    assert sheet.size == (40, 90)
    assert sheet.getpixel((6, 66)) == (255, 40, 40)
    assert stills.compare(tmp_path / "a.png", tmp_path / "a.png")[0] == 0


def test_a_still_of_another_size_differs_wholly(tmp_path):
    Image.new("RGB", (40, 30)).save(tmp_path / "a.png")
    Image.new("RGB", (40, 31)).save(tmp_path / "b.png")
    assert stills.compare(tmp_path / "a.png", tmp_path / "b.png")[0] == 40 * 31


def test_only_what_differs_is_reported(tmp_path, capsys):
    for folder, colour in (("before", 0), ("after", 90)):
        (tmp_path / folder).mkdir()
        Image.new("L", (40, 30), 50).save(tmp_path / folder / "same.png")
        Image.new("L", (40, 30), colour).save(tmp_path / folder / "other.png")
    found = stills.report_differences(tmp_path / "before", tmp_path / "after", tmp_path / "d", ["same", "other"])
    assert found == 1
    assert capsys.readouterr().out.splitlines() == [
        "other: 1200 pixels differ, see d/other.png",
        "1 stills differ",
    ]
    assert [one.name for one in (tmp_path / "d").iterdir()] == ["other.png"]
