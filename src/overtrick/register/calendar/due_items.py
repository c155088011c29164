"""What falls due by the days of the handbook's year, of affiliations and of licences; and letters that failed."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from django.utils.translation import gettext_noop as _

from overtrick.handbooks import record
from overtrick.register.calendar.items import Asked, Item, provider
from overtrick.register.calendar.items import ngettext_noop as ngettext
from overtrick.register.federations import handbook
from overtrick.register.mail.models import Letter
from overtrick.register.organisations import affiliation, licences
from overtrick.register.organisations.models import Organisation

#: Whose calendars a day of the year is in, by the kind of organisation.
_KINDS = {Organisation.Kind.CLUB: "club", Organisation.Kind.REGION: "region"}


@provider
def days_of_the_year(asked: Asked) -> Iterator[Item]:
    """Days that the handbook sets for every year, this year's and next year's."""
    whose = "office" if asked.organisation is None else _KINDS.get(Organisation.Kind(asked.organisation.kind), "")
    for year in (asked.on.year, asked.on.year + 1):
        for each in record.ways(handbook.edition_on(asked.federation, asked.on)).days:
            day = date(year, each.month, each.day)
            if whose in each.whose and day >= asked.on:
                yield Item(day, _("Handbook"), each.what, due=True, clause=each.clause)


@provider
def affiliations(asked: Asked) -> Iterator[Item]:
    """Affiliations that end soon: an organisation's own, or how many there are."""
    rows = affiliation.ending(asked.on, licences.SOON)
    if asked.organisation is not None:
        for each in rows.filter(organisation=asked.organisation):
            yield Item(
                each.ends or asked.on,
                _("Affiliation"),
                _("The affiliation of %(organisation)s"),
                "club-desk",
                (asked.organisation.pk,),
                why=_("It ends on %(day)s. Ask the office to renew it."),
                facts={"organisation": asked.organisation, "day": each.ends},
                due=True,
            )
    elif (first := rows.first()) is not None:
        yield Item(
            first.ends or asked.on,
            _("Affiliation"),
            ngettext("%(count)d affiliation that ends soon", "%(count)d affiliations that end soon"),
            "office-organisations",
            things=rows.count(),
            does=_("See which"),
            due=True,
        )


@provider
def ending_licences(asked: Asked) -> Iterator[Item]:
    """Licences of an organisation that end soon and have no successor."""
    if asked.organisation is None:
        return
    for each in licences.ending(asked.organisation, asked.on):
        yield Item(
            each.ends or asked.on,
            _("Licence"),
            _("Licence %(number)s: %(allows)s"),
            "club-licences",
            (asked.organisation.pk,),
            why=_("It ends on %(day)s. Ask for a new one in time."),
            does=_("Look at it"),
            facts={"number": each.number, "allows": each.allows, "day": each.ends},
            due=True,
        )


@provider
def failed_letters(asked: Asked) -> Iterator[Item]:
    """Letters that could not be sent."""
    if asked.organisation is not None:
        return
    failed = Letter.objects.filter(state=Letter.State.FAILED).order_by("pk")
    if (first := failed.first()) is not None:
        yield Item(
            first.added_at.date(),
            _("Mail"),
            ngettext("%(count)d letter that could not be sent", "%(count)d letters that could not be sent"),
            "office-mail",
            things=failed.count(),
            does=_("Look at them"),
            wrong=True,
        )
