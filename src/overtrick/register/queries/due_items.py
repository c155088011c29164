"""Questions of players that wait for an answer."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext_noop as _

from overtrick.register.calendar.items import Asked, Item, provider
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
            )
        return
    rows = desks.on_office_desk()
    if (first := rows.first()) is not None:
        yield Item(
            first.heard_at.date(),
            _("Query"),
            _("%(count)d question to answer"),
            "office-questions",
            many=_("%(count)d questions to answer"),
            things=rows.count(),
            does=_("Look at them"),
        )
