"""The frame of an organisation's pages: which organisation it is, and its menu."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import wraps
from itertools import islice
from typing import NamedTuple

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.template.context_processors import csrf
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from overtrick.handbooks import applications, programme
from overtrick.handbooks.edition import Edition
from overtrick.register import sql
from overtrick.register.allotting import allot, authorised
from overtrick.register.competitions.models import Competition, StoredEvent, Submission
from overtrick.register.directors import accredit
from overtrick.register.entitlements import choices
from overtrick.register.federations import handbook
from overtrick.register.messages import inbox
from overtrick.register.money import moneybook
from overtrick.register.organisations.models import Officer, Organisation
from overtrick.register.organisations.permissions import Action, actions, may_decide_below
from overtrick.register.organisations.roles import roles
from overtrick.register.people import sight
from overtrick.register.people.models import Player
from overtrick.register.raw_rows import Swift
from overtrick.web import access, inbox_list
from overtrick.web.design.page_frame import framed, parts

#: Who may have members.
WITH_MEMBERS = (Organisation.Kind.CLUB, Organisation.Kind.NATIONAL)
#: Who gets a report.
WITH_REPORTS = (Organisation.Kind.CLUB, Organisation.Kind.REGION, Organisation.Kind.NATIONAL)


class Door(NamedTuple):
    """A link beside the pages of an organisation."""

    words: str
    address: str
    here: bool


View = Callable[..., HttpResponse]


def page(action: Action = Action.SEE, kinds: Collection[str] = Organisation.Kind) -> Callable[[View], View]:
    """A page that changes nothing, for whoever may do this for an organisation of one of these kinds."""
    return _entered(["GET", "HEAD"], action, kinds)


def form(action: Action = Action.SEE, kinds: Collection[str] = Organisation.Kind) -> Callable[[View], View]:
    """A page with a form that does something; likewise."""
    return _entered(["GET", "HEAD", "POST"], action, kinds)


def act(action: Action = Action.SEE, kinds: Collection[str] = Organisation.Kind) -> Callable[[View], View]:
    """A button that does something and leads to a page; likewise."""
    return _entered(["POST"], action, kinds)


def _entered(methods: list[str], action: Action, kinds: Collection[str]) -> Callable[[View], View]:
    """Find the organisation of the address, and give it to the view."""

    def decorated(view: View) -> View:
        @wraps(view)
        def shown(request: HttpRequest, organisation: int, **rest: object) -> HttpResponse:
            where = access.organisation(request, organisation, action)
            if where.kind not in kinds:
                raise Http404
            return view(request, where, **rest)

        return login_required(require_http_methods(methods)(shown))

    return decorated


_SUBMISSIONS, _COMPETITIONS, _EVENTS = Swift(Submission), Swift(Competition), Swift(StoredEvent)
_SUBMISSION = f"""
    select {_SUBMISSIONS.columns("sent")}, {_COMPETITIONS.columns("competition")}, {_EVENTS.columns("event")}
    from competitions_submission as sent
    join competitions_competition as competition on competition.id = sent.competition_id
    left join competitions_storedevent as event on event.id = sent.event_id
    where sent.id = %s and competition.organisation_id = %s
