"""An invented office for ``benchmarks.web``: a book of any length, and in it players whose records are just so long.

Whoever is measured has the same record whatever the length of the book; the others share out the rest.
"""

from __future__ import annotations

import random
import time
from collections import defaultdict
from datetime import UTC, date, datetime, timedelta
from itertools import count
from typing import NamedTuple

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.db import transaction

from overtrick.register import new_database, sql
from overtrick.register.accounts.models import User
from overtrick.register.competitions.models import StoredEvent
from overtrick.register.competitions.read import receive
from overtrick.register.demo import names
from overtrick.register.federation_settings import setup
from overtrick.register.ledger.posting import NewEntry, NewPosting, post, post_all
from overtrick.register.organisations.models import Affiliation, Officer, Organisation
from overtrick.register.people.models import Membership, NameWord, Player, Standing
from overtrick.register.people.registration import word_rows
from overtrick.register.ranks.close_book import close
from overtrick.register.scoping import scope
from overtrick.web.accounts.sessions import SessionStore

BEGINS = date(2019, 1, 1)
DAYS = 2_600  # of play, up to the open month
CLOSED, AT = date(2025, 12, 1), datetime(2026, 9, 20, tzinfo=UTC)
PLAYERS, CLUBS = 20_000, 40
EVENT = 11  # entries of a usual event
#: How many players have a record of so many credits.
RECORDS = {25: 100, 500: 8}
TABLES = 20
DRAFTS = 150  # of which each is looked at once
_BACKEND = "overtrick.web.accounts.backend.NumberOrEmail"
_CHUNK = 2_000  # events at a time

COMPETITION = ("id", "federation_id", "organisation_id", "name", "begins")
SUBMISSION = (
    *("id", "federation_id", "competition_id", "version", "begins", "kind", "file", "read_as", "answers", "claims"),
    *("event_id", "sha256", "status", "reason", "late", "held_back", "held_for", "objections", "fee"),
)
ASSESSMENT = (
    *("id", "federation_id", "submission_id", "handbook", "edition", "settings", "event_id", "awards", "sha256"),
    "made_at",
)
SEAT = ("id", "submission_id", "contestant", "name", "number", "player_id", "match")
SITTING = ("submission_id", "seat_id", "stage", "field", "partners", "place", "tied", "entered")


class Reader(NamedTuple):
    """Somebody whose page is asked for."""

    player: int
    number: str
    name: str
    session: str


class Asked(NamedTuple):
    """Whom and what the pages are asked for."""

    readers: dict[int, list[Reader]]  #: by the credits of their record
    others: list[tuple[str, str]]  #: numbers and names of many more
    drafts: list[tuple[int, str]]  #: and the addresses of their previews
    scorer: str  #: the session of the one who may see it


