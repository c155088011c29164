"""Awards of an event that is sent, and of the events in a results file. Nothing is stored.

The body goes to our own readers as bytes: they tell each mistake with its line and a remedy.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, cast

import msgspec
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from ninja.params.models import Query

from overtrick.api import event_schema
from overtrick.api.admission import WORK, call_of
from overtrick.api.bodies import LARGEST_FILE, LARGEST_JSON, taken
from overtrick.api.codes import Code
from overtrick.api.operations import post
from overtrick.api.parameters import Flag, OneOf, Whole, Words, wrong
from overtrick.api.problems import ApiProblem, Finding, finding, of_problem, one
from overtrick.api.records import AssessmentData, EventOfFile
from overtrick.engine.event import Event
from overtrick.formats import awards_json, event_file, forms
from overtrick.formats.as_if import AS_IF
from overtrick.formats.limited.reader import TOO_SLOW
from overtrick.formats.outcome import Outcome, work_out
from overtrick.formats.outcome_json import outcome_data
from overtrick.formats.reading import Question
from overtrick.web.design.downloads import attached
from overtrick.web.file_reader import READER

GROUP = "Awards and results files"
#: So many contestants an event may have here, in all its lists.
MOST_CONTESTANTS = 5_000
#: So many seconds of the processor a file or an event may take, of somebody without a token and of one who has one.
SECONDS, SECONDS_WITH_TOKEN = 2, 10
#: An event of so many bytes is worked out at once: whatever is in it, that takes less than a fifth of a second.
SHORT = 50_000
_MOST_ANSWERS, _LONGEST_ANSWER, _LONGEST_NAME = 100, 400, 200
_FORMS = ("json", "usebio", "csv", "xlsx")
_BYTES = {"type": "string", "format": "binary"}

Answer = Annotated[str, Words(_LONGEST_ANSWER)]


class CheckedFile(msgspec.Struct, frozen=True):
    """What is in a file: one record for each of its events."""

    events: list[EventOfFile]


@post(
    "/awards",
    AssessmentData,
    GROUP,
    largest=LARGEST_JSON,
    bucket=WORK,
    body={"application/json": event_schema.reference(), "application/yaml": {"type": "string"}},
    errors=(Code.EVENT, Code.TOO_MUCH_WORK),
)
def awards(
    request: HttpRequest,
    working: Flag = False,  # noqa: FBT002 - a parameter of the address
    as_if: Flag = False,  # noqa: FBT002
) -> AssessmentData:
    """Work out the awards of an event, and store nothing.

    The body is an event file in JSON or YAML. ``working=yes`` adds the steps of every award and refusal;
    ``as_if=yes`` works out an event from before the oldest edition as if it was played under that.
    """
    outcome = _worked_out(request, taken(request, LARGEST_JSON), as_if=as_if)
    if not outcome.worked_out or outcome.assessment is None or outcome.edition is None:
        raise _in_the_way(outcome)
    made = awards_json.assessment_data(outcome.assessment, outcome.edition, working=working)
    return cast("AssessmentData", made)


@post(
    "/checks",
    CheckedFile,
    GROUP,
    largest=LARGEST_FILE,
    bucket=WORK,
    body={"application/octet-stream": _BYTES},
    also=("application/xml", "text/csv", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    errors=(Code.EVENT, Code.TOO_MUCH_WORK),
)
def check(
    request: HttpRequest,
    answer: Annotated[list[Answer], Query([])],
    name: Annotated[str, Words(_LONGEST_NAME)] = "file",
    working: Flag = False,  # noqa: FBT002 - a parameter of the address
    form: Annotated[str, OneOf(_FORMS)] = "json",
    event: Annotated[int, Whole(1, 999)] = 1,
) -> HttpResponse | CheckedFile:
    """Check a results file: what is in it, its mistakes, the awards, and the points it claims. Nothing is kept.

    The bytes of the file are the body. ``answer=status:club`` answers what a file leaves open, as often as needed.
    ``form=usebio``, ``csv`` or ``xlsx`` gives the file with the awards in it; of several events, ``event=2`` that one.
    """
    given = read_answers(answer)
    content = taken(request, LARGEST_FILE)
    said = [(_("your answer"), word, value) for word, value in given.items() if word != AS_IF]
    outcomes = READER.check(name, content, said, as_if=given.get(AS_IF) == "yes", computing=_seconds(request))
    _check_time(outcomes)
    if form != "json":
        return _written(outcomes, event, form, content)
    return CheckedFile([cast("EventOfFile", outcome_data(each, working=working)) for each in outcomes])


def _worked_out(request: HttpRequest, content: bytes, *, as_if: bool) -> Outcome:
    """Work out an event; one that may take long in the process that has a limit for it."""
    if len(content) > SHORT:
        outcome = READER.award(content, MOST_CONTESTANTS, as_if=as_if, computing=_seconds(request))
        _check_time([outcome])
        _check_size(outcome.reading.event)
        return outcome
    reading = event_file.read("", content)
    _check_size(reading.event)
    return work_out(reading, as_if=as_if)


def _seconds(request: HttpRequest) -> int:
    """Say how many seconds of the processor a call has."""
    return SECONDS if call_of(request).caller is None else SECONDS_WITH_TOKEN


def _check_time(outcomes: Sequence[Outcome]) -> None:
    slow = [of_problem(each) for outcome in outcomes for each in outcome.problems if each.code == TOO_SLOW]
    if slow:
        raise ApiProblem(Code.TOO_MUCH_WORK, slow)


def read_answers(sent: Sequence[str]) -> dict[str, str]:
    """Read answers, each a word and its value."""
    parts = [each.partition(":") for each in sent]
    bad = [wrong("answer", each, _("Write a word and its value: status:club.")) for each in sent if ":" not in each]
    if len(sent) > _MOST_ANSWERS:
        bad.append(wrong("answer", str(len(sent)), _("Give at most %d answers.") % _MOST_ANSWERS))
    if bad:
        raise ApiProblem(Code.PARAMETERS, bad)
    return {word.strip(): value.strip() for word, _colon, value in parts}


def _written(outcomes: Sequence[Outcome], which: int, form: str, content: bytes) -> HttpResponse:
    """Give the file with the awards in it."""
    if which > len(outcomes):
        says = _("The file holds so many events: %d. Ask for one of them.") % len(outcomes)
        raise ApiProblem(Code.PARAMETERS, [wrong("event", str(which), says)])
    outcome = outcomes[which - 1]
    if not outcome.worked_out:
        raise _in_the_way(outcome)
    try:
        made = forms.write(outcome, form, content)
    except forms.Unwritten as error:
        raise one(Code.EVENT, f"{error}.", _("Ask for another form.")) from None
    if not made.files:
        raise ApiProblem(Code.EVENT, [of_problem(each) for each in made.problems])
    ending, written = next(iter(made.files.items()))
    return attached(f"{outcome.reading.file.rsplit('/')[-1].rsplit('.', 1)[0]}-awards{ending}", written)


def _in_the_way(outcome: Outcome) -> ApiProblem:
    """Say everything that stands in the way of the awards: problems, and what is left open."""
    found: list[Finding] = [of_problem(each) for each in outcome.problems]
    return ApiProblem(Code.EVENT, [*found, *(_asked(each) for each in outcome.questions)])


def _asked(question: Question) -> Finding:
    choices = _("Choose one of these: %s.") % ", ".join(question.closed) if question.closed else ""
    remedy = question.remedy or choices or _("Say it with the word “%s”.") % question.word
    return finding(question.code, question.asks, remedy, *question.word.split(" ", 1))


def _check_size(event: Event | None) -> None:
    if event is not None and event.contestants > MOST_CONTESTANTS:
        found = _("The event has %(count)d contestants.") % {"count": event.contestants}
        raise one(Code.TOO_MUCH_WORK, found, _("Send an event of at most %d.") % MOST_CONTESTANTS)
