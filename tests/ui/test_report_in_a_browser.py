"""The after-action report as a browser shows it, where there is one: headless Chromium."""

import json
import re
import shutil
import subprocess

import pytest

from tabletop.ui.screens.report import web
from tests.ui.test_report import whole

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
WIDTHS = (500, 1280)
"""Of its window, pixels; it makes none narrower."""
SEEN = """<script>addEventListener("load", () => {
    const seen = {
        title: document.querySelector("h1").innerText,
        headings: [...document.querySelectorAll("h2")].map(one => one.innerText),
        columns: new Set([...document.querySelectorAll("section")].map(one => one.getBoundingClientRect().left)).size,
        blank: [...document.images].filter(one => one.naturalWidth < 300 || one.width > innerWidth).length,
        beyond: document.documentElement.scrollWidth > innerWidth,
        fetched: performance.getEntriesByType("resource").filter(one => !one.name.startsWith("data:")).length,
    }
    const told = document.createElement("pre")
    told.textContent = JSON.stringify(seen)
    document.body.replaceChildren(told)
})</script></body>"""
"""What is asked of the page once all of it is there; the browser prints what the page is then."""


@pytest.fixture(scope="module")
def shown(tmp_path_factory):
    """What a browser of each width makes of the page."""
    if BROWSER is None:
        pytest.skip("no Chromium is installed")
    folder = tmp_path_factory.mktemp("browser")
    page = web.write_page(folder / "report", *whole("four_frigates_last_turn"))
    page.write_text(page.read_text().replace("</body>", SEEN))
    return {width: seen_by_browser(page, width) for width in WIDTHS}


def seen_by_browser(page, width):
    options = ("--headless=new", "--no-sandbox", "--disable-gpu", f"--user-data-dir={page.parent / 'profile'}")
    command = [BROWSER, *options, f"--window-size={width},900", "--dump-dom", page.as_uri()]
    printed = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True).stdout
    return json.loads(re.search(r"<pre>(.*)</pre>", printed)[1])


@pytest.mark.parametrize("width", WIDTHS)
def test_a_browser_shows_all_of_it_within_its_width_and_fetches_nothing(shown, width):
    seen, told = shown[width], whole("four_frigates_last_turn").report
    assert seen["title"] == told.title and told.verdict in seen["headings"] and "Fates" in seen["headings"]
    assert (seen["blank"], seen["beyond"], seen["fetched"]) == (0, False, 0)


def test_where_there_is_room_its_sheets_stand_in_columns(shown):
    assert [shown[width]["columns"] for width in WIDTHS] == [1, 2]
