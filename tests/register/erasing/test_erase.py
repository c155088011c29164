"""A person who is erased is found nowhere any more, the points stay, and the book still proves itself."""

from __future__ import annotations

import io
import zipfile
import zlib
from datetime import date, timedelta
from typing import TYPE_CHECKING

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, transaction

from overtrick.engine.event import Contest
from overtrick.engine.event import Player as Seated
from overtrick.register import append_only, person_export, sql, transactions
from overtrick.register.accounts.models import User
from overtrick.register.applications.models import Application, Paper
from overtrick.register.audit import erasures, trail
from overtrick.register.competitions.decide import approve
from overtrick.register.competitions.match import choose
from overtrick.register.competitions.models import HeldCredit, Seat, StoredEvent, Submission, Upload
from overtrick.register.competitions.read import receive
from overtrick.register.competitions.submit import submit
from overtrick.register.competitions.versions import Placed
from overtrick.register.corrections import proposals
from overtrick.register.corrections.models import Proposal
from overtrick.register.decisions import decide, two_people
from overtrick.register.erasing import erase
from overtrick.register.erasing.preview import InTheWay, preview
from overtrick.register.erasing.traces import pseudonym_of, traces_of
from overtrick.register.heads import continuation, publish, signing_key
from overtrick.register.mail.models import Letter
from overtrick.register.organisations import officers
from overtrick.register.organisations.models import Officer
from overtrick.register.organisations.require import NotAllowed
from overtrick.register.people import contacts, merge_records, registration, search, standings
from overtrick.register.people.models import Player
from overtrick.register.proof import prove
from overtrick.register.queries import threads
from overtrick.register.seasons.draft_season import draft
from overtrick.register.seasons.notebook import Entrant, SeasonPlan, SeasonPlayer, read
from overtrick.register.tasks.models import Task
from tests.register import office
from tests.register.competitions.test_read import EXTRA
from tests.register.season import AT, balance, file_of, members, night, pairs, send, submitted
from tests.register.season_events import TREES, match, seat, sent, started, teams, with_game, with_round

if TYPE_CHECKING:
    from pathlib import Path

    from overtrick.engine.event import Event
    from tests.register.season import Union

pytestmark = [pytest.mark.usefixtures("signing"), pytest.mark.postgres]

FAMILY = "Quillfeather"
EMAIL = "wilma@quill.example"
LATER = AT + timedelta(days=30)
BY_REQUEST = "They asked for it in a letter."


