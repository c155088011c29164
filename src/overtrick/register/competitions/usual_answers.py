"""What an organisation has answered about all its files: whose events they are, what the columns of its lists are.

What is answered about one event is never kept for another: `formats.reading` says which answers are which.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from overtrick.formats.answers import Answers, typed
from overtrick.formats.dates import shown
from overtrick.formats.reading import Question, Reading
from overtrick.register.accounts.models import User
from overtrick.register.competitions.models import UsualAnswer
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need

_COLUMNS = "columns"
_LONGEST = 200


def answers_to(organisation: Organisation, questions: Sequence[Question]) -> Answers:
    """Answer questions as the organisation did before; each answer says so, and can be changed."""
    wanted = {(each.word, each.about[:_LONGEST]) for each in questions if each.of_an_organisation}
    if not wanted:
        return Answers()
    rows = organisation.usual_answers.filter(word__in={word for word, _about in wanted})
    return _typed(each for each in rows if (each.word, each.about) in wanted)


def columns_of(organisation: Organisation, readings: Iterable[Reading]) -> Answers:
    """Say what the columns of a list are, as the organisation corrected them in one with the same headings."""
    headings = {_headings(each.columns.headings) for each in readings if each.columns}
    if not headings:
        return Answers()
    return _typed(organisation.usual_answers.filter(word__startswith=f"{_COLUMNS} ", about__in=headings))


def _typed(rows: Iterable[UsualAnswer]) -> Answers:
    return typed((f"as answered on {shown(each.said_at.date())}", each.word, each.said) for each in rows)


def remember(organisation: Organisation, question: Question, said: str, actor: User, at: datetime) -> None:
    """Keep an answer for the files that ask the same; one about an event is not kept."""
    need(actor, Action.UPLOAD, organisation, at)
    if not question.of_an_organisation:
        message = f"{question.word} is about one event"
        raise ValueError(message)
    _keep(organisation, question.word, question.about, said, actor, at)


def remember_columns(
    organisation: Organisation, headings: Sequence[str], columns: Mapping[str, str], actor: User, at: datetime
) -> None:
    """Keep what the columns of a list are, for lists with the same headings."""
    need(actor, Action.UPLOAD, organisation, at)
    about = _headings(headings)
    organisation.usual_answers.filter(word__startswith=f"{_COLUMNS} ", about=about).delete()
    for word, heading in columns.items():
        _keep(organisation, f"{_COLUMNS} {word}", about, heading, actor, at)


def of(organisation: Organisation) -> list[UsualAnswer]:
    """List what is taken for answered, the columns of lists apart."""
    return list(organisation.usual_answers.exclude(word__startswith=_COLUMNS).order_by("word", "about"))


def forget_all(organisation: Organisation, actor: User, at: datetime) -> None:
    """Ask everything again; columns are corrected in the file itself."""
    need(actor, Action.UPLOAD, organisation, at)
    organisation.usual_answers.exclude(word__startswith=_COLUMNS).delete()


def _headings(headings: Sequence[str]) -> str:
    return " | ".join(headings).casefold()[:_LONGEST]


def _keep(organisation: Organisation, word: str, about: str, said: str, actor: User, at: datetime) -> None:
    UsualAnswer.objects.update_or_create(
        organisation=organisation,
        word=word[:60],
        about=about[:_LONGEST],
        defaults={"said": said[:300], "said_by": actor, "said_at": at},
    )
