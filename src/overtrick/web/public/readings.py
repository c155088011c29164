"""Readings and decided questions of a handbook: where the print is unsure, and what this federation has decided."""

from __future__ import annotations

import re
from datetime import date
from typing import NamedTuple

from django.http import HttpRequest
from django.utils.translation import gettext as _

from overtrick.handbooks.edition import Edition
from overtrick.handbooks.entries import Erratum, Setting
from overtrick.register.federation_settings.decided_questions import DecidedQuestion, decided_questions
from overtrick.register.federations.models import Federation
from overtrick.register.organisations.roles import roles
from overtrick.web.access import actor, today


class OpenQuestion(NamedTuple):
    """A question that a federation may decide, and what this one decided."""

    setting: Setting
    answer: str  #: that holds today
    ours: bool  #: this federation chose it
    decided: list[DecidedQuestion]  #: the latest first; who did is told to officers only


def questions(request: HttpRequest, edition: Edition) -> list[OpenQuestion]:
    """List what the handbook leaves open; with the decisions of the federation whose handbook it is."""
    here: Federation | None = getattr(request, "federation", None)
    if here is None or here.handbook != edition.handbook.name:
        return [OpenQuestion(each, each.default, ours=False, decided=[]) for each in edition.settings.values()]
    named = request.user.is_authenticated and bool(roles(actor(request), today()))
    decided = decided_questions(here)
    chosen = here.ways(today()).settings
    return [
        OpenQuestion(
            each,
            chosen.get(each.name, each.default),
            each.name in chosen,
            [one if named else one._replace(by=_("the office")) for one in decided.get(each.name, [])],
        )
        for each in edition.settings.values()
    ]


def clauses_of(erratum: Erratum) -> list[str]:
    """Name the clauses that a reading is about."""
    return re.split(r"[,;]\s*", erratum.clause)


def checked(edition: Edition) -> date | None:
    """Say when the readings of an edition were last compared with the print."""
    found: date | None = edition.data("errata").get("checked")
    return found


def mentions(erratum: Erratum, wanted: str) -> bool:
    """Say whether a reading has all these words, or the number of a clause."""
    return _has(f"{erratum.clause} {erratum.printed} {erratum.reading} {erratum.reason}", wanted)


def asks(question: OpenQuestion, wanted: str) -> bool:
    """Say whether a question, its answer or why it was decided has all these words."""
    setting = question.setting
    why = " ".join(each.reason for each in question.decided)
    return _has(f"{setting.clause} {setting.name} {setting.question} {setting.reason} {question.answer} {why}", wanted)


def _has(text: str, wanted: str) -> bool:
    return all(word in text.lower() for word in wanted.lower().split())
