"""What becomes of results is told to the programs of their organiser, in the transaction in which it becomes so."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from overtrick.engine.event import Player as Seated
from overtrick.register import transactions
from overtrick.register.competitions import decide, held_credits
from overtrick.register.competitions.models import HeldCredit
from overtrick.register.people.members_list.apply_changes import Opening
from overtrick.register.people.registration import correct
from overtrick.register.player_file import turn
from overtrick.register.ranks import close_month, opening_balances
from overtrick.register.webhooks import endpoints
from overtrick.register.webhooks.models import Delivery, Endpoint
from overtrick.register.webhooks.types import CHOICES, EventType
from tests.register.season import NIGHT, Union, night, pairs, submitted

if TYPE_CHECKING:
    from overtrick.register.organisations.models import Organisation

pytestmark = pytest.mark.postgres

MAY = datetime(2026, 5, 20, 9, tzinfo=UTC)
JUNE = datetime(2026, 6, 20, 9, tzinfo=UTC)
HOUR = timedelta(hours=1)
EVERYTHING = [each.value for each in CHOICES]


def listen(here: Union, where: Organisation, *types: str) -> Endpoint:
    url = "https://hook.example.org/"
    return endpoints.add(where, url, types or EVERYTHING, actor=here.clerk, at=MAY).endpoint


def told(where: Organisation) -> list[tuple[str, str]]:
    """List the events of an organisation since the last look: type, and reference or number."""
    rows = list(Delivery.objects.filter(endpoint__organisation=where).order_by("pk"))
    found = []
    for each in rows:
        data = json.loads(each.body)["data"]
        assert data.pop("organisation") == where.number
        url = data.pop("url")
        about = next(iter(data.values()), "")
        assert url.endswith(about)
        assert json.loads(each.body)["type"] == each.type
        found.append((each.type, about))
        each.delete()
    return found


def test_a_submission_is_accepted_replaced_returned_and_final(here: Union) -> None:
    listen(here, here.club)
    listen(here, here.other)
    first = submitted(here, night(pairs(here.players)), at=MAY)
    reference = first.submission.reference
    assert told(here.club) == [("submission.accepted", reference)]
    turned = submitted(here, night(list(reversed(pairs(here.players)))), at=MAY, replace=True)
    again = turned.submission.reference
    assert told(here.club) == [("submission.accepted", again), ("submission.replaced", reference)]
    decide.send_back(turned.submission, here.clerk, MAY, "the places are wrong")
    assert told(here.club) == [("submission.returned", again), ("submission.accepted", reference)]
    close_month.close(here.federation, NIGHT.replace(day=1), here.clerk, JUNE)
    assert told(here.club) == [("submission.final", reference)]
    assert told(here.other) == []


def test_credits_that_wait_are_held_until_the_last_of_them_is_settled(here: Union) -> None:
    listen(here, here.club)
    named = pairs(here.players)
    strangers = (Seated("Nobody Here", ""), Seated("Nobody Else", ""))
    made = submitted(here, night([strangers, *named[1:]]), at=MAY)
    reference = made.submission.reference
    assert made.held == 2
    assert told(here.club) == [("submission.accepted", reference), ("submission.held", reference)]
    one, two = HeldCredit.objects.order_by("pk")
    held_credits.drop(one, here.clerk, MAY, "nobody")
    assert told(here.club) == []
    held_credits.drop(two, here.clerk, MAY, "nobody")
    assert told(here.club) == [("submission.released", reference)]


def test_what_is_taken_back_tells_nobody(here: Union) -> None:
    listen(here, here.club)
    with pytest.raises(LookupError):
        _submitted_in_vain(here)
    assert told(here.club) == []


def _submitted_in_vain(here: Union) -> None:
    with transactions.atomic():
        submitted(here, night(pairs(here.players)), at=MAY)
        raise LookupError


def test_nobody_hears_of_what_they_have_not_chosen_or_while_it_is_off(here: Union) -> None:
    endpoint = listen(here, here.club, EventType.RETURNED)
    made = submitted(here, night(pairs(here.players)), at=MAY)
    assert told(here.club) == []
    endpoints.switch(endpoint, on=False, actor=here.clerk, at=MAY)
    decide.send_back(made.submission, here.clerk, MAY, "wrong")
    assert told(here.club) == []


def test_a_promotion_is_told_to_the_club_and_to_the_national_body_unless_the_player_hides(here: Union) -> None:
    for each in (here.club, here.other, here.national):
        listen(here, each, EventType.PROMOTED)
    one, two, *_ = here.players
    # Nobody is promoted by what was there before this book: the first point of this one does it.
    brought = [Opening(each, "local", 199, date(2025, 12, 31), at) for at, each in enumerate((one, two))]
    opening_balances.enter(opening_balances.compare(brought), here.clerk, here.second, MAY)
    correct(two, anonymous=True, actor=here.clerk, at=MAY)
    submitted(here, night(pairs(here.players)), at=MAY)
    close_month.close(here.federation, NIGHT.replace(day=1), here.clerk, JUNE)
    kinds = {kind for kind, _number in told_all(here)}
    assert kinds == {"promotion.made"}


def told_all(here: Union) -> list[tuple[str, str]]:
    club, national = told(here.club), told(here.national)
    numbers = [number.lstrip("0") for _kind, number in club]
    one, two, *_ = here.players
    assert sorted(set(numbers)) == sorted({one.number, two.number})
    assert {number.lstrip("0") for _kind, number in national} == {one.number}
    assert told(here.other) == []
    return club


def test_changed_players_are_told_at_most_once_an_hour(here: Union) -> None:
    listen(here, here.national, EventType.PLAYERS)
    assert turn.tell_programs(MAY) == 0
    turn.bring_up_to_date(MAY)
    assert turn.tell_programs(MAY) == 1
    assert told(here.national) == [("players.changed", "")]
    assert turn.tell_programs(MAY + 2 * HOUR) == 0
    for minutes in (0, 10):
        correct(here.players[0], given=f"Given {minutes}", actor=here.clerk, at=MAY)
        assert turn.tell_programs(MAY + timedelta(minutes=59)) == 0
    assert turn.tell_programs(MAY + HOUR) == 1
    assert turn.tell_programs(MAY + 3 * HOUR) == 0


def test_endpoints_are_changed_and_removed_and_there_are_at_most_five(here: Union) -> None:
    endpoint = listen(here, here.club)
    now = endpoints.change(endpoint, "https://b.example.org/x", [EventType.HELD], actor=here.clerk, at=MAY)
    assert (now.url, now.types) == ("https://b.example.org/x", ["submission.held"])
    for wrong in ([], ["ping"], ["nothing"]):
        with pytest.raises(endpoints.NoTypes) as refused:
            endpoints.change(endpoint, now.url, wrong, actor=here.clerk, at=MAY)
        assert refused.value.code == "webhook-types"
    for _ in range(endpoints.MOST - 1):
        listen(here, here.club)
    with pytest.raises(endpoints.TooManyEndpoints) as too_many:
        listen(here, here.club)
    assert too_many.value.code == "too-many-webhooks"
    endpoints.remove(now, actor=here.clerk, at=MAY)
    assert listen(here, here.club).is_on


def test_an_event_that_is_on_its_way_is_not_sent_again(here: Union) -> None:
    endpoint = listen(here, here.club)
    made = endpoints.ping(endpoint, actor=here.clerk, at=MAY)
    with pytest.raises(endpoints.OnItsWay) as refused:
        endpoints.send_again(made, actor=here.clerk, at=MAY)
    assert refused.value.code == "webhook-on-its-way"
