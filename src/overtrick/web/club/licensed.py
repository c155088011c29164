"""What the licence of an event states, beside its results on the preview; one button takes it over."""

from __future__ import annotations

from django.http import HttpRequest
from django.utils.translation import gettext as _

from overtrick.formats.limited.reader import Busy
from overtrick.register.competitions import event_facts, licensed_facts
from overtrick.register.competitions.models import Submission
from overtrick.register.competitions.work_out import Worked
from overtrick.register.errors import Refused
from overtrick.register.organisations.models import Organisation
from overtrick.web import access
from overtrick.web.design.english import english
from overtrick.web.file_reader import READER


def context(where: Organisation, seen: Worked) -> dict[str, object]:
    """Show what the licence of this very event states in another way than the results."""
    if seen.assessment is None:
        return {}
    event = seen.assessment.event
    licence = licensed_facts.licence_of(where, event)
    if licence is None:
        return {}
    others = licensed_facts.stated_otherwise(licence, seen.edition, event)
    return {
        "own_licence": licence,
        "stated_otherwise": others,
        "takes_over": event_facts.can_be_changed(seen.submission),
    }


def work_out(request: HttpRequest, where: Organisation, draft: Submission) -> tuple[str, Submission]:
    """Work an event out with what its licence states: what stands against it, and the draft as it is then."""
    edition, event = event_facts.event_of(draft)
    licence = licensed_facts.licence_of(where, event)
    if licence is None:
        return "", draft
    facts = {each.fact: each.stated for each in licensed_facts.stated_otherwise(licence, edition, event)}
    source = f"licence {licence.number}"
    try:
        made = event_facts.change(draft, facts, source, access.actor(request), access.now(), READER.read)
    except Busy:
        return _("We are reading many other files at the moment. Send this again in a minute."), draft
    except Refused as why:
        return str(english(why)), draft
    problems = [f"{each.found} {each.remedy}" for each in made.problems]
    open_ = [each.asks for each in made.questions]
    return " ".join([*problems, *open_]), made.submission or draft