def build(entries: int, seed: int = 7) -> Asked:
    """Found the office and fill its book."""
    new_database.make()
    chance = random.Random(seed)
    federation = setup.found("north", "Northern Union", "ebu", actor=None, at=AT)
    with transaction.atomic(), scope(federation=federation):
        clubs = clubs_of(federation.pk, _county(federation.pk))
        people = people_of(federation.pk, clubs, chance)
        measured = readers_among(people)
        fill(federation.pk, clubs, people, measured, entries // EVENT, chance)
        close(federation, CLOSED, None, AT)
        scorer = User.objects.create_user("scorer", first_name="Ada", last_name="Bel")
        Officer.objects.create(organisation=clubs[0], user=scorer, role=Officer.Role.SCORER, begins=BEGINS)
        drafts = [_draft(clubs[0], people, scorer, day) for day in range(DRAFTS)]
    with scope(federation=federation):
        readers = {length: [reader(player) for player in some] for length, some in measured.items()}

    others = [(each.number, str(each)) for each in people[1_000:11_000]]
    previews = [(draft, f"/club/{clubs[0].pk}/submissions/{draft}/preview/") for draft in drafts]
    return Asked(readers, others, previews, _session(scorer))


def keep_posting(rate: int = 20) -> None:
    """Post so many events a second into the office there is, until somebody stops it."""
    chance = random.Random(1)
    players = [player for (player,) in sql.rows("select id from people_player order by id desc limit 1000")]
    ((federation, submission),) = sql.rows("select federation_id, min(id) from competitions_submission")
    posting, day = NewPosting(federation, "submission", AT.date(), submission=submission), AT.date()
    while True:
        begin = time.monotonic()
        post(posting, [NewEntry(player, "local", 6, day) for player in chance.sample(players, EVENT)])
        time.sleep(max(0.0, 1 / rate - (time.monotonic() - begin)))


def _county(federation: int) -> Organisation:
    national = Organisation.objects.create(federation_id=federation, number="1", name="National", kind="national")
    return Organisation.objects.create(
        federation_id=federation, number="10", name="Oakshire", kind="region", parent=national
    )


def clubs_of(federation: int, county: Organisation | None = None) -> list[Organisation]:
    """Found the clubs."""
    clubs = [
        Organisation.objects.create(
            federation_id=federation, number=str(100 + at), name=names.place(at), kind="club", parent=county
        )
        for at in range(CLUBS)
    ]
    Affiliation.objects.bulk_create(Affiliation(organisation=each, begins=BEGINS) for each in clubs)
    return clubs


def people_of(federation: int, clubs: list[Organisation], chance: random.Random) -> list[Player]:
    """Register the players, each with a name and a club."""
    people = [Player(federation_id=federation, number=str(20_000 + at), registered=BEGINS) for at in range(PLAYERS)]
    for at, each in enumerate(people):
        each.given, each.family = names.person(at)
    Player.objects.bulk_create(people)
    NameWord.objects.bulk_create(word for each in people for word in word_rows(each))
    Standing.objects.bulk_create(Standing(player=each, status="registered", begins=BEGINS) for each in people)
    Membership.objects.bulk_create(
        Membership(player=each, club=chance.choice(clubs), home=True, begins=BEGINS) for each in people
    )
    return people


def readers_among(people: list[Player]) -> dict[int, list[Player]]:
    """Choose those whose records are to be just so long: the first ones."""
    rest = iter(people)
    return {length: [next(rest) for _ in range(how_many)] for length, how_many in RECORDS.items()}


def fill(
    federation: int,
    clubs: list[Organisation],
    people: list[Player],
    measured: dict[int, list[Player]],
    events: int,
    chance: random.Random,
) -> None:
    """Let events be played; those who are measured sit in just so many of them, all over the years."""
    seated: dict[int, list[Player]] = defaultdict(list)
    for length, some in measured.items():
        for player in some:
            for event in chance.sample(range(events), length):
                seated[event].append(player)
    others = people[sum(RECORDS.values()) :]
    stored, _new = StoredEvent.objects.get_or_create(federation_id=federation, sha256="0" * 64, defaults={"text": "{}"})
    before, seats = numbered("competition", "submission", "assessment"), count(numbered("seat") + 1)
    for start in range(0, events, _CHUNK):
        rows: dict[str, list[sql.Row]] = defaultdict(list)
        postings = []
        for event in range(start, min(start + _CHUNK, events)):
            number, day = before + event + 1, BEGINS + timedelta(days=event * DAYS // events)
            players = seated.pop(event, [])
            players = [*players, *chance.sample(others, max(EVENT - len(players), 1))]
            chance.shuffle(players)
            club = chance.choice(clubs).pk
            for table, row in event_rows(number, federation, club, day, stored.pk).items():
                rows[table].append(row)
            entries = []
            for at, player in enumerate(players):
                seat, partner = next(seats), players[at ^ 1 if at ^ 1 < len(players) else at - 1]
                rows["seat"].append((seat, number, "", str(player), player.number, player.pk, "number"))
                rows["sitting"].append((number, seat, "", "", str(partner), at // 2 + 1, 1, 14))
                colour = "green" if chance.random() < 0.1 else "local"
                entries.append(NewEntry(player.pk, colour, chance.randint(1, 90), day, "", number, at))
            postings.append((NewPosting(federation, "submission", day, submission=number), entries))
        for table, columns in (
            ("competitions_competition", COMPETITION),
            ("competitions_submission", SUBMISSION),
            ("competitions_assessment", ASSESSMENT),
            ("competitions_seat", SEAT),
            ("records_sitting", SITTING),
        ):
            sql.insert(table, columns, rows[table.partition("_")[2]])
        post_all(postings)


def event_rows(number: int, federation: int, club: int, day: date, stored: int) -> dict[str, sql.Row]:
    """Make the rows of one event under one number: the competition, its submission, the assessment."""
    return {
        "competition": (number, federation, club, f"{day:%A} pairs", str(day)),
        "submission": (
            *(number, federation, number, 1, str(day), "results", "a.xml", "USEBIO 1.2", "[]", "[]", stored),
            *("0" * 64, "approved", "", False, "", "", "[]", ""),
        ),
        "assessment": (number, federation, number, "ebu", "2024", "{}", stored, "[]", "0" * 64, "2026-05-01 00:00:00"),
    }


def numbered(*tables: str) -> int:
    """Give the highest number that these tables of the competitions have used."""
    asked = (f"select coalesce(max(id), 0) from competitions_{each}" for each in tables)  # noqa: S608 - our own names
    return max(int(highest) for each in asked for (highest,) in sql.rows(each))


def _draft(club: Organisation, people: list[Player], scorer: User, day: int) -> int:
    """Receive a file of 20 tables, whose players are all known."""
    pairs = list(zip(people[200 : 200 + 4 * TABLES : 2], people[201 : 201 + 4 * TABLES : 2], strict=True))
    lines = [
        f"  - {{place: {place}, names: [{one}, {two}], numbers: ['{one.number}', '{two.number}']}}"
        for place, (one, two) in enumerate(pairs, 1)
    ]
    played = date(2026, 9, 15) - timedelta(days=day)
    head = f"event: Night\ndate: {played}\nhandbook: ebu\nstatus: club\nplay: pairs\nboards: 24\nresults:\n"
    (draft,) = receive(club, "night.yaml", (head + "\n".join(lines) + "\n").encode(), scorer, AT)
    assert draft.submission is not None, (draft.problems, draft.questions)
    return draft.submission.pk


def reader(player: Player) -> Reader:
    """Give a player an account, and log it in."""
    user = User.objects.create_user(player.number, first_name=player.given, last_name=player.family, player=player)
    return Reader(player.pk, player.number, str(player), _session(user))


def _session(user: User) -> str:
    """Log somebody in."""
    store = SessionStore()
    store[SESSION_KEY], store[BACKEND_SESSION_KEY] = str(user.pk), _BACKEND
    store[HASH_SESSION_KEY] = user.get_session_auth_hash()
    store.create()
    assert store.session_key is not None
    return store.session_key
