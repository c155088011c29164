"""Do pages take longer as the book grows? The record of a player and the look-up, against their bare queries.

The readers have the same record at every length: all the rest of the book is others'. Pages are asked for in process,
each under an address that nobody has asked for before, so that none is answered from a cache.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial
from http import HTTPStatus
from itertools import count, cycle
from urllib.parse import quote_plus

from django.conf import settings
from django.db import transaction
from django.test import Client

from benchmarks.book_floor import Office
from benchmarks.report import Times, absolute, against, one_by_one, ratio, say
from benchmarks.web_floor import NAME, NUMBER, RECORD, WORDS
from benchmarks.web_office import Reader, clubs_of, fill, people_of, reader, readers_among
from overtrick.register import sql
from overtrick.register.people import names
from overtrick.register.scoping import scope

EVENTS = 3_000  # in which the readers sat
TIMES = 30  # that each page is asked for in a repeat
_SHORT, _LONG = 25, 500  # credits of the records
_GOAL = 1.2
#: A page that asks nothing of the book. What it takes says how fast the machine is at the time.
_EMPTY = "empty search"
#: What is measured, by the names of the page and of its floor.
_PAGES = {
    f"record of {_SHORT} credits": "bare record",
    f"record of {_LONG} credits": "bare long record",
    "look-up by number": "bare number",
    "look-up by name": "bare name",
}


class Pages:
    """Readers and what they ask for."""

    def __init__(self, office: Office) -> None:
        """Let them play and log in."""
        chance = random.Random(7)
        federation = office.federation.pk
        with transaction.atomic(), scope(federation=office.federation):
            clubs = clubs_of(federation)
            people = people_of(federation, clubs, chance)
            chosen = readers_among(people)
            fill(federation, clubs, people, chosen, EVENTS, chance)
            self._readers = {size: [reader(each) for each in some] for size, some in chosen.items()}
        office.go_on()
        self._client = Client(headers={"host": "127.0.0.1"})
        self._numbers = count(10_000)

    def measure(self, repeats: int) -> Times:
        """Time the pages and their floors; print the ratios."""
        short, long = (cycle(self._readers[each]) for each in (_SHORT, _LONG))
        asks: tuple[tuple[Callable[[Reader], object], Callable[[Reader], object], Iterator[Reader]], ...] = (
            (self._record, _bare_record, short),
            (self._record, _bare_record, long),
            (lambda each: self._players(each.number), _bare_number, short),
            (lambda each: self._players(each.name), _bare_name, short),
        )
        cases: dict[str, Callable[[], object]] = {}
        for (page, floor), (ask, bare, readers) in zip(_PAGES.items(), asks, strict=True):
            cases[page], cases[floor] = partial(_next, ask, readers), partial(_next, bare, readers)
        cases[_EMPTY] = self._empty
        for case in cases.values():
            case()  # the first one loads what all others find in memory
        taken = one_by_one(cases, repeats, TIMES)
        for page, floor in _PAGES.items():
            against(f"{page} × its query, bare", taken[page], (taken[floor],))
        return taken

    def compare(self, taken: Times, first: Times) -> None:
        """Say how much longer pages are worked on than at the first length, were the machine as fast as it was then."""

        def longer(case: str) -> float:
            return ratio(taken[case].cpu, taken[_EMPTY].cpu) / ratio(first[case].cpu, first[_EMPTY].cpu)

        for page, floor in _PAGES.items():
            told = f"{longer(page):5.2f} ×  (its query {longer(floor):4.2f} ×)"
            say(f"{page}, against the first length", told, f"flat, {_GOAL} ×", met=longer(page) <= _GOAL)
        machine = absolute(taken[_EMPTY]) / absolute(first[_EMPTY])
        say("  a page that asks nothing of the book", f"{machine:5.2f} ×")

    def _empty(self) -> None:
        self._client.cookies.clear()
        self._get(f"/players/?n={next(self._numbers)}", "<form")

    def _record(self, whose: Reader) -> None:
        self._client.cookies[settings.SESSION_COOKIE_NAME] = whose.session
        self._get(f"/record/?page={next(self._numbers)}", whose.name)

    def _players(self, asked: str) -> None:
        self._client.cookies.clear()
        self._get(f"/players/?search={quote_plus(asked)}&n={next(self._numbers)}", "<tr")

    def _get(self, address: str, there: str) -> None:
        answer = self._client.get(address)
        assert answer.status_code == HTTPStatus.OK, (address, answer.status_code)
        assert there in answer.content.decode(), address


def _next(ask: Callable[[Reader], object], readers: Iterator[Reader]) -> None:
    ask(next(readers))


def _bare_record(whose: Reader) -> None:
    assert sql.rows(RECORD, whose.player)


def _bare_number(whose: Reader) -> None:
    assert sql.rows(NUMBER, whose.number)


def _bare_name(whose: Reader) -> None:
    given, family = (_meant(word) for word in whose.name.lower().split())
    among, _ = sql.among(given)
    asked = NAME.format(in_order="cross" if sql.on_sqlite() else "", among=among)
    assert sql.rows(asked, sql.among(family)[1], sql.among(given)[1])


def _meant(word: str) -> list[str]:
    return [each for (each,) in sql.rows(WORDS, word, f"{word}{{", names.sound(word))]
