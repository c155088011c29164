"""Finds the player meant: by number, by an officer's earlier choice, by name. It never makes a new player.

Only a number whose owner's name fits, or an officer's word, is enough to credit points. Everything else is proposed.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from overtrick.engine.event import Event
from overtrick.handbooks import exchange
from overtrick.handbooks.edition import Edition
from overtrick.register import sql, transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.competitions.models import KnownAs, Seat, StoredDraft, Submission
from overtrick.register.competitions.name_match import alike
from overtrick.register.competitions.named_players import Named, named
from overtrick.register.errors import Refused
from overtrick.register.federations import numbers as forms
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need
from overtrick.register.people import search, sight
from overtrick.register.people.models import Membership, Player
from overtrick.register.raw_rows import Swift
from overtrick.register.scoping import current

#: Sure enough for points.
SURE = (Seat.Match.NUMBER, Seat.Match.CHOSEN)

#: An officer has said it, so it is not looked up again.
SAID = (Seat.Match.CHOSEN, Seat.Match.NO_MEMBER, Seat.Match.LEFT_OPEN)

#: Nobody has said who it is, and the register is not sure.
UNSAID = (Seat.Match.PROBABLE, Seat.Match.DOUBTFUL, Seat.Match.UNKNOWN)

#: So many players of a like name are proposed.
_PROPOSED = 5
_LOOKED_AT = 50

#: What is asked of a player here.
_PERSON = Swift(Player, without=("born", "registered"))


class Matched(NamedTuple):
    """Who somebody is, how sure that is, and why."""

    who: Named
    match: Seat.Match
    player: Player | None
    why: str = ""
    candidates: tuple[Player, ...] = ()

    @property
    def sure(self) -> bool:
        """Say whether points may be credited on the strength of it."""
        return self.match in SURE and self.player is not None

    @property
    def said(self) -> bool:
        """Say whether nobody needs to be asked: it is sure, or an officer has answered."""
        return self.sure or self.match in SAID


class NotADraft(Refused):
    """What was submitted is not changed; it is sent again."""


class DoesNotFit(Refused):
    """A number is that of a player who hides, and the name in the results is another."""


def match(organisation: Organisation, people: Sequence[Named], edition: Edition) -> list[Matched]:
    """Find everybody who is named in a submission of an organisation."""
    form = exchange.of(edition).number
    numbers = {who: form.key(who.number) for who in people}
    owners = _owners(organisation, set(numbers.values()) - {""})
    remembered = _remembered(organisation, people)
    temporary = forms.temporary(organisation.federation, set(numbers.values()))
    times = Counter((who.name, numbers[who]) for who in people)
    found = []
    for who in people:
        number = numbers[who]
        if (who.name, number) in remembered:
            found.append(_as_before(organisation, who, remembered[who.name, number], twice=times[who.name, number] > 1))
        elif number and number in temporary:
            why = f"{who.number} is a temporary number, known to {organisation.name} alone"
            found.append(_by_name(organisation, who, why))
        elif number and not form.looks_right(who.number):
            found.append(
                _by_name(organisation, who, f"{who.number} cannot be a number: a digit is wrong", doubtful=True)
            )
        elif number in owners:
            found.append(_by_number(who, owners[number]))
        else:
            why = f"nobody has the number {who.number}" if number else "no number is given"
            found.append(_by_name(organisation, who, why))
    return found


def told_apart(event: Event, seated: Sequence[Matched]) -> list[Matched]:
    """Doubt who two of one list are that the register has as one person: nobody sits in two places at once."""
    players = {each.who: each.player.pk for each in seated if each.sure and each.player}
    doubted: set[Named] = set()
    for field in (field for stage in event.stages for field in stage.fields):
        there: dict[int, set[Named]] = defaultdict(set)
        for contestant in field.contestants:
            for who in (named(contestant.name, player) for player in contestant.players):
                if who in players:
                    there[players[who]].add(who)
        doubted.update(*(found for found in there.values() if len(found) > 1))
    why = "this person is in one list twice"
    return [each._replace(match=Seat.Match.PROBABLE, why=why) if each.who in doubted else each for each in seated]


def _owners(organisation: Organisation, numbers: Iterable[str]) -> dict[str, Player]:
    """Find whose numbers these are; that of a duplicate leads to the record that was kept."""
    given, value = sql.texts(numbers)
    rows = sql.rows(
        f"select {_PERSON.columns()} from {given} cross join people_player where number = t and federation_id = %s",  # noqa: S608
        value,
        organisation.federation_id,
    )
    # Whose federation they are of is known anyway, and asked of everybody later.
    listed = [_PERSON.made(row, federation=organisation.federation) for row in rows]
    owners = {player.number: player for player in listed}
    merged = {player.kept_id for player in owners.values() if player.kept_id}
    kept = Player.objects.select_related("federation").in_bulk(merged) if merged else {}
    for player in listed:
        if player.kept_id:
            player.kept = kept[player.kept_id]
    return owners


def _remembered(organisation: Organisation, people: Sequence[Named]) -> dict[tuple[str, str], KnownAs]:
    given, value = sql.texts({who.name for who in people})
    rows = sql.rows(
        f"select id from {given} cross join competitions_knownas where name = t and organisation_id = %s",  # noqa: S608 - ours
        value,
        organisation.pk,
    )
    if not rows:
        return {}
    listed = KnownAs.objects.filter(pk__in=[number for (number,) in rows]).select_related("player__kept")
    return {(each.name, each.number): each for each in listed}


def _as_before(organisation: Organisation, who: Named, known: KnownAs, *, twice: bool) -> Matched:
    """Take whom the organisation meant before; a name that stands for two people here can only be proposed."""
    player = known.player.kept or known.player
    said = f"{organisation.name} said so on {known.chosen_at.date()}"
    if twice and not known.number:
        return Matched(who, Seat.Match.PROBABLE, player, f"{said}, but the name is here twice", (player,))
    return Matched(who, Seat.Match.CHOSEN, player, said)


def _by_number(who: Named, owner: Player) -> Matched:
    player = (owner.kept_id and owner.kept) or owner  # few were merged, and the number says so quicker
    if not who.name or alike(who.name, owner) or alike(who.name, player):
        return Matched(who, Seat.Match.NUMBER, player)
    return Matched(who, Seat.Match.DOUBTFUL, player, _another_name(who.number, player), (player,))


def _another_name(number: str, player: Player) -> str:
    """Say whose number it is; of a player who hides, only that the name does not go with it."""
    if player.anonymous:
        return f"the number {number} and the name do not fit"
    return f"the number {number} is that of {player}, a different name"


def _by_name(organisation: Organisation, who: Named, why: str, *, doubtful: bool = False) -> Matched:
    proposed = candidates(organisation, who)
    if not proposed:
        return Matched(who, Seat.Match.DOUBTFUL if doubtful else Seat.Match.UNKNOWN, None, why)
    only = proposed[0] if len(proposed) == 1 else None
    names = ", ".join(f"{each} ({each.number})" for each in proposed)
    kind = Seat.Match.DOUBTFUL if doubtful else Seat.Match.PROBABLE
    return Matched(who, kind, only, f"{why}; perhaps {names}", proposed)


def candidates(organisation: Organisation, who: Named) -> tuple[Player, ...]:
    """Propose players of a like name, those of the organisation first; nobody who hides from it."""
    if not who.name:
        return ()
    hits = [hit.player for hit in search.search(who.name, _LOOKED_AT) if alike(who.name, hit.player)]
    hidden = sight.hidden_from(organisation, hits)
    listed = [each for each in hits if each.pk not in hidden]
    members = _members(organisation, listed)
    return tuple(sorted(listed, key=lambda each: each.pk not in members)[:_PROPOSED])


def _members(organisation: Organisation, players: Sequence[Player]) -> set[int]:
    rows = Membership.objects.filter(club=organisation, player__in=players)
    return set(rows.values_list("player_id", flat=True))


#: Everybody in a submission, with the record that stays.
_SEATED = f"""
    select submission_id, contestant, name, seat.number, match, {_PERSON.columns("person")}
    from competitions_seat as seat
    left join people_player as named on named.id = seat.player_id
    left join people_player as person on person.id = coalesce(named.kept_id, named.id)
    where submission_id {{among}} order by seat.id
