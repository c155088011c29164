"""What the pages of moving in call steps, columns and words."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from overtrick.register.moving_in.columns import POINTS
from overtrick.register.moving_in.models import Step
from overtrick.register.moving_in.words import LEFT_OUT
from overtrick.register.organisations.models import Officer, Organisation
from overtrick.register.people.models import Standing
from overtrick.web.design.colour_words import colour_word


class StepWords(NamedTuple):
    """A step in words, and an example of its list."""

    title: str | Promise
    wants: str | Promise
    example: tuple[tuple[str, ...], ...]


STEPS = {
    Step.ORGANISATIONS: StepWords(
        gettext_lazy("Counties and clubs"),
        gettext_lazy(
            "A list with number, name and kind, and the number of the one above it. The order does not matter."
        ),
        (
            ("Number", "Name", "Kind", "Parent", "Affiliated"),
            ("10", "Oakshire", "County", "1", "1990-01-01"),
            ("100", "Oakby", "Club", "10", "1990-01-01"),
        ),
    ),
    Step.OFFICERS: StepWords(
        gettext_lazy("Officers"),
        gettext_lazy(
            "Who acts for which organisation: its number, the role, and a player’s number or an e-mail address. Nobody "
            "gets a link yet. If the list has players’ numbers, enter the members first."
        ),
        (
            ("Organisation", "Role", "Number", "E-mail", "First name", "Surname"),
            ("100", "Secretary", "", "ada.pell@example.org", "Ada", "Pell"),
            ("100", "Scorer", "", "tom.rusk@example.org", "Tom", "Rusk"),
        ),
    ),
    Step.MEMBERS: StepWords(
        gettext_lazy("Members"),
        gettext_lazy(
            "All members you want to keep, also those who lapsed or died: their points need a record. The words for "
            "their status are mapped once for all rows."
        ),
        (
            ("Number", "First name", "Surname", "Born", "Club", "Status", "Joined", "E-mail"),
            ("200018", "Ada", "Pell", "1951-03-27", "100", "Active", "1984-09-01", "ada.pell@example.org"),
            ("200026", "Tom", "Rusk", "", "100", "Lapsed", "", ""),
        ),
    ),
    Step.CREDITS: StepWords(
        gettext_lazy("Old credits"),
        gettext_lazy(
            "The history of the old system, as far back as it goes: player, day, event, colour and points, with the "
            "old reference if there is one. Points may also stand in a column for each colour."
        ),
        (
            ("Number", "Date", "Event", "Colour", "Points", "Reference"),
            ("200018", "1987-03-09", "Harvest Teams", "Local", "40", "87-113"),
            ("200018", "2019-11-02", "Autumn Congress", "Green", "3.50", "19-207"),
        ),
    ),
    Step.BALANCES: StepWords(
        gettext_lazy("Balances"),
        gettext_lazy(
            "What each player had of each colour on one day. The history up to that day is taken off: what is left is "
            "older. Where the history has more, the report says so."
        ),
        (("Number", "As at", "Local", "Green"), ("200018", "2026-10-31", "2540", "5.75")),
    ),
    Step.RANKS: StepWords(
        gettext_lazy("Ranks held"),
        gettext_lazy("The rank of each player, and since when. Later promotions start from there."),
        (("Number", "Rank", "Since"), ("200018", "County Master", "1995-06-01")),
    ),
}

_MEANINGS = {
    "number": gettext_lazy("Number"),
    "name": gettext_lazy("Name"),
    "kind": gettext_lazy("Kind"),
    "parent": gettext_lazy("Number of the one above"),
    "affiliated": gettext_lazy("Affiliated since"),
    "organisation": gettext_lazy("Number of the organisation"),
    "role": gettext_lazy("Role"),
    "e-mail": gettext_lazy("E-mail address"),
    "given": gettext_lazy("First name"),
    "family": gettext_lazy("Surname"),
    "born": gettext_lazy("Day of birth"),
    "club": gettext_lazy("Home club"),
    "county": gettext_lazy("County"),
    "status": gettext_lazy("Status"),
    "since": gettext_lazy("Since"),
    "anonymous": gettext_lazy("Hidden from the public"),
    "day": gettext_lazy("Day of play"),
    "event": gettext_lazy("Event"),
    "colour": gettext_lazy("Colour"),
    "points": gettext_lazy("Points"),
    "reference": gettext_lazy("Old reference"),
    "as at": gettext_lazy("Day of the balance"),
    "rank": gettext_lazy("Rank"),
}
_KINDS = {
    Organisation.Kind.NATIONAL: gettext_lazy("National body"),
    Organisation.Kind.REGION: gettext_lazy("County, area or state"),
    Organisation.Kind.CLUB: gettext_lazy("Club"),
    Organisation.Kind.LEAGUE: gettext_lazy("League"),
    Organisation.Kind.ORGANISER: gettext_lazy("Licensed organiser"),
}
_ROLES = {
    Officer.Role.SCORER: gettext_lazy("Scorer"),
    Officer.Role.SECRETARY: gettext_lazy("Secretary"),
    Officer.Role.TREASURER: gettext_lazy("Treasurer"),
    Officer.Role.AUDITOR: gettext_lazy("Auditor"),
    Officer.Role.OFFICE: gettext_lazy("Office"),
}


def column_words(meaning: str) -> str:
    """Say what a column holds."""
    if meaning.startswith(f"{POINTS} "):
        return _("Points: %(colour)s") % {"colour": colour_word(meaning.removeprefix(f"{POINTS} "))}
    return str(_MEANINGS.get(meaning, meaning))


def word_meaning(step: Step, meaning: str) -> str:
    """Say what a word of a list is taken to mean."""
    if meaning == LEFT_OUT:
        return _("Leave these rows out")
    if step is Step.ORGANISATIONS:
        return str(_KINDS[Organisation.Kind(meaning)])
    if step is Step.OFFICERS:
        return str(_ROLES[Officer.Role(meaning)])
    if step is Step.MEMBERS:
        return str(Standing.Status(meaning).label)
    return _(meaning.capitalize()) if step is Step.CREDITS else meaning
