"""What changes for somebody is told to them, in the transaction of the change, once, and in words with a page."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from overtrick.register.competitions import decide, held_credits
from overtrick.register.competitions.tasks import tell_missing
from overtrick.register.federation_settings import setup
from overtrick.register.messages import inbox, words
from overtrick.register.messages.kinds import KINDS
from overtrick.register.messages.models import Message
from overtrick.register.organisations import licences
from overtrick.register.people import standings
from overtrick.register.queries import threads
from overtrick.register.ranks import close_month
from tests.register import office
from tests.register.season import AT, NIGHT, night, pairs, submitted

if TYPE_CHECKING:
    from overtrick.register.organisations.models import Organisation
    from overtrick.register.people.models import Player
    from tests.register.season import Union


def _told(here: Union, whom: Player | Organisation) -> list[str]:
    """Read what somebody was told, the first first."""
    rows = inbox.of_organisation(whom.pk) if hasattr(whom, "parent_id") else inbox.of_player([whom.pk])
    return [f"{each.kind}: {words.sentence(each, here.federation)}" for each in rows.order_by("pk")]


def test_results_that_are_returned_are_told_to_the_club_and_to_the_players_who_lose_points(here: Union) -> None:
    sent = submitted(here, night(pairs(here.players)))
    assert not Message.objects.exists()  # first points are on the record; nothing has changed
    decide.send_back(sent.submission, here.clerk, AT, "The names of pair 3 are swapped.")
    assert _told(here, here.club) == [
        (
            "submission-returned: Tuesday pairs, 12 May 2026, is returned. Correct it and send it again. "
            "The reason: The names of pair 3 are swapped."
        )
    ]
    assert _told(here, here.players[0]) == [
        (
            "points-corrected: Your points from Tuesday pairs, 12 May 2026, are corrected. Before: 18 local points. "
            "Now: no points."
        )
    ]
    assert [words.path(each) for each in inbox.of_organisation(here.club.pk)] == [
        f"/club/{here.club.pk}/submissions/{sent.submission.pk}/"
    ]
    assert _told(here, here.players[-1]) == []  # they had nothing to lose


def test_a_correction_tells_each_player_the_points_before_and_after(here: Union) -> None:
    seats = pairs(here.players)
    submitted(here, night(seats))
    submitted(here, night([seats[1], seats[0], *seats[2:]]), replace=True, at=AT + timedelta(hours=1))
    assert _told(here, here.players[0]) == [
        (
            "points-corrected: Your points from Tuesday pairs, 12 May 2026, are corrected. Before: 18 local points. "
            "Now: 12 local points."
        )
    ]
    assert _told(here, here.players[4]) == []
    assert [each.split(":")[0] for each in _told(here, here.club)] == ["submission-corrected"]
    # The scorer did it and knows.
    assert inbox.unread_count(here.club.pk, here.scorer) == 0
    assert inbox.unread_count(here.club.pk, here.clerk) == 1


def test_points_that_wait_are_told_when_they_are_held_and_when_they_are_released(here: Union) -> None:
    player = here.players[0]
    standings.lapse(player, NIGHT - timedelta(days=2), actor=None, at=AT)
    submitted(here, night(pairs(here.players)))
    (held,) = _told(here, player)
    assert held.startswith("points-held: 18 local points from Tuesday pairs, 12 May 2026, are held for you: ")
    (waits,) = held_credits.waiting()
    held_credits.drop(waits, here.clerk, AT, "Nobody asked for them.")
    assert _told(here, player)[1:] == [
        (
            "points-given-up: 18 local points from Tuesday pairs, 12 May 2026, were held and will not be credited: "
            "Nobody asked for them."
        )
    ]


def test_closing_a_month_tells_every_affiliated_organisation_and_whoever_is_promoted(here: Union) -> None:
    for week in range(12):
        day = date(2026, 3, 1) + timedelta(days=week)
        submitted(here, night(pairs(here.players), begins=day), at=datetime(2026, 3, 20, 9, tzinfo=UTC))
    at = datetime(2026, 4, 20, 9, tzinfo=UTC)
    close_month.close(here.federation, date(2026, 3, 1), here.clerk, at)
    promoted = _told(here, here.players[0])
    assert promoted[-1] == "promoted: Congratulations! You have reached a new rank: Club Master, on 12 March 2026."
    closed = "month-closed: March 2026 is closed. The points of approved results are now final."
    for each in (here.national, here.county, here.club, here.other):
        assert _told(here, each)[-1:] == [closed]
    before = Message.objects.count()
    close_month.close(here.federation, date(2026, 3, 1), here.clerk, at)
    assert Message.objects.count() == before


def test_an_answer_is_told_to_the_player_and_an_addition_of_the_player_to_nobody(here: Union) -> None:
    player, account = here.players[0], office.user("ado")
    account.player = player
    account.save()
    asked = threads.ask(player, threads.About("18 points", 1, None), "Was it not 24?", actor=account, at=AT)
    threads.answer(asked, "I meant 25.", actor=account, at=AT)
    threads.answer(asked, "It was 18.", actor=here.clerk, at=AT)
    assert _told(here, player) == ["question-answered: Your question has an answer: 18 points."]


@pytest.mark.postgres
def test_a_licence_is_told_when_it_is_granted_and_when_it_is_revoked(here: Union) -> None:
    given = licences.Grant("L-1", "blue event", date(2026, 6, 1), date(2026, 6, 30))
    made = licences.grant(here.club, given, actor=here.clerk, at=AT)
    licences.revoke(made, actor=here.clerk, at=AT, reason="No director.")
    assert _told(here, here.club) == [
        "licence-granted: Licence L-1 is granted: blue event.",
        "licence-revoked: Licence L-1 (blue event) is revoked. The reason: No director.",
    ]


def test_a_usual_session_without_results_is_told_once(here: Union) -> None:
    setup.change(here.federation, setup.Ways(results_due_days=7), actor=here.clerk, at=AT)
    here.federation.refresh_from_db()
    for week in (0, 1, 2, 3, 5, 6):
        submitted(here, night(pairs(here.players), begins=NIGHT + timedelta(weeks=week)), at=AT + timedelta(weeks=week))
    at = AT + timedelta(weeks=6)
    tell_missing(at)
    tell_missing(at + timedelta(days=1))
    assert _told(here, here.club) == [
        (
            "file-missing: No results of Tuesday pairs, 9 June 2026, have come. "
            "If nobody played, you do not need to do anything."
        )
    ]


def test_every_kind_is_explained_for_those_who_look_it_up() -> None:
    page = (Path(__file__).parents[3] / "docs" / "codes.md").read_text("utf-8").partition("## Messages")[2]
    assert re.findall(r"^\| ([a-z-]+) \| [^|]+ \| [^|]+ \|$", page, re.MULTILINE)[1:] == list(KINDS)
