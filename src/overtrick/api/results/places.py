"""Finds what an address names, for whoever calls: what one may not see is not there, as on the pages."""

from __future__ import annotations

from typing import Annotated

from django.http import Http404, HttpRequest

from overtrick.api.parameters import Words
from overtrick.register.competitions import sent
from overtrick.register.competitions.models import Submission, Upload
from overtrick.register.organisations.permissions import Action
from overtrick.web import access

GROUP = "Results"
#: A draft is worked out whenever somebody looks, and its handbook may refuse it since.
CANNOT_BE_ASSESSED = "event-cannot-be-assessed"
Reference = Annotated[str, Words(40)]


def submission(request: HttpRequest, reference: str, action: Action) -> Submission:
    """Give the submission of a reference, for whose organisation the caller may do this."""
    access.federation(request)
    found = sent.by_reference(reference)
    if found is None:
        raise Http404
    access.organisation(request, found.competition.organisation_id, action)
    return found


def upload(request: HttpRequest, key: int, action: Action) -> Upload:
    """Give a file, likewise."""
    access.federation(request)
    found = Upload.objects.filter(pk=key).defer("packed").first()
    if found is None:
        raise Http404
    found.organisation = access.organisation(request, found.organisation_id, action)
    return found
