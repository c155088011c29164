"""The organisation that an address names by its number, for whoever may do something there."""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated

from django.http import Http404, HttpRequest

from overtrick.api.parameters import Words
from overtrick.register.organisations import tree
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.web import access

#: The number of an organisation, as the federation writes it.
Number = Annotated[str, Words(20)]


def organisation(
    request: HttpRequest, number: str, action: Action, kinds: Collection[str] = Organisation.Kind
) -> Organisation:
    """Find an organisation as its pages do: what one may not see is not there."""
    key = tree.key_of(number)
    if key is None:
        raise Http404
    found = access.organisation(request, key, action)
    if found.kind not in kinds:
        raise Http404
    return found
