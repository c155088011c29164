"""Which forms describe the events of a handbook? Data of the edition (``forms.toml``), beside its kinds and facts.

A form says what an event of some kinds looks like: who competes, its stages, how each is played, what is asked. The
shapes themselves (lists, matches, divisions, sessions) are the same for every handbook. A form that names a fact or a
kind that the edition does not have is an error when the file is loaded.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from overtrick.engine.event import Contest, Play, StageKind
from overtrick.engine.lengths import CUPS, SERIES
from overtrick.handbooks import toml_files, worth

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from overtrick.handbooks.edition import Edition

#: What a form may ask about the event as a whole.
EVENT_WORDS = ("last day", "major championship", "boards to come")
#: What a form may ask about a stage.
STAGE_WORDS = (
    "boards", "rounds of play", "boards per round", "sit out", "match boards", "sessions", "movement", "least boards",
    "boards in play", "boards with sit-outs", "tables", "original tables", "main tables", "second tables",
    "stages before", "handicap", "carry forward", "scored across", "scoring", "match scores", "team size", "games",
    "results counted", "average tables", "stage name", "between",
)  # fmt: skip
#: What a row of the results may have beside a place, a name and its players.
COLUMNS = ("place", "won", "drawn", "category", "section")
#: How the lists of a stage go together; "" is one list, or one for each direction.
LISTS = ("", "divisions", "sections", "flights", "sessions")

FACT = "facts "
MATCHES = (Contest.SWISS, Contest.ROUND_ROBIN, Contest.LEAGUE)

_FORM = {
    "name",
    "title",
    "says",
    "group",
    "kinds",
    "play",
    "stages",
    "asks",
    "options",
    "sets",
    "choices",
}
_STAGE = {"kind", "contest", "winners", "lists", "list_options", "columns", "asks", "options", "added", "few"}
_LIST_WORDS = ("boards", "match boards", "status", "entered", "section")

#: What every stage is asked, by how it is played; a league and a Swiss can be told by their rounds.
_ASKS = {
    Contest.LEAGUE: ("rounds of play", "boards per round"),
    Contest.SWISS: ("boards", "match boards"),
    Contest.ROUND_ROBIN: ("boards", "match boards"),
    Contest.LADDER: ("games", "results counted", "average tables"),
    Contest.AGGREGATE: ("games", "results counted"),
}
#: What replaces an earlier stage that is not on the form, by what the stage is.
_EARLIER = {
    StageKind.QUALIFYING: ("tables",),
    StageKind.FINAL: ("original tables", "stages before"),
    StageKind.CONSOLATION: ("original tables", "main tables", "stages before"),
    StageKind.THIRD_FINAL: ("original tables", "main tables", "second tables", "stages before"),
}


class BadForm(ValueError):
    """A form asks for something that the edition, or no event file, has."""


class StageForm(NamedTuple):
    """A stage as a form describes it."""

    kind: StageKind
    contests: tuple[Contest, ...]  #: the first is usual
    winners: tuple[int, ...]
    lists: str
    list_options: tuple[str, ...]
    extra_columns: tuple[str, ...]
    extra_asks: tuple[str, ...]
    extra_options: tuple[str, ...]
    added: bool  #: only shown when somebody adds it
    few: bool  #: one result is enough: the others are not listed

    def asks(self, contest: Contest) -> tuple[str, ...]:
        """Name what must be told of a stage that is played in this way."""
        return tuple(dict.fromkeys((*_ASKS.get(contest, ("boards",)), *self.extra_asks)))

    def options(self, contest: Contest, play: Play) -> tuple[str, ...]:
        """Name what may be told of it."""
        usual: list[str] = []
        if contest is Contest.MOVEMENT and play is Play.PAIRS:
            usual.append("movement")
        if contest not in (*CUPS, *SERIES, Contest.LEAGUE):
            usual.append("sessions")
        found = (*usual, *self.extra_options, *_EARLIER.get(self.kind, ()))
        return tuple(word for word in dict.fromkeys(found) if word not in self.asks(contest))

    def columns(self, contest: Contest) -> tuple[str, ...]:
        """Name the columns of its results."""
        usual = () if contest in CUPS else ("place", "won", "drawn") if contest in MATCHES else ("place",)
        return tuple(each for each in COLUMNS if each in (*usual, *self.extra_columns))


class Form(NamedTuple):
    """A form for one or more kinds of event."""

    name: str
    title: str
    says: str
    group: str
    kinds: tuple[str, ...]
    play: tuple[Play, ...]  #: the first is usual
    stages: tuple[StageForm, ...]
    asks: tuple[str, ...]  #: facts and words of the event that must be answered
    options: tuple[str, ...]  #: and those that may be
    sets: tuple[tuple[str, str], ...]  #: facts that are so for every event of this form
    choices: tuple[tuple[str, tuple[str, ...]], ...]  #: the answers to a fact, where they are fewer or not listed there

    @property
    def takes_days(self) -> bool:
        """Whether its events usually go on for more than a day."""
        long = (*CUPS, *SERIES, Contest.LEAGUE)
        return len(self.stages) > 1 or any(each.contests[0] in long for each in self.stages)


@lru_cache
def forms(edition: Edition) -> dict[str, Form]:
    """List the forms of an edition by name."""
    return checked(edition, edition.data("forms"))


def form_for(edition: Edition, name: str) -> Form | None:
    """Find a form by its own name, or by that of a kind it describes."""
    known = forms(edition)
    return known.get(name) or next((each for each in known.values() if name in each.kinds), None)


def checked(edition: Edition, data: Mapping[str, Any]) -> dict[str, Form]:
    """Turn an edition's file into records; an edition that has none has the usual forms, for no kind of its own."""
    if not data:
        usual = toml_files.load(f"{__file__.removesuffix('forms.py')}usual_forms.toml")
        return {each["name"]: _form({**each, "kinds": []}, {}, edition) for each in usual["form"]}
    kinds = worth.kinds(edition)
    found = {each["name"]: _form(each, kinds, edition) for each in data["form"]}
    untold = set(kinds) - {kind for form in found.values() for kind in form.kinds}
    if untold:
        message = f"forms.toml of {edition.title}: no form is for {', '.join(sorted(untold))}"
        raise BadForm(message)
    return found


