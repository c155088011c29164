"""What results are worth and what came of them, as data for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from overtrick.cli import questions

if TYPE_CHECKING:
    from collections.abc import Iterable

    from overtrick.cli.office.submissions import Told
    from overtrick.handbooks.money import Due
    from overtrick.register.competitions.reconcile import PointsChange
    from overtrick.register.competitions.work_out import Worked


def data(told: Told) -> dict[str, Any]:
    """Give what came of one event to programs."""
    draft, shown = told.draft, told.preview
    plain: dict[str, Any] = {
        "file": draft.file,
        "problems": [{"where": each.where, "found": each.found, "remedy": each.remedy} for each in draft.problems],
        "questions": questions.data(draft.questions),
        "known_before": draft.before is not None,
        "refused": told.refused or None,
        "posting": told.outcome.posted.posting if told.outcome and told.outcome.posted else None,
        "beyond_quota": (told.outcome.beyond if told.outcome else "") or None,
    }
    if shown is None:
        return plain
    players = {each.player.pk: each.player for each in shown.seated if each.player}
    return plain | {
        "competition": shown.submission.competition.name,
        "begins": shown.submission.begins.isoformat(),
        "version": shown.submission.version,
        "edition": shown.edition.name,
        "credits": [
            {
                "number": players[each.player].number,
                "name": str(players[each.player]),
                "colour": each.colour,
                "points": units(shown, each.colour, each.units),
                "stage": each.stage,
            }
            for each in shown.credits.posted
        ],
        "held": [
            {
                "name": each.who.name,
                "number": each.who.number,
                "colour": each.colour,
                "points": units(shown, each.colour, each.units),
                "why": each.why,
                "clause": each.clause or None,
                "lost": each.lost,
            }
            for each in shown.credits.held
        ],
        "pending": [
            {
                "name": each.who.name,
                "number": each.who.number,
                "colour": each.colour,
                "points": units(shown, each.colour, each.units),
                "why": each.why,
                "clause": each.clause or None,
            }
            for each in shown.credits.pending
        ],
        "claims": shown.comparison.as_data() if shown.comparison else None,
        "charges": [_charge(each) for each in shown.dues or ()],
        "quota": shown.quota.working.says if shown.quota else None,
        "objections": [
            {
                "code": each.code,
                "says": each.working.says,
                "clause": each.working.clause,
                "decides": each.decider,
            }
            for each in shown.objections
        ],
        "late": shown.late,
        "changes": _changes_data(shown, shown.changes),
        "changed_since": _changes_data(shown, told.since.changes) if told.since else [],
    }


def _changes_data(shown: Worked, changes: Iterable[PointsChange]) -> list[dict[str, str]]:
    return [
        {"name": each.name, "colour": each.colour, "difference": units(shown, each.colour, each.gain)}
        for each in changes
    ]


def units(shown: Worked, colour: str, units: int, *, sign: bool = False) -> str:
    """Write points as the handbook writes their colour."""
    written = shown.edition.handbook.colours[colour].show(units)
    return f"+{written}" if sign and units > 0 else written


def _charge(due: Due) -> dict[str, object]:
    """Write a charge: figures exact, in the smallest unit of the currency."""
    return {
        "charge": due.charge,
        "quantity": str(due.quantity),
        "basis": due.basis,
        "rate": str(due.rate.amount) if due.rate else None,
        "amount": None if due.amount is None else str(due.amount),
        "free": due.exempt,
        "invoiced": due.billed.isoformat() if due.billed else None,
        "says": due.working.says,
        "clause": due.clause,
        "source": due.rate.source if due.rate else None,
    }
