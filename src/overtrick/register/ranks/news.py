"""Tells players that they are promoted, and organisations that a month is closed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime

from overtrick.register import periods, sql
from overtrick.register.accounts.models import User
from overtrick.register.competitions.models import Submission
from overtrick.register.federations import numbers
from overtrick.register.ledger.models import Closing
from overtrick.register.messages import kinds
from overtrick.register.messages.tell import News, tell, to_organisation, to_player
from overtrick.register.organisations.models import Affiliation, Organisation
from overtrick.register.people import identity
from overtrick.register.people.models import Membership
from overtrick.register.ranks.models import Promotion
from overtrick.register.scoping import current
from overtrick.register.webhooks import outbox
from overtrick.register.webhooks.types import EventType


def month_closed(closing: Closing, promoted: Iterable[Promotion], by: User, at: datetime) -> None:
    """Tell everybody whom the close of a month concerns: whoever is promoted, and every affiliated organisation."""
    listed = list(promoted)
    tell(at, [_promoted(each) for each in listed])
    outbox.tell(at, [*_final(closing), *_made(listed, at)])
    belong = Affiliation.objects.filter(periods.during(at.date())).order_by("organisation")
    facts = {"month": closing.month}
    news = [
        News(kinds.MONTH_CLOSED, to_organisation(each), str(closing.pk), (each,), facts)
        for each in belong.values_list("organisation", flat=True).distinct()
    ]
    tell(at, news, by=by)


def _final(closing: Closing) -> Iterator[outbox.News]:
    """Tell programs which submissions are final."""
    listening = outbox.listening(EventType.FINAL)
    if not listening:
        return
    given, organisations = sql.numbers(listening)
    for organisation, competition, version in sql.rows(
        f"""
        select distinct organisation_id, competition_id, version
        from ledger_closedposting join ledger_posting on ledger_posting.id = ledger_closedposting.posting_id
        join competitions_submission on competitions_submission.id = ledger_posting.submission_id
        join competitions_competition on competitions_competition.id = competition_id
        where closing_id = %s and status = %s and organisation_id in (select n from {given}) order by 1, 2, 3
        """,  # noqa: S608 - our own names
        closing.pk,
        Submission.Status.APPROVED.value,
        organisations,
    ):
        reference = f"{competition}-{version}"
        yield outbox.News(EventType.FINAL, organisation, {"reference": reference}, f"/submissions/{reference}")


def _made(promoted: list[Promotion], at: datetime) -> Iterator[outbox.News]:
    """Tell the programs of clubs who of their members is promoted, and those of the national body who does not hide."""
    listening = outbox.listening(EventType.PROMOTED)
    if not listening:
        return
    kept = {each.player_id: each.player for each in promoted}
    whose = identity.identities_of(kept)
    belong = Membership.objects.filter(periods.during(at.date()), player__in=list(whose), club__in=listening)
    clubs = {(whose[player], club) for player, club in belong.values_list("player", "club")}
    national = Organisation.objects.filter(pk__in=listening, kind=Organisation.Kind.NATIONAL)
    everybody = list(national.values_list("pk", flat=True))
    for each in promoted:
        number = numbers.written(current(), kept[each.player_id].number)
        shown = () if kept[each.player_id].anonymous else everybody
        for organisation in sorted({*shown, *(club for player, club in clubs if player == each.player_id)}):
            yield outbox.News(EventType.PROMOTED, organisation, {"number": number}, f"/players/{number}")


def _promoted(each: Promotion) -> News:
    facts = {"rank": each.rank, "reached": each.reached}
    return News(kinds.PROMOTED, to_player(each.player_id), str(each.pk), (each.pk,), facts)
