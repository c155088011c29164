"""What a handbook calls the level between club and federation: county, area, district, State."""

from __future__ import annotations

from django.utils.functional import lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from overtrick.handbooks import edition as handbooks
from overtrick.handbooks import record
from overtrick.register.scoping import current

#: The words of every handbook, named here so that they can be translated.
WORDS = (
    gettext_noop("County"),
    gettext_noop("All counties"),
    gettext_noop("Area"),
    gettext_noop("All areas"),
    gettext_noop("District"),
    gettext_noop("All districts"),
    gettext_noop("State"),
    gettext_noop("All States"),
    gettext_noop("Region"),
    gettext_noop("All regions"),
)


def region() -> str:
    """Name one."""
    return _(_ways().region.capitalize())


def all_regions() -> str:
    """Name all of them together."""
    every = f"All {_ways().regions}"  # one of the words above
    return _(every)


def _ways() -> record.Ways:
    return record.ways(handbooks.get(current().handbook).latest)


#: The word for one, found when a page is made.
REGION = lazy(region, str)()
