"""``overtrick office submit``: what results are worth and to whom; with ``--yes`` they are posted."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING, Any, NamedTuple

from overtrick.cli import output, questions
from overtrick.cli.files import are_several
from overtrick.cli.office import context
from overtrick.cli.office.context import Here, Unclear, acting, answered

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from overtrick.formats.answers import Answers
    from overtrick.formats.reading import Note
    from overtrick.handbooks.money import Due
    from overtrick.register.competitions.draft import Draft
    from overtrick.register.competitions.draft_store import Since
    from overtrick.register.competitions.read import Read
    from overtrick.register.competitions.reconcile import PointsChange
    from overtrick.register.competitions.submit import Outcome
    from overtrick.register.competitions.work_out import Worked


#: What becomes of something that an organisation may not have posted by itself.
_DECIDED = {
    "nobody": "Refused",
    "office": "Held for the office",
    "above": "Held for the organisation above",
}


class Told(NamedTuple):
    """What came of one event."""

    draft: Draft
    preview: Worked | None = None
    outcome: Outcome | None = None
    refused: str = ""
    since: Since | None = None  #: what differs from the draft that was kept

    @property
    def good(self) -> bool:
        """Say whether nothing stands in its way."""
        return not (self.draft.problems or self.draft.questions or self.refused)


@answered
def submit(
    files: tuple[str, ...],
    organisation: str,
    *,
    answers: tuple[str, ...],
    because: tuple[str, ...],
    points_only: bool,
    correct: bool,
    separate: bool,
    why: bool,
    as_json: bool,
    yes: bool,
    federation: str,
    actor: str,
    day: str,
) -> int:
    """Take in one file and tell all about it, or many and tell what came of each."""
    with acting(federation, actor, day) as here:
        from overtrick.cli.office import submit_many
        from overtrick.register.competitions import read
        from overtrick.register.competitions.versions import Placed

        where = context.organisation(organisation)
        given = _answers(answers)
        placed = Placed(separate=separate, points_only=True if points_only else None)
        if are_several(files):
            if why:
                raise Unclear("--why shows the workings of one file; name one file, or leave --why out")
            wanted = submit_many.Wanted(given, placed, _said(because), correct=correct, yes=yes, as_json=as_json)
            return submit_many.submit_all(here, where, files, wanted)
        found = read.read(where, PurePath(files[0]).name, context.content(files[0]), here.actor, here.at, given, placed)
        told = submit_file(here, found, _said(because), correct=correct, yes=yes)
        if as_json:
            output.print_json([data(each) for each in told])
        else:
            for each in told:
                _tell(each, yes=yes, why=why)
            if len(told) > 1:
                output.say(submit_many.sum_of(told))
    return output.GOOD if all(each.good for each in told) else output.PROBLEMS


def _said(because: Iterable[str]) -> dict[str, str]:
    """Read what answers findings: CODE=TEXT for those of a code, or one text for all others."""
    found = {}
    for each in because:
        code, equals, text = each.partition("=")
        named = equals and code.strip().replace("-", "").isalnum()
        found[code.strip() if named else ""] = (text if named else each).strip()
    return found


def _answers(typed: Iterable[str]) -> Answers:
    from overtrick.formats import answers

    pairs = []
    for each in typed:
        word, equals, value = each.partition("=")
        if not equals or not word.strip():
            raise Unclear(f"--answer takes WORD=VALUE, not {each!r}")
        pairs.append(("--answer", word.strip(), value.strip()))
    found = answers.typed(pairs)
    if found.problems:
        raise Unclear(f"{found.problems[0].found} {found.problems[0].remedy}")
    return found


def submit_file(
    here: Here, found: Read, said: Mapping[str, str], *, correct: bool, yes: bool, outlook: bool = True
) -> list[Told]:
    """Say what came of a file that was read, and post it if that is wanted; all of it or nothing.

    Without ``outlook`` nobody looks at quota, licence and changes.
    """
    from overtrick.register import transactions
    from overtrick.register.competitions import draft_store, read
    from overtrick.register.competitions.work_out import with_outlook

    def worked(draft: Draft) -> Worked | None:
        return with_outlook(draft.worked) if draft.worked and outlook else draft.worked

    if found.before:
        return [Told(draft) for draft in found.before]
    if not yes:
        return [Told(draft, worked(draft)) for draft in found.drafts()]
    with transactions.atomic():
        found = read.keep_upload(found)
        told = []
        for draft in found.drafts():
            since = draft_store.since_seen(draft, here.at)
            kept = draft_store.keep_submission(draft, found.sent)
            told.append(_submitted(here, kept, worked(kept), since, said, correct=correct))
        draft_store.keep_findings([each.draft for each in told if each.outcome is None], found.sent)
    return told


def _submitted(
    here: Here, draft: Draft, worked: Worked | None, since: Since | None, said: Mapping[str, str], *, correct: bool
) -> Told:
    from overtrick.register.competitions import submit
    from overtrick.register.competitions.submission_findings import Unanswered

    if draft.submission is None or worked is None:
        return Told(draft)
    if since is not None:
        refused = "The awards have changed since the draft was saved. Check what differs, then run it again with --yes."
        return Told(draft, worked, refused=refused, since=since)
    try:
        outcome = submit.submit(
            draft.submission, here.actor, here.at, replace=correct, worked=worked, notes=draft.notes, said=said
        )
    except submit.NotTheirs as error:
        return Told(draft, worked, refused=str(error))
    except Unanswered as error:
        codes = ", ".join(dict.fromkeys(each.code for each in error.left))
        return Told(draft, worked, refused=f"{error.found} Answer with --because 'CODE=…' ({codes}).")
    except submit.WouldReplace as error:
        remedy = "Add --correct if these results are the right ones, or --separate if it is another event."
        return Told(draft, worked, refused=f"{error.found} {remedy}")
    return Told(draft, worked, outcome)


# --- In words ------------------------------------------------------------------------------------------------------


def _tell(told: Told, *, yes: bool, why: bool) -> None:
    from overtrick.register.competitions.read import said_before

    draft = told.draft
    if draft.before is not None:
        output.say(f"{draft.file}: {said_before(draft.before)}\n")
        return
    _tell_findings(draft)
    if told.preview is None:
        return
    _show(told.preview, draft.notes, why=why)
    if told.since is not None:
        _show_since(told.preview, told.since)
    if told.refused:
        output.complain(f"Error: {told.refused}")
    elif told.outcome is not None:
        _done(told.outcome)
    elif not yes:
        output.say("Nothing was posted. Run it again with --yes to do it.\n")


def _tell_findings(draft: Draft) -> None:
    if draft.problems:
        output.complain(f"{draft.file}:")
        output.tell_problems(draft.problems)
    if draft.questions:
        output.complain(f"{draft.file} leaves these questions open:")
        for question in draft.questions:
            output.complain(f"  {questions.asked(question)}")
            output.complain(f"    Answer with --answer '{question.word}={question.suggested or '…'}'.")


def _show(shown: Worked, notes: Sequence[Note], *, why: bool) -> None:
    competition = shown.submission.competition
    output.say(f"{competition.organisation}: {competition}, {shown.submission.begins}, by {shown.edition.title}")
    colours = shown.edition.handbook.colours
    players = {each.player.pk: each.player for each in shown.seated if each.player}
    rows = [
        (players[each.player].number, str(players[each.player]), colours[each.colour].show(each.units), each.colour)
        for each in shown.credits.posted
    ]
    if rows:
        output.table(("Number", "Name", "Points", "Colour"), rows, ("Points",))
    else:
        output.say("No points are to be credited.")
    for held in shown.credits.held:
        what = "lost" if held.lost else "held"
        clause = f" ({held.clause})" if held.clause else ""
        amount = f"{colours[held.colour].show(held.units)} {held.colour}"
        output.say(f"{held.who.name or held.who.number}: {amount} {what}. {held.why}{clause}.")
    for each in shown.credits.pending:
        clause = f" ({each.clause})" if each.clause else ""
        amount = f"{colours[each.colour].show(each.units)} {each.colour}"
        output.say(f"{each.who.name or each.who.number}: {amount} pending. {each.why}{clause}.")
    credited = {each.who for each in (*shown.credits.held, *shown.credits.pending)}
    for seat in shown.unsure:
        if seat.who not in credited:
            output.say(f"{seat.who.name or seat.who.number}: we do not know who this is: {seat.why}.")
    _show_the_rest(shown, notes)
    if why:
        _working(shown)


def _show_to_answer(shown: Worked, notes: Sequence[Note]) -> None:
    """Tell what must be answered, by its code."""
    from overtrick.register.competitions import submission_findings

    known = submission_findings.answers_to(shown.submission) if shown.submission.competition.pk else {}
    for each in submission_findings.to_answer(submission_findings.listed(shown, notes)):
        clause = f" ({each.clause})" if each.clause else ""
        if each.key in known:
            output.say(f"Answered: {each.says}{clause}: {known[each.key].answer}")
        else:
            output.say(f"Must be answered: {each.says}{clause}. Say --because '{each.code}=…'.")


def _charge(due: Due) -> dict[str, object]:
    """Write a charge for a program: figures exact, in the smallest unit of the currency."""
    return {
        "charge": due.charge,
        "quantity": str(due.quantity),
        "basis": due.basis,
        "rate": str(due.rate.amount) if due.rate else None,
        "amount": None if due.amount is None else str(due.amount),
        "free": due.exempt,
        "invoiced": due.billed,
        "says": due.working.says,
        "clause": due.clause,
        "source": due.rate.source if due.rate else None,
    }


def _show_the_rest(shown: Worked, notes: Sequence[Note]) -> None:
    if shown.comparison is not None and not shown.comparison.agrees:
        differing = shown.comparison.differing
        output.say(f"The file claims other points for {output.counted(len(differing), 'contestant')}:")
        from overtrick.formats.compare import COLUMNS

        output.table(COLUMNS, shown.comparison.as_text(differing))
    if shown.assessment is not None:
        # Whoever plays in two stages, with other boards in each, is one player.
        paid = {(each.player.name, each.player.number) for each in shown.assessment.awards}
        without = {(each.player.name, each.player.number) for each in shown.assessment.refusals} - paid
        if without:
            output.say(f"No points for {output.counted(len(without), 'player')} by the handbook.")
    for due in shown.dues or ():
        source = f" Amount: {due.rate.source}." if due.rate and due.rate.source else ""
        output.say(f"Charge: {due.working.says} ({due.clause}).{source}")
    if shown.quota is not None:
        output.say(f"Quota: {shown.quota.working.says} ({shown.quota.working.clause}).")
    for objection in shown.objections:
        what = _DECIDED[objection.decider]
        output.say(f"{what}: {objection.working.says} ({objection.working.clause}).")
    if shown.late:
        output.say(f"Late: it was due on {shown.due}.")
    _show_to_answer(shown, notes)
    if shown.replaces is not None:
        output.say(f"It replaces version {shown.replaces.version}. Who gains and who loses:")
        _show_changes(shown, shown.changes)


def _show_since(shown: Worked, since: Since) -> None:
    output.say("What has changed since the draft was saved:")
    _show_changes(shown, since.changes)
    for term in since.terms:
        output.say(f"{term.what}: {term.before or 'nothing'} → {term.now or 'nothing'}")


def _show_changes(shown: Worked, changes: Iterable[PointsChange]) -> None:
    rows = [(each.name, each.colour, _show_units(shown, each.colour, each.gain, sign=True)) for each in changes]
    output.table(("Name", "Colour", "Difference"), rows or [("nobody", "", "")], ("Difference",))


def _show_units(shown: Worked, colour: str, units: int, *, sign: bool = False) -> str:
    written = shown.edition.handbook.colours[colour].show(units)
    return f"+{written}" if sign and units > 0 else written


def _working(shown: Worked) -> None:
    from overtrick.engine.explain import why
    from overtrick.formats.awards_json import points

    if shown.assessment is None:
        return
    for award in shown.assessment.awards:
        output.say(f"\n{why(award, points(shown.edition, award))}")
    for refusal in shown.assessment.refusals:
        output.say(f"\n{why(refusal, points(shown.edition, refusal))}")
    output.say()


def _done(outcome: Outcome) -> None:
    if outcome.posted is not None:
        entries = output.counted(len(outcome.posted.entries), "entry").replace("entrys", "entries")
        output.say(f"Posted: posting {outcome.posted.posting}, {entries}.")
    elif outcome.submission.kind == "points":
        output.say("Submitted: the office must approve a file of points before it counts.")
    elif outcome.submission.held_back:
        output.say(f"Submitted; it is held until it is approved. {outcome.submission.held_back}")
    else:
        output.say("Submitted; there was nothing to post.")
    if outcome.beyond:
        output.say(f"It is beyond the quota of the year, as the office may let it be: {outcome.beyond}.")
    if outcome.let:
        output.say(f"The office has let it through. {outcome.let}")
    if outcome.held:
        output.say(f"{output.counted(outcome.held, 'credit')} held until somebody is registered or recognised.")
    output.say()


# --- As data -------------------------------------------------------------------------------------------------------


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
                "points": _show_units(shown, each.colour, each.units),
                "stage": each.stage,
            }
            for each in shown.credits.posted
        ],
        "held": [
            {
                "name": each.who.name,
                "number": each.who.number,
                "colour": each.colour,
                "points": _show_units(shown, each.colour, each.units),
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
                "points": _show_units(shown, each.colour, each.units),
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
        {"name": each.name, "colour": each.colour, "difference": _show_units(shown, each.colour, each.gain)}
        for each in changes
    ]
