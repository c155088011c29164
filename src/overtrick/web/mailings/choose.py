"""What somebody wants to get by mail, and how often."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from overtrick.register.mail import outbox
from overtrick.register.messages import choices
from overtrick.register.messages.choices import OFFERS, Way
from overtrick.register.messages.kinds import Topic
from overtrick.web import access, parameters
from overtrick.web.design.forms import Plain

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

TOPICS: Mapping[Topic, tuple[StrOrPromise, StrOrPromise]] = {
    Topic.TO_DO: (
        gettext_lazy("Results that need you"),
        gettext_lazy("Results that are returned or held, and club nights of which no results have come."),
    ),
    Topic.ANSWERS: (
        gettext_lazy("Answers"),
        gettext_lazy("An answer to your question, an application that is decided, a licence."),
    ),
    Topic.MONEY: (
        gettext_lazy("Bills"),
        gettext_lazy("Invoices, credit notes and answers about them, if you may see the account."),
    ),
    Topic.RESULTS: (
        gettext_lazy("Other news of results"),
        gettext_lazy("Results that are approved or corrected, and months that are closed."),
    ),
    Topic.POINTS: (
        gettext_lazy("My points and my rank"),
        gettext_lazy("Points that are held, credited later or corrected, and promotions."),
    ),
    Topic.STATEMENT: (
        gettext_lazy("My statement of each month"),
        gettext_lazy("When a month is closed: what was credited, your totals, your rank, what the next rank needs."),
    ),
    Topic.MONDAY: (
        gettext_lazy("What is waiting this week"),
        gettext_lazy("Results without a file, licences without results, quotas, players we do not know, questions."),
    ),
}
WAYS: Mapping[Way, StrOrPromise] = {
    Way.AT_ONCE: gettext_lazy("at once"),
    Way.DAILY: gettext_lazy("once a day, together"),
    Way.WEEKLY: gettext_lazy("every Monday, if something is waiting"),
    Way.MONTHLY: gettext_lazy("once a month"),
    Way.NEVER: gettext_lazy("no mail"),
}


class MailForm(Plain):
    """How often, for each topic."""

    def __init__(self, listed: list[Topic], ways: Mapping[Topic, Way], typed: object = None) -> None:
        super().__init__(typed)
        for topic in listed:
            words, about = TOPICS[topic]
            self.fields[topic.value] = forms.ChoiceField(
                label=words,
                help_text=about,
                choices=[(way.value, WAYS[way]) for way in OFFERS[topic].ways],
                initial=ways[topic].value,
                widget=forms.RadioSelect,
                error_messages=dict.fromkeys(("required", "invalid_choice"), _("Choose how often")),
            )

    def wanted(self) -> dict[Topic, Way]:
        """Give what was chosen."""
        return {Topic(name): Way(way) for name, way in self.cleaned_data.items()}


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def choose(request: HttpRequest) -> HttpResponse:
    """Show what somebody gets by mail, and change it."""
    user = access.actor(request)
    listed = choices.concerning(user, access.today())
    form = MailForm(listed, choices.ways(user), parameters.posted(request))
    if request.method == "POST" and form.is_valid():
        choices.choose(user, form.wanted(), access.now())
        messages.success(request, _("Your choice is saved. It holds from the next mail on."))
        return redirect("account-mail")
    context = {"form": form, "listed": listed, "can_send": outbox.server().is_set_up}
    return render(request, "mailings/choose.html", context, status=422 if form.errors else 200)
