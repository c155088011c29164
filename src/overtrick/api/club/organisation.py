"""An organisation by its number: what it is, whose part it is, and its page."""

from __future__ import annotations

import msgspec
from django.http import HttpRequest
from django.urls import reverse

from overtrick.api.admission import ANY
from overtrick.api.answers import Keep
from overtrick.api.operations import get
from overtrick.api.organisations import Number, organisation
from overtrick.register.organisations.permissions import Action

GROUP = "Organisations"


class OrganisationNamed(msgspec.Struct, frozen=True):
    """An organisation, by its number and its name."""

    number: str
    name: str


class OrganisationRecord(msgspec.Struct, frozen=True):
    """What an organisation is."""

    number: str  #: as the federation writes it: the one that every call takes, and every answer has
    name: str
    kind: str  #: national, region, club and others
    part_of: OrganisationNamed | None  #: null: it is the national body
    url: str  #: its page; the figure in that address is none of its numbers


@get("/organisations/{number}", OrganisationRecord, GROUP, keep=Keep.MINUTE, scope=ANY, seeing_is_enough=True)
def one_organisation(request: HttpRequest, number: Number) -> OrganisationRecord:
    """Say what an organisation is that the token sees, by its number; zeros in front do not matter."""
    found = organisation(request, number, Action.SEE)
    above = found.parent
    return OrganisationRecord(
        number=found.number,
        name=found.name,
        kind=found.kind,
        part_of=None if above is None else OrganisationNamed(above.number, above.name),
        url=request.build_absolute_uri(reverse("club-desk", args=[found.pk])),
    )
