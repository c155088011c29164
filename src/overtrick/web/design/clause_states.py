"""The state of a clause, in words for a page."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from overtrick.handbooks.clauses import ClauseState

_WORDS = {
    ClauseState.AWARDS: _("In awards"),
    ClauseState.OFFICE: _("Done in the office"),
    ClauseState.LIBRARY: _("Library only: not used yet"),
    ClauseState.PEOPLE: _("For people"),
    ClauseState.INFORMATION: _("Information"),
    ClauseState.MISSING: _("Missing"),
}


def state_words(state: ClauseState) -> str:
    """Say what becomes of a clause."""
    return str(_WORDS[state])
