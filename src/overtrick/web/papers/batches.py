"""What each kind of batch holds: for whom, in which order, and how each paper is made.

Whose papers a batch holds is decided when it is asked for. They are drawn some at a time, so that a batch of twenty
thousand needs no more memory than one of two hundred.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date, datetime
from itertools import groupby
from typing import NamedTuple

from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from overtrick.register.accounts.models import User
from overtrick.register.errors import Refused
from overtrick.register.extracts import extract
from overtrick.register.federations.models import Federation
from overtrick.register.ledger.models import Closing, Entry
from overtrick.register.membership import cards as register_cards
from overtrick.register.organisations.models import Organisation
from overtrick.register.papers.batch_files import Part
from overtrick.register.papers.letterhead import letterhead
from overtrick.register.papers.render import Paper, render
from overtrick.register.people import identity
from overtrick.register.people.identity import Person
from overtrick.register.people.models import Player
from overtrick.register.ranks import certificates
from overtrick.register.ranks.models import Promotion, promotions_here
from overtrick.register.reports import organisation_report, report_period
from overtrick.web.club import report_paper
from overtrick.web.player.statement import statement_paper
from overtrick.web.public import card_paper, certificate_paper
from overtrick.web.public.certificate_paper import Whereabouts


class NoPeriod(Refused):
    """The batch is not of such a month or year."""


class NoSuchBatch(Refused):
    """There are no batches of this kind."""


class NothingToDraw(Refused):
    """Nobody gets a paper of this batch."""


class Asked(NamedTuple):
    """What was asked for, by whom and when."""

    federation: Federation
    period: str
    actor: User
    at: datetime

    @property
    def on(self) -> date:
        """The day of the papers."""
        return self.at.date()


class Kind(NamedTuple):
    """A kind of batch."""

    title: str | Promise
    whose: Callable[[Asked], list[int]]  #: keys of those who get one, in the order of the batch
    make: Callable[[Asked, Sequence[int]], Iterable[tuple[str, Paper]]]  #: the papers of some, each with its language
    together: int = 200  #: so many are drawn in one PDF


def language_of(federation: Federation) -> str:
    """Give the language in which a federation writes where it does not know a person's."""
    return next(iter(federation.languages), "en")


def drawn(kind: Kind, asked: Asked, keys: Sequence[int], name: str) -> list[Part]:
    """Draw the papers of some: a PDF for each language among them."""
    made = sorted(kind.make(asked, keys), key=lambda each: each[0])
    parts = []
    for language, group in groupby(made, key=lambda each: each[0]):
        papers = [paper for _language, paper in group]
        with translation.override(language):
            content = render(papers, letterhead(asked.federation), asked.on)
        several = len({each[0] for each in made}) > 1
        parts.append(Part(f"{name}{f' {language}' if several else ''}.pdf", len(papers), content))
    return parts


# --- Certificates of a month -----------------------------------------------------------------------------------------


def _closing(asked: Asked) -> Closing:
    found = report_period.read(asked.period)
    closing = Closing.objects.filter(month=found.days.first).first() if found else None
    if found is None or found.length is not report_period.Length.MONTH or closing is None:
        raise NoPeriod(
            f"{asked.period!r} is not a month that is closed.",
            "Choose a closed month, such as 2026-10.",
            code="no-such-period",
        )
    return closing


def _promoted(asked: Asked) -> list[int]:
    rows = promotions_here().filter(closing=_closing(asked), player__club_only=False)
    return list(rows.order_by("player__family", "player__given", "pk").values_list("pk", flat=True))


def _certificates(asked: Asked, keys: Sequence[int]) -> Iterator[tuple[str, Paper]]:
    rows = Promotion.objects.select_related("player__kept", "player__federation", "closing__federation").in_bulk(keys)
    tongues = _languages(asked.federation, [row.player_id for row in rows.values()])
    places: dict[str, Whereabouts] = {}
    for key in keys:
        language = tongues[rows[key].player_id]
        with translation.override(language):
            if language not in places:
                places[language] = Whereabouts.of_office(asked.federation)
            found = certificates.certificate(rows[key])
            yield language, certificate_paper.paper(found, asked.federation, places[language])


