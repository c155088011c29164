"""``overtrick office submit``: what results are worth and to whom; with ``--yes`` they are posted."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING, NamedTuple

from overtrick.cli import output
from overtrick.cli.files import are_several
from overtrick.cli.office import context, submission_data, submission_text
from overtrick.cli.office.context import Here, Unclear, acting, answered

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from overtrick.formats.answers import Answers
    from overtrick.register.competitions.draft import Draft
    from overtrick.register.competitions.draft_store import Since
    from overtrick.register.competitions.read import Read
    from overtrick.register.competitions.submit import Outcome
    from overtrick.register.competitions.work_out import Worked


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
            output.print_json([submission_data.data(each) for each in told])
        else:
            for each in told:
                submission_text.tell(each, yes=yes, why=why)
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