@pytest.fixture
def signing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A key to sign heads with."""
    monkeypatch.setenv(signing_key.PLACE, str(tmp_path / "signing-key"))
    signing_key.make()


@pytest.fixture
def person(here: Union) -> Player:
    """Somebody of whom every table knows something."""
    (player,) = members(here.federation, here.club, [f"Wilhelmina {FAMILY}"])
    registration.correct(player, born=date(1951, 3, 4), actor=here.clerk, at=AT, reason=f"Mrs {FAMILY} wrote")
    (twin,) = members(here.federation, here.other, [f"Wilma {FAMILY}"])
    merge_records.merge(player, twin, f"{FAMILY} twice", actor=here.clerk, at=AT)
    contacts.change_email(player, EMAIL, actor=here.clerk, at=AT)
    account = User.objects.create_user(EMAIL, EMAIL, "three no trumps", first_name="Wilma", last_name=FAMILY)
    account.player = player
    account.save()
    play(here, player)
    asked = threads.ask(player, threads.About("18 points", 1, None), f"I am {FAMILY}", actor=account, at=AT)
    threads.close(asked, actor=account, at=AT)
    told = proposals.ProposedPoints("local", 5, date(2026, 5, 1))
    refused = proposals.propose(player, told, f"for {FAMILY}", here.clerk, AT)
    proposals.refuse(refused, f"not for {FAMILY}", here.second, AT)
    Letter.objects.create(
        federation=here.federation, key="k", kind="member", to=EMAIL, subject="Hello", text=FAMILY, added_at=AT,
        next_try_at=AT,
    )  # fmt: skip
    Task.objects.create(
        federation=here.federation, name="members.invite", title="Invite", by=here.clerk, added_at=AT,
        state=Task.State.DONE, results=[{"to": EMAIL}],
    )  # fmt: skip
    _applied(here, player, account)
    trail.record(here.clerk, "note", here.federation, None, {"about": f"Wilhelmina {FAMILY} won"}, at=AT)
    standings.lapse(player, LATER.date() - timedelta(days=3), actor=here.clerk, at=LATER, reason=f"{FAMILY} left")
    return Player.objects.get(pk=player.pk)


def _applied(here: Union, player: Player, account: User) -> None:
    """Let the person have applied for something, with a paper, and have been refused."""
    with transactions.atomic():
        made = Application.objects.create(
            federation=here.federation, kind="conversion", player=player, title=f"For Wilhelmina {FAMILY}",
            answers={"name": FAMILY}, state=Application.State.REFUSED, begun_by=account, begun_at=AT,
        )  # fmt: skip
        Paper.objects.create(
            application=made, question="letter", name=f"{FAMILY}.pdf", content_type="text/plain", size=1, sha256="0",
            packed=b"x", added_by=account, added_at=AT,
        )  # fmt: skip
        why = f"{FAMILY} has no blue points"
        decide.record(made, made.title, decide.Outcome.REFUSED, why=why, actor=here.clerk, at=AT)
        whole = f"Wilhelmina {FAMILY}"
        of_club = Application.objects.create(
            federation=here.federation, kind="open event", organisation=here.club, title="Summer Pairs",
            answers={"director": whole.upper()}, declared={"by": whole}, state=Application.State.REFUSED,
            begun_by=here.scorer, begun_at=AT,
        )  # fmt: skip
        why = f"{whole} is not qualified"
        decide.record(of_club, of_club.title, decide.Outcome.REFUSED, why=why, actor=here.clerk, at=AT)


def play(here: Union, player: Player) -> None:
    """Let somebody play: with the number, without one, and in a team that bears the name."""
    (_first, partner), *rest = pairs(here.players)
    submitted(here, _named_after(night([(Seated(str(player), player.number), partner), *rest])))
    named_only = Seated(f"{FAMILY.upper()} W", "")
    draft = send(here, night([(named_only, partner), *rest], name="Thursday pairs"))
    assert draft.submission is not None
    seat = Seat.objects.get(submission=draft.submission, number="")
    choose(seat, player, here.scorer, AT)
    submit(draft.submission, here.scorer, AT)


def _named_after(event: Event) -> Event:
    """Let the first pair play under the family name of one of them."""
    stage = event.stages[0]
    field = stage.fields[0]
    first, *others = field.contestants
    field = field._replace(contestants=(first._replace(name=f"{FAMILY} and friends"), *others))
    return event._replace(stages=(stage._replace(fields=(field,)),))


def erased(here: Union, player: Player) -> None:
    proposal = erase.propose(player, BY_REQUEST, here.clerk, LATER)
    erase.confirm(proposal, here.second, LATER)


def everything() -> list[str]:
    """Write out every column of every table, files unpacked."""
    found = []
    with connection.cursor() as cursor:
        for model in apps.get_models():
            meta = model._meta  # noqa: SLF001 - Django's own way to the columns
            cursor.execute(f"select * from {meta.db_table}")  # noqa: S608 - our own names
            for row in cursor.fetchall():
                found += [f"{meta.db_table}: {_written(value)}" for value in row]
    return found


def _written(value: object) -> str:
    if isinstance(value, bytes | memoryview):
        try:
            return zlib.decompress(bytes(value)).decode(errors="replace")
        except zlib.error:
            return bytes(value).decode(errors="replace")
    return str(value)


def lines_with(word: str) -> list[str]:
    return [each[:200] for each in everything() if word.casefold() in each.casefold()]


def test_an_event_that_a_club_named_after_somebody_keeps_its_name_by_which_its_licence_is_found(
    here: Union, person: Player
) -> None:
    trophy = f"{person} Trophy"
    with transactions.atomic():
        made = Application.objects.create(
            federation=here.federation, kind="open event", organisation=here.club, title=trophy,
            answers={"event": trophy, "director": str(person)}, begun_by=here.scorer, begun_at=AT,
        )  # fmt: skip
    erased(here, person)
    made.refresh_from_db()
    assert (made.title, made.answers["event"]) == (trophy, trophy)
    assert made.answers["director"] == f"Erased player {person.number}"


def test_before_the_name_is_everywhere(person: Player) -> None:
    tables = {line.split(":")[0] for line in lines_with(FAMILY)}
    assert tables >= {
        "people_player", "people_nameword", "competitions_seat", "competitions_storedevent", "competitions_upload",
        "competitions_assessment", "audit_record", "queries_said", "corrections_proposal", "mail_letter",
    }  # fmt: skip
    assert person.family == FAMILY


def test_afterwards_no_row_of_any_table_has_the_name_or_the_address(here: Union, person: Player) -> None:
    erased(here, person)
    assert lines_with(FAMILY) == []
    assert lines_with(EMAIL) == []
    assert lines_with("1951-") == []  # the day of birth; a time may have these figures


def test_the_notes_and_the_pending_points_of_a_season_lose_the_name_too(here: Union, person: Player) -> None:
    first, *others = teams(here, TREES[:4])
    squad = first._replace(name=f"{FAMILY} and friends", players=(seat(person), *first.players[1:]))
    season = started(here, (squad, *others))
    sent(here, with_round(here, season, [match(squad.name, "Elms"), match("Firs", "Yews")]))
    assert any(line.startswith("seasons_seasonevent") for line in lines_with(FAMILY))
    erased(here, person)
    assert lines_with(FAMILY) == []
    assert prove().findings == ()


def test_a_namesake_in_a_season_keeps_the_name(here: Union, person: Player) -> None:
    (other,) = members(here.federation, here.club, [str(person)])
    first, second, *others = teams(here, TREES[:4])
    own, namesake = (
        team._replace(players=(seat(player), *team.players[1:])) for team, player in ((first, person), (second, other))
    )
    unknown = others[0]._replace(players=(SeasonPlayer(str(person)), *others[0].players[1:]))
    absent = ((str(person),), (str(other),))
    season = started(here, (own, namesake, unknown, others[1]), Contest.LEAGUE, SeasonPlan(status="club", matches=3))
    season = with_round(here, season, [match("Oaks", "Elms")._replace(sat_out=absent)])
    erased(here, person)
    season.refresh_from_db()
    notes, pseudonym = read(season.notes), pseudonym_of(person)
    assert [each.players[0].name for each in notes.entrants[:3]] == [pseudonym, str(other), str(person)]
    assert notes.fixtures[0].sat_out == ((pseudonym,), (str(other),))


def test_without_a_number_a_season_loses_the_name_where_a_seat_says_who_it_is(here: Union, person: Player) -> None:
    partner, *rest = here.players[:3]
    short, spouse = SeasonPlayer(f"Mina {FAMILY}"), SeasonPlayer(f"Otto {FAMILY}")
    entrants = (
        Entrant(f"{short.name} & {spouse.name}", (short, spouse)),
        Entrant(f"{rest[0]} & {rest[1]}", (seat(rest[0]), seat(rest[1]))),
    )
    season = started(here, entrants, Contest.LADDER, SeasonPlan("pairs", "club", counted=1))
    season = with_game(here, season, [(each.name, "50") for each in entrants])
    made = draft(season, here.scorer, AT).submission
    assert made is not None
    for place in made.seats.filter(number=""):
        choose(place, person if place.name == short.name else partner, here.scorer, AT)
    submit(made, here.scorer, AT)
    erased(here, person)
    season.refresh_from_db()
    notes, label = read(season.notes), f"{pseudonym_of(person)} & {spouse.name}"
    assert (notes.entrants[0].name, notes.games[0].scores[0]) == (label, (label, "50"))


def test_in_a_ladder_of_individuals_the_pseudonym_is_whole(here: Union, person: Player) -> None:
    noted = SeasonPlayer(f"Mrs W. {FAMILY}", person.number)
    entrants = (Entrant(noted.name, (noted,)), Entrant(str(here.players[0]), (seat(here.players[0]),)))
    season = started(here, entrants, Contest.LADDER, SeasonPlan("individual", "club", counted=1))
    season = with_game(here, season, [(noted.name, "50")])
    erased(here, person)
    season.refresh_from_db()
    notes, pseudonym = read(season.notes), pseudonym_of(person)
    assert (notes.entrants[0].name, notes.entrants[0].players[0].name) == (pseudonym, pseudonym)
    assert notes.games[0].scores == ((pseudonym, "50"),)


def test_points_stay_and_the_book_is_whole(here: Union, person: Player) -> None:
    before, heads = balance(person), publish.make(here.federation, LATER)
    assert prove().findings == ()
    erased(here, person)
    proof = prove()
    assert proof.findings == ()
    assert [each.where for each in proof.erased] == [f"Player {person.number}"]
    assert balance(person) == before > 0
    for each in (heads.book, heads.audit):
        assert continuation.compare(publish.published(each)).findings == ()


def test_results_have_the_pseudonym_and_others_their_names(here: Union, person: Player) -> None:
    erased(here, person)
    pseudonym = f"Erased player {person.number}"
    assert str(Player.objects.get(pk=person.pk)) == pseudonym
    texts = list(StoredEvent.objects.values_list("text", flat=True))
    partner = str(here.players[1])
    assert all(pseudonym in each and partner in each for each in texts)
    assert any(f"{pseudonym} and friends" in each for each in texts)
    assert set(Seat.objects.filter(player=person).values_list("name", flat=True)) == {pseudonym}
    partners = set(Seat.objects.filter(player=here.players[1]).values_list("sittings__partners", flat=True))
    assert partners == {pseudonym}
    assert all(each.content == b"" for each in Upload.objects.all())


def test_nobody_finds_the_person_by_name(here: Union, person: Player) -> None:
    assert search.search(FAMILY)
    erased(here, person)
    assert search.search(FAMILY) == []
    assert [str(each.player) for each in search.search(person.number)] == [f"Erased player {person.number}"]
    assert FAMILY not in person_export.export(Player.objects.get(pk=person.pk))


def test_the_account_is_ended_and_empty(here: Union, person: Player) -> None:
    account = User.objects.get(player=person)
    erased(here, person)
    account.refresh_from_db()
    assert not account.is_active
    assert not account.has_usable_password()
    assert (account.player, account.email, account.ended_on) == (None, "", LATER.date())


def test_a_held_credit_is_dropped(here: Union, person: Player) -> None:
    unpaid = office.person("Wex Quist", club=None, status=standings.Status.POTENTIAL)
    (_first, partner), *rest = pairs(here.players)
    submitted(here, night([(Seated("Wex Quist", unpaid.number), partner), *rest], name="Monday pairs"))
    assert HeldCredit.objects.filter(player=unpaid, dropped="").exists()
    erased(here, unpaid)
    assert not HeldCredit.objects.filter(player=unpaid, dropped="").exists()
    assert lines_with("Quist") == []
    assert prove().findings == ()
    erased(here, person)  # two people who were in the same records of the audit
    assert prove().findings == ()


def test_the_preview_counts_what_goes_and_what_stays(person: Player) -> None:
    found = preview(traces_of(person))
    assert (found.account, found.letters, found.threads, found.events, found.files) == (EMAIL, 1, 1, 2, 2)
    assert found.entries == 2


def test_it_takes_two_people_of_the_office(here: Union, person: Player) -> None:
    proposal = erase.propose(person, BY_REQUEST, here.clerk, LATER)
    with pytest.raises(two_people.SamePerson):
        erase.confirm(proposal, here.clerk, LATER)
    with pytest.raises(NotAllowed):
        erase.confirm(proposal, here.secretary, LATER)
    assert Player.objects.get(pk=person.pk).family == FAMILY


def test_it_is_done_once(here: Union, person: Player) -> None:
    erased(here, person)
    with pytest.raises(InTheWay, match="erased before"):
        erase.propose(person, BY_REQUEST, here.clerk, LATER)


@pytest.mark.parametrize("reason", ["", f"Mrs {FAMILY} asked", f"{EMAIL} asked"])
def test_the_reason_stays_and_so_it_has_no_name_in_it(here: Union, person: Player, reason: str) -> None:
    with pytest.raises(proposals.Unfit):
        erase.propose(person, reason, here.clerk, LATER)


def test_a_member_is_not_erased(here: Union) -> None:
    with pytest.raises(InTheWay, match="is a member of Oakby"):
        erase.propose(here.players[0], BY_REQUEST, here.clerk, LATER)


def test_a_draft_stands_in_the_way(here: Union, person: Player) -> None:
    (_first, partner), *rest = pairs(here.players)
    send(here, night([(Seated(str(person), person.number), partner), *rest], name="Friday pairs"))
    with pytest.raises(InTheWay, match="draft of Friday pairs"):
        erase.propose(person, BY_REQUEST, here.clerk, LATER)


def test_an_open_question_stands_in_the_way(here: Union, person: Player) -> None:
    account = User.objects.get(player=person)
    threads.ask(person, threads.About("2 points", 2, None), "Why?", actor=account, at=AT)
    with pytest.raises(InTheWay, match="about an award is open"):
        erase.propose(person, BY_REQUEST, here.clerk, LATER)


def test_the_same_file_again_changes_nothing(here: Union, person: Player) -> None:
    (_first, partner), *rest = pairs(here.players)
    event = _named_after(night([(Seated(str(person), person.number), partner), *rest]))
    erased(here, person)
    assert send(here, event).before is not None


def test_an_event_that_counts_twice_and_a_version_that_was_replaced_are_rewritten(here: Union) -> None:
    (player,) = members(here.federation, here.club, [f"Wilma {FAMILY}"])
    (_first, partner), *rest = pairs(here.players)
    event = night([(Seated(str(player), player.number), partner), *rest])
    submitted(here, event)
    (draft,) = receive(here.club, "t.json", file_of(event), here.scorer, AT, placed=Placed(separate=True))
    assert draft.submission is not None
    submit(draft.submission, here.scorer, AT)
    assert StoredEvent.objects.count() == 1
    submitted(here, night([*rest, (Seated(str(player), player.number), partner)]), replace=True)
    standings.lapse(player, LATER.date(), actor=here.clerk, at=LATER)
    erased(here, player)
    assert lines_with(FAMILY) == []
    assert prove().findings == ()


def test_a_namesake_keeps_the_name(here: Union) -> None:
    player, other = members(here.federation, here.club, [f"Wilma {FAMILY}", f"Wilma {FAMILY}"])
    (_first, partner), (_second, third), *rest = pairs(here.players)
    seats = [(Seated(str(each), each.number), beside) for each, beside in ((player, partner), (other, third))]
    submitted(here, night([*seats, *rest]))
    standings.lapse(player, LATER.date(), actor=here.clerk, at=LATER)
    erased(here, player)
    named = dict(Seat.objects.filter(player__in=[player, other]).values_list("player", "name"))
    assert named == {player.pk: f"Erased player {player.number}", other.pk: f"Wilma {FAMILY}"}
    text = StoredEvent.objects.get().text
    assert text.count(f"Wilma {FAMILY}") == text.count(f"Erased player {player.number}") > 0
    assert prove().findings == ()


def test_a_file_of_points_is_rewritten(here: Union) -> None:
    (player,) = members(here.federation, here.club, [f"Wilma {FAMILY}"])
    first = here.players[0]
    file = EXTRA.replace(str(first), str(player)).replace(first.number, player.number).encode()
    (draft,) = receive(here.club, "extra.xml", file, here.scorer, AT, placed=Placed(points_only=True))
    assert draft.submission is not None
    submit(draft.submission, here.scorer, AT)
    approve(draft.submission, here.clerk, AT)
    assert FAMILY in str(Submission.objects.get(pk=draft.submission.pk).claims)
    standings.lapse(player, LATER.date(), actor=here.clerk, at=LATER)
    erased(here, player)
    assert lines_with(FAMILY) == []
    assert balance(player) == 12
    assert prove().findings == ()


@pytest.mark.parametrize("packed", [False, True])
def test_a_file_that_was_not_understood_is_emptied_and_others_stay(
    here: Union, person: Player, *, packed: bool
) -> None:
    """The club sent it again in another form: nothing was ever submitted from it."""

    def sent(name: str, text: str) -> Upload:
        whole = io.BytesIO()
        with zipfile.ZipFile(whole, "w") as out:
            out.writestr("night.txt", text)
        (draft,) = receive(here.club, name, whole.getvalue() if packed else text.encode(), here.scorer, AT)
        assert draft.submission is None
        assert draft.upload is not None
        return draft.upload

    named = sent("bad.txt", f"1,Wilhelmina,{FAMILY},soon\n")
    other = sent("worse.txt", "1,Wilhelmina,Fair,feather,soon\n")
    assert preview(traces_of(person)).files == 3
    erased(here, person)
    assert lines_with(FAMILY) == []
    assert [Upload.objects.get(pk=each.pk).content == b"" for each in (named, other)] == [True, False]
    assert prove().findings == ()


def test_whoever_has_a_role_is_not_erased(here: Union, person: Player) -> None:
    account = User.objects.get(player=person)
    officers.appoint(here.club, account, Officer.Role.SCORER, office.NEW_YEAR, actor=None, at=AT)
    with pytest.raises(InTheWay, match="scorer of Oakby"):
        erase.propose(person, BY_REQUEST, here.clerk, LATER)


# --- Nobody can hide behind it --------------------------------------------------------------------------------------


def test_the_tables_are_locked_again(here: Union, person: Player) -> None:
    erased(here, person)
    for table in ("audit_record", "audit_place", "competitions_upload", "competitions_storedevent"):
        with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
            sql.run(f"update {table} set id = id + 1")  # noqa: S608 - our own names


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        ("update audit_record set reason = '', before = null, after = null where action = 'members.enter'", "record "),
        ("update audit_place set salt = %s, facts = '' where number = 2 and chain > 0", "record 2 of the audit"),
        ("update audit_record set after = null where action = 'person.erase'", "record "),
        ("update competitions_upload set packed = %s where id = (select min(id) from competitions_upload)", "upload "),
    ],
)
def test_what_is_emptied_without_erasing_is_named(here: Union, statement: str, named: str) -> None:
    (_first, partner), *rest = pairs(here.players)
    submitted(here, night([(_first, partner), *rest]))
    (player,) = members(here.federation, here.other, [f"Wilma {FAMILY}"])
    standings.lapse(player, LATER.date(), actor=here.clerk, at=LATER)
    erased(here, player)
    assert prove().findings == ()
    values = [zlib.compress(b"") if "packed" in statement else b""] * statement.count("%s")
    with append_only.unlocked(append_only.TABLES):
        assert sql.run(statement, *values)
    assert any(each.where.startswith(named) for each in prove().findings)


def test_what_an_erasing_left_cannot_be_changed(here: Union, person: Player) -> None:
    erased(here, person)
    (act,) = erasures.erasures()
    place = act.places[-1]
    with append_only.unlocked(erasures.TABLES):
        sql.run(
            "update audit_record set reason = 'another' where id = "
            "(select record_id from audit_place where chain = %s and number = %s)",
            place.chain,
            place.number,
        )
    assert any(each.where.startswith(f"record {place.number} of the audit") for each in prove().findings)


def test_an_erasing_that_fails_changes_nothing(here: Union, person: Player) -> None:
    proposal = erase.propose(person, BY_REQUEST, here.clerk, LATER)
    with append_only.unlocked(["competitions_assessment"]):
        sql.run("update competitions_assessment set awards = '[]'")
    with pytest.raises(Exception, match="other awards"):
        erase.confirm(proposal, here.second, LATER)
    assert Player.objects.get(pk=person.pk).family == FAMILY
    assert Proposal.objects.get(pk=proposal.pk).status == Proposal.Status.WAITING
