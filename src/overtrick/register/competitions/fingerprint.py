"""A fingerprint of everything a draft's worth depends on. If it has changed, the draft is worked out again.

That is the program and the editions of the handbook, the settings of the day, the results, who is who with their
standings, the version that counts now with what it brought, what of the year's quota and licences is used, and what
it costs on the day.
"""

from __future__ import annotations

import json
from datetime import date

from overtrick import __version__
from overtrick.handbooks import edition as editions
from overtrick.register import sql
from overtrick.register.competitions import event_store
from overtrick.register.competitions.dues import sentence
from overtrick.register.competitions.match import SURE
from overtrick.register.competitions.models import COUNTING, Submission
from overtrick.register.competitions.work_out import Worked, under, with_dues
from overtrick.register.entitlements import allotted, choices
from overtrick.register.federations import numbers
from overtrick.register.periods import ONE_DAY
from overtrick.register.programme.models import PlannedEvent
from overtrick.register.programme.quota_year import quota_year

#: Who is who by which name, and what every record of each person says of the standing up to a day.
_SEATS = """
    select seat.id, seat.number, seat.match, person.id, person.given, person.family,
        one.id, standing.status, standing.begins, standing.ends
    from competitions_seat as seat
    left join people_player as named on named.id = seat.player_id
    left join people_player as person on person.id = coalesce(named.kept_id, named.id)
    left join people_player as one on one.id = person.id or one.kept_id = person.id
    left join people_standing as standing on standing.player_id = one.id and standing.begins <= %s
    where seat.submission_id = %s order by seat.id, one.id, standing.id
"""

#: What a competition has in the book, and what is held of it.
_BOOK = """
    select 'entry', entry.id from competitions_submission as version
    join ledger_posting as posting on posting.submission_id = version.id
    join ledger_entry as entry on entry.posting_id = posting.id
    where version.competition_id = %s
    union all
    select 'held', held.id from competitions_submission as version
    join competitions_heldcredit as held on held.submission_id = version.id
    where version.competition_id = %s and held.released_id is null and held.dropped = ''
    order by 1, 2
"""


def made_of(worked: Worked, on: date) -> str:
    """Give the fingerprint of what a submission is worth if it is worked out on a day."""
    submission = worked.submission
    seats = sql.rows(_SEATS, on, submission.pk)
    chosen = submission.federation.ways(submission.begins)
    joined = under(worked)
    parts = [
        __version__,
        [each.name for each in editions.get(submission.federation.handbook).editions],
        chosen,
        submission.begins,
        submission.sha256,
        seats,
        _owners(submission, [number for _seat, number, match, *_rest in seats if number and match not in _SURE]),
        sql.rows(_BOOK, submission.competition_id, submission.competition_id) if submission.version > 1 else [],
        _year(submission) if worked.quota is not None or worked.leave is not None or worked.objections else [],
        joined.plan and (joined.plan.pk, joined.plan.revision),
        sentence(with_dues(worked._replace(on=on, under=joined)).dues or ()),
    ]
    return event_store.fingerprint(json.dumps(parts, default=str, ensure_ascii=False))


_SURE = tuple(each.value for each in SURE)


def _owners(submission: Submission, written: list[str]) -> list[sql.Row]:
    """Find whose the numbers are that were nobody's: somebody may have been registered since."""
    keys = {numbers.key(submission.federation, each) for each in written} - {""}
    if not keys:
        return []
    given, value = sql.texts(keys)
    return sql.rows(
        f"select id from {given} cross join people_player where number = t and federation_id = %s order by id",  # noqa: S608 - ours
        value,
        submission.federation_id,
    )


def _year(submission: Submission) -> list[object]:
    """Name the organisation's licences, and its other events since they began or since the quota year before.

    Events after this one are among them: they may have used the same licence.
    """
    organisation = submission.competition.organisation
    year = quota_year(organisation, submission.begins)
    before = quota_year(organisation, year.first - ONE_DAY)
    licences = list(organisation.licences.order_by("pk").values_list("pk", "begins", "ends", "units"))
    first = min([before.first, *(begins for _licence, begins, _ends, _units in licences)])
    others = Submission.objects.filter(
        competition__organisation=organisation, begins__gte=first, status__in=COUNTING
    ).exclude(competition=submission.competition_id)
    of_year = allotted.of_year(year.first.year, [organisation.pk])
    limits = [(each.allotment.kind, each.total) for each in of_year]
    chosen = choices.of_region_above(organisation, submission.begins).told
    plans = PlannedEvent.objects.filter(organisation=organisation, begins__range=year).order_by("pk")
    return [
        licences,
        list(others.order_by("pk").values_list("pk", "status")),
        list(plans.values_list("pk", "revision", "results__competition")),
        limits,
        chosen,
    ]
