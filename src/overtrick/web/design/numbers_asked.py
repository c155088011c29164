"""Whole numbers in an address: ``?head=3``."""

from __future__ import annotations

from django.http import HttpRequest
from django.utils.translation import gettext as _

from overtrick.register.errors import Refused

#: No count of anything here has more digits.
_LONGEST = 18


class NotANumber(Refused):
    """The address asks for a number and gives something else."""


def whole_number(request: HttpRequest, name: str) -> int | None:
    """Read a whole number from the address; None where it is not given."""
    written = request.GET.get(name, "").strip()
    if not written:
        return None
    if not written.isascii() or not written.isdecimal() or len(written) > _LONGEST:
        found = _("“%(written)s” is not a whole number.") % {"written": written[:40]}
        raise NotANumber(found, _("Enter a whole number, for example 120."))
    return int(written)
