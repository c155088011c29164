"""Appoint and dismiss officers of an organisation."""

from __future__ import annotations

from datetime import date

from django import forms
from django.core.validators import validate_email
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.log_ins import invite_officer
from overtrick.register.log_ins.invite_officer import Invitee
from overtrick.register.mail import outbox
from overtrick.register.organisations import officers
from overtrick.register.organisations.models import Officer, Organisation
from overtrick.register.people import account_lookup, contacts, identity
from overtrick.web import access, parameters
from overtrick.web.design.forms import Plain
from overtrick.web.office import confirm_form, decorators, formatting, link_page
from overtrick.web.office.audit_actions import act_words
from overtrick.web.office.confirm_form import Answers, Ask, Done
from overtrick.web.office.organisations import LastDay, find, page_of, way

#: So many actions after somebody's last day are listed.
_MOST_ACTS = 20

_ROLES = {
    Officer.Role.SCORER: gettext_lazy("Scorer: sends and submits results"),
    Officer.Role.SECRETARY: gettext_lazy("Secretary: also looks after members and approves what its clubs submit"),
    Officer.Role.TREASURER: gettext_lazy("Treasurer: sees what it owes and has paid, and disputes charges"),
    Officer.Role.AUDITOR: gettext_lazy("Auditor: sees everybody’s money and changes nothing"),
    Officer.Role.OFFICE: gettext_lazy("Office: everything in the federation"),
}


class Appointment(Plain):
    """Whom, as what, from when."""

    who = forms.CharField(
        label=gettext_lazy("Who"),
        help_text=gettext_lazy(
            "A player’s number or an e-mail address. If we do not know the address, we open an account for it."
        ),
        error_messages={"required": gettext_lazy("Enter a player’s number or an e-mail address")},
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
            (role, said) for role, said in _ROLES.items() if national or role not in officers.OF_THE_NATIONAL_BODY
        ]

    def clean(self) -> Answers:
        """Find the person; only an e-mail address can be invited."""
        given: Answers = super().clean() or {}
        typed = given.get("who", "")
        meant = account_lookup.accounts(typed)
        player = identity.person(number=typed) if typed and not meant else None
        given["user"] = meant[0] if len(meant) == 1 else None
        known = contacts.email_of(player.player, access.today()) if player else typed
        given["email"] = meant[0].email if meant else known
        if len(meant) > 1:
            self.add_error("who", _("Several people use this address. Enter the player’s number"))
        elif typed and not meant and player is None and not is_address(typed):
            self.add_error("who", _("We know nobody with this name or number. Enter their e-mail address"))
        return given


def is_address(typed: str) -> bool:
    """Say whether a mail could reach it."""
    try:
        validate_email(typed.strip())
    except forms.ValidationError:
        return False
    return True


@decorators.form
def appoint(request: HttpRequest, pk: int) -> HttpResponse:
    """Let somebody act for an organisation."""
    where = find(pk)
    page = Ask(_("Appoint somebody for %(name)s") % {"name": where}, _("Appoint them"), way(where))

    def do(given: Answers) -> Done | HttpResponse:
        first, _blank, last = given["name"].strip().partition(" ")
        person = Invitee(given["who"].strip(), given=first, family=last)
        role = Officer.Role(given["role"])
        done = invite_officer.appoint(where, person, role, given["begins"], given["ends"], **access.signed(request))
        said = _("%(who)s acts for %(name)s.") % {"who": formatting.who(done.officer.user), "name": where}
        return link_page.after(request, done.officer.user, done.handed, Done(said, page_of(where)), way(where))

    def foresee(given: Answers) -> list[str]:
        user: User | None = given["user"]
        if user is not None and user.has_usable_password():
            return [_("%(who)s has an account and can start now.") % {"who": formatting.who(user)}]
        who = {"who": formatting.who(user) if user else given["who"]}
        if outbox.server().is_set_up and given["email"]:
            return [_("We send %(who)s a letter with a link for choosing a password.") % who]
        return [_("The next page shows a link by which %(who)s chooses a password. Hand it over yourself.") % who]

    form = Appointment(where, parameters.posted(request), initial={"begins": access.today()})
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
        % {"role": _(held.role.capitalize()), "name": where, "day": formatting.day(held.begins)},
        warn=True,
    )

    def do(given: Answers) -> Done:
        signed = access.signed(request, given["reason"])
        officers.dismiss(where, held.user, Officer.Role(held.role), given["last"], **signed)
        said = _("The role of %(who)s ends on %(day)s.")
        return Done(said % {"who": name, "day": formatting.day(given["last"])}, page_of(where))

    def foresee(given: Answers) -> list[str]:
        return later_acts(held.user, given["last"])

    form = LastDay(parameters.posted(request), initial={"last": access.today()})
    return confirm_form.ask(request, form, page, do, foresee)


def later_acts(user: User, last_day: date) -> list[str]:
    """Say what somebody did after their last day: it stays."""
    later = trail.later_acts(user, last_day)
    count = later.count()
    if not count:
        return []
    words = {"count": count, "who": formatting.who(user), "day": formatting.day(last_day)}
    said = ngettext(
        "%(count)d action of %(who)s after %(day)s stays:",
        "%(count)d actions of %(who)s after %(day)s stay:",
        count,
    )
    listed = [f"{formatting.moment(each.at)}: {act_words(each.action)}" for each in later[:_MOST_ACTS]]
    rest = [_("Who did what lists all of them.")] if count > _MOST_ACTS else []
    return [said % words, *listed, *rest]
