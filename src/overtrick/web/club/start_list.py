"""Check a start list before play: who is known, what each is on the day, and who may enter. Nothing is kept."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from overtrick.formats import start_list
from overtrick.formats.limited.reader import Busy
from overtrick.handbooks.entry import EntryLimit
from overtrick.register.federations import handbook, numbers
from overtrick.register.federations.models import Federation
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.people.registration import shown_name
from overtrick.register.ranks.current_rank import Ladder
from overtrick.register.start_lists.check import CheckedStarter, Limits, Verdict, check, limits_of
from overtrick.web import access, parameters
from overtrick.web.club import base, look_ups
from overtrick.web.design import file_in_form
from overtrick.web.design.english import english
from overtrick.web.design.forms import Day, Plain
from overtrick.web.file_reader import READER

_LARGEST = 3_000_000
_PASTED = 100_000
_MOST_POINTS = 1_000_000
_TONES = {Verdict.GOOD: "good", Verdict.LOOK: "odd", Verdict.BAD: "wrong", Verdict.UNKNOWN: "wrong"}
_WORDS = {
    Verdict.GOOD: gettext_lazy("Can play"),
    Verdict.LOOK: gettext_lazy("Look at this"),
    Verdict.BAD: gettext_lazy("Cannot play"),
    Verdict.UNKNOWN: gettext_lazy("Not found"),
}


class Line(NamedTuple):
    """Somebody on the list, as the page shows it."""

    written: str
    number: str  #: as the list has it
    found: str  #: the player of the register, with the number
    verdict: str
    tone: str
    standing: str
    rank: str
    points: str
    says: list[tuple[str, str]]  #: sentences, each with its clause


class Remark(NamedTuple):
    """A sentence about somebody, with its clause."""

    says: str
    clause: str = ""
    translated: bool = True  #: otherwise it is in the words of the handbook or the register


class StartListForm(Plain):
    """The list, the day, and who may enter."""

    people = forms.CharField(
        label=gettext_lazy("Players"),
        help_text=gettext_lazy("One player or pair a line: the number, the name, or both. You can paste a column here"),
        widget=forms.Textarea(attrs={"rows": 8}),
        required=False,
        max_length=_PASTED,
    )
    file = forms.FileField(
        label=gettext_lazy("Or a file"),
        help_text=gettext_lazy("A spreadsheet, CSV, or any results file that we can read"),
        required=False,
    )
    packed = forms.CharField(widget=forms.HiddenInput, required=False, max_length=2 * _LARGEST)
    name = forms.CharField(widget=forms.HiddenInput, required=False)
    day = Day(
        label=gettext_lazy("Day of play"),
        help_text=gettext_lazy("For example 15 November 2026"),
        error_messages={
            "required": gettext_lazy("Enter the day of play, for example 15 November 2026"),
            "invalid": gettext_lazy("Enter the day of play, for example 15 November 2026"),
        },
    )
    event = forms.ChoiceField(label=gettext_lazy("Event with an entry limit"), required=False)
    rank_below = forms.ChoiceField(label=gettext_lazy("Only players below the rank"), required=False)
    points_below = forms.DecimalField(
        label=gettext_lazy("Only players with fewer points than"),
        help_text=gettext_lazy("Leave it empty if there is no limit"),
        error_messages={"invalid": gettext_lazy("Enter a number of points, for example 300")},
        required=False,
        min_value=0,
        max_value=_MOST_POINTS,
        max_digits=12,
        decimal_places=2,
    )

    def __init__(self, ranks: list[str], limits: tuple[EntryLimit, ...], *args: object, **more: object) -> None:
        super().__init__(*args, **more)
        _choices(self, "rank_below", [(each, each) for each in ranks])
        _choices(self, "event", [(each.name, each.name) for each in limits])
        if not limits:
            del self.fields["event"]
        if not ranks:
            del self.fields["rank_below"]

    def clean(self) -> dict[str, object]:
        """Take what was pasted, the file that was sent, or the one that came with the page before."""
        given = super().clean() or {}
        sent = given.get("file")
        if sent is not None and sent.size > _LARGEST:
            self.add_error("file", _("The file is larger than 3 MB. Keep the players of one event in it"))
            return given
        if sent is not None:
            given["name"], given["content"] = sent.name or _("list"), sent.read()
        elif given.get("people", "").strip():
            given["name"], given["content"] = "", given["people"].encode()
        else:
            given["content"] = file_in_form.unpack(given.get("packed", ""), _LARGEST)
        if not given["content"]:
            self.add_error("people", _("Enter the players, or choose a file"))
        return given


def _choices(form: forms.Form, name: str, choices: list[tuple[str, str]]) -> None:
    field = form.fields[name]
    if isinstance(field, forms.ChoiceField):
        field.choices = [("", _("No limit")), *choices]


@base.form(Action.UPLOAD)
@look_ups.counted()
def start_list_check(request: HttpRequest, where: Organisation) -> HttpResponse:
    """Show the form, and below it what the register says of everybody on the list."""
    here = access.federation(request)
    today = access.today()
    ranks, limits = Ladder(here, today).ranks, limits_of(where, today)
    first = {"day": today.isoformat()}
    form = StartListForm(ranks, limits, parameters.posted(request), request.FILES or None, initial=first)
    shown: dict[str, object] = {"form": form}
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        shown |= _result(request, where, given)
        if "problems" not in shown:
            shown["form"] = _again(form, ranks, limits)
    status = 422 if form.errors or "problems" in shown else 200
    return base.show(request, where, "start_list", shown, status=status)


def _again(form: StartListForm, ranks: list[str], limits: tuple[EntryLimit, ...]) -> StartListForm:
    """Show the form as it was sent, with the file in it: another day or limit can be tried at once."""
    given = form.cleaned_data
    kept = {name: form.data.get(name, "") for name in form.fields if name not in ("file", "packed", "name")}
    if not given.get("people", "").strip():
        kept |= {"packed": file_in_form.pack(given["content"]), "name": given["name"]}
    return StartListForm(ranks, limits, initial=kept)


def _result(request: HttpRequest, where: Organisation, given: dict[str, Any]) -> dict[str, object]:
    try:
        found = start_list.read(str(given["name"]), given["content"], READER.read)
    except Busy:
        busy = _("We are reading many other files at the moment. Send yours again in a minute")
        return {"problems": [], "error": busy}
    if found.problems:
        return {"problems": found.problems}
    here = access.federation(request)
    together = handbook.together(here)
    below = given.get("points_below")
    limits = Limits(
        str(given.get("event") or ""),
        str(given.get("rank_below") or ""),
        None if below is None else int(Fraction(str(below)) * together.units),
    )
    day = given["day"]
    checked = check(where, found.people, day, limits, actor=access.actor(request), at=access.now())
    lines = [_line(each, here, to_office=access.is_office(request)) for each in checked]
    order = {word: at for at, word in enumerate((Verdict.UNKNOWN, Verdict.BAD, Verdict.LOOK, Verdict.GOOD))}
    ranked = sorted(zip(checked, lines, strict=True), key=lambda each: order[each[0].verdict])
    counts = [(str(_WORDS[word]), sum(each.verdict is word for each in checked)) for word in Verdict]
    return {"lines": [line for _each, line in ranked], "day": day, "counts": counts, "list_name": given["name"]}


def _line(each: CheckedStarter, here: Federation, *, to_office: bool) -> Line:
    player = each.player
    told = player is not None and not each.hidden
    found = ""
    if player is not None and told:
        # Who hides and is a member here may be named here.
        found = f"{shown_name(player, to_office_or_club=True)}, {numbers.written(here, player.number)}"
    standing = _standing(each) if told else ""
    said = remarks(each, to_office=to_office)
    return Line(
        written=each.starter.name,
        number=each.starter.number,
        found=found,
        verdict=str(_WORDS[each.verdict]),
        tone=_TONES[each.verdict],
        standing=standing,
        rank=each.rank if told else "",
        points=handbook.together(here).show(each.units) if told else "",
        says=[(one.says if one.translated else english(one.says), one.clause) for one in said],
    )


def _standing(each: CheckedStarter) -> str:
    state = each.state
    word = _(state.status.value.capitalize()) if state and state.status else _("Unknown")
    return _("%(standing)s, suspended") % {"standing": word} if state and state.suspended else word


def remarks(each: CheckedStarter, *, to_office: bool) -> list[Remark]:
    """Say everything that there is to say about somebody on the list."""
    said: list[Remark] = []
    if each.matched.why and not (each.hidden and not to_office):
        said.append(Remark(_sentence_of(each.matched.why), translated=False))
    if each.hidden:
        hides = _("The number and the name fit. This player hides: ask the player or the office for more.")
        said.append(Remark(hides))
    if each.twice:
        said.append(Remark(_("This person is on the list more than once.")))
    steps = [one.working for one in each.entry]
    if each.points_go is not None:
        steps.insert(0, each.points_go)
    return said + [Remark(step.says, step.clause, translated=False) for step in steps]


def _sentence_of(why: str) -> str:
    return f"{why[:1].upper()}{why[1:]}."