def _form(data: Mapping[str, Any], kinds: Mapping[str, worth.Kind], edition: Edition) -> Form:
    name = data["name"]
    names = tuple(data.get("kinds", [name]))
    title = data.get("title") or kinds[names[0]].title
    form = Form(
        name,
        title,
        data.get("says", ""),
        data["group"],
        names,
        tuple(map(Play, data["play"])),
        tuple(_stage(each) for each in data.get("stages", [{}])),
        tuple(data.get("asks", ())),
        tuple(data.get("options", ())),
        tuple(sorted(data.get("sets", {}).items())),
        tuple((fact, _choices(listed, edition)) for fact, listed in data.get("choices", {}).items()),
    )
    wrong = [f"unknown key {key!r}" for key in data.keys() - _FORM]
    wrong += [f"unknown key {key!r} of a stage" for each in data.get("stages", ()) for key in each.keys() - _STAGE]
    wrong += [f"there is no kind {each!r}" for each in names if each not in kinds]
    wrong += _unknown_words(form, edition)
    if wrong:
        message = f"forms.toml of {edition.title}, {name}: {'; '.join(wrong)}"
        raise BadForm(message)
    return form


def _choices(listed: str | list[str], edition: Edition) -> tuple[str, ...]:
    """Take the answers as listed, or those of a question of ``kinds.toml``; a question without any is told below."""
    if isinstance(listed, list):
        return tuple(listed)
    asked = (each for kind in worth.kinds(edition).values() for each in kind.questions)
    return next((each.choices for each in asked if each.name == listed), ())


def _stage(data: Mapping[str, Any]) -> StageForm:
    return StageForm(
        StageKind(data.get("kind", StageKind.ONLY)),
        tuple(map(Contest, data.get("contest", [Contest.MOVEMENT]))),
        tuple(data.get("winners", [1])),
        data.get("lists", ""),
        tuple(data.get("list_options", ())),
        tuple(data.get("columns", ())),
        tuple(data.get("asks", ())),
        tuple(data.get("options", ())),
        data.get("added", False),
        data.get("few", False),
    )


def _unknown_words(form: Form, edition: Edition) -> Iterator[str]:
    for word in (*form.asks, *form.options):
        fact = word.removeprefix(FACT)
        if word not in EVENT_WORDS and (fact == word or fact not in edition.facts):
            yield f"nothing is known about {word!r}"
    for name, answer in form.sets:
        fact_set = edition.facts.get(name)
        if fact_set is None or (fact_set.answers and answer not in fact_set.answers):
            yield f"the fact {name!r} cannot be {answer!r}"
    yield from (f"no question has answers for {name!r}" for name, answers in form.choices if not answers)
    for stage in form.stages:
        yield from (
            f"nothing is known about {word!r}"
            for words, known in (
                ((*stage.extra_asks, *stage.extra_options), STAGE_WORDS),
                (stage.extra_columns, COLUMNS),
                (stage.list_options, _LIST_WORDS),
                ((stage.lists,), LISTS),
            )
            for word in words
            if word not in known
        )
