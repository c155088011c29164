"""Appoint and dismiss officers of an organisation."""

from __future__ import annotations

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from overtrick.register.organisations import officers
from overtrick.register.organisations.models import Officer, Organisation
from overtrick.register.people import account_lookup
from overtrick.web import access
from overtrick.web.design.forms import Plain
from overtrick.web.office import confirm_form, decorators, formatting
from overtrick.web.office.confirm_form import Answers, Ask, Done
from overtrick.web.office.organisations import LastDay, find, page_of, way

_ROLES = {
    Officer.Role.SCORER: gettext_lazy("Scorer: sends and submits results"),
    Officer.Role.SECRETARY: gettext_lazy("Secretary: also looks after members and approves what its clubs submit"),
    Officer.Role.OFFICE: gettext_lazy("Office: everything in the federation"),
}


class Appointment(Plain):
    """Whom, as what, from when."""

    who = forms.CharField(
        label=gettext_lazy("Who"),
        help_text=gettext_lazy(
            "A player’s number or an e-mail address. If we do not know the address, we open an account for it."
        ),
    )
    name = forms.CharField(
        label=gettext_lazy("Their name"),
        help_text=gettext_lazy("Only for a new account."),
        required=False,
        max_length=100,
    )
    role = forms.ChoiceField(
        label=gettext_lazy("Role"),
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Choose a role")},
    )
    begins = confirm_form.day(gettext_lazy("From"))
    ends = confirm_form.day(
        gettext_lazy("Last day"), gettext_lazy("Leave it empty if there is no last day."), required=False
    )

    def __init__(self, where: Organisation, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        national = where.kind == Organisation.Kind.NATIONAL
        self.fields["role"].choices = [  # type: ignore[attr-defined]
            (role, said) for role, said in _ROLES.items() if national or role != Officer.Role.OFFICE
        ]

    def clean(self) -> Answers:
        """Find the person; only an e-mail address can be invited."""
        given: Answers = super().clean() or {}
        typed = given.get("who", "")
        given["user"] = account_lookup.account(typed)
        if typed and given["user"] is None and "@" not in typed:
            self.add_error("who", _("We know nobody with this name or number. Enter their e-mail address"))
        return given


@decorators.form
def appoint(request: HttpRequest, pk: int) -> HttpResponse:
    """Let somebody act for an organisation."""
    where = find(pk)
    page = Ask(_("Appoint somebody for %(name)s") % {"name": where}, _("Appoint them"), way(where))

    def do(given: Answers) -> Done:
        first, _blank, last = given["name"].strip().partition(" ")
        user = given["user"] or account_lookup.invited(given["who"], first, last)
        role = Officer.Role(given["role"])
        officers.appoint(where, user, role, given["begins"], given["ends"], **access.signed(request))
        return Done(_("%(who)s acts for %(name)s.") % {"who": formatting.who(user), "name": where}, page_of(where))

    def foresee(given: Answers) -> list[str]:
        if given["user"] is not None:
            return [_("%(who)s has an account and can start now.") % {"who": formatting.who(given["user"])}]
        said = _(
            "There is no account for %(who)s yet, so we open one. They choose a password with “I have forgotten "
            "my password” on the log-in page."
        )
        return [said % {"who": given["who"]}]

    form = Appointment(where, request.POST or None, initial={"begins": access.today()})
    return confirm_form.ask(request, form, page, do, foresee)


@decorators.form
def dismiss(request: HttpRequest, pk: int, officer: int) -> HttpResponse:
    """Let an office end with a day."""
    where = find(pk)
    held = get_object_or_404(where.officers.select_related("user"), pk=officer)
    name = formatting.who(held.user)
    page = Ask(
        _("End the role of %(who)s") % {"who": name},
        _("End this role"),
        way(where),
        lead=_("%(role)s of %(name)s since %(day)s.")
        % {"role": held.role.capitalize(), "name": where, "day": formatting.day(held.begins)},
        warn=True,
    )

    def do(given: Answers) -> Done:
        signed = access.signed(request, given["reason"])
        officers.dismiss(where, held.user, Officer.Role(held.role), given["last"], **signed)
        said = _("The role of %(who)s ends on %(day)s.")
        return Done(said % {"who": name, "day": formatting.day(given["last"])}, page_of(where))

    return confirm_form.ask(request, LastDay(request.POST or None, initial={"last": access.today()}), page, do)
