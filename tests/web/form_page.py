"""What somebody meets who has filled in a form wrongly: the list of errors on top, and each error at its field."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lxml import html

if TYPE_CHECKING:
    from collections.abc import Mapping

    from django.test.client import _MonkeyPatchedWSGIResponse as Answer
    from lxml.html import HtmlElement

#: What a browser never sends back, and what a page never tells.
_NOT_KEPT = ("password", "file", "hidden")
_FIELDS = ("input", "select", "textarea")


class FormPage:
    """A page with a form."""

    def __init__(self, answer: Answer) -> None:
        """Read the page."""
        self.status = answer.status_code
        self.root = html.document_fromstring(answer.content.decode() or "<p></p>")
        self.title = " ".join(self.root.findtext(".//title", "").split())

    @property
    def fields(self) -> dict[str, list[HtmlElement]]:
        """Everything that can be filled in, by its name."""
        found: dict[str, list[HtmlElement]] = {}
        for each in (
            field for form in self.root.xpath("//main//form[@method='post']") for field in form.iter(*_FIELDS)
        ):
            if each.get("name") and each.get("type") != "hidden":
                found.setdefault(each.get("name"), []).append(each)
        return found

    @property
    def hidden(self) -> dict[str, str]:
        """What the page sends along to itself."""
        found = self.root.xpath("//main//form[@method='post']//input[@type='hidden']")
        return {each.get("name"): each.get("value", "") for each in found}

    def named(self, identity: str) -> HtmlElement:
        """The element with this id; there is exactly one."""
        found: list[HtmlElement] = self.root.xpath("//*[@id=$it]", it=identity)
        assert len(found) == 1, f"{len(found)} elements are called {identity}"
        return found[0]

    @property
    def mistakes(self) -> list[tuple[str, str]]:
        """The list on top: what each line links to, and what it says."""
        return [(each.get("href", "").removeprefix("#"), _words(each)) for each in self._summary().iter("a")]

    def _summary(self) -> HtmlElement:
        summary: list[HtmlElement] = self.root.xpath("//main//div[@class='errors']")
        assert len(summary) == 1, f"{len(summary)} lists of errors"
        return summary[0]

    def check(self, *, whole: bool = False) -> None:
        """Hold the page to what every form promises; ``whole``: it may be refused as a whole, about no single field."""
        assert self.status in (422, 429), self.status
        assert self.title.startswith("Error: "), self.title
        summary = self._summary()
        assert summary.get("role") == "alert"
        assert summary.get("tabindex") == "-1"
        assert summary.get("autofocus") is not None
        focused = self.root.xpath("//*[@autofocus]")
        assert focused[0] is summary, "the browser moves to the first that asks for it"
        assert _words(summary.find("h2")) == "There is a problem"
        assert not summary.xpath("preceding::h1"), "something comes before the errors"
        assert len(self.mistakes) == len(summary.findall(".//li")), "an error leads nowhere"
        for at, says in self.mistakes:
            self._check_at(at, says, whole=whole)

    def _check_at(self, at: str, says: str, *, whole: bool) -> None:
        """An error leads to something that takes an answer, and stands there too."""
        assert says[-1:] != ":", says
        target = self.named(at)
        assert target.tag in (*_FIELDS, "button"), (at, target.tag)
        assert target.get("type") != "hidden", at
        if target.tag == "button":
            return
        groups = target.xpath("ancestor::fieldset")
        told = (groups[-1].get("aria-describedby", "") if groups else "") + " " + target.get("aria-describedby", "")
        errors = [_words(self.named(each)) for each in told.split() if "error" in each]
        assert (whole and not errors) or any(says in each for each in errors), f"{says} does not stand at {at}"
        if errors and target.get("type") not in ("radio", "checkbox"):
            assert target.get("aria-invalid") == "true", at

    def check_kept(self, typed: Mapping[str, str]) -> None:
        """Everything that was typed and can be shown again is shown again."""
        for name, value in typed.items():
            shown = [each for each in self.fields.get(name, []) if each.get("type") not in _NOT_KEPT]
            if shown and shown[0].tag != "button":
                kept = {text for each in shown for text in _kept(each)}
                assert value.strip() in kept or not _offered(shown, value), (name, value, kept)


def _kept(field: HtmlElement) -> list[str]:
    if field.tag == "select":
        return [each.get("value", "") for each in field.iter("option") if each.get("selected") is not None]
    if field.tag == "textarea":
        return [(field.text or "").strip()]
    if field.get("type") in ("radio", "checkbox"):
        return [field.get("value", "on")] if field.get("checked") is not None else [""]
    return [field.get("value", "").strip()]


def _offered(fields: list[HtmlElement], value: str) -> bool:
    """Say whether a value can be shown at all: a choice that the page does not offer cannot."""
    if fields[0].tag == "select":
        return value in [each.get("value") for each in fields[0].iter("option")]
    if fields[0].get("type") in ("radio", "checkbox"):
        return value in [each.get("value", "on") for each in fields]
    return True


def _words(element: HtmlElement) -> str:
    return " ".join(element.text_content().split())
