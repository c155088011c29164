"""Takes what was typed into the form by hand."""

from __future__ import annotations

import re
from collections.abc import Mapping

from overtrick.engine.event import Contest, Play
from overtrick.handbooks.forms import EVENT_WORDS, STAGE_WORDS, Form, StageForm
from overtrick.register.organisations.models import Organisation
from overtrick.register.people import identity, sight
from overtrick.web.club.by_hand.limits import MOST_IN_ALL, MOST_INPUTS, MOST_LISTS, MOST_STAGES
from overtrick.web.club.by_hand.sheet import (
    MOST_SEATS,
    HandList,
    HandMatch,
    HandRow,
    HandStage,
    Seat,
    Sheet,
    blank,
    count,
    fitted,
    list_field,
    start,
    winners_of,
)
from overtrick.web.club.by_hand.words import ANSWER, LIST, slug

_OF_A_SEAT = ("number", "name", "boards")
_SEAT = re.compile(r".*[0-9]-(?:number|name|boards)-([0-9]{1,15})")


def typed(where: Organisation, form: Form, posted: Mapping[str, str]) -> Sheet:
    """Take what was typed; names of numbers are filled in from the register, as far as the club may know them.

    If more was sent than is read, the sheet says so: it must not be kept.
    """
    return _Typed(where, form, posted).sheet()


class _Typed:
    """One form as it was sent."""

    def __init__(self, where: Organisation, form: Form, posted: Mapping[str, str]) -> None:
        self.form, self.posted = form, posted
        numbers = {value.strip() for name, value in posted.items() if "-number-" in name and value}
        found = identity.resolve_many(numbers)
        hidden = sight.hidden_from(where, found.values())
        self.known = {number: str(player) for number, player in found.items() if player.pk not in hidden}
        self.left, self.room = MOST_IN_ALL, MOST_INPUTS
        self.cut = bool(self.text("cut")) or any(map(_beyond_seats, posted))
        said = self.text("play")
        self.play = Play(said) if said in form.play else form.play[0]

    def text(self, name: str) -> str:
        """Give the text of a field."""
        return str(self.posted.get(name, "")).strip()

    def sheet(self) -> Sheet:
        """Give the whole form."""
        texts = {word: self.text(slug(word)) for word in ("event", "date", "status", *EVENT_WORDS)}
        number = self._within("stages", MOST_STAGES) or len(blank(self.form, "").stages)
        stages = tuple(self._stage(at) for at in range(number))
        answers = {
            name[len(ANSWER) :]: self.text(name) for name in self.posted if name.startswith(ANSWER) and self.text(name)
        }
        return Sheet(self.form, self.play, texts, stages, answers, self.cut)

    def _within(self, field: str, most: int) -> int:
        """Read a number of stages or rows, and note if it is more than can be read."""
        asked = count(self.text(field))
        self.cut = self.cut or asked > most
        return min(asked, most)

    def _stage(self, at: int) -> HandStage:
        begin, form = start(at), self._form_of(at)
        said = self.text(f"{begin}contest")
        contest = Contest(said) if said in form.contests else form.contests[0]
        winners = count(self.text(f"{begin}winners"))
        usual = winners_of(form, self.play)
        texts = {word: self.text(f"{begin}{slug(word)}") for word in STAGE_WORDS}
        lists: list[HandList] = []
        while f"{begin}rows-{len(lists)}" in self.posted and len(lists) < MOST_LISTS:
            lists.append(self._list(at, len(lists)))
        self.cut = self.cut or f"{begin}rows-{len(lists)}" in self.posted
        matches = tuple(
            HandMatch(
                *(self.text(f"{begin}match-{number}-{slug(each.replace('_', ' '))}") for each in HandMatch._fields)
            )
            for number in range(self._rows(f"{begin}match-rows"))
        )
        winners = winners if winners in usual else usual[0]
        details = bool(self.text(f"{begin}details"))
        return fitted(HandStage(form, self.play, contest, winners, texts, tuple(lists), matches, details))

    def _form_of(self, at: int) -> StageForm:
        kinds = {str(each.kind): each for each in self.form.stages}
        usual = [each for each in self.form.stages if not each.added]
        return kinds.get(self.text(f"{start(at)}stage")) or usual[min(at, len(usual) - 1)]

    def _list(self, stage: int, at: int) -> HandList:
        texts = {word: self.text(list_field(stage, at, word)) for word in LIST}
        begin = start(stage)
        rows = tuple(self._row(f"{begin}{at}-{row}") for row in range(self._rows(f"{begin}rows-{at}")))
        return HandList(texts, rows)

    def _rows(self, field: str) -> int:
        """Read a number of rows, within what a form can have in all."""
        rows = self._within(field, self.left)
        self.left -= rows
        return rows

    def _row(self, begin: str) -> HandRow:
        players: list[Seat] = []
        for at in range(MOST_SEATS):
            said = [self.posted.get(f"{begin}-{word}-{at}") for word in _OF_A_SEAT]
            if said == [None] * 3:
                continue
            number, name = self.text(f"{begin}-number-{at}"), self.text(f"{begin}-name-{at}")
            players += [Seat()] * (at - len(players))
            players.append(Seat(number, name or self.known.get(number, ""), self.text(f"{begin}-boards-{at}")))
        # A single field far to the right makes room for all before it: no page sends so many rows of them.
        self.room -= len(players) * len(_OF_A_SEAT)
        if self.room < 0:
            self.cut, players = True, []
        words = ("won", "drawn", "category", "section", "score", "standing")
        others = (self.text(f"{begin}-{word}") for word in words)
        return HandRow(self.text(f"{begin}-place"), self.text(f"{begin}-team"), tuple(players), *others)


def _beyond_seats(name: str) -> bool:
    """Say whether a field is of a player for whom a row has no room."""
    seat = _SEAT.fullmatch(name)
    return seat is not None and int(seat[1]) >= MOST_SEATS
