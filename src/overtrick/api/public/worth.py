"""What an event is worth before it is played, and which rank some points make."""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, cast

from django.http import HttpRequest
from django.utils.translation import gettext as _

from overtrick.api import parameters
from overtrick.api.admission import WORK
from overtrick.api.answers import Keep
from overtrick.api.codes import Code
from overtrick.api.operations import get
from overtrick.api.parameters import Day, Flag, Words
from overtrick.api.problems import ApiProblem, Finding, finding, one
from overtrick.api.public.handbooks import GROUP, HandbookName, edition_of
from overtrick.api.records import RankAnswer, WorthAnswer
from overtrick.handbooks import holdings, ranks
from overtrick.handbooks import worth as worths
from overtrick.handbooks.holdings import BadHolding, Fault, WrongFigure
from overtrick.handbooks.worth import Kind, Worth
from overtrick.handbooks.worth_data import worth_data
from overtrick.web.public.worth import remedy

#: What is asked of every kind besides its own questions.
_OF_ALL = ("on", "working")
#: So many places are listed, and so many with their working: more is more than anybody reads.
_MOST_PLACES, _MOST_WORKED = 5_000, 300


@get(
    "/worth/{handbook}/{kind}",
    WorthAnswer,
    GROUP,
    keep=Keep.HOUR,
    bucket=WORK,
    other_parameters="Answers to the questions of the kind, by name: tables=30. GET /handbooks/{handbook} lists them.",
    errors=[Code.TOO_MUCH_WORK],
)
def worth(
    request: HttpRequest,
    handbook: HandbookName,
    kind: Annotated[str, Words(40)],
    on: Day | None = None,
    working: Flag = False,  # noqa: FBT002 - a parameter of the address
) -> WorthAnswer:
    """Say what an event is worth, place by place, and what one more table would change.

    ``working=yes`` adds the steps of every award; ``on`` takes the edition of that day of play.
    """
    edition = edition_of(handbook, on)
    known = worths.kinds(edition)
    if kind not in known:
        choose = _("Choose one of these: %s.") % ", ".join(known)
        raise one(Code.NOT_FOUND, _("The handbook has no kind of event “%s”.") % kind, choose)
    answers = _answers(request, known[kind])
    try:
        now = worths.worth(edition, kind, answers, on=on)
    except worths.BadAnswer as bad:
        raise ApiProblem(Code.PARAMETERS, [finding("parameter-value", f"{bad}.", _("Correct it."))]) from None
    then = worths.with_one_more(edition, known[kind], answers, on=on)
    most = _MOST_WORKED if working else _MOST_PLACES
    if max(_places(now), _places(then)) > most:
        found = _("More than %d places are paid, so the list would be too long.") % most
        raise one(Code.TOO_MUCH_WORK, found, _("Leave “working” out, or ask for a smaller event."))
    return cast("WorthAnswer", worth_data(edition, kind, answers, now, then, working=working))


def _places(found: Worth) -> int:
    return len(found.places) + len(found.overall)


def _answers(request: HttpRequest, kind: Kind) -> dict[str, str]:
    """Read what a kind asks; everything that is wrong is told at once."""
    known = {each.name: each for each in kind.questions}
    wrong = parameters.strange(request.GET, {*known, *_OF_ALL}, ())
    complete = {}
    for name, question in known.items():
        sent = request.GET.get(name)
        if sent is None:
            if question.default is None:
                wrong.append(parameters.missing(name, f"{question.asks} {remedy(question)}."))
            complete[name] = question.default or ""
            continue
        try:
            complete[name] = question.read(sent)
        except worths.BadAnswer:
            choices = f": {', '.join(question.choices)}" if question.choices else ""
            wrong.append(parameters.wrong(name, sent, f"{remedy(question)}{choices}."))
    if wrong:
        raise ApiProblem(Code.PARAMETERS, wrong)
    return complete


@get(
    "/ranks/{handbook}",
    RankAnswer,
    GROUP,
    keep=Keep.HOUR,
    other_parameters="The points that somebody has, by colour: local=4344, each up to 10000000. "
    "GET /handbooks/{handbook} lists the names.",
    other_values={"maxLength": holdings.LONGEST},
)
def rank(
    request: HttpRequest,
    handbook: HandbookName,
    on: Day | None = None,
    working: Flag = False,  # noqa: FBT002 - a parameter of the address
) -> RankAnswer:
    """Say which rank some points make, the next one, and what is missing for it."""
    edition = edition_of(handbook, on)
    if not ranks.known(edition):
        raise one(Code.NOT_FOUND, _("%s has no ranks.") % edition.title, _("Ask another handbook."))
    rules = ranks.of(edition)
    names = holdings.names(edition.handbook, rules.PARTS)
    wrong = parameters.strange(request.GET, {*names, *_OF_ALL}, ())
    given = {name: request.GET[name] for name in names if name in request.GET}
    if not given and not wrong:
        wrong.append(parameters.missing(names[0], _("Give the points that somebody has, for example 1000.")))
    try:
        held = holdings.holding(edition.handbook, rules.PARTS, given)
    except BadHolding as bad:
        wrong += [_wrong(each, names) for each in bad.wrong]
    if wrong:
        raise ApiProblem(Code.PARAMETERS, wrong)
    standing = rules.rank_of(edition.book(on), held, on)
    return cast("RankAnswer", holdings.rank_data(edition, held, standing, working=working))


def _wrong(each: WrongFigure, known: Collection[str]) -> Finding:
    if each.fault is Fault.UNKNOWN:
        return parameters.unknown(each.name, known)
    if each.fault is Fault.STEPS:
        return parameters.wrong(each.name, each.written, _("Write points in steps of %s.") % each.smallest)
    most = f"{holdings.MOST:,}"
    return parameters.wrong(each.name, each.written, _("Write a number of points up to %s, for example 12.") % most)
