"""What is typed in the forms of a season event: kept as it was typed, and read with all that is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from typing import NamedTuple, TypeVar

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from overtrick.engine.event import Contest, Ended, Play
from overtrick.formats.dates import FIRST_YEAR, LAST_YEAR
from overtrick.formats.event_file.reading import as_day
from overtrick.handbooks import worth
from overtrick.handbooks.edition import Edition
from overtrick.register.organisations.models import Organisation
from overtrick.register.people import identity, sight
from overtrick.register.seasons.grown_event import SERIES
from overtrick.register.seasons.note import NewSeason
from overtrick.register.seasons.notebook import (
    MOST_BOARDS,
    MOST_ENTRANTS,
    MOST_PLAYERS,
    MOST_STANZAS,
    OUTCOMES,
    Entrant,
    Fixture,
    Notebook,
    SeasonPlan,
    SeasonPlayer,
)
from overtrick.register.seasons.renames import EntrantNow

#: Rows that a form begins with, and that are added at a time.
ROWS = 8
#: Matches that are added at a time.
MATCHES = 4
#: Players of a team that are asked for at first; the others fold away.
AT_FIRST = 4
_Row = TypeVar("_Row")
_WHOLE = re.compile(r"[0-9]{1,3}")
_STANZA = re.compile(r"\s*(-?[0-9]+(?:\.[0-9]+)?)\s*[-–:]\s*(-?[0-9]+(?:\.[0-9]+)?)\s*")

#: Who can compete in each kind, the usual first.
PLAYED_BY = {
    Contest.KNOCK_OUT: (Play.TEAMS, Play.PAIRS),
    Contest.LEAGUE: (Play.TEAMS, Play.PAIRS),
    Contest.LADDER: (Play.PAIRS, Play.TEAMS, Play.INDIVIDUAL),
    Contest.AGGREGATE: (Play.PAIRS, Play.TEAMS, Play.INDIVIDUAL),
}

ENDINGS: tuple[tuple[str, str | Promise], ...] = (
    (Ended.PLAYED.value, gettext_lazy("Played to the end")),
    (Ended.CONCEDED_BEHIND.value, gettext_lazy("Conceded by the losers when they were behind")),
    (Ended.CONCEDED.value, gettext_lazy("Conceded, and the losers were not behind (a walkover)")),
    (Ended.NOT_PLAYED.value, gettext_lazy("Not played: decided by a ruling")),
    (Ended.EXTRA_BOARDS.value, gettext_lazy("Level, then decided by extra boards")),
    (Ended.TIE_BROKEN.value, gettext_lazy("Level, then decided in another way")),
)


class EntrantRow(NamedTuple):
    """A pair, a team or an individual as it was typed."""

    name: str = ""
    division: str = ""
    players: tuple[SeasonPlayer, ...] = ()
    was: str = ""  #: the name that stands in the notes; none in a new row
    players_were: tuple[str, ...] = ()  #: likewise of each player

    @property
    def empty(self) -> bool:
        """Whether nothing was typed."""
        return not (self.name or any(each.name or each.number for each in self.players))


class StartSheet(NamedTuple):
    """The form that starts a season event."""

    contest: Contest
    texts: Mapping[str, str]
    rows: tuple[EntrantRow, ...]
    facts: Mapping[str, str]

    @property
    def play(self) -> Play:
        """What competes."""
        return Play(self.texts["play"])


def blank(contest: Contest, status: str) -> StartSheet:
    """Give an empty form."""
    texts = {
        "play": PLAYED_BY[contest][0].value,
        "status": status,
        "boards": "24",
        "counted": "6" if contest in SERIES else "",
    }
    return StartSheet(contest, texts, () if contest in SERIES else (EntrantRow(),) * ROWS, {})


def typed(where: Organisation, contest: Contest, edition: Edition, posted: Mapping[str, str]) -> StartSheet:
    """Take what was typed; of what is chosen from a list, only what the list has."""
    words = ("name", "date", "boards", "matches", "by-scores", "counted")
    texts = {word: _text(posted, word)[:200] for word in words}
    status, play = _text(posted, "status").casefold(), _text(posted, "play")
    offered = [each.value for each in PLAYED_BY[contest]]
    texts |= {
        "status": next((level for level in worth.levels(edition) if level.casefold() == status), ""),
        "play": play if play in offered else offered[0],
    }
    said = {each.name: _text(posted, f"fact {each.name}") for each in edition.facts.values()}
    facts = {each.name: said[each.name] for each in edition.facts.values() if said[each.name] in each.answers}
    return StartSheet(contest, texts, typed_rows(where, posted), facts)


def typed_rows(where: Organisation, posted: Mapping[str, str]) -> tuple[EntrantRow, ...]:
    """Take who takes part; names of numbers are filled in from the register, as far as the organisation may know."""
    count = min(_count(_text(posted, "rows")), MOST_ENTRANTS)
    numbers = {_text(posted, f"{at}-number-{player}") for at in range(count) for player in range(MOST_PLAYERS)}
    found = identity.resolve_many(numbers - {""})
    hidden = sight.hidden_from(where, found.values())
    known = {number: str(player) for number, player in found.items() if player.pk not in hidden}
    rows = []
    for at in range(count):
        players = []
        for player in range(MOST_PLAYERS):
            number, name = _text(posted, f"{at}-number-{player}"), _text(posted, f"{at}-name-{player}")
            players.append(SeasonPlayer(name or known.get(number, ""), number))
        were = tuple(_text(posted, f"{at}-was-{player}") for player in range(MOST_PLAYERS))
        team, division, was = (_text(posted, f"{at}-{word}") for word in ("team", "division", "was"))
        rows.append(EntrantRow(team, division, tuple(players), was, were))
    return tuple(rows)


def overfull(posted: Mapping[str, str]) -> tuple[str, ...]:
    """Refuse more rows than a form takes, so that none is left out without a word."""
    count = _count(_text(posted, "rows"))
    if count < MOST_ENTRANTS or (count == MOST_ENTRANTS and "more" not in posted):
        return ()
    return (_("This form takes at most %(most)d rows") % {"most": MOST_ENTRANTS},)


def with_more(rows: tuple[_Row, ...], empty: _Row, count: int) -> tuple[_Row, ...]:
    """Add empty rows, as many as the form takes."""
    return (*rows, *(empty,) * min(count, MOST_ENTRANTS - len(rows)))


def rows_of(notebook: Notebook) -> tuple[EntrantRow, ...]:
    """Fill the form with who takes part."""
    return tuple(
        EntrantRow(each.name, each.division, each.players, each.name, tuple(one.name for one in each.players))
        for each in notebook.entrants
    )


def entrants_of(rows: tuple[EntrantRow, ...], play: Play) -> tuple[tuple[EntrantNow, ...], dict[str, str]]:
    """Read who takes part and who that was, and say what is wrong by the field."""
    found, errors = [], dict[str, str]()
    for at, row in enumerate(rows):
        if row.empty:
            continue
        typed_in = zip(row.players, row.players_were, strict=True)
        seated = [(each, was) for each, was in typed_in if each.name or each.number]
        players, were = tuple(each for each, _was in seated), tuple(was for _each, was in seated)
        for player, each in enumerate(row.players):
            if each.number and not each.name:
                told = {"row": at + 1, "number": each.number}
                errors[f"{at}-name-{player}"] = (
                    _("Row %(row)d: nobody has the number %(number)s. Correct it, or enter the name beside it") % told
                )
        name = row.name if play is Play.TEAMS else " & ".join(each.name for each in players)
        if play is Play.TEAMS and not name:
            errors[f"{at}-team"] = _("Row %(row)d: enter the name of the team") % {"row": at + 1}
        found.append(EntrantNow(Entrant(name, players, row.division), row.was, were))
    return tuple(found), errors


def new_season(sheet: StartSheet) -> tuple[NewSeason | None, dict[str, str]]:
    """Read the form; what is wrong is told by the field."""
    errors = dict[str, str]()
    texts = sheet.texts
    if not texts["name"]:
        errors["name"] = _("Enter the name of the event, for example Winter Cup")
    begins = _day(texts["date"])
    if begins is None:
        errors["date"] = _("Enter the first day, for example 10 November 2026")
    boards = _whole(texts["boards"], errors, "boards", _("Enter the boards, for example 24"))
    matches = counted = 0
    if sheet.contest is Contest.LEAGUE:
        matches = _whole(
            texts["matches"], errors, "matches", _("Enter how many matches each team plays, for example 9")
        )
    if sheet.contest in SERIES:
        counted = _whole(texts["counted"], errors, "counted", _("Enter how many results count, for example 6"))
    entrants, wrong = entrants_of(sheet.rows, sheet.play)
    errors |= wrong
    if errors or begins is None:
        return None, errors
    plan = SeasonPlan(
        sheet.play.value,
        texts["status"],
        boards,
        matches,
        texts["by-scores"] == "yes",
        counted,
        tuple(sorted(sheet.facts.items())),
    )
    return NewSeason(texts["name"], begins, sheet.contest, plan, tuple(each.entrant for each in entrants)), errors


# --- Matches -----------------------------------------------------------------------------------------------------


class MatchRow(NamedTuple):
    """A match as it was typed."""

    one: str = ""
    other: str = ""
    outcome: str = ""
    ended: str = Ended.PLAYED.value
    score_one: str = ""
    score_other: str = ""
    boards: str = ""
    stanzas: str = ""
    sat_out: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())

    @property
    def empty(self) -> bool:
        """Whether no side was chosen."""
        return not (self.one or self.other)


def typed_matches(posted: Mapping[str, str]) -> tuple[MatchRow, ...]:
    """Take the matches of a round."""
    count = min(_count(_text(posted, "rows")), MOST_ENTRANTS)
    return tuple(typed_match(posted, f"{at}-") for at in range(count))


def typed_match(posted: Mapping[str, str], start: str = "") -> MatchRow:
    """Take a match."""
    words = ("one", "other", "outcome", "ended", "score-one", "score-other", "boards", "stanzas")
    told = (_text(posted, f"{start}{word}") for word in words)
    one, other = (_absent(posted, f"{start}sat-{side}-") for side in (0, 1))
    return MatchRow._make((*told, (one, other)))


def _absent(posted: Mapping[str, str], start: str) -> tuple[str, ...]:
    """Name the players whose box is not ticked, of a side whose boxes were shown."""
    names = [(at, _text(posted, f"{start}name-{at}")) for at in range(MOST_PLAYERS)]
    return tuple(name for at, name in names if name and not _text(posted, f"{start}{at}"))


def row_of(fixture: Fixture) -> MatchRow:
    """Fill the form with a match."""
    stanzas = ", ".join(f"{one}-{other}" for one, other in fixture.stanzas)
    boards = str(fixture.boards or "")
    return MatchRow(*fixture.sides, fixture.outcome, fixture.ended, *fixture.scores, boards, stanzas, fixture.sat_out)


def fixture_of(row: MatchRow, errors: dict[str, str], start: str = "") -> Fixture:
    """Read a match; what is wrong is told by the field."""
    called = f"{row.one} – {row.other}"
    boards = 0
    if row.boards:
        sentence = _("%(match)s: enter the boards as a whole number, or leave them empty") % {"match": called}
        boards = _whole(row.boards, errors, f"{start}boards", sentence)
    stanzas = []
    for part in filter(str.strip, row.stanzas.split(",")[: MOST_STANZAS + 1]):
        fits = _STANZA.fullmatch(part)
        if fits is None:
            sentence = _("%(match)s: enter the scores of each part as 24-10, 8-12")
            errors[f"{start}stanzas"] = sentence % {"match": called}
        else:
            stanzas.append((fits[1], fits[2]))
    scores = row.score_one, row.score_other
    outcome = row.outcome if row.outcome in OUTCOMES else ""
    return Fixture((row.one, row.other), outcome, row.ended, scores, boards, tuple(stanzas), row.sat_out)


def day_of(posted: Mapping[str, str], errors: dict[str, str]) -> date:
    """Read the day of a round or a game."""
    day = _day(_text(posted, "date"))
    if day is None:
        errors["date"] = _("Enter the day, for example 10 November 2026")
    return day or date.min


def _day(written: str) -> date | None:
    """Read a day of a year in which bridge is played."""
    day = as_day(written)
    return day if day is not None and FIRST_YEAR <= day.year <= LAST_YEAR else None


def _text(posted: Mapping[str, str], name: str) -> str:
    return str(posted.get(name, "")).strip()[:300]


def _count(written: str) -> int:
    return int(written) if _WHOLE.fullmatch(written) else 0


def _whole(written: str, errors: dict[str, str], field: str, sentence: str) -> int:
    number = _count(written)
    if not 0 < number <= MOST_BOARDS:
        errors[field] = sentence
    return number
