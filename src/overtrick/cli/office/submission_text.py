"""What results are worth and what came of them, in words for the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.cli import output, questions
from overtrick.cli.office.submission_data import units

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from overtrick.cli.office.submissions import Told
    from overtrick.engine.assessment import Award, Refusal
    from overtrick.formats.reading import Note
    from overtrick.register.competitions.draft import Draft
    from overtrick.register.competitions.draft_store import Since
    from overtrick.register.competitions.reconcile import PointsChange
    from overtrick.register.competitions.submit import Outcome
    from overtrick.register.competitions.work_out import Worked

#: What becomes of something that an organisation may not have posted by itself.
_DECIDED = {
    "nobody": "Refused",
    "office": "Held for the office",
    "above": "Held for the organisation above",
}


def tell(told: Told, *, yes: bool, why: bool) -> None:
    """Say what one event is worth and what came of it."""
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
        from overtrick.register.competitions.further_stage import only_adds

        does = "adds to" if only_adds(shown.replaces, shown.submission) else "replaces"
        output.say(f"It {does} version {shown.replaces.version}. Who gains and who loses:")
        _show_changes(shown, shown.changes)


def _show_since(shown: Worked, since: Since) -> None:
    output.say("What has changed since the draft was saved:")
    _show_changes(shown, since.changes)
    for term in since.terms:
        output.say(f"{term.what}: {term.before or 'nothing'} → {term.now or 'nothing'}")


def _show_changes(shown: Worked, changes: Iterable[PointsChange]) -> None:
    rows = [(each.name, each.colour, units(shown, each.colour, each.gain, sign=True)) for each in changes]
    output.table(("Name", "Colour", "Difference"), rows or [("nobody", "", "")], ("Difference",))


def _working(shown: Worked) -> None:
    from overtrick.engine.explain import why
    from overtrick.engine.working import Told as ToldWorking
    from overtrick.formats.awards_json import points

    if shown.assessment is None:
        return
    told = ToldWorking({}, {})
    decisions: list[Award | Refusal] = [*shown.assessment.awards, *shown.assessment.refusals]
    for each in decisions:
        output.say(f"\n{why(each, points(shown.edition, each), told)}")
    output.say()


def _decider(outcome: Outcome) -> str:
    from overtrick.register.competitions import approval_queue

    at = outcome.submission.submitted_at
    above = approval_queue.bodies(outcome.submission, at.date()) if at else []
    return " or ".join(each.name for each in above) or "the office"


def _done(outcome: Outcome) -> None:
    if outcome.posted is not None:
        entries = output.counted(len(outcome.posted.entries), "entry").replace("entrys", "entries")
        output.say(f"Posted: posting {outcome.posted.posting}, {entries}.")
    elif outcome.submission.kind == "points":
        output.say("Submitted: the office must approve a file of points before it counts.")
    elif outcome.submission.held_back:
        output.say(f"Submitted; it is held until {_decider(outcome)} approves it. {outcome.submission.held_back}")
    else:
        output.say("Submitted; there was nothing to post.")
    if outcome.beyond:
        output.say(f"It is beyond the quota of the year, as the office may let it be: {outcome.beyond}.")
    if outcome.let:
        output.say(f"The office has let it through. {outcome.let}")
    if outcome.held:
        output.say(f"{output.counted(outcome.held, 'credit')} held until somebody is registered or recognised.")
    output.say()
