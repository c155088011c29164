"""Check a file: what it holds, the awards by the handbook, and the difference from its claims. Nothing is stored.

The files travel with the page: an answer, or a download, sends them again, so nothing has to be stored here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from overtrick.engine.assessment import Problem
from overtrick.formats import forms
from overtrick.formats.answers.changing import changed_facts
from overtrick.formats.as_if import AS_IF
from overtrick.formats.event_file.reading import FORMAT as EVENT_FILE
from overtrick.formats.limited.reader import Busy
from overtrick.formats.outcome import Outcome, work_out
from overtrick.formats.reading import ListColumns, Reading
from overtrick.web import parameters
from overtrick.web import request_limits as limits
from overtrick.web.design import fact_fields, file_in_form
from overtrick.web.design.downloads import attached
from overtrick.web.design.fact_fields import EventKind, FactField
from overtrick.web.design.list_columns import ColumnField, column_fields, corrected_columns
from overtrick.web.design.mistakes import Mistake
from overtrick.web.file_reader import READER
from overtrick.web.public import kept_columns
from overtrick.web.public.file_check import COLUMNS, HANDBOOK, Checked, Question, handbooks, questions

#: So much travels with the page for the next answer or download.
LARGEST_KEPT = 3_000_000
ANSWER, COLUMN = "answer ", "column "


class File(NamedTuple):
    """A file as it was sent, now or with the page before."""

    name: str
    content: bytes
    too_large: bool = False

    @property
    def packed(self) -> str:
        """The content as it travels with the page."""
        return file_in_form.pack(self.content)


@require_http_methods(["GET", "HEAD", "POST"])
def check(request: HttpRequest) -> HttpResponse:
    """Show the form, and below it what came of the files."""
    federation = getattr(request, "federation", None)
    choosing: dict[str, object] = {"handbooks": handbooks(), "handbook": federation.handbook if federation else ""}
    if request.method != "POST":
        return render(request, "public/check.html", choosing)
    files = [*_sent(request), *_files_in_form(request.POST)][: limits.MOST_FILES]
    given = {word[len(ANSWER) :]: str(value).strip() for word, value in request.POST.items() if word.startswith(ANSWER)}
    given = {word: value for word, value in given.items() if value}
    if not files:
        error = _("Choose a results file, for example the USEBIO file that your scoring program wrote")
        return _refuse(request, choosing, error, 422)
    columns = _Columns(request)
    facts: FactsForm | None = None
    try:
        checked = [each for file in files for each in _checked(file, given, columns)]
        facts = _facts(request.POST, checked, given)
        if facts is not None and facts.changed:
            given = {word: value for word, value in (given | facts.changed).items() if value}
            checked = _checked(files[0], given, columns)
            facts = _facts(QueryDict(), checked, given)
    except Busy:
        error = _("We are reading many other files at the moment. Send yours again in a minute")
        return _refuse(request, choosing, error, 503)
    wanted = request.POST.get("download", "")
    if wanted:
        at, _dash, form = wanted.partition(" ")
        chosen = checked[which : which + 1] if (which := parameters.whole(at)) is not None else []
        return _download(chosen[0], form) if chosen and form in forms.FORMS else _again()
    kept = [file for file in files if not file.too_large]
    fits = sum(len(file.content) for file in kept) <= LARGEST_KEPT
    asked = [each for each in _asked(checked, given) if facts is None or each.word not in facts.words]
    shown = {"checked": checked, "questions": asked, "kept": kept if fits else [], "fits": fits}
    shown |= {"lists": _lists(checked), "columns": columns.posted}
    shown |= {"facts": facts, **(facts._asdict() if facts else {})}
    shown |= {"open": any(question.open for question in asked), "handbook": given.get(HANDBOOK, "")}
    status = 422 if facts is not None and facts.wrong else 200
    answer = render(request, "public/check.html", {**choosing, **shown}, status=status)
    kept_columns.keep(request, answer, columns.corrected)
    return answer


class ColumnList(NamedTuple):
    """What the columns of some files were taken for."""

    files: list[str]
    fields: list[ColumnField]


class _Columns:
    """What somebody says the columns of lists are: in the form that was sent, or in this browser before."""

    def __init__(self, request: HttpRequest) -> None:
        self.posted = {name: value for name, value in request.POST.dict().items() if name.startswith(COLUMN)}
        self._kept = kept_columns.kept(request)
        self.corrected: dict[str, dict[str, str]] = {}  #: by this form

    def chosen(self, guessed: ListColumns) -> dict[str, str]:
        """Say which columns are other than we took them for."""
        key = kept_columns.key_of(guessed.headings)
        form = f"{COLUMN}{key}"
        if any(name.startswith(f"{form} ") for name in self.posted):
            self.corrected[key] = corrected_columns(self.posted, guessed, form=form)
        return self.corrected.get(key, self._kept.get(key, {}))


def _lists(checked: list[Checked]) -> list[ColumnList]:
    """Put what the columns were taken for, once for all lists with the same headings."""
    found: dict[str, ColumnList] = {}
    for each in checked:
        if each.outcome.reading.columns is None:
            continue
        key = kept_columns.key_of(each.outcome.reading.columns.headings)
        fields = column_fields(each.outcome.reading.columns, each.chosen_columns, f"{COLUMN}{key}")
        found.setdefault(key, ColumnList([], fields)).files.append(each.file)
    return list(found.values())


class FactsForm(NamedTuple):
    """What kind of event it was, with the form that changes it."""

    kind: EventKind
    fields: list[FactField]
    wrong: dict[str, str]
    look: bool  #: whether the form was only to show what else is asked
    changed: dict[str, str]  #: by the word of the answer
    words: set[str]
    carried: list[tuple[str, str]]  #: what was answered, to be sent along


def _facts(posted: QueryDict, checked: list[Checked], given: dict[str, str]) -> FactsForm | None:
    """Offer to change what kind of event it was; of one event at a time, for the answers are for all files."""
    outcome = checked[0].outcome if len(checked) == 1 else None
    if outcome is None or outcome.reading.event is None or outcome.edition is None or outcome.questions:
        return None
    reading, event, edition = outcome.reading, outcome.reading.event, outcome.edition
    wanted = fact_fields.given(posted, edition)
    look = "look" in posted
    wrong = fact_fields.errors(edition, event, wanted) if wanted and not look else {}
    changed = changed_facts(edition, event, wanted, own=reading.format == EVENT_FILE) if wanted else {}
    words = {fact.word for fact in edition.all_facts.values()}
    return FactsForm(
        fact_fields.kind_of(edition, event),
        fact_fields.fields(edition, event, wanted, wrong),
        wrong,
        look,
        {} if look or wrong else changed,
        words,
        [(f"{ANSWER}{word}", value) for word, value in given.items() if word in words],
    )


def _refuse(request: HttpRequest, choosing: dict[str, object], error: str, status: int) -> HttpResponse:
    shown = {**choosing, "error": error, "mistakes": [Mistake("files", error)]}
    return render(request, "public/check.html", shown, status=status)


def _download(checked: Checked, form: str) -> HttpResponse:
    try:
        written = forms.write(checked.outcome, form, checked.content)
    except forms.Unwritten as error:
        return _again(str(error))
    if not written.files:
        return _again(" ".join(problem.found for problem in written.problems))
    ending, content = next(iter(written.files.items()))
    return attached(f"{checked.file.rsplit('/')[-1].rsplit('.', 1)[0]}-awards{ending}", content)


def _again(why: str = "") -> HttpResponse:
    words = why or _("Go back and choose the file again.")
    return HttpResponse(words, status=422, content_type="text/plain; charset=utf-8")


def _sent(request: HttpRequest) -> Iterable[File]:
    uploads: MultiValueDict[str, object] = request.FILES  # type: ignore[assignment]
    for upload in uploads.getlist("files"):
        size: int = upload.size  # type: ignore[attr-defined]
        content = b"" if size > limits.LARGEST_FILE else upload.read()  # type: ignore[attr-defined]
        yield File(upload.name, content, too_large=size > limits.LARGEST_FILE)  # type: ignore[attr-defined]


def _files_in_form(posted: MultiValueDict[str, str]) -> Iterable[File]:
    for name, packed in zip(posted.getlist("kept name"), posted.getlist("kept"), strict=False):
        content = file_in_form.unpack(packed, LARGEST_KEPT)
        if content is not None:
            yield File(name, content)


def _checked(file: File, given: dict[str, str], columns: _Columns) -> list[Checked]:
    if file.too_large:
        found = _("The file is larger than 20 MB. Results files are smaller.")
        problem = Problem(found, _("Check that it is the right one."), file=file.name, code="file-too-large")
        return [Checked(work_out(Reading(None, [problem], file=file.name)), file.content)]
    said = {word: value for word, value in given.items() if word != AS_IF}
    outcomes = _read(file, said, given)
    lists = [each.reading.columns for each in outcomes if each.reading.columns]
    chosen = {word: heading for each in lists for word, heading in columns.chosen(each).items()}
    if chosen:
        outcomes = _read(file, said | {f"{COLUMNS} {word}": heading for word, heading in chosen.items()}, given)
    return [Checked(each, file.content, columns=chosen) for each in outcomes]


def _read(file: File, said: Mapping[str, str], given: Mapping[str, str]) -> list[Outcome]:
    answers = [(_("your answer"), word, value) for word, value in said.items()]
    return READER.check(file.name, file.content, answers, as_if=given.get(AS_IF) == "yes")


def _asked(checked: list[Checked], given: dict[str, str]) -> list[Question]:
    return questions((each.outcome for each in checked), given)
