"""Messages in words: the sentence in the language that is active, and the address of its page."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from overtrick.register.federations import handbook
from overtrick.register.federations.models import Federation
from overtrick.register.messages.kinds import KINDS
from overtrick.register.messages.models import Message


def sentence(message: Message, federation: Federation) -> str:
    """Write what a message says."""
    kind = KINDS[message.kind]
    told = dict(message.facts)
    for name in kind.days:
        told[name] = date_format(date.fromisoformat(told[name]), "j F Y")
    for name in kind.months:
        told[name] = date_format(date.fromisoformat(told[name]), "F Y")
    for name in kind.points:
        told[name] = points(told[name], federation)
    for name in kind.words:
        told[name] = _(told[name])
    return (_(kind.says) % told).strip()


def path(message: Message) -> str:
    """Give the address of the page that a message leads to, without the office's own."""
    return reverse(KINDS[message.kind].page, args=message.args)


def points(listed: Iterable[tuple[str, int]], federation: Federation) -> str:
    """Write points of one or several colours: 18 local points and 0.12 green points."""
    colours = handbook.on_record(federation)
    parts = [
        _("%(points)s %(colour)s points")
        % {"points": handbook.written(colours[colour], units), "colour": _(colour.capitalize()).lower()}
        for colour, units in listed
        if colour in colours
    ]
    return _(" and ").join(parts) if parts else _("no points")
