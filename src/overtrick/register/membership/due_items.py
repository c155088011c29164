"""What falls due in the members' year: a club tells who does not renew, and the office renews."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext_noop as _

from overtrick.register.calendar.items import Asked, Item, provider
from overtrick.register.membership import renewal
from overtrick.register.organisations.models import Organisation


@provider
def renewals(asked: Asked) -> Iterator[Item]:
    """Tell a club that has not told yet, and the office when the clubs' time is over."""
    found = renewal.open_for(asked.on)
    if asked.organisation is not None:
        if asked.organisation.kind != Organisation.Kind.CLUB or found is None:
            return
        if renewal.declaration_of(asked.organisation, found.year) is None:
            yield Item(
                found.last_day,
                _("Members"),
                _("Say who does not renew for %(year)d"),
                "club-renewal",
                (asked.organisation.pk,),
                why=_("Whoever is not cancelled by then is renewed."),
                does=_("Tick them"),
                facts={"year": found.year},
                due=True,
                clause=found.working.clause,
            )
        return
    year = asked.on.year if found is None else found.year
    this = renewal.renewal_of(year)
    if this is not None and renewal.is_to_be_done(year):
        yield Item(
            this.begins,
            _("Members"),
            _("The renewal for %(year)d"),
            "office-renewal",
            (year,),
            does=_("Look at it"),
            facts={"year": year},
            due=True,
            clause=this.working.clause,
        )
