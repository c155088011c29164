"""What a proposal would have changed in one event and in the last month, in sentences."""

from __future__ import annotations

from django.utils.translation import gettext as _

from overtrick.register.federations.models import Federation
from overtrick.web.office import formatting


def foreseen(federation: Federation, text: str) -> list[str]:
    """Say what a proposal would have changed in one event and in the last month."""
    from overtrick.web.lab import effect, works  # noqa: PLC0415 - an extra that few offices install

    proposed = works.rules(federation, text)
    seen = effect.effect(federation, proposed)
    if seen is None:
        return [_("There is no event in the book yet to try it on.")]

    def points(colour: str, units: int) -> str:
        return effect.shown(federation, proposed, colour, units)

    told = []
    if seen.sample is not None:
        event = seen.sample.event
        words = {"event": event.name, "day": formatting.day(event.begins)}
        for each in seen.sample.places:
            place = {"place": each.place, "colour": each.colour}
            both = {"before": points(each.colour, each.before), "after": points(each.colour, each.after)}
            told.append(
                _("%(event)s, %(day)s, place %(place)d: %(before)s %(colour)s points before, %(after)s after.")
                % {**words, **place, **both}
            )
    counts = {"events": seen.events, "month": seen.month, "changed": seen.changed}
    told.append(_("Of the last %(events)d events of %(month)s, %(changed)d would have other awards.") % counts)
    for colour in sorted({*seen.before, *seen.after}):
        both = {
            "before": points(colour, seen.before.get(colour, 0)),
            "after": points(colour, seen.after.get(colour, 0)),
        }
        told.append(
            _("%(colour)s: %(before)s points before, %(after)s after.") % {**both, "colour": colour.capitalize()}
        )
    for found, count in seen.missing.items():
        told.append(_("%(count)d of them cannot be compared: %(found)s") % {"count": count, "found": found})
    return [*told, _("Nothing in the book changes.")]