"""  # noqa: S608 - our own names


def seated(submission: Submission) -> list[Matched]:
    """Give who is who in a submission."""
    return seated_each([submission])[submission.pk]


def seated_each(submissions: Iterable[Submission]) -> dict[int, list[Matched]]:
    """Give who is who in each of some submissions, by their numbers; one query for all."""
    of = {each.pk: each for each in submissions}
    found: dict[int, list[Matched]] = {pk: [] for pk in of}
    if not of:
        return found
    among, value = sql.among(of)
    for submission, contestant, name, number, match, *row in sql.rows(_SEATED.format(among=among), value):
        player = _PERSON.made(tuple(row), federation=current()) if row[0] is not None else None
        how = Seat.Match(match)
        found[submission].append(Matched(Named(contestant, name, number), how, player, _why(how, number, player)))
    return found


def unsaid(submission: Submission) -> int:
    """Count the players of whom somebody has to say who they are."""
    return submission.seats.filter(match__in=UNSAID).count()


def _why(how: Seat.Match, number: str, player: Player | None) -> str:
    if how in SURE:
        return ""
    if how is Seat.Match.DOUBTFUL and player:
        return _another_name(number, player)
    if how is Seat.Match.DOUBTFUL:
        return f"{number} cannot be a number: a digit is wrong"
    said = {
        Seat.Match.NO_MEMBER: "the sender of the results says so",
        Seat.Match.LEFT_OPEN: "the sender of the results does not know",
        Seat.Match.PROBABLE: "only the name is like one in the register",
    }
    return said.get(how) or (f"nobody has the number {number}" if number else "no number is given")


def as_said(drafts: Iterable[Submission], found: Sequence[Matched]) -> list[Matched]:
    """Keep what an officer said of the same people in earlier drafts of an event, where the register is not sure."""
    said = {each.who: each for draft in drafts for each in seated(draft) if each.match in SAID}
    return [each if each.sure else said.get(each.who, each) for each in found]


@transactions.atomic()
def choose(seat: Seat, player: Player, actor: User, at: datetime) -> Seat:
    """Take an officer's word for who somebody is; it is remembered for this organisation and proposed next time."""
    check_fits(seat.submission.competition.organisation, seat.name, player)
    _say(seat, Seat.Match.CHOSEN, player.kept or player, actor, at)
    remember(seat, player.kept or player, actor, at)
    return seat


