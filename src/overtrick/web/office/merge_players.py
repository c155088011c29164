"""Merge two records of one person, shown side by side; and undo a merge."""

from __future__ import annotations

from collections import Counter

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from overtrick.register.errors import Refused
from overtrick.register.federations import numbers
from overtrick.register.ledger import balances
from overtrick.register.people import clubs, duplicates, identity, search
from overtrick.register.people.merge_records import merge as merge_records
from overtrick.register.people.merge_records import unmerge as undo
from overtrick.register.people.models import Player
from overtrick.register.scoping import current
from overtrick.web import access, parameters
from overtrick.web.design.colour_words import colour_word
from overtrick.web.design.forms import Plain
from overtrick.web.design.mistakes import Mistake
from overtrick.web.office import confirm_form, decorators, formatting
from overtrick.web.office.confirm_form import Answers, Ask, Done
from overtrick.web.office.player_lookup import find, page_of, sides_apart, sides_of, way


class Merge(Plain):
    """How one knows, and which one stays."""

    stays = forms.ChoiceField(
        label=gettext_lazy("Which record stays?"),
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Choose the record that stays")},
    )
    reason = confirm_form.reason(gettext_lazy("How do you know that the two are one person?"))

    def __init__(self, one: Player, other: Player, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.fields["stays"].choices = [  # type: ignore[attr-defined]
            (each.number, f"{each} ({numbers.written(current(), each.number)})") for each in (one, other)
        ]
        self.fields["stays"].initial = one.number


@decorators.form
def merge(request: HttpRequest, number: str) -> HttpResponse:
    """Choose the other record, look at both, and merge them."""
    found = find(number)
    other = _other(request, found)
    if other is None:
        return _choose(request, found)
    page = Ask(
        _("Are these two one person?"),
        _("Merge the two records"),
        way(found),
        lead=_("Nothing is lost. Both numbers lead to the record that stays, and no entry in the book changes."),
        template="office/merge.html",
        more={"sides": sides_of([(found, ()), (other, ())]), "other": other.number},
    )

    def parted(given: Answers) -> tuple[Player, Player]:
        return (found, other) if given["stays"] == found.number else (other, found)

    def do(given: Answers) -> Done:
        keep, duplicate = parted(given)
        merge_records(keep, duplicate, **access.signed(request, given["reason"]))
        said = _("The two records are merged. The number %(gone)s now leads to %(player)s (%(kept)s).")
        return Done(said % {"gone": duplicate.number, "player": keep, "kept": keep.number}, page_of(keep))

    def foresee(given: Answers) -> list[str]:
        keep, duplicate = parted(given)
        said = _("%(gone)s will lead to %(kept)s. Their points, clubs and ranks are shown together.")
        return [
            said % {"gone": f"{duplicate} ({duplicate.number})", "kept": f"{keep} ({keep.number})"},
            *_together(keep, duplicate),
            _("You can undo this on the page of %(player)s.") % {"player": keep},
        ]

    return confirm_form.ask(request, Merge(found, other, parameters.posted(request)), page, do, foresee)


def _together(keep: Player, duplicate: Player) -> list[str]:
    """Say what the two have together, and which club is the home club from then on."""
    sums = Counter(balances.holdings(keep.pk))
    sums.update(balances.holdings(duplicate.pk))
    points = _(" and ").join(f"{formatting.plain_points(*each)} {colour_word(each[0])}" for each in sums.items())
    told = [_("Together they have %(points)s points.") % {"points": points}] if points else []
    home, other = (clubs.clubs_of(each, access.today()).home for each in (keep, duplicate))
    if home and other and home != other:
        said = _("%(club)s stays the home club. They also belong to %(other)s.")
        told.append(said % {"club": home, "other": other})
    return told


def _other(request: HttpRequest, found: Player) -> Player | None:
    typed = request.POST.get("with") or request.GET.get("with") or ""
    if not typed:
        return None
    try:
        other = identity.resolve(typed)
    except Refused:
        return None
    return None if other.pk == found.pk else other


def _choose(request: HttpRequest, found: Player) -> HttpResponse:
    """Offer those who are like this player, or those who are searched for."""
    asked = parameters.search(request.GET, "q")
    typed = request.GET.get("with", "")
    if asked:
        likely = sides_of([(hit.player, ()) for hit in search.search(asked, limit=10)])
    else:
        applicant = duplicates.Applicant(found.given, found.family, found.born)
        likely = sides_of([(each.player, each.reasons) for each in duplicates.candidates(applicant)])
    sides = [(each, each.why) for each in likely if each.player.pk != found.pk]
    context = {"player": found, "crumbs": way(found), "likely": sides, "asked": asked, "unknown": typed}
    if typed:
        says = _("No other player has the number %(number)s. Look the player up by name") % {"number": typed}
        context["mistakes"] = [Mistake("with", says)]
    return render(request, "office/merge_with.html", context)


@decorators.form
def unmerge(request: HttpRequest, number: str) -> HttpResponse:
    """Undo a merge; the number in the address is that of the record that was merged."""
    key = numbers.key(current(), number)
    duplicate = Player.objects.select_related("kept").filter(number=key, merged_into__isnull=False).first()
    if duplicate is None or duplicate.kept is None:
        raise Http404
    kept = duplicate.kept
    page = Ask(
        _("Separate %(number)s from %(player)s") % {"number": duplicate.number, "player": kept},
        _("Undo the merge"),
        way(kept),
        lead=_("The two records become separate again, each with its own entries."),
        template="office/merge.html",
        more={"sides": sides_apart(kept, duplicate), "other": ""},
        warn=True,
    )

    def do(given: Answers) -> Done:
        undo(duplicate, **access.signed(request, given["reason"]))
        return Done(_("%(number)s is a separate record again.") % {"number": duplicate.number}, page_of(duplicate))

    follows = [_("Points are counted separately again. Each record has the points won under its own number.")]
    form = confirm_form.Why(_("How do you know that the two are different people?"), parameters.posted(request))
    return confirm_form.ask(request, form, page, do, follows)
