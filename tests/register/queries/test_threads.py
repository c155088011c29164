"""A player asks, the club and the office answer, and nobody else reads it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import NamedTuple

import pytest

from overtrick.register.accounts.models import User
from overtrick.register.audit.models import Record
from overtrick.register.ledger.models import Entry
from overtrick.register.queries import threads
from overtrick.register.queries.models import Query, Said
from overtrick.register.scoping import scope
from tests.register import office
from tests.register.season import AT, Union, night, pairs, submitted, union

pytestmark = pytest.mark.django_db
DAY = AT.date()


class Asked(NamedTuple):
    here: Union
    asker: User
    other: User  #: another player
    query: Query


@pytest.fixture
def asked() -> Iterator[Asked]:
    federation = office.federation()
    with scope(federation=federation):
        here = union(federation)
        outcome = submitted(here, night(pairs(here.players)))
        asker, other = office.user("ado"), office.user("elu")
        for account, player in ((asker, here.players[0]), (other, here.players[2])):
            account.player = player
            account.save()
        entry = Entry.objects.get(player=here.players[0])
        about = threads.About("18 local, Tuesday pairs", entry.pk, outcome.submission)
        yield Asked(here, asker, other, threads.ask(here.players[0], about, " Why 18? ", actor=asker, at=AT))


def test_the_player_the_club_the_county_and_the_office_read_a_thread_and_nobody_else(asked: Asked) -> None:
    here = asked.here
    everybody = [asked.asker, asked.other, here.scorer, here.secretary, here.clerk, here.stranger]
    read = [user for user in everybody if threads.visible_to(user, DAY).exists()]
    assert read == [asked.asker, here.scorer, here.secretary, here.clerk]


def test_an_answer_says_for_whom_somebody_speaks_and_the_thread_waits_for_the_other_side(asked: Asked) -> None:
    threads.answer(asked.query, "By 4.1.", actor=asked.here.scorer, at=AT + timedelta(hours=1))
    asked.query.refresh_from_db()
    assert asked.query.waits_for_player
    threads.answer(asked.query, "Thank you.", actor=asked.asker, at=AT + timedelta(hours=2))
    threads.answer(asked.query, "Gladly.", actor=asked.here.clerk, at=AT + timedelta(hours=3))
    said = Said.objects.order_by("at").values_list("side", "text")
    assert list(said) == [("player", "Why 18?"), ("club", "By 4.1."), ("player", "Thank you."), ("office", "Gladly.")]


def test_nobody_asks_about_another_players_award(asked: Asked) -> None:
    with pytest.raises(threads.NotYours):
        threads.ask(asked.here.players[0], threads.About("18 local"), "Why?", actor=asked.other, at=AT)


def test_a_second_question_about_the_same_award_leads_to_the_first(asked: Asked) -> None:
    about = threads.About("18 local", asked.query.entry, asked.query.submission)
    with pytest.raises(threads.AskedBefore) as refused:
        threads.ask(asked.here.players[0], about, "Why?", actor=asked.asker, at=AT)
    assert refused.value.query == asked.query


def test_nobody_from_outside_answers_or_closes(asked: Asked) -> None:
    with pytest.raises(threads.NotYours):
        threads.answer(asked.query, "Ha", actor=asked.here.stranger, at=AT)
    with pytest.raises(threads.NotYours):
        threads.close(asked.query, actor=asked.other, at=AT)
    assert Said.objects.count() == 1
    assert Query.objects.get().closed_at is None


def test_a_closed_thread_is_opened_again_by_the_player_only(asked: Asked) -> None:
    threads.close(asked.query, actor=asked.here.clerk, at=AT)
    with pytest.raises(threads.Closed):
        threads.answer(asked.query, "One more thing", actor=asked.here.scorer, at=AT)
    threads.answer(asked.query, "Not quite", actor=asked.asker, at=AT)
    asked.query.refresh_from_db()
    assert asked.query.closed_at is None


def test_closing_twice_changes_nothing(asked: Asked) -> None:
    first = threads.close(asked.query, actor=asked.here.clerk, at=AT)
    again = threads.close(asked.query, actor=asked.asker, at=AT + timedelta(days=1))
    assert (again.closed_at, again.closed_by) == (first.closed_at, asked.here.clerk)


def test_empty_words_are_refused(asked: Asked) -> None:
    with pytest.raises(threads.NothingSaid):
        threads.answer(asked.query, " \n", actor=asked.asker, at=AT)


def test_every_act_is_in_the_audit(asked: Asked) -> None:
    threads.answer(asked.query, "By 4.1.", actor=asked.here.scorer, at=AT)
    threads.close(asked.query, actor=asked.here.clerk, at=AT)
    acts = Record.objects.filter(action__startswith="query.").order_by("pk").values_list("action", "user__username")
    assert list(acts) == [("query.ask", "ado"), ("query.answer", "north-scorer"), ("query.close", "north-clerk")]
