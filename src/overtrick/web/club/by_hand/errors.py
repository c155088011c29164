"""Says what is missing or wrong on the form by hand, by the name of the field, before anything is read."""

from __future__ import annotations

import re

from django.utils.translation import gettext as _

from overtrick.engine.event import Play
from overtrick.handbooks.edition import Edition
from overtrick.web.club.by_hand.facts_asked import event_fields, told
from overtrick.web.club.by_hand.fields import list_fields, stage_fields
from overtrick.web.club.by_hand.sheet import HandList, HandMatch, HandRow, HandStage, Sheet, start
from overtrick.web.club.by_hand.words import BYE, EARNED_BYE, HandField

_PLACE = re.compile(r"[0-9]{1,3}=?")
_WHOLE = re.compile(r"[0-9]{1,4}")
_SCORE = re.compile(r"-?[0-9]{1,5}(\.[0-9]{1,2})?")
_NUMBER = re.compile(r"[0-9]{1,4}(\.[0-9]{1,2})?")
_NUMBERS = re.compile(r"[0-9]{1,4}([\s,+]+[0-9]{1,4})*")
STANZA = re.compile(r"([0-9]{1,4}(?:\.[0-9]{1,2})?)\s*[-–:]\s*([0-9]{1,4}(?:\.[0-9]{1,2})?)(?:/([0-9]{1,3}))?")
_LEAST = 2
_LONGEST = 200


def errors(sheet: Sheet, edition: Edition) -> dict[str, str]:
    """Say what is missing or wrong, by the name of the field."""
    found: dict[str, str] = {}
    if not sheet.texts["event"]:
        found["event"] = _("Enter the name of the event, for example Tuesday pairs")
    if not sheet.texts["date"]:
        found["date"] = _("Enter the day it was played, for example 10 November 2026")
    for asked in event_fields(sheet, edition):
        found |= _wrong(asked, told(sheet, asked))
    for at, stage in sheet.filled:
        found |= _stage_errors(at, stage)
    return found


def _stage_errors(at: int, stage: HandStage) -> dict[str, str]:
    found: dict[str, str] = {}
    for asked in stage_fields(at, stage):
        found |= _wrong(asked, stage.texts.get(asked.word, ""))
    listed = [number for number, each in enumerate(stage.lists) if not each.empty]
    nobody = stage.texts.get("tables") and not listed
    for number, each in enumerate(stage.lists):
        found |= _list_errors(at, stage, number, each, needed=not nobody and (not listed or not stage.form.lists))
    for number, match in enumerate(stage.matches):
        found |= _match_errors(f"{start(at)}match-{number}", number, match)
    return found


def _list_errors(at: int, stage: HandStage, number: int, each: HandList, *, needed: bool) -> dict[str, str]:
    found: dict[str, str] = {}
    for asked in list_fields(at, stage, number):
        found |= _wrong(asked, each.texts.get(asked.word, ""))
    filled = each.filled
    least = 1 if stage.form.few or each.texts.get("entered") else _LEAST
    if len(filled) < least and (needed or filled):
        row = len(filled)
        told = _("Enter at least one result") if least == 1 else _("Enter at least two results, the best first")
        first = "team" if stage.named else "number-0"
        found[f"{start(at)}{number}-{row}-{first}"] = told
    for place, row_typed in filled:
        found |= _row_errors(stage, f"{start(at)}{number}-{place}", place, row_typed)
    return found


def _wrong(asked: HandField, written: str) -> dict[str, str]:
    told = _asked_error(asked, written)
    return {asked.field: told} if told else {}


def _asked_error(asked: HandField, written: str) -> str:
    if asked.optional and not written:
        return ""
    told = {"label": asked.label, "hint": asked.hint}
    if asked.choices:
        return "" if written in dict(asked.choices) else _("Choose an answer: %(label)s") % told
    if asked.takes == "text":
        return "" if written and len(written) <= _LONGEST else _("Enter an answer: %(label)s") % told
    if asked.several:
        return "" if _NUMBERS.fullmatch(written) else _("Enter numbers under “%(label)s”. %(hint)s") % told
    return "" if _NUMBER.fullmatch(written) else _("Enter a number under “%(label)s”. %(hint)s") % told


