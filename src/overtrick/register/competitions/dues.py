"""What a submission costs: the handbook's charges for what it credits, at the amounts that hold on the day it names."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from overtrick.engine.event import Event
from overtrick.handbooks import money
from overtrick.handbooks.edition import Edition
from overtrick.handbooks.money import Credited, Due, Submitted
from overtrick.handbooks.questions import Answers
from overtrick.handbooks.submission import Organiser
from overtrick.register.competitions.credits import Credit
from overtrick.register.competitions.models import Submission
from overtrick.register.money import tariffs
from overtrick.register.organisations import ancestry
from overtrick.register.organisations.models import Organisation

_REGION = Organisation.Kind.REGION


def submitted(
    submission: Submission, event: Event | None, posted: Iterable[Credit], whose: Organiser, on: date
) -> Submitted:
    """Tell the handbook of a submission whose points are posted on a day; one that is not sent yet is sent then."""
    units: dict[tuple[str, str], int] = {}
    for each in posted:
        units[each.stage, each.colour] = units.get((each.stage, each.colour), 0) + each.units
    sent = submission.submitted_at
    return Submitted(
        whose,
        event,
        tuple(Credited(*key, count) for key, count in units.items()),
        submission.begins,
        (event and event.last_day) or submission.begins,
        sent.date() if sent else on,
        on,
        Answers({word: said for _place, word, name, said in submission.answers if not name}),
    )


def dues(submission: Submission, edition: Edition, settings: dict[str, str], told: Submitted) -> tuple[Due, ...]:
    """Say what a submission costs, and what it costs more because it is late."""
    rules, book = money.of(edition), edition.book(submission.begins, settings or None)
    organisation = submission.competition.organisation
    region = organisation if organisation.kind == _REGION else ancestry.above(organisation, _REGION)
    tariff = tariffs.tariff_on(submission.federation, region, told.day(rules.tariff_day(book)))
    return (*rules.of_submission(book, tariff, told), *rules.of_late_file(book, tariff, told))


def sentence(listed: Iterable[Due]) -> str:
    """Put what is charged into words, as a submission keeps it."""
    return "; ".join(each.working.says for each in listed)[:300]
