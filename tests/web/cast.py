"""Who comes to the pages? One invented federation at work, somebody in every role, and somebody of another federation.

Ado Bem has played four club nights with Cor Dax at Oakby: one that is final, one that is provisional, one that was
corrected afterwards, one that brought nothing. On the final one Elu Fin became Club Master.
"""

from __future__ import annotations

from datetime import UTC, date, datetime
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from overtrick.register.accounts.models import User
from overtrick.register.applications import outcomes
from overtrick.register.applications.outcomes import Answer
from overtrick.register.competitions.models import Submission
from overtrick.register.ledger.models import Entry
from overtrick.register.messages.models import Message
from overtrick.register.organisations import licences, officers
from overtrick.register.people.members_list.apply_changes import Opening
from overtrick.register.people.registration import correct
from overtrick.register.queries import threads
from overtrick.register.ranks import close_month, opening_balances
from overtrick.register.ranks.models import Promotion
from overtrick.register.scoping import scope
from overtrick.register.webhooks import endpoints
from tests.register import office
from tests.register.applications.steps import LICENCE, PDF, sent
from tests.register.season import AT, KIND, ROLE, Union, night, pairs, submitted, union

if TYPE_CHECKING:
    from overtrick.register.federations.models import Federation
    from overtrick.register.people.models import Player

PASSWORD = "three no trumps"  # noqa: S105 - of invented people
MARCH = date(2026, 3, 10)
IN_MARCH = datetime(2026, 3, 2, 9, tzinfo=UTC)
IN_APRIL = datetime(2026, 4, 20, 9, tzinfo=UTC)
CORRECTED, NOTHING = date(2026, 5, 19), date(2026, 5, 26)
LATE_IN_MAY = datetime(2026, 5, 28, 9, tzinfo=UTC)


class Role(StrEnum):
    """Who is asking."""

    ANONYMOUS = "anonymous"
    PLAYER = "player"  #: Ado Bem of Oakby
    OTHER_PLAYER = "other player"  #: Elu Fin of Oakby, who hides from strangers
    SCORER = "scorer"  #: of Oakby
    SECRETARY = "secretary"  #: of Oakby
    COUNTY = "county"  #: secretary of Oakshire
    OFFICE = "office"
    ELSEWHERE = "elsewhere"  #: of the office of another federation, and a player there


class Cast(NamedTuple):
    """Everybody, and what they run."""

    union: Union
    users: dict[Role, User]
    player: Player
    partner: Player
    hidden: Player
    elsewhere: Federation
    entry: int  #: the player's of the night in March
    nothing: int  #: the submission of the night that brought the player nothing
    query: int  #: the player asks about the entry
    promotion: int  #: of the player who hides
    licence: int  #: of Oakby, for a blue event
    application: int  #: of Oakby, for an open event in August; granted
    paper: int  #: that belongs to it
    sent: int  #: the first submission of Oakby
    event: int  #: its competition
    upload: int  #: its file
    post: int  #: of the scorer
    webhook: int  #: of Oakby

    @property
    def federation(self) -> Federation:
        """The one that they belong to, but for those from elsewhere."""
        return self.union.federation


def build() -> Cast:
    """Found two federations and let one of them play; everything through the services that the pages use."""
    north = office.federation()
    with scope(federation=north):
        here = union(north)
        secretary = _officer("Hana", "Ilk", "secretary")
        officers.appoint(here.club, secretary, ROLE.SECRETARY, office.NEW_YEAR, actor=None, at=office.AT)
        player, partner, hidden = here.players[:3]
        correct(hidden, anonymous=True, actor=None, at=office.AT)
        _played(here)
    users = {
        Role.PLAYER: _account("ado", player),
        Role.OTHER_PLAYER: _account("elu", hidden),
        Role.SCORER: here.scorer,
        Role.SECRETARY: secretary,
        Role.COUNTY: here.secretary,
        Role.OFFICE: here.clerk,
    }
    south = office.federation("south", "abf")
    with scope(federation=south):
        national = office.organisation(south, "1", "Southern Office", KIND.NATIONAL)
        stranger = _account("wes", office.person("Wes Yon", number=""))
        officers.appoint(national, stranger, ROLE.OFFICE, office.NEW_YEAR, actor=None, at=office.AT)
    users[Role.ELSEWHERE] = stranger
    with scope(federation=north):
        won = Entry.objects.select_related("posting__submission").get(player=player, played=MARCH)
        entry = won.number
        nothing = Submission.objects.get(competition__begins=NOTHING)
        about = threads.About("18 local points, Tuesday pairs, 10 March 2026", entry, won.posting.submission)
        asked = threads.ask(player, about, "Was it not 24 boards?", actor=users[Role.PLAYER], at=LATE_IN_MAY)
        promotion = Promotion.objects.get(player=hidden)
        granted = licences.Grant("L-77", "blue event", date(2026, 6, 1), date(2026, 6, 30))
        licence = licences.grant(here.club, granted, actor=here.clerk, at=LATE_IN_MAY)
        papers = dict.fromkeys(("agreement", "remuneration", "donation"), PDF)
        applied = sent(here, {**LICENCE, "charity": "yes", "told_to_competitors": "yes"}, papers=papers)
        outcomes.grant(applied, Answer("agreed", typed={"status": "district"}), actor=here.clerk, at=LATE_IN_MAY)
        paper = applied.papers.get(question="agreement")
        Message.objects.update(handed_at=LATE_IN_MAY)  # what was told until here has gone out by mail
        first = Submission.objects.filter(competition__organisation=here.club).earliest("pk")
        post = here.scorer.offices.get()
        hook = endpoints.add(
            here.club, "https://hook.example.org/", ["submission.held"], actor=here.clerk, at=LATE_IN_MAY
        )
    assert first.upload_id is not None
    numbers = entry, nothing.pk, asked.pk, promotion.pk, licence.pk, applied.pk, paper.pk
    results = first.pk, first.competition_id, first.upload_id, post.pk, hook.endpoint.pk
    return Cast(here, users, player, partner, hidden, south, *numbers, *results)


def _played(here: Union) -> None:
    """Let Oakby play four nights, and the office close a month."""
    seats = pairs(here.players)
    best, second, *others = seats
    brought = [Opening(here.players[0], "local", 1930, date(2025, 12, 31), 1)]
    brought.append(Opening(here.players[0], "green", 340, date(2025, 12, 31), 1))
    brought.append(Opening(here.players[2], "local", 195, date(2025, 12, 31), 1))
    opening_balances.enter(opening_balances.compare(brought), here.clerk, here.second, IN_MARCH)
    submitted(here, night(seats, begins=MARCH), at=datetime(2026, 3, 11, 9, tzinfo=UTC))
    close_month.close(here.federation, MARCH, here.clerk, IN_APRIL)
    submitted(here, night([second, best, *others]), at=AT)
    submitted(here, night(seats, begins=CORRECTED), at=LATE_IN_MAY)
    submitted(here, night([second, best, *others], begins=CORRECTED), at=LATE_IN_MAY, replace=True)
    submitted(here, night([second, *others, best], begins=NOTHING), at=LATE_IN_MAY)


def _officer(given: str, family: str, name: str) -> User:
    return User.objects.create_user(name, f"{name}@example.org", first_name=given, last_name=family)


def _account(name: str, player: Player) -> User:
    made = _officer(player.given, player.family, name)
    made.player = player
    made.save(update_fields=["player"])
    return made
