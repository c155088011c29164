"""Questions that the player of the demonstration has asked: one is answered, one waits."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta

from overtrick.register.accounts.models import User
from overtrick.register.ledger.models import Entry
from overtrick.register.organisations import officers
from overtrick.register.queries import desks, threads
from overtrick.register.queries.models import Query

_WAITS = "Was the last round counted? Our table ran out of time and did not play its third board."
_ASKED = "I played twice that week. Which evening is this for?"
_ANSWERED = "It is for the evening of {day}. Open “Why?” beside the award to see each step."
_LATER = timedelta(days=2)


def ask_and_answer() -> None:
    """Let the player ask about the two last awards; the federation is in scope."""
    asks = User.objects.filter(username="player", player__isnull=False).select_related("player").first()
    if asks is None or asks.player is None:
        return
    played = Entry.objects.filter(player=asks.player, assessment__isnull=False).order_by("-played", "-pk")
    for entry, text, answer in zip(
        played.select_related("assessment__submission__competition")[:2],
        (_WAITS, _ASKED),
        ("", _ANSWERED),
        strict=False,
    ):
        assert entry.assessment is not None  # noqa: S101 - asked for above
        submission = entry.assessment.submission
        day = f"{entry.played:%d %B %Y}".lstrip("0")
        at = datetime.combine(entry.played + _LATER, time(9), UTC)
        about = threads.About(f"{submission.competition}, {day}", entry.pk, submission)
        asked = threads.ask(asks.player, about, text, actor=asks, at=at)
        answers = _who_has_it(asked, at + _LATER)
        if answer and answers is not None:
            threads.answer(asked, answer.format(day=day), actor=answers, at=at + _LATER)


def _who_has_it(query: Query, at: datetime) -> User | None:
    """Give somebody on whose desk a question is: the office's where there are no desks."""
    where = desks.holder(query)
    if where is None:
        return User.objects.filter(username="office").first()
    return next((each.user for each in officers.officers_of(where, at.date())), None)
