"""Tells an organisation and the players what became of results and points. Services call it in their transaction."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from datetime import datetime

from overtrick.register.accounts.models import User
from overtrick.register.competitions import approval_queue
from overtrick.register.competitions.credits import Credit
from overtrick.register.competitions.models import HeldCredit, Submission
from overtrick.register.competitions.reconcile import EventDifference
from overtrick.register.messages import kinds
from overtrick.register.messages.kinds import Kind
from overtrick.register.messages.tell import News, tell, to_organisation, to_player
from overtrick.register.organisations.models import Organisation
from overtrick.register.webhooks import outbox
from overtrick.register.webhooks.types import EventType

Points = list[tuple[str, int]]  #: colour and units


def about_submission(kind: Kind, submission: Submission, by: User | None, at: datetime, why: str = "") -> None:
    """Tell whoever acts for the organiser what became of a submission."""
    organiser = submission.competition.organisation_id
    facts = _event(submission) | {"why": why, "version": submission.version}
    tell(at, [News(kind, to_organisation(organiser), str(submission.pk), (organiser, submission.pk), facts)], by=by)


def to_decide(submission: Submission, by: User | None, at: datetime) -> None:
    """Tell those who decide about a submission that its points wait for them."""
    organiser = submission.competition.organisation
    facts = _event(submission) | {"club": organiser.name, "why": submission.held_back}
    above = approval_queue.bodies(submission, at.date())
    told = above or Organisation.objects.filter(kind=Organisation.Kind.NATIONAL)
    kind = kinds.TO_APPROVE if above else kinds.OFFICE_TO_APPROVE
    args = (organiser.pk, submission.pk) if above else (submission.pk,)
    tell(at, [News(kind, to_organisation(each.pk), str(submission.pk), args, facts) for each in told], by=by)


def event(kind: EventType, submission: Submission, at: datetime) -> None:
    """Tell the programs of the organiser what became of a submission."""
    reference = submission.reference
    organiser = submission.competition.organisation_id
    outbox.tell(at, [outbox.News(kind, organiser, {"reference": reference}, f"/submissions/{reference}")])


def points_held(submission: Submission, held: Iterable[Credit], by: User | None, at: datetime) -> None:
    """Tell players whom we know that their points wait, and why; whoever loses theirs, that they do."""
    news = []
    for player, listed in _by_player(each for each in held if each.player).items():
        first = listed[0]
        kind = kinds.POINTS_GIVEN_UP if first.lost else kinds.POINTS_HELD
        facts = _event(submission) | {"points": _added(listed), "why": first.why}
        news.append(News(kind, to_player(player), str(submission.pk), (), facts))
    tell(at, news, by=by)


def points_settled(player: int, rows: Iterable[HeldCredit], by: User | None, at: datetime) -> None:
    """Tell a player that points which waited are credited, or that they never will be."""
    listed: dict[tuple[Submission, str], list[HeldCredit]] = defaultdict(list)
    for each in rows:
        listed[each.submission, each.dropped].append(each)
    news = []
    for (submission, dropped), held in listed.items():
        kind = kinds.POINTS_GIVEN_UP if dropped else kinds.POINTS_RELEASED
        facts = _event(submission) | {"points": _added(held), "why": dropped}
        news.append(News(kind, to_player(player), f"{submission.pk} {held[0].pk}", (), facts))
    tell(at, news, by=by)


def points_corrected(
    submission: Submission, change: EventDifference, posting: int, by: User | None, at: datetime
) -> None:
    """Tell each player whose points of an event have changed what they were and what they are."""
    before, after = defaultdict[int, Counter[str]](Counter), defaultdict[int, Counter[str]](Counter)
    for counted in (*change.wrong, *change.right):
        before[counted.credit.player][counted.credit.colour] += counted.credit.units
    for credit in (*change.missing, *(each.credit for each in change.right)):
        after[credit.player][credit.colour] += credit.units
    news = []
    for player in sorted({*before, *after}):
        had, has = _sorted(before[player]), _sorted(after[player])
        if player and had != has:
            facts = _event(submission) | {"before": had, "after": has}
            args = (submission.competition_id,)
            news.append(News(kinds.POINTS_CORRECTED, to_player(player), str(posting), args, facts))
    tell(at, news, by=by)


def _event(submission: Submission) -> dict[str, object]:
    return {"event": submission.competition.name, "played": submission.begins}


def _by_player(held: Iterable[Credit]) -> dict[int, list[Credit]]:
    found: dict[int, list[Credit]] = defaultdict(list)
    for each in held:
        found[each.player].append(each)
    return found


def _added(listed: Iterable[Credit | HeldCredit]) -> Points:
    sums = Counter[str]()
    for each in listed:
        sums[each.colour] += each.units
    return _sorted(sums)


def _sorted(sums: Counter[str]) -> Points:
    return [(colour, units) for colour, units in sorted(sums.items()) if units]
