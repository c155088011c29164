"""What the plan or licence of an event states, beside its results on the preview; one button takes it over."""

from __future__ import annotations

from django.http import HttpRequest
from django.utils.translation import gettext as _

from overtrick.formats.limited.reader import Busy
from overtrick.register.competitions import event_facts, join, stated_facts
from overtrick.register.competitions.models import Submission
from overtrick.register.competitions.work_out import Worked, under
from overtrick.register.errors import Refused
from overtrick.web import access
from overtrick.web.design.english import english
from overtrick.web.file_reader import READER


def context(seen: Worked) -> dict[str, object]:
    """Show what is stated of this very event in another way than its results tell."""
    if seen.assessment is None:
        return {}
    return {
        "stated_otherwise": stated_facts.stated_otherwise(under(seen), seen.edition, seen.assessment.event),
        "takes_over": event_facts.can_be_changed(seen.submission),
    }


def work_out(request: HttpRequest, draft: Submission) -> tuple[str, Submission]:
    """Work an event out with what its plan or licence states: what stands against it, and the draft as it is then."""
    edition, event = event_facts.event_of(draft)
    stated = stated_facts.stated_otherwise(join.under(draft, event), edition, event)
    facts = {each.fact: each.stated for each in stated}
    source = " and ".join(dict.fromkeys(each.source for each in stated))
    try:
        made = event_facts.change(draft, facts, source, access.actor(request), access.now(), READER.read)
    except Busy:
        return _("We are reading many other files at the moment. Send this again in a minute."), draft
    except Refused as why:
        return str(english(why)), draft
    problems = [f"{each.found} {each.remedy}" for each in made.problems]
    open_ = [each.asks for each in made.questions]
    return " ".join([*problems, *open_]), made.submission or draft