"""  # noqa: S608 - our own names


def submission_of(organisation: Organisation, pk: int) -> Submission:
    """Give a submission of the organisation with its event; one of another organisation is not there."""
    rows = sql.rows(_SUBMISSION, pk, organisation.pk) if pk <= sql.LARGEST else []
    if not rows:
        raise Http404
    row, here = iter(rows[0]), organisation.federation
    sent, played, event = (tuple(islice(row, len(each.names))) for each in (_SUBMISSIONS, _COMPETITIONS, _EVENTS))
    return _SUBMISSIONS.made(
        sent,
        federation=here,
        competition=_COMPETITIONS.made(played, federation=here, organisation=organisation),
        event=_EVENTS.made(event, federation=here) if event[0] is not None else None,
    )


def as_seen(request: HttpRequest, players: Iterable[Player]) -> None:
    """Let the office read numbers of those who are known to their club alone."""
    if access.is_office(request):
        for each in players:
            sight.for_office(each)


def show(
    request: HttpRequest,
    organisation: Organisation,
    page: str,
    shown: Mapping[str, object] | None = None,
    *,
    status: int = 200,
) -> HttpResponse:
    """Show a page of an organisation, with the doors that are open to the person who asks."""
    allowed = actions(access.actor(request), organisation, access.today())
    frame = {"organisation": organisation, "rooms": _doors(request, organisation, allowed), "may": set(allowed)}
    frame["way_back"] = _way_back(request, organisation, allowed)
    context = {**csrf(request), **frame, **(shown or {})}
    return framed(request, parts(f"club/{page}.html", context), status)


def _way_back(request: HttpRequest, organisation: Organisation, allowed: frozenset[Action]) -> list[tuple[str, str]]:
    """Give the way back of whoever comes from above: the office, or the county that looks at one of its clubs."""
    if Action.APPROVE not in allowed:
        return []
    if access.is_office(request):
        return [(_("The office"), reverse("office")), (_("Organisations"), reverse("office-organisations"))]
    above = organisation.parent
    return [(above.name, reverse("club-desk", args=[above.pk]))] if above is not None else []


def _edition(organisation: Organisation) -> Edition:
    return handbook.edition_on(organisation.federation, access.today())


def _doors(request: HttpRequest, organisation: Organisation, allowed: frozenset[Action]) -> list[Door]:
    places = [(_("Overview"), "club-desk", True)]
    places.append((_messages(request, organisation), "club-messages", bool(roles_in(request, organisation))))
    places.append((_("Send results"), "club-upload", Action.UPLOAD in allowed))
    places.append((_("Submissions"), "club-submissions", True))
    places.append((_("Season events"), "club-seasons", Action.UPLOAD in allowed))
    places.append((_("Programme"), "club-programme", bool(programme.kinds(_edition(organisation)))))
    members = Action.MEMBERS in allowed and organisation.kind in WITH_MEMBERS
    places.append((_("Members"), "club-members", members))
    places.append((_("Licences"), "club-licences", True))
    places.append((_("Applications"), "club-applications", bool(applications.loaded(_edition(organisation)))))
    reported = bool({Action.MEMBERS, Action.APPROVE} & allowed) and organisation.kind in WITH_REPORTS
    places.append((_("Reports"), "club-reports", reported))
    places.append((_("Money"), "club-money", Action.ACCOUNT in allowed and moneybook.book() is not None))
    places += _regional(organisation)
    places.append((_("Officers"), "club-officers", True))
    places.append((_("Programs"), "club-tokens", Action.SCORERS in allowed))
    places.append((_("Webhooks"), "club-webhooks", Action.MEMBERS in allowed))
    decides = may_decide_below(access.actor(request), organisation, access.today())
    places.append((_("To approve"), "club-approvals", decides))
    over_clubs = decides and organisation.kind == Organisation.Kind.REGION
    places.append((_("Clubs by stage"), "club-stages", over_clubs))
    places.append((_("Members of clubs"), "club-region-members", over_clubs))
    places.append((_("Licences of clubs"), "club-region-licences", over_clubs))
    now = request.resolver_match.view_name if request.resolver_match else ""
    return [
        Door(words, reverse(name, args=[organisation.pk]), now in (name, name.removesuffix("-now")))
        for words, name, is_open in places
        if is_open
    ]


def roles_in(request: HttpRequest, organisation: Organisation) -> list[str]:
    """Name the roles in which somebody acts for an organisation itself; the office acts for every one."""
    held = roles(access.actor(request), access.today())
    return [each.role for each in held if each.organisation == organisation.pk or each.role == Officer.Role.OFFICE]


def _messages(request: HttpRequest, organisation: Organisation) -> str:
    """Name the messages, with how many are unread for whoever acts for the organisation itself."""
    reader = access.actor(request)
    held = [each.role for each in roles(reader, access.today()) if each.organisation == organisation.pk]
    return inbox_list.with_count(inbox.unread_count(organisation.pk, reader, held) if held else 0)


def _regional(organisation: Organisation) -> list[tuple[str, str, bool]]:
    """List the pages for duties that some handbooks give a region and its clubs."""
    federation, on = organisation.federation, access.today()
    region = organisation.kind == Organisation.Kind.REGION
    return [
        (_("Directors"), "club-directors", bool(accredit.levels(federation, on))),
        (_("Allotments"), "club-allotments", allot.concerns(organisation, on)),
        (_("Authorised points"), "club-authorised-now", authorised.is_kept(organisation, on)),
        (_("Choices"), "club-choices", region and bool(choices.questions(federation, on))),
    ]
