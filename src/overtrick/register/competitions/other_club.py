"""Whose event is it? A file that names another organisation than the one that sends it is asked about."""

from __future__ import annotations

from overtrick.engine.assessment import Problem
from overtrick.formats.answers import Answers
from overtrick.formats.names import plain
from overtrick.formats.reading import Question, Reading
from overtrick.register.organisations.models import Organisation

_WORD = "organiser"


def questions(organisation: Organisation, reading: Reading, answers: Answers) -> list[Question]:
    """Ask whose event it is if the file names another organisation, and nobody has said it yet."""
    if answers.get(_WORD) is not None:
        return []
    other = _other(organisation, reading)
    if not other:
        return []
    asks = f"The file says that {other} ran this event. Whose event is it?"
    return [Question(_WORD, asks, (organisation.name, other), code="other-club", about=other)]


def problems(organisation: Organisation, reading: Reading, answers: Answers) -> list[Problem]:
    """Refuse the event of another organisation: that one has to send it."""
    said = answers.get(_WORD)
    if said is None or plain(said.written) == plain(organisation.name):
        return []
    remedy = f"{said.written} has to send it. Throw the file away, or change your answer."
    found = f"This is an event of {said.written}, not of {organisation}."
    return [Problem(found, remedy, (_WORD,), reading.file, code="event-of-another-club")]


def _other(organisation: Organisation, reading: Reading) -> str:
    """Name the organisation that the file names, if it is another one.

    The number decides where the file gives one. A name is often written in another way, so that it is another's only
    if it is just so in the register.
    """
    name = reading.event.organiser if reading.event else ""
    number = _key(reading.organiser_number)
    if plain(name) == plain(organisation.name) or (number and number == _key(organisation.number)):
        return ""
    others = Organisation.objects.exclude(pk=organisation.pk)
    if number:
        owners = others.filter(number__icontains=number)
        known = next((each.name for each in owners if _key(each.number) == number), "")
        return known or (name if _key(name) != number else "") or f"number {reading.organiser_number}"
    wanted = plain(name)
    return next((known for known in others.values_list("name", flat=True) if wanted and plain(known) == wanted), "")


def _key(number: str) -> str:
    """Write a number of a club so that spaces, strokes and leading zeros make no difference."""
    return "".join(each for each in number.casefold() if each.isalnum()).lstrip("0")
