"""A player asks, the club and the office answer, and nobody else reads it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import TYPE_CHECKING, NamedTuple

import pytest
from django.test import Client
from django.urls import set_script_prefix

from overtrick.handbooks.record import QueryDesk
from overtrick.register.accounts.models import User
from overtrick.register.audit.models import Record
from overtrick.register.ledger.models import Entry
from overtrick.register.organisations import officers
from overtrick.register.organisations.models import Officer
from overtrick.register.queries import desks, threads
from overtrick.register.queries.models import Query, Said
from overtrick.register.scoping import scope
from tests.register import office
from tests.register.season import AT, Union, night, opened, pairs, submitted

if TYPE_CHECKING:
    from overtrick.register.federations.models import Federation
    from tests.worlds import Founded

pytestmark = pytest.mark.django_db
DAY = AT.date()


class Asked(NamedTuple):
    here: Union
    asker: User
    other: User  #: another player
    query: Query

    @property
    def federation(self) -> Federation:
        return self.here.federation


@pytest.fixture
def asked(founded: Founded) -> Asked:
    return founded(_asked)


def _asked() -> Asked:
    here = opened()
    with scope(federation=here.federation):
        outcome = submitted(here, night(pairs(here.players)))
        asker, other = office.user("ado"), office.user("elu")
        for account, player in ((asker, here.players[0]), (other, here.players[2])):
            account.player = player
            account.save()
        entry = Entry.objects.get(player=here.players[0])
        about = threads.About("18 local, Tuesday pairs", entry.pk, outcome.submission)
        return Asked(here, asker, other, threads.ask(here.players[0], about, " Why 18? ", actor=asker, at=AT))


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


@pytest.fixture(autouse=True)
def _addresses() -> Iterator[None]:
    """Let addresses of another federation end with the test that asked for them."""
    yield
    set_script_prefix("/")


@pytest.fixture
def down_under(founded: Founded) -> Asked:
    """By 1.4.5 of this handbook a question goes to the club, then to the State, then to the Centre."""
    return founded(_asked_down_under)


def _asked_down_under() -> Asked:
    here = opened("south", "abf")
    with scope(federation=here.federation):
        outcome = submitted(here, night(pairs(here.players), status="E"))
        asker, other = office.user("ado"), office.user("elu")
        asker.player = here.players[0]
        asker.save()
        about = threads.About("No points, Tuesday pairs", None, outcome.submission)
        return Asked(here, asker, other, threads.ask(here.players[0], about, "Why?", actor=asker, at=AT))


def test_a_question_opens_at_the_club_and_is_passed_on_upwards_only(down_under: Asked) -> None:
    here, query = down_under.here, down_under.query
    assert query.desk == QueryDesk.CLUB
    assert list(desks.on_desk_of(here.club)) == [query]
    assert not desks.on_office_desk().exists()
    assert not desks.on_desk_of(here.county).exists()
    with pytest.raises(threads.OnAnotherDesk):
        threads.answer(query, "I know.", actor=here.secretary, at=AT)
    with pytest.raises(threads.OnAnotherDesk):
        threads.pass_on(query, QueryDesk.OFFICE, "", actor=here.secretary, at=AT)
    threads.pass_on(query, QueryDesk.REGION, "We do not know.", actor=here.scorer, at=AT)
    assert list(desks.on_desk_of(here.county)) == [query]
    assert not desks.on_desk_of(here.club).exists()
    query.refresh_from_db()
    assert set(desks.onward(query, DAY)) == {QueryDesk.OFFICE}
    with pytest.raises(threads.NotPassedOn):
        threads.pass_on(query, QueryDesk.CLUB, "", actor=here.secretary, at=AT)
    threads.pass_on(query, QueryDesk.OFFICE, "", actor=here.secretary, at=AT)
    assert list(desks.on_office_desk()) == [query]
    threads.answer(query, "By the table.", actor=here.clerk, at=AT)
    told = Record.objects.filter(action="query.pass on").order_by("pk").values_list("after", flat=True)
    assert [each["desk"] for each in told] == ["region", "office"]
    said = Said.objects.order_by("pk").values_list("text", flat=True)
    assert list(said) == ["Why?", "We do not know.", "By the table."]


def test_the_office_may_take_a_question_over_and_again_changes_nothing(down_under: Asked) -> None:
    here, query = down_under.here, down_under.query
    threads.pass_on(query, QueryDesk.OFFICE, "", actor=here.clerk, at=AT)
    threads.pass_on(query, QueryDesk.OFFICE, "", actor=here.clerk, at=AT)
    assert Record.objects.filter(action="query.pass on").count() == 1


def test_a_question_is_closed_by_the_player_by_whoever_has_it_or_by_the_office(down_under: Asked) -> None:
    here, query = down_under.here, down_under.query
    page = Client()
    page.force_login(here.scorer, "overtrick.web.accounts.backend.NumberOrEmail")
    address = f"/@south/queries/{query.pk}/"
    assert "Close this thread" in page.get(address).content.decode()
    threads.pass_on(query, QueryDesk.REGION, "", actor=here.scorer, at=AT)
    assert "Close this thread" not in page.get(address).content.decode()
    assert "on another desk" in page.post(f"{address}close/", follow=True).content.decode()
    with pytest.raises(threads.OnAnotherDesk):
        threads.close(query, actor=here.scorer, at=AT)
    query.refresh_from_db()
    assert query.closed_at is None
    assert {each for each in (here.scorer, here.secretary, here.clerk, down_under.asker)
            if threads.may_close(query, each, DAY)} == {here.secretary, here.clerk, down_under.asker}  # fmt: skip
    assert threads.close(query, actor=down_under.asker, at=AT).closed_at == AT


def test_where_the_handbook_is_silent_club_and_office_have_a_question_at_once(asked: Asked) -> None:
    assert asked.query.desk == ""
    assert list(desks.on_office_desk()) == list(desks.on_desk_of(asked.here.club)) == [asked.query]
    assert desks.onward(asked.query, DAY) == {}


def test_the_page_passes_a_question_on_and_says_who_has_it(down_under: Asked) -> None:
    page = Client()
    page.force_login(down_under.here.scorer, "overtrick.web.accounts.backend.NumberOrEmail")
    address = f"/@south/queries/{down_under.query.pk}/"
    assert "Pass this question on" in page.get(address).content.decode()
    assert page.post(f"{address}pass-on/", {"to": "nobody"}).status_code == 422
    told = page.post(f"{address}pass-on/", {"to": "region", "text": ""}, follow=True).content.decode()
    assert "With Oakshire since" in " ".join(told.split())
    assert "Send this message" not in told
    assert page.get(f"{address}pass-on/").status_code == 403
    page.force_login(down_under.here.secretary, "overtrick.web.accounts.backend.NumberOrEmail")
    threads.answer(down_under.query, "By the table.", actor=down_under.here.secretary, at=AT)
    assert "It is with Oakshire now." in page.get(f"{address}pass-on/").content.decode()
    told = page.post(f"{address}pass-on/", {"to": "office", "text": ""}, follow=True).content.decode()
    assert "With the office since" in " ".join(told.split())
    assert "for Oakshire" in " ".join(told.split()), "the State speaks for itself"


def test_a_county_speaks_for_itself_and_who_works_for_both_speaks_for_the_desk_that_has_it(down_under: Asked) -> None:
    here, query = down_under.here, down_under.query
    assert threads.side_of(query, here.secretary, DAY) == Said.Side.REGION
    officers.appoint(here.club, here.secretary, Officer.Role.SCORER, DAY, actor=None, at=AT)
    assert threads.side_of(query, here.secretary, DAY) == Said.Side.CLUB, "the club has it"
    threads.pass_on(query, QueryDesk.REGION, "", actor=here.scorer, at=AT)
    query.refresh_from_db()
    assert threads.side_of(query, here.secretary, DAY) == Said.Side.REGION
    assert threads.side_of(query, here.scorer, DAY) == Said.Side.CLUB
    assert threads.side_of(query, here.clerk, DAY) == Said.Side.OFFICE


def test_a_question_that_was_answered_by_a_correction_leads_to_it(asked: Asked) -> None:
    ranked = pairs(asked.here.players)
    client = Client()
    client.force_login(asked.asker, "overtrick.web.accounts.backend.NumberOrEmail")
    address = f"/queries/{asked.query.pk}/"
    assert "were corrected on" not in client.get(address).content.decode()
    submitted(asked.here, night([ranked[1], ranked[0], *ranked[2:]]), at=AT + timedelta(days=2), replace=True)
    (posting,) = threads.corrections(asked.query)
    assert posting.posted == DAY + timedelta(days=2)
    page = " ".join(client.get(address).content.decode().split())
    assert "The points were corrected on 15 May 2026." in page
    assert posting.submission is not None
    assert f'href="/events/{posting.submission.competition_id}/"' in page
