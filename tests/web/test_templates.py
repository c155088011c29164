"""Templates can be read, and what is for their readers alone is not sent to a browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.template import TemplateSyntaxError, engines
from django.template.loader import get_template
from django.test import Client

import overtrick

WEB = Path(overtrick.__file__).parent / "web"
TEMPLATES = sorted(WEB.glob("*/templates/**/*.html"))
LONGEST = 120


def test_no_line_of_a_template_is_too_long() -> None:
    lines = [(file, line) for file in TEMPLATES for line in file.read_text("utf-8").splitlines()]
    assert [f"{file.name}: {line}" for file, line in lines if len(line) > LONGEST] == []


@pytest.mark.parametrize("file", TEMPLATES, ids=lambda file: file.name)
def test_a_template_can_be_read(file: Path) -> None:
    get_template(str(file.relative_to(next(up for up in file.parents if up.name == "templates"))))


@pytest.mark.django_db
def test_a_page_is_sent_without_the_indentation_of_its_template() -> None:
    page = Client().get("/handbooks/").content.decode()
    assert [line for line in page.splitlines() if line.startswith((" ", "\t"))] == []


def test_an_error_names_the_line_that_has_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "wrong.html").write_text("<p>\n    fine\n    {{ name }}\n    {% nothing %}\n</p>\n", encoding="utf-8")
    (cached,) = engines["django"].engine.template_loaders  # type: ignore[attr-defined]
    (loader,) = cached.loaders
    monkeypatch.setattr(loader, "get_dirs", lambda: [tmp_path])
    with pytest.raises(TemplateSyntaxError) as found:
        get_template("wrong.html")
    assert "on line 4" in str(found.value)