def check_fits(organisation: Organisation, name: str, player: Player) -> None:
    """Refuse a player who hides from the organisation, unless the name in the results goes with the number."""
    if not alike(name, player) and sight.hides(player, organisation):
        raise DoesNotFit(
            f"The number {player.number} and the name {name} do not fit.",
            "Compare the number with the player's card, or say that you do not know who it is.",
            code="number-and-name-differ",
        )


def say_no_member(seat: Seat, actor: User, at: datetime) -> Seat:
    """Take an officer's word that somebody is nobody of the register; asked again the next time, for people join."""
    return _say(seat, Seat.Match.NO_MEMBER, None, actor, at)


def leave_open(seat: Seat, actor: User, at: datetime) -> Seat:
    """Keep that an officer looked and does not know who it is; the points wait."""
    return _say(seat, Seat.Match.LEFT_OPEN, None, actor, at)


def _say(seat: Seat, match: Seat.Match, player: Player | None, actor: User, at: datetime) -> Seat:
    submission = seat.submission
    need(actor, Action.SUBMIT, submission.competition.organisation, at)
    if submission.status != Submission.Status.DRAFT:
        found = f"{submission.competition} was submitted on {submission.submitted_at:%Y-%m-%d}."
        raise NotADraft(found, "Open a new version of it and choose there.", code="already-submitted")
    before = {"player": seat.player_id, "match": seat.match}
    seat.player, seat.match = player, match
    seat.save(update_fields=["player", "match"])
    StoredDraft.objects.filter(submission=submission).update(worked="")
    after = {"player": seat.player_id, "match": seat.match, "name": seat.name, "number": seat.number}
    trail.record(actor, "seat.choose", submission, before, after, at=at)
    return seat


def remember(seat: Seat, player: Player, actor: User, at: datetime) -> None:
    """Keep whom an organisation means by a name and a number."""
    organisation = seat.submission.competition.organisation
    number = number_key(seat)
    KnownAs.objects.update_or_create(
        organisation=organisation,
        name=seat.name,
        number=number,
        defaults={"player": player, "chosen_by": actor, "chosen_at": at},
    )


def number_key(seat: Seat) -> str:
    """Write the number of a seat as numbers are compared."""
    return forms.key(seat.submission.competition.organisation.federation, seat.number)
