"""Questions of players that wait for an answer."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext_noop as _

from overtrick.register.calendar.items import Asked, Item, provider
from overtrick.register.calendar.items import ngettext_noop as ngettext
from overtrick.register.people import sight
from overtrick.register.queries import desks


@provider
def questions(asked: Asked) -> Iterator[Item]:
    """Each question on the desk of an organisation; how many there are on that of the office."""
    if asked.organisation is not None:
        for each in desks.on_desk_of(asked.organisation):
            yield Item(
                each.heard_at.date(),
                _("Query"),
                _("%(about)s"),
                "query",
                (each.pk,),
                why=_("%(player)s has asked about an award and is waiting for an answer."),
                does=_("Answer"),
                facts={"about": each.about, "player": sight.for_office(each.player)},
                told=True,
            )
        return
    rows = desks.on_office_desk()
    if (first := rows.first()) is not None:
        yield Item(
            first.heard_at.date(),
            _("Query"),
            ngettext("%(count)d question to answer", "%(count)d questions to answer"),
            "office-questions",
            things=rows.count(),
            does=_("Look at them"),
        )