# --- Cards -----------------------------------------------------------------------------------------------------------


def _carded(asked: Asked) -> list[int]:
    """Name everybody who is registered on the day, by club and name."""
    listed = register_cards.registered(asked.on)
    return [each.player.pk for each in listed if not each.player.club_only]


def _cards(asked: Asked, keys: Sequence[int]) -> Iterator[tuple[str, Paper]]:
    players = Player.objects.select_related("federation", "kept").in_bulk(keys)
    language = language_of(asked.federation)  # ten are on a sheet
    with translation.override(language):
        where = Whereabouts.of_office(asked.federation)
        for key in keys:
            made = extract.make(players[key], asked.on, actor=asked.actor, at=asked.at)
            yield language, card_paper.paper(extract.checked(made), asked.federation, where)


# --- Statements ------------------------------------------------------------------------------------------------------


def _year(asked: Asked) -> int:
    found = report_period.read(asked.period)
    if found is None or found.length is not report_period.Length.YEAR:
        raise NoPeriod(f"{asked.period!r} is not a year.", "Write a year, such as 2026.", code="no-such-period")
    return found.days.first.year


def _with_entries(asked: Asked) -> list[int]:
    """Name everybody with a credit in the year, by name."""
    year = _year(asked)
    won = Entry.objects.filter(played__year=year).values("player")
    records = Player.objects.filter(pk__in=won).values_list("pk", "kept_id")
    kept = {other or own for own, other in records}
    rows = Player.objects.filter(pk__in=kept, club_only=False).order_by("family", "given", "pk")
    return list(rows.values_list("pk", flat=True))


def _statements(asked: Asked, keys: Sequence[int]) -> Iterator[tuple[str, Paper]]:
    year, players = _year(asked), Player.objects.select_related("federation", "kept").in_bulk(keys)
    tongues = _languages(asked.federation, keys)
    heads: dict[str, str] = {}
    hidden = {str(each) for each in Player.objects.filter(club_only=True)}
    for key in keys:
        language, player = tongues[key], players[key]
        with translation.override(language):
            if language not in heads:
                heads[language] = Whereabouts.of_office(asked.federation).head
            whose = Person(player, list(identity.identities(player)))
            made = statement_paper(whose, year, asked.on, heads[language], hidden)
        if made is not None:
            yield language, made


# --- Reports ---------------------------------------------------------------------------------------------------------


def _reported(asked: Asked) -> list[int]:
    found = report_period.read(asked.period)
    if found is None:
        raise NoPeriod(
            f"{asked.period!r} is not a period.", "Write 2026-10-14, 2026-10, 2026-Q4 or 2026.", code="no-such-period"
        )
    return [each.pk for each in organisation_report.organisations(found.days.last)]


def _reports(asked: Asked, keys: Sequence[int]) -> Iterator[tuple[str, Paper]]:
    period = report_period.read(asked.period)
    rows = Organisation.objects.select_related("federation").in_bulk(keys)
    language = language_of(asked.federation)
    with translation.override(language):
        for key in keys:
            if period is not None:
                yield language, report_paper.paper(organisation_report.report(rows[key], period), asked.on)


def _languages(federation: Federation, players: Sequence[int]) -> dict[int, str]:
    """Say in which language each player is written to."""
    own = language_of(federation)
    chosen = dict(User.objects.filter(player__in=players).values_list("player_id", "language"))
    return {each: chosen.get(each) or own for each in players}


KINDS = {
    "certificates": Kind(_("Certificates"), _promoted, _certificates),
    "cards": Kind(_("Cards"), _carded, _cards),
    "statements": Kind(_("Statements"), _with_entries, _statements),
    "reports": Kind(_("Reports"), _reported, _reports, together=10),
}
