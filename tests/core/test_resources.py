"""What is told of the program's own files and parts, in a checkout and in an installed package."""

import pytest

from tabletop.core import resources


@pytest.mark.parametrize(
    ("lying", "typed"), [("scenarios", "-e '.[report]'"), ("_data/scenarios", "'admirals-table[report]'")]
)
def test_an_extra_is_installed_from_the_checkout_or_by_the_name_of_the_package(lying, typed, tmp_path, monkeypatch):
    (tmp_path / lying).mkdir(parents=True)
    monkeypatch.setattr(resources.resources, "files", lambda package: tmp_path)
    assert resources.describe_missing_extra("A report", "report") == f"A report needs an extra: pip install {typed}."
