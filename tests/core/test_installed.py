"""A built and installed package works away from the checkout: scenarios, sprites and fonts are inside it."""

import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]
WHAT_IS_FOUND = """
from pathlib import Path
import tabletop
from tabletop.core import resources
package = Path(tabletop.__file__).parent
print(package)
print(resources.sprite_folder())
print(len(list(resources.sprite_folder().glob("*.svg"))))
print(len(list((package / "ui" / "fonts").glob("*.woff2"))))
print(*resources.list_scenarios("ships_of_the_line"), sep="\\n")
"""


def run(*words, cwd):
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run([str(word) for word in words], cwd=cwd, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """The folder of programs of an environment with the built package, where its libraries are lent from this one."""
    away = tmp_path_factory.mktemp("away")
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", away, CHECKOUT, cwd=away)
    venv.create(away / "env", with_pip=False)
    lent = sysconfig.get_paths(vars={"base": str(away / "env"), "platbase": str(away / "env")})
    (Path(lent["purelib"]) / "lent.pth").write_text(sysconfig.get_paths()["purelib"] + "\n")
    programs = Path(lent["scripts"])
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", programs / "python")
    run(*pip, "install", "--quiet", "--no-deps", "--no-index", next(away.glob("*.whl")), cwd=away)
    return programs


def test_an_installed_package_brings_its_licence_and_those_of_its_fonts(installed):
    [kept] = installed.parent.glob("**/admirals_table-*.dist-info/licenses")
    fonts = {path.name for path in (CHECKOUT / "tabletop" / "ui" / "fonts").glob("LICENSE-*")}
    assert {path.name for path in kept.rglob("*") if path.is_file()} == {"LICENSE", *fonts}


def test_an_installed_package_finds_its_scenarios_sprites_and_fonts(installed, tmp_path):
    package, sprites, pictures, fonts, *scenarios = run(
        installed / "python", "-c", WHAT_IS_FOUND, cwd=tmp_path
    ).splitlines()
    assert Path(package).is_relative_to(installed.parent)
    assert Path(sprites).is_relative_to(package)
    assert int(pictures) == len(list((CHECKOUT / "sprites").glob("*.svg")))
    assert int(fonts) == len(list((CHECKOUT / "tabletop" / "ui" / "fonts").glob("*.woff2"))) > 0
    assert [Path(path).name for path in scenarios] == sorted(
        path.name for path in (CHECKOUT / "scenarios" / "ships_of_the_line").glob("*.yaml")
    )
    assert all(Path(path).is_relative_to(package) for path in scenarios)
    told = run(installed / "tabletop", "validate", *scenarios, cwd=tmp_path)
    assert told == f"{len(scenarios)} files: no errors\n"
