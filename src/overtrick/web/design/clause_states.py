"""The state of a clause, in words for a page."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from overtrick.handbooks.clauses import State

_WORDS = {
    State.AWARDS: _("In awards"),
    State.OFFICE: _("Done in the office"),
    State.LIBRARY: _("Library only: nothing calls it"),
    State.PEOPLE: _("For people"),
    State.INFORMATION: _("Information"),
    State.MISSING: _("Missing"),
}


def state_words(state: State) -> str:
    """Say what becomes of a clause."""
    return str(_WORDS[state])
