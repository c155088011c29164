"""The stored form of a draft, as JSON: the reading, and the assessment with every step of the working.

A step is kept with its sentence put together. Steps that several awards rest on are kept once.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from datetime import date
from fractions import Fraction
from typing import Any, TypeVar

from overtrick.engine.assessment import Assessment, Award, Problem, Refusal, Remark
from overtrick.engine.event import Player
from overtrick.engine.findings import Finding
from overtrick.engine.numbers import exact
from overtrick.engine.working import Step
from overtrick.formats.compare import Comparison, ComparisonRow, Total
from overtrick.formats.reading import ListColumns, Note, Question
from overtrick.handbooks.edition import Edition
from overtrick.handbooks.money import Due, Payer, Rate, Run
from overtrick.handbooks.submission import Decider, Doubt, Licensed, Objection, Required
from overtrick.register.competitions import event_store
from overtrick.register.competitions.credits import Credit, Credits
from overtrick.register.competitions.licence_check import Leave
from overtrick.register.competitions.match import Matched
from overtrick.register.competitions.models import StoredEvent, Submission
from overtrick.register.competitions.named_players import Named
from overtrick.register.competitions.reconcile import PointsChange
from overtrick.register.competitions.work_out import Worked
from overtrick.register.organisations.models import Licence

Found = Problem | Question | Note
R = TypeVar("R", bound=Found)


def findings(
    problems: Sequence[Problem],
    questions: Sequence[Question],
    notes: Sequence[Note],
    columns: ListColumns | None = None,
    since: Sequence[PointsChange] = (),
) -> dict[str, Any]:
    """Write down what was found in a file and what the last answers changed; what is as usual is left out."""
    listed: dict[str, Sequence[Found]] = {"problems": problems, "questions": questions, "notes": notes}
    kept: dict[str, Any] = {name: [_as_data(each) for each in found] for name, found in listed.items() if found}
    if since:
        kept["since"] = [list(each) for each in since]
    return kept if columns is None else {**kept, "columns": [columns.headings, dict(columns.taken), columns.sample]}


def since_of(kept: dict[str, Any]) -> list[PointsChange]:
    """Give what the last answers changed."""
    return [PointsChange(*each) for each in kept.get("since", ())]


def columns_of(kept: dict[str, Any]) -> ListColumns | None:
    """Give the columns of the list, and what each was taken for."""
    if "columns" not in kept:
        return None
    headings, taken, sample = kept["columns"]
    return ListColumns(tuple(headings), taken, tuple(map(tuple, sample)))


def problems_of(kept: dict[str, Any]) -> list[Problem]:
    """Give the problems that were found."""
    return [_record(Problem, each) for each in kept.get("problems", ())]


def questions_of(kept: dict[str, Any]) -> list[Question]:
    """Give the questions that are open."""
    return [_record(Question, each) for each in kept.get("questions", ())]


def notes_of(kept: dict[str, Any]) -> list[Note]:
    """Give the notes on the file."""
    return [_record(Note, each) for each in kept.get("notes", ())]


def _as_data(record: Found) -> dict[str, Any]:
    usual = record._field_defaults
    return {name: value for name, value in record._asdict().items() if name not in usual or value != usual[name]}


def _record(kind: type[R], kept: dict[str, Any]) -> R:
    fields: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in kept.items()}
    return kind(**fields)


# --- What it is worth ----------------------------------------------------------------------------------------------


def written(worked: Worked, event: StoredEvent | None) -> str:
    """Write down what a submission is worth; ``event`` is the one that was assessed."""
    steps = _Steps()
    made, compared, leave = worked.assessment, worked.comparison, worked.leave
    kept = {
        "edition": worked.edition.name,
        "settings": worked.settings,
        "event": event.pk if event else None,
        "awards": [_decision(each, steps) for each in made.awards] if made else [],
        "refusals": [_decision(each, steps) for each in made.refusals] if made else [],
        "remarks": made.remarks if made else [],
        "posted": [_credit(each) for each in worked.credits.posted],
        "held": [_credit(each) for each in worked.credits.held],
        "pending": [_credit(each) for each in worked.credits.pending],
        "dues": [_due(each, steps) for each in worked.dues or ()],
        "due": worked.due.isoformat(),
        "comparison": [compared.rows, compared.totals] if compared else None,
        "quota": steps.finding(worked.quota),
        "leave": leave
        and [
            leave.required.licence,
            steps.add(leave.required.working),
            leave.licence and leave.licence.pk,
            steps.finding(leave.total),
        ],
        "replaces": worked.replaces and worked.replaces.pk,
        "changes": worked.changes,
        "objections": [[each.code, steps.add(each.working), each.decider] for each in worked.objections],
        "doubts": [[each.code, steps.add(each.working)] for each in worked.doubts],
        "steps": steps.rows,
    }
    return json.dumps(kept, ensure_ascii=False, separators=(",", ":"))


class _Steps:
    """Steps on their way into a record: each once, those it rests on before it."""

    def __init__(self) -> None:
        self.rows: list[list[Any]] = []
        self._known: dict[int, int] = {}

    def add(self, step: Step | None) -> int | None:
        """Give the place of a step; it is added if it is not there yet."""
        if step is None:
            return None
        at = self._known.get(id(step))
        if at is None:
            because = [self.add(each) for each in step.because]
            value = step.value if isinstance(step.value, int) else str(step.value)
            at = self._known[id(step)] = len(self.rows)
            self.rows.append([step.says, value, step.unit, because, step.clause])
        return at

    def finding(self, found: Finding | None) -> list[Any] | None:
        """Write a finding: whether it holds, and its working."""
        return None if found is None else [found.holds, self.add(found.working)]


def _decision(decision: Award | Refusal, steps: _Steps) -> list[Any]:
    player, *middle, working = decision
    return [player.name, player.number, *middle, steps.add(working)]


def _credit(credit: Credit) -> list[Any]:
    return [*credit[:4], credit.played.isoformat(), *credit[5:]]


def _due(due: Due, steps: _Steps) -> list[Any]:
    """Write a charge down: figures as text, for they may be fractions."""
    rate = due.rate and [due.rate.charge, str(due.rate.amount), *due.rate[2:]]
    days = [day and day.isoformat() for day in (due.billed, due.pay_by)]
    return [
        *(due.charge, str(due.quantity), due.basis, due.payer, due.run, rate, due.clause, steps.add(due.working)),
        *(due.exempt, str(due.share), due.collected_for, *days),
    ]


def _remark(says: str, clause: str, code: str = "") -> Remark:
    """Read a remark; before there were codes, it was kept without one."""
    return Remark(says, clause, code) if code else Remark(says, clause, code="remark-of-older-version")


def read(text: str, submission: Submission, seated: Sequence[Matched], on: date) -> Worked:
    """Read what a submission is worth, as it was kept."""
    kept = json.loads(text)
    edition = event_store.edition_named(submission.federation.handbook, kept["edition"])
    steps = _steps(kept["steps"])
    due = date.fromisoformat(kept["due"])
    event = submission.event
    if kept["event"] not in (None, submission.event_id):
        event = StoredEvent.objects.get(pk=kept["event"])
    made = None
    if event is not None:
        refusals = tuple(Refusal._make(_decided(each, steps)) for each in kept["refusals"])
        awards = [Award._make(_decided(each, steps)) for each in kept["awards"]]
        remarks = [_remark(*each) for each in kept["remarks"]]
        played = event_store.event_of(event)
        made = Assessment(edition.handbook.name, edition.name, played, awards, lambda: refusals, remarks)
    replaces = None
    if kept["replaces"]:
        replaces = Submission.objects.select_related("submitted_by").filter(pk=kept["replaces"]).first()
    return Worked(
        submission,
        edition,
        kept["settings"],
        made,
        event,
        seated,
        Credits(*(tuple(map(_credit_of, kept.get(word, ()))) for word in ("posted", "held", "pending"))),
        on,
        due,
        on > due,
        _comparison(kept["comparison"], edition),
        _finding(kept["quota"], steps),
        _leave(kept["leave"], steps),
        replaces,
        tuple(PointsChange(*each) for each in kept["changes"]),
        tuple(Objection(code, steps[at], Decider(who)) for code, at, who in kept.get("objections", ())),
        tuple(Doubt(code, steps[at]) for code, at in kept.get("doubts", ())),
        dues=tuple(_due_of(each, steps) for each in kept["dues"]) if "dues" in kept else None,
    )


def _steps(rows: Iterable[Sequence[Any]]) -> list[Step]:
    steps: list[Step] = []
    for says, value, unit, because, clause in rows:
        sentence = says.replace("{", "{{").replace("}", "}}")
        figure = Fraction(value) if isinstance(value, str) else value
        steps.append(Step(sentence, {}, figure, unit, tuple(steps[at] for at in because), clause))
    return steps


def _decided(row: Sequence[Any], steps: Sequence[Step]) -> tuple[Any, ...]:
    return (Player(row[0], row[1]), *row[2:-1], steps[row[-1]])


def _credit_of(row: Sequence[Any]) -> Credit:
    player, colour, units, stage, played, award, who, *rest = row
    return Credit(player, colour, units, stage, date.fromisoformat(played), award, Named(*who), *rest)


def _due_of(row: Sequence[Any], steps: Sequence[Step]) -> Due:
    charge, quantity, basis, payer, run, rate, clause, working, exempt, share, collected, *days = row
    billed, pay_by = (date.fromisoformat(each) if each else None for each in days)
    made = rate and Rate(rate[0], exact(rate[1]), *rate[2:])
    return Due(
        *(charge, exact(quantity), basis, Payer(payer), Run(run), billed, made, clause, steps[working], exempt),
        *(exact(share), pay_by, Payer(collected) if collected else None),
    )


def _finding(kept: Sequence[Any] | None, steps: Sequence[Step]) -> Finding | None:
    return None if kept is None else Finding(kept[0], steps[kept[1]])


def _leave(kept: Sequence[Any] | None, steps: Sequence[Step]) -> Leave | None:
    if kept is None:
        return None
    licensed, working, licence, total = kept
    granted = Licence.objects.filter(pk=licence).first() if licence else None
    return Leave(Required(Licensed(*licensed), steps[working]), granted, _finding(total, steps))


def _comparison(kept: Sequence[Any] | None, edition: Edition) -> Comparison | None:
    if kept is None:
        return None
    rows, totals = kept
    return Comparison(
        tuple(ComparisonRow._make(tuple(each) if isinstance(each, list) else each for each in row) for row in rows),
        tuple(Total(*each) for each in totals),
        edition,
    )
