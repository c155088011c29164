"""A club at the form by hand, as a test types it: what a page would send, and what became of it."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import TYPE_CHECKING

from django.urls import reverse

from overtrick.register.competitions import event_store
from overtrick.register.competitions.models import Submission
from tests.web.club.files import NAMES, NUMBERS

if TYPE_CHECKING:
    from django.http import HttpResponse
    from django.test import Client

    from overtrick.engine.event import Event, Stage


class Form(HTMLParser):
    """What a browser would send from the form of a page, and which fields have a label."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.sent: dict[str, str] = {}
        self.texts: dict[str, str] = {}
        self.unlabelled: set[str] = set()
        self._select = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "label" and "for" in given:
            self.unlabelled.discard(given["for"])
            self.texts[given["for"]] = ""
        elif tag == "select":
            self._select = given["name"]
        elif tag == "option" and self._select and ("selected" in given or self._select not in self.sent):
            self.sent[self._select] = given.get("value", "")
        elif tag == "input" and "name" in given and (given.get("type") != "radio" or "checked" in given):
            self.sent[given["name"]] = given.get("value", "")
        if tag in ("input", "select") and "id" in given and given["id"] not in self.texts:
            self.unlabelled.add(given["id"])


def page_of(response: HttpResponse) -> str:
    return response.content.decode()


class Desk:
    """A club at its form."""

    def __init__(self, client: Client, club: int, kind: str) -> None:
        self.client, self.club = client, club
        self.new = f"{reverse('club-by-hand', args=[club])}?kind={kind}"

    def send(self, given: dict[str, str]) -> str:
        return page_of(self.client.post(self.new, given, follow=True))  # type: ignore[arg-type]

    @property
    def draft(self) -> Submission:
        return Submission.objects.get(status=Submission.Status.DRAFT)

    @property
    def event(self) -> Event:
        kept = self.draft.event
        assert kept is not None
        return event_store.event_of(kept)

    @property
    def stage(self) -> Stage:
        return self.event.stages[0]

    @property
    def again(self) -> str:
        return reverse("club-by-hand-again", args=[self.club, self.draft.pk])

    def comes_back(self, given: dict[str, str]) -> None:
        """What was typed stands in the form again, and sent as it stands it is the same event."""
        page = page_of(self.client.get(self.again))  # type: ignore[arg-type]
        form = Form(page)
        assert form.unlabelled == set()
        told = {name: value for name, value in given.items() if value and name not in ("date", "status")}
        assert {name: form.sent.get(name) for name in told} == told
        before = self.event
        self.client.post(self.again, form.sent)
        assert self.event == before


def event(name: str, boards: str = "24", status: str = "club") -> dict[str, str]:
    return {"event": name, "date": "3 November 2026", "boards": boards, "status": status}


def pairs(count: int = 8) -> dict[str, str]:
    given = {"rows-0": str(count)}
    for row in range(count):
        given |= {f"0-{row}-place": str(row + 1)}
        given |= {f"0-{row}-number-{at}": NUMBERS[2 * row + at] for at in range(2)}
        given |= {f"0-{row}-name-{at}": NAMES[2 * row + at] for at in range(2)}
    return given


def teams(*names: str, at: int = 0, first: int = 0, placed: bool = True) -> dict[str, str]:
    given = {f"rows-{at}": str(len(names))}
    for row, team in enumerate(names):
        given |= {f"{at}-{row}-team": team} | ({f"{at}-{row}-place": str(row + 1)} if placed else {})
        for player in range(4):
            given[f"{at}-{row}-number-{player}"] = NUMBERS[(first + 4 * row + player) % len(NUMBERS)]
    return given


def named(count: int) -> dict[str, str]:
    """Pairs without numbers."""
    return {name: value for name, value in pairs(count).items() if "number" not in name}