def _row_errors(stage: HandStage, begin: str, number: int, row: HandRow) -> dict[str, str]:
    found = {}
    told = {"row": number + 1}
    if not _place_told(stage, row):
        found[f"{begin}-place"] = _("Row %(row)d: enter the place, for example 3, or 3= where it is shared") % told
    if stage.named and not row.team:
        of_a_pair = _("Row %(row)d: enter a name for the pair")
        of_a_team = _("Row %(row)d: enter the name of the team")
        found[f"{begin}-team"] = (of_a_team if stage.play is Play.TEAMS else of_a_pair) % told
    for word in ("won", "drawn"):
        if getattr(row, word) and not _WHOLE.fullmatch(getattr(row, word)):
            found[f"{begin}-{word}"] = _("Row %(row)d: enter matches as a whole number, or leave them empty") % told
    if row.score and not _SCORE.fullmatch(row.score):
        sentence = _("Row %(row)d: enter the score as a number, for example 58.33, or leave it empty")
        found[f"{begin}-score"] = sentence % told
    found |= _seat_errors(begin, number, row)
    if not stage.named and sum(bool(seat.name) for seat in row.players) < stage.seats:
        sentence = _("Row %(row)d: enter a number or a name for each player")
        found.setdefault(f"{begin}-number-0", sentence % told)
    return found


def _seat_errors(begin: str, number: int, row: HandRow) -> dict[str, str]:
    found = {}
    for at, seat in enumerate(row.players):
        told = {"row": number + 1, "number": seat.number, "player": at + 1}
        if seat.number and not seat.name:
            sentence = _("Row %(row)d: nobody has the number %(number)s. Correct it, or enter the name beside it")
            found[f"{begin}-name-{at}"] = sentence % told
        elif seat.boards and not seat.name:
            found[f"{begin}-name-{at}"] = _("Row %(row)d: enter the name of player %(player)d, who has boards") % told
        if seat.boards and not _WHOLE.fullmatch(seat.boards):
            sentence = _("Row %(row)d: enter the boards of player %(player)d as a whole number, or leave them empty")
            found[f"{begin}-boards-{at}"] = sentence % told
    return found


def _place_told(stage: HandStage, row: HandRow) -> bool:
    """Say whether a row has the place it needs; a score says it too, and in a knock-out it may be left out."""
    if "place" not in stage.columns or (not row.place and (row.score or stage.cup)):
        return True
    return _PLACE.fullmatch(row.place) is not None


def _match_errors(begin: str, at: int, match: HandMatch) -> dict[str, str]:
    found = {}
    told = {"match": at + 1}
    if match.empty:
        if match.more_told:
            found[f"{begin}-winner"] = _("Match %(match)d: enter the winner and the loser") % told
        return found
    bye = match.ended in (BYE, EARNED_BYE)
    if not bye and not (match.winner and match.loser):
        side = "loser" if match.winner else "winner"
        found[f"{begin}-{side}"] = _("Match %(match)d: enter the winner and the loser") % told
    if bye and match.loser:
        found[f"{begin}-loser"] = _("Match %(match)d: nobody loses against a bye. Leave the loser empty") % told
    if match.boards and not _WHOLE.fullmatch(match.boards):
        found[f"{begin}-boards"] = _("Match %(match)d: enter the boards as a whole number, or leave them empty") % told
    scores = {"winner": match.winner_score, "loser": match.loser_score}
    for side, score in scores.items():
        if any(scores.values()) and not _SCORE.fullmatch(score):
            sentence = _("Match %(match)d: enter the scores of both sides as numbers, or leave both empty")
            found[f"{begin}-{side}-score"] = sentence % told
    if match.stanzas and STANZA.sub("", match.stanzas).strip(" ,;"):
        sentence = _("Match %(match)d: enter the scores of each stanza with a hyphen, for example 40-21 18-30")
        found[f"{begin}-stanzas"] = sentence % told
    return found
