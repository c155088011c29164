"""A cup and a league that a club of the demonstration plays over a season, with points that are pending."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, date, datetime, time, timedelta

from django.db.models import Case, When

from overtrick.engine.event import Contest
from overtrick.handbooks import record
from overtrick.register.accounts.models import User
from overtrick.register.competitions.submit import QuotaUsedUp, submit
from overtrick.register.federations import handbook
from overtrick.register.organisations.models import Officer
from overtrick.register.people.models import Player
from overtrick.register.seasons import bracket, note
from overtrick.register.seasons.draft_season import draft
from overtrick.register.seasons.models import SeasonEvent
from overtrick.register.seasons.notebook import (
    DRAWN,
    FIRST,
    SECOND,
    Entrant,
    Fixture,
    SeasonPlan,
    SeasonPlayer,
    SeasonRound,
    read,
)

_TEAM = 4
_CUP, _LEAGUE = 8, 6
_TREES = ("Oaks", "Elms", "Firs", "Yews", "Ash", "Pines", "Limes", "Hazels")
#: The first round is so long ago, and the rounds are a fortnight apart.
_BEGAN = timedelta(days=30)
_FORTNIGHT = timedelta(days=14)
_BOARDS = 24
#: What came of the matches of the league, in turn.
_RESULTS = (FIRST, SECOND, DRAWN, FIRST, FIRST, SECOND)


def play_season_events(today: date) -> None:
    """Let the club of the scorer's log-in play a cup to its final and half of a league; the federation is in scope."""
    asked = Officer.objects.filter(user__username="club-scorer").select_related("user", "organisation__federation")
    post = asked.first()
    if post is None:
        return
    club, scorer = post.organisation, post.user
    members = Player.objects.filter(memberships__club=club, memberships__home=True, kept__isnull=True)
    shown = Player.objects.filter(account__username="player").values("pk")
    ordered = members.distinct().order_by(Case(When(pk__in=shown, then=0), default=1), "pk")
    listed = list(ordered[: _CUP * _TEAM])
    at = datetime.combine(today, time(9), UTC)  # months that are closed take nothing any more
    begins = today - _BEGAN
    level = record.ways(handbook.edition_on(club.federation, begins)).status.get(club.kind, "")
    plan = SeasonPlan(status=level, boards=_BOARDS, matches=_LEAGUE - 1)
    kinds = note.contests(club, begins)
    if Contest.KNOCK_OUT in kinds and len(listed) == _CUP * _TEAM:
        new = note.NewSeason("Autumn Cup", begins, Contest.KNOCK_OUT, plan._replace(matches=0), _teams(listed, _CUP))
        _play_cup(note.start(club, new, scorer, at), scorer, at)
    if Contest.LEAGUE in kinds and len(listed) >= _LEAGUE * _TEAM:
        new = note.NewSeason("Winter League", begins, Contest.LEAGUE, plan, _teams(listed[::-1], _LEAGUE))
        _play_league(note.start(club, new, scorer, at), scorer, at)


def _teams(players: Sequence[Player], count: int) -> tuple[Entrant, ...]:
    seats = [SeasonPlayer(str(each), each.number) for each in players]
    return tuple(Entrant(_TREES[at], tuple(seats[at * _TEAM : (at + 1) * _TEAM])) for at in range(count))


def _play_cup(season: SeasonEvent, scorer: User, at: datetime) -> None:
    """Two rounds are played and submitted, each soon after; the final is drawn."""
    for number in range(3):
        day = season.begins + number * _FORTNIGHT
        final = len(bracket.still_in(read(season.notes))) == 2  # noqa: PLR2004 - the two who are left
        fixtures = [
            Fixture(pair, "" if final else FIRST if (place + number) % 3 else SECOND)
            for place, pair in enumerate(bracket.next_pairs(read(season.notes)))
        ]
        season = note.add_round(season, SeasonRound(day, tuple(fixtures)), season.revision, scorer, at)
        if not final:
            _submit(season, scorer, at)


def _play_league(season: SeasonEvent, scorer: User, at: datetime) -> None:
    """Three rounds of five are played; the table stands."""
    names = list(read(season.notes).names)
    for number in range(3):
        day = season.begins + number * _FORTNIGHT
        turned = [names[0], *names[1 + number :], *names[1 : 1 + number]]
        half = len(turned) // 2
        pairs = zip(turned[:half], turned[half:][::-1], strict=True)
        fixtures = [
            Fixture(pair, _RESULTS[(number * half + place) % len(_RESULTS)]) for place, pair in enumerate(pairs)
        ]
        season = note.add_round(season, SeasonRound(day, tuple(fixtures)), season.revision, scorer, at)
    _submit(season, scorer, at)


def _submit(season: SeasonEvent, scorer: User, at: datetime) -> None:
    made = draft(season, scorer, at)
    if made.submission is not None:
        with suppress(QuotaUsedUp):  # then its draft waits: the club has run as many in its year as it may
            submit(made.submission, scorer, at, replace=True)
