"""What a page repeats is put together without a template, and escaped as a template does."""

from __future__ import annotations

import pytest
from django.template import engines
from django.urls import set_script_prefix
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy, override

from overtrick.web.design.markup import fill, fill_each
from overtrick.web.design.page_frame import filled_parts

BAD = "<b> & 'O\"Hara'"
ESCAPED = "&lt;b&gt; &amp; &#x27;O&quot;Hara&#x27;"


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (BAD, ESCAPED),
        ("Ado", "Ado"),
        (7, "7"),
        (SafeString("<i>x</i>"), "<i>x</i>"),
        (gettext_lazy("Players"), "Players"),
        (None, "None"),
    ],
)
def test_whatever_is_not_html_is_escaped(value: object, shown: str) -> None:
    assert fill("<p>{}</p>", value) == f"<p>{shown}</p>"
    assert fill_each("<li>{}: {}</li>", [(value, "a"), ("b", value)]) == f"<li>{shown}: a</li><li>b: {shown}</li>"


def test_a_page_that_is_laid_out_once_shows_each_reader_their_own_words() -> None:
    switches = {"searched": True, "found": True, "most": False}
    for asked in (BAD, "Ado"):
        shown = filled_parts("public/players.html", {"asked": asked, "count": "1 player", "rows": ""}, **switches)
        assert (ESCAPED in shown.page) == (asked == BAD)
        assert "<b>" not in shown.page
    for language, words in (("en", "Look up"), ("cy", "Chwilio"), ("en", "Look up")):
        with override(language):
            shown = filled_parts("public/players.html", {"asked": "", "count": "", "rows": ""}, searched=False)
            assert words in shown.page


def test_a_template_says_the_same_as_before_in_each_language_and_federation() -> None:
    engine = engines["django"]
    for language in ("en", "cy", "en"):
        with override(language):
            once = engine.get_template("403.html").render()
            each_time = engine.from_string(_source("403.html")).render()
            assert "".join(once.split()) == "".join(each_time.split())
    for prefix in ("/", "/@north/", "/"):
        set_script_prefix(prefix)
        try:
            assert f'href="{prefix}"' in engine.get_template("403.html").render()
        finally:
            set_script_prefix("/")


def _source(name: str) -> str:
    (loader,) = engines["django"].engine.template_loaders  # type: ignore[attr-defined]
    return str(loader.get_template(name).source)
