"""The yearly renewal: clubs tell once who does not renew, and whoever was not cancelled is renewed."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import date, datetime, time
from typing import NamedTuple

from django.db import IntegrityError
from django.utils.timezone import localtime

from overtrick.engine.findings import Finding
from overtrick.handbooks.record import Renewal
from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.errors import Refused
from overtrick.register.federations import handbook
from overtrick.register.membership import bulk_lapse
from overtrick.register.membership.models import Cancellation, Declaration, YearRun
from overtrick.register.organisations import affiliation
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need
from overtrick.register.people import clubs, identity, standings
from overtrick.register.people.models import Membership, Player, Standing
from overtrick.register.periods import ONE_DAY
from overtrick.register.scoping import current

_MIDDAY = time(12)


class NotDeclared(Refused):
    """The club cannot tell this now."""


class NoRenewal(Refused):
    """There is no renewal for the year, or not yet."""


class Rehearsal(NamedTuple):
    """What the renewal of a year does."""

    renewal: Renewal
    renewed: int
    lapsing: tuple[Player, ...]
    unheard: tuple[Organisation, ...]  #: clubs with home members that told nothing: all of theirs are renewed
    done: YearRun | None  #: it was done before


def renewal_of(year: int) -> Renewal | None:
    """Give the year of membership that begins in a year, by the handbook or the office; None: there is none."""
    day = date(year, 1, 1)
    return clubs.rules(day).renewal(handbook.book_on(current(), day), year)


def open_for(on: date) -> Renewal | None:
    """Give the renewal for which clubs may tell on a day; None outside its time."""
    for year in (on.year, on.year + 1):
        found = renewal_of(year)
        if found is not None and found.opens <= on < found.begins:
            return found
    return None


def declaration_of(club: Organisation, year: int) -> Declaration | None:
    """Give what a club told for a year."""
    return Declaration.objects.filter(club=club, year=year).select_related("sent_by").first()


def home_members(club: Organisation, on: date) -> list[Player]:
    """List the home members of a club whose registration would be renewed, by name."""
    listed = [each.player for each in clubs.members(club, on) if each.home]
    states = standings.many([each.pk for each in listed], on)
    return [each for each in listed if states[each.pk].status is Standing.Status.REGISTERED]


def may_declare(club: Organisation, renewal: Renewal, at: datetime) -> Finding:
    """Say whether a club may tell now who does not renew."""
    local = localtime(at)
    already = declaration_of(club, renewal.year) is not None
    book = handbook.book_on(current(), local.date())
    after = local.time() > _MIDDAY
    return clubs.rules(local.date()).may_cancel(book, local.date(), after_midday=after, already=already)


def declare(club: Organisation, cancelled: Collection[int], *, actor: User | None, at: datetime) -> Declaration:
    """Tell once for the year which home members do not renew; an empty list says that all do."""
    need(actor, Action.MEMBERS, club, at)
    renewal = open_for(localtime(at).date())
    if renewal is None:
        raise NotDeclared(
            "Nobody can be cancelled now.",
            "Clubs tell before the new year of membership begins.",
            code="no-renewal-now",
        )
    found = may_declare(club, renewal, at)
    if found.holds is False:
        raise NotDeclared(
            f"{found.working.says}.",
            "Whoever was not cancelled is renewed.",
            found.working.clause,
            code="renewal-against-the-rules",
        )
    own = {each.pk: each for each in home_members(club, at.date())}
    strange = set(cancelled) - own.keys()
    if strange:
        raise NotDeclared(
            "Somebody in the list is not a home member.", "Open the page again.", code="not-a-home-member"
        )
    try:
        with transactions.atomic():
            made = Declaration.objects.create(club=club, year=renewal.year, sent_by=actor, sent_at=at)
            Cancellation.objects.bulk_create(
                Cancellation(declaration=made, player=own[each]) for each in sorted(cancelled)
            )
            told = {"year": renewal.year, "cancelled": sorted(own[each].number for each in cancelled)}
            trail.record(actor, "membership.declare", club, None, told, at=at)
    except IntegrityError:
        raise NotDeclared(
            f"{club} has told for {renewal.year} already.", "There is nothing to do.", code="told-before"
        ) from None
    return made


def rehearse(year: int, on: date) -> Rehearsal:
    """Say what the renewal of a year does; nothing is changed."""
    renewal = renewal_of(year)
    if renewal is None:
        raise NoRenewal(
            f"There is no year of membership that begins in {year}.",
            "If members are renewed each year, choose the day under Settings.",
            code="no-such-year",
        )
    eve = renewal.begins
    homes = Membership.objects.filter(home=True, begins__lt=eve, ends__isnull=True).select_related("player", "club")
    cancelled = dict(
        Cancellation.objects.filter(declaration__year=year).values_list("player_id", "declaration__club_id")
    )
    registered = standings.many({identity.kept(row.player).pk for row in homes.select_related("player__kept")}, on)
    lapsing: dict[int, Player] = {}
    renewed = set()
    clubs_with = {}
    for row in homes.select_related("player__kept", "club"):
        player = identity.kept(row.player)
        if registered[player.pk].status is not Standing.Status.REGISTERED:
            continue
        clubs_with[row.club_id] = row.club
        # Who was cancelled and moved to another club since is that club's, and renewed.
        if cancelled.get(row.player_id) == row.club_id:
            lapsing[player.pk] = player
        else:
            renewed.add(player.pk)
    told = set(Declaration.objects.filter(year=year).values_list("club_id", flat=True))
    standing = affiliation.affiliated_on(on)
    unheard = [club for pk, club in clubs_with.items() if pk not in told and pk in standing]
    done = YearRun.objects.filter(kind=YearRun.Kind.RENEWAL, year=year).first()
    by_name = sorted(lapsing.values(), key=lambda each: (each.family, each.given, each.pk))
    return Rehearsal(
        renewal, len(renewed - lapsing.keys()), tuple(by_name), tuple(sorted(unheard, key=lambda each: each.name)), done
    )


def leaving(sender: object, day: date, **_more: object) -> dict[tuple[int, int], datetime]:
    """Answer who is not renewed after a day, in which club, and when it told so."""
    del sender  # Django names one
    rows = Cancellation.objects.filter(declaration__year=(day + ONE_DAY).year)
    listed = rows.values_list("player", "declaration__club", "declaration__sent_at")
    return {(player, club): localtime(told) for player, club, told in listed}


def is_to_be_done(year: int) -> bool:
    """Say whether clubs have told for a year that was not renewed yet."""
    done = YearRun.objects.filter(kind=YearRun.Kind.RENEWAL, year=year)
    return Declaration.objects.filter(year=year).exists() and not done.exists()


def run(year: int, *, actor: User | None, at: datetime, progress: Callable[[int, int], None] | None = None) -> YearRun:
    """Renew the members for a year: whoever was cancelled lapses. Whole or not at all; again it changes nothing."""
    need(actor, Action.STANDING, None, at)
    with transactions.atomic():
        found = rehearse(year, at.date())
        if found.done is not None:
            return found.done
        if may_still_tell(found.renewal, at):
            raise NoRenewal(
                f"Clubs can tell until {found.renewal.last_day} who does not renew.",
                "Renew when that time is over.",
                code="day-has-passed",
            )
        asked = bulk_lapse.LapseList(found.renewal.begins, found.lapsing, (), ())
        reason = f"not renewed for {year}"
        bulk_lapse.carry_out(asked, reason, actor=actor, at=at, progress=progress)
        counts = {"renewed": found.renewed, "lapsed": len(found.lapsing), "clubs_unheard": len(found.unheard)}
        made = YearRun(
            federation=current(), kind=YearRun.Kind.RENEWAL, year=year, done_by=actor, done_at=at, counts=counts
        )
        made.save()
        trail.record(actor, "membership.renew", current(), None, {"year": year, **counts}, at=at)
    return made


def may_still_tell(renewal: Renewal, at: datetime) -> bool:
    """Say whether the time in which clubs tell is not over."""
    local = localtime(at)
    if local.date() == renewal.last_day:
        return not renewal.until_midday or local.time() <= _MIDDAY
    return local.date() < renewal.last_day
