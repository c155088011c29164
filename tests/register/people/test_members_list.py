"""A list of members is read, compared line by line, and applied as a whole."""

from __future__ import annotations

import io
from datetime import date
from typing import TYPE_CHECKING

import pytest
import xlsxwriter  # type: ignore[import-untyped]
from django.db import connection
from django.test.utils import CaptureQueriesContext

from overtrick.register.audit.models import Record
from overtrick.register.organisations import officers
from overtrick.register.organisations.contact_details import ContactDetails
from overtrick.register.organisations.models import Officer
from overtrick.register.people import clubs, contacts, counties, identity, merge_records, registration, standings
from overtrick.register.people.members_list import apply_changes, club_rules, compare, parse
from overtrick.register.people.members_list.columns import Meaning
from overtrick.register.people.members_list.compare import LineDifference, LineKind, MemberField, Preview
from overtrick.register.people.models import Player, Standing
from overtrick.register.scoping import scope
from tests.register import office
from tests.register.office import AT

if TYPE_CHECKING:
    from collections.abc import Mapping

    from overtrick.register.people.members_list.apply_changes import Applied
    from tests.register.people.conftest import Union

STATUS = Standing.Status
ON = date(2026, 6, 1)
HEADINGS = "EBU No,First Name,Surname,Date of Birth,Club,Status,Joined"
LIST = f"""{HEADINGS}
200001,Ado,Bem,03/02/1960,Oakby,Active,2021-05-01
200002,Cor,Dax,25/12/1970,11,,
,Esk,Fil,01/07/1980,Ashby,Potential,
"""


def preview(union: Union, text: str, decisions: Mapping[int, str] | None = None, as_at: date | None = None) -> Preview:
    members = parse.read(union.federation, "members.csv", text.encode())
    return compare.compare(members, ON, as_at=as_at, decisions=decisions or {})


def apply(union: Union, text: str, decisions: Mapping[int, str] | None = None) -> Applied:
    return apply_changes.apply(preview(union, text, decisions), actor=None, at=AT)


def kinds(found: Preview) -> list[LineKind]:
    return [line.kind for line in found.lines]


def found_problems(found: Preview) -> list[tuple[int, str]]:
    return [(each.line, each.found) for each in found.problems]


# --- Reading -----------------------------------------------------------------------------------------------------


def test_columns_are_guessed_from_their_headings_and_shown(north: Union) -> None:
    text = "Member Number;Name;D.O.B.;Home Club;Shoe size;Green points 31/12/2025\n"
    members = parse.read(north.federation, "members.csv", text.encode())
    assert members.columns is not None
    assert [(each.heading, each.meaning, each.colour) for each in members.columns.known] == [
        ("Member Number", Meaning.NUMBER, ""),
        ("Name", Meaning.NAME, ""),
        ("D.O.B.", Meaning.BORN, ""),
        ("Home Club", Meaning.CLUB, ""),
        ("Green points 31/12/2025", Meaning.POINTS, "green"),
    ]
    assert members.columns.points[0].as_at == date(2025, 12, 31)
    assert members.columns.unknown == ("Shoe size",)
    assert [note.says for note in members.notes] == ["We do not know the column 'Shoe size' and ignored it."]


def test_a_wrong_guess_is_corrected_by_heading(north: Union) -> None:
    text = "Card,Name,Area\n200001,Ado Bem,smoking\n"
    members = parse.read(north.federation, "m.csv", text.encode(), {"Card": Meaning.NUMBER, "Area": None})
    assert (members.people[0].number, members.people[0].county) == ("200001", "")


@pytest.mark.parametrize(
    ("written", "given", "family"),
    [
        ('"Bem, Ado"', "Ado", "Bem"),
        ("Ado Bem", "Ado", "Bem"),
        ("Ado Cor van der Berg", "Ado Cor", "van der Berg"),
        ("Bem", "", "Bem"),
    ],
)
def test_a_full_name_is_taken_apart(north: Union, written: str, given: str, family: str) -> None:
    members = parse.read(north.federation, "m.csv", f"No,Name\n200001,{written}\n".encode())
    assert (members.people[0].given, members.people[0].family) == (given, family)


def test_a_spreadsheet_says_the_same_as_a_csv(north: Union) -> None:
    buffer = io.BytesIO()
    book = xlsxwriter.Workbook(buffer, {"in_memory": True})
    sheet = book.add_worksheet("Members")
    day = book.add_format({"num_format": "dd/mm/yyyy"})
    sheet.write_row(0, 0, ["Members of Oakby"])
    sheet.write_row(2, 0, ["EBU No", "First Name", "Surname", "Date of Birth"])
    sheet.write_row(3, 0, [200001, "Ado", "Bem"])
    sheet.write_datetime(3, 3, date(1960, 2, 3), day)
    book.close()
    members = parse.read(north.federation, "members.xlsx", buffer.getvalue())
    assert members.problems == ()
    assert [(each.line, each.number, each.name, each.born) for each in members.people] == [
        (4, "200001", "Ado Bem", date(1960, 2, 3))
    ]


@pytest.mark.parametrize(
    ("days", "read"),
    [
        (("25/12/1970", "03/02/1960"), (date(1970, 12, 25), date(1960, 2, 3))),
        (("12/25/1970", "03/02/1960"), (date(1970, 12, 25), date(1960, 3, 2))),
        (("1970-12-25", "3 February 1960"), (date(1970, 12, 25), date(1960, 2, 3))),
    ],
)
def test_other_days_of_the_column_tell_how_a_day_is_written(
    north: Union, days: tuple[str, ...], read: tuple[date, ...]
) -> None:
    text = "Name,Born\nAdo Bem,{}\nCor Dax,{}\n".format(*days)
    members = parse.read(north.federation, "m.csv", text.encode())
    assert (tuple(each.born for each in members.people), members.notes) == (read, ())


@pytest.mark.parametrize("other", ["", "Cor Dax,12/12/1970\n", "Cor Dax,11/12/1970\n"])
def test_where_nothing_tells_how_a_day_is_written_it_is_said(north: Union, other: str) -> None:
    members = parse.read(north.federation, "m.csv", f"Name,Born\nAdo Bem,03/02/1960\n{other}".encode())
    assert members.people[0].born == date(1960, 2, 3)
    assert "day/month/year" in members.notes[0].says


@pytest.mark.parametrize(("written", "born"), [("13/12/1970", date(1960, 2, 3)), ("12/13/1970", date(1960, 3, 2))])
def test_the_first_day_that_can_be_no_month_tells_how_the_column_is_written(
    north: Union, written: str, born: date
) -> None:
    members = parse.read(north.federation, "m.csv", f"Name,Born\nAdo Bem,03/02/1960\nCor Dax,{written}\n".encode())
    assert members.people[0].born == born
    assert members.notes == ()


@pytest.mark.parametrize(
    ("content", "found"),
    [
        (b"", "We found no list of members"),
        (b"\x00\x01\x02", "neither a text file nor a spreadsheet"),
        (b"PK\x03\x04 broken", "spreadsheet"),
        (b"Shoe size,Hat size\n44,58\n", "We found no list of members"),
    ],
)
def test_what_is_no_list_is_said_calmly(north: Union, content: bytes, found: str) -> None:
    members = parse.read(north.federation, "m.csv", content)
    assert [found in each.found for each in members.problems] == [True]
    assert compare.compare(members, ON).lines == ()


def test_every_problem_is_told_with_its_line(north: Union) -> None:
    text = (
        f"{HEADINGS},Anonymous,Green\n"
        "200001,Ado,Bem,yesterday,Oakby,,,,\n"
        "200002,Cor,Dax,,Nowhere,,,,\n"
        "200003,Esk,,,,,,,\n"
        "2000x4,Gan,Hul,,,,,,\n"
        "200005,Iri,Jun,,,Purple,,,\n"
        "200006,Kas,Lom,,,,,,-5\n"
        '200007,Mor,Nes,,,,,,"1,250"\n'
        "200008,Ost,Pim,,,Suspended,,,\n"
        "200009,Qua,Rud,,,,2027-01-01,,\n"
        "200010,Sel,Tor,,,,,perhaps,\n"
        "200011,Uri,Vol,,,,,,\n"
        "200011,Wes,Yor,,,,,,\n"
    )
    found = preview(north, text)
    assert found_problems(found) == [
        (2, "'yesterday' under 'Date of Birth' is not a day."),
        (3, "There is no club 'Nowhere'."),
        (4, "There is no name in this line."),
        (5, "'2000x4' has characters other than digits."),
        (6, "The status 'Purple' is not known."),
        (7, "'-5' under 'Green' is not a number of green points."),
        (8, "'1,250' under 'Green' is not a number of green points."),
        (9, "A suspension needs a first and a last day, which a list does not give."),
        (10, "2027-01-01 is after 2026-06-01."),
        (11, "'perhaps' is neither yes nor no."),
        (13, "The number 200011 is already in line 12."),
    ]
    assert found.counts == {LineKind.PROBLEM: 11, LineKind.NEW: 1}


# --- Comparing and applying --------------------------------------------------------------------------------------


def test_a_list_of_newcomers_is_entered_with_clubs_standings_and_numbers(north: Union) -> None:
    assert kinds(preview(north, LIST)) == [LineKind.NEW, LineKind.NEW, LineKind.NEW]
    assert not Player.objects.exists()
    done = apply(north, LIST)
    ado, cor, esk = done.entered
    assert [each.number for each in done.entered] == ["200001", "200002", "100001"]
    assert clubs.clubs_of(ado, date(2021, 5, 1)).home == north.oakby
    assert standings.on_day(ado, date(2021, 4, 30)).status is None
    assert standings.on_day(ado, date(2021, 5, 1)).status is STATUS.REGISTERED
    assert clubs.clubs_of(cor, ON).home == north.elmby
    assert standings.on_day(esk, ON).status is STATUS.POTENTIAL
    assert Record.objects.filter(action="player.register").count() == 3


def test_a_club_affiliated_later_has_its_members_from_then_on(north: Union) -> None:
    done = apply(north, "No,Name,Club,Joined\n200001,Ado Bem,Oakby,2010-01-01\n")
    assert standings.on_day(done.entered[0], date(2010, 1, 1)).status is STATUS.REGISTERED
    assert clubs.clubs_of(done.entered[0], date(2019, 12, 31)).home is None
    assert clubs.clubs_of(done.entered[0], date(2020, 1, 1)).home == north.oakby


def test_the_same_list_again_changes_nothing(north: Union) -> None:
    apply(north, LIST)
    count = Record.objects.count()
    again = preview(north, LIST)
    assert kinds(again) == [LineKind.UNCHANGED, LineKind.UNCHANGED, LineKind.UNCHANGED]
    done = apply_changes.apply(again, actor=None, at=AT)
    assert (done.entered, done.changed, done.unchanged, done.left_out) == ((), (), 3, 0)
    assert Record.objects.count() == count
    assert Player.objects.count() == 3


def test_what_changed_is_shown_and_then_changed(north: Union) -> None:
    apply(north, LIST)
    changed = f"""{HEADINGS},County
00200001,Ado,Bemm,03/02/1960,Ashby,Active,2021-05-01,Westshire
200002,Cor,Dax,25/12/1970,,Lapsed,,
,Esk,Fil,01/07/1980,Ashby,Active,,
"""
    found = preview(north, changed)
    assert [line.differences for line in found.lines] == [
        (
            LineDifference(MemberField.FAMILY, "Bem", "Bemm"),
            LineDifference(MemberField.CLUB, "Oakby", "Ashby"),
            LineDifference(MemberField.COUNTY, "", "Westshire"),
        ),
        (LineDifference(MemberField.STATUS, "registered", "lapsed"),),
        (LineDifference(MemberField.STATUS, "potential", "registered"),),
    ]
    apply_changes.apply(found, actor=None, at=AT)
    ado, cor = identity.resolve("200001"), identity.resolve("200002")
    assert (ado.family, clubs.clubs_of(ado, ON).home, counties.county_of(ado, ON)) == ("Bemm", north.ashby, north.west)
    assert clubs.clubs_of(ado, date(2026, 5, 31)).home == north.oakby
    assert (standings.on_day(cor, ON).status, clubs.clubs_of(cor, ON).home) == (STATUS.LAPSED, None)
    assert kinds(preview(north, changed)) == [LineKind.UNCHANGED] * 3


def test_an_empty_cell_changes_nothing(north: Union) -> None:
    apply(north, LIST)
    assert kinds(preview(north, "No,Name,Born,Club,Status\n200001,Ado Bem,,,\n")) == [LineKind.UNCHANGED]


def test_the_number_of_somebody_with_quite_another_name_is_a_problem(north: Union) -> None:
    apply(north, LIST)
    found = preview(north, "No,Name\n200001,Gan Hul\n")
    assert found_problems(found) == [(2, "The number 200001 is that of Ado Bem, and the list says Gan Hul.")]


def test_a_possible_duplicate_waits_for_a_decision(north: Union) -> None:
    apply(north, LIST)
    text = "Name,Born\nAddo Bemm,03/02/1960\nBem Ado,\n"
    found = preview(north, text)
    assert kinds(found) == [LineKind.DOUBTFUL, LineKind.DOUBTFUL]
    assert [[each.player.number for each in line.candidates] for line in found.lines] == [["200001"], ["200001"]]
    done = apply_changes.apply(found, actor=None, at=AT)
    assert (done.entered, done.left_out) == ((), 2)
    decided = preview(north, text, {2: "200001", 3: compare.NEW})
    assert kinds(decided) == [LineKind.CHANGED, LineKind.NEW]
    assert [line.player for line in decided.lines] == [identity.resolve("200001"), None]
    wrong = preview(north, text, {2: "999999", 3: compare.NEW})
    assert found_problems(wrong) == [(2, "Nobody has the number 999999.")]


def test_an_initial_brings_up_everybody_of_the_family_name_it_fits(north: Union) -> None:
    apply(north, "No,Name\n200001,Ado Bem\n200002,Ari Bem\n200003,Cor Bem\n")
    found = preview(north, "Name,Born\nA Bem,\nAl Bem,\nA. B. Bem,\n")
    assert [sorted(each.player.number for each in line.candidates) for line in found.lines] == [
        ["200001", "200002"], [], ["200001", "200002"],
    ]  # fmt: skip
    assert kinds(found) == [LineKind.DOUBTFUL, LineKind.NEW, LineKind.DOUBTFUL]


def test_somebody_with_a_good_number_of_their_own_is_new_unless_the_name_or_birthday_is_anothers(north: Union) -> None:
    apply(north, LIST)
    text = "No,Name,Born\n200010,Addo Bemm,\n200011,Ado Bem,\n200012,Addo Bemm,03/02/1960\n200013,Ado Bem,09/09/1999\n"
    assert kinds(preview(north, text)) == [LineKind.NEW, LineKind.DOUBTFUL, LineKind.DOUBTFUL, LineKind.NEW]


def test_a_person_twice_in_the_list_is_a_problem(north: Union) -> None:
    found = preview(north, "Name,Born\nAdo Bem,1960-02-03\nCor Dax,\nADO BEM,1960-02-03\n")
    assert found_problems(found) == [(4, "The person ADO BEM is already in line 2.")]


def test_a_list_without_numbers_and_birthdays_knows_its_people_by_club(north: Union) -> None:
    text = "Name,Club\nAdo Bem,Oakby\n"
    apply(north, text)
    assert kinds(preview(north, text)) == [LineKind.UNCHANGED]
    assert kinds(preview(north, "Name,Club\nAdo Bem,Ashby\n")) == [LineKind.DOUBTFUL]


def test_the_number_of_a_merged_record_is_that_of_the_kept_one(north: Union) -> None:
    apply(north, LIST)
    ado, cor = identity.resolve("200001"), identity.resolve("200002")
    merge_records.merge(ado, cor, "one person", actor=None, at=AT)
    found = preview(north, "No,Name\n200002,Ado Bem\n")
    assert [(line.kind, line.player) for line in found.lines] == [(LineKind.UNCHANGED, ado)]


def test_a_check_digit_is_looked_at_where_the_federation_has_one(south: Union) -> None:
    found = preview(south, "ABF No,Name\n1000012,Ado Bem\n1000013,Cor Dax\n")
    assert kinds(found) == [LineKind.NEW, LineKind.PROBLEM]
    assert "check digit" in found.problems[0].found


def test_balances_are_handed_on_with_their_days(north: Union) -> None:
    text = "No,Name,Local points 31/12/2025,Green,As at\n200001,Ado Bem,1250,12.75,2026-03-31\n200002,Cor Dax,,0,\n"
    done = apply(north, text)
    assert [(each.player, each.colour, each.units, each.as_at) for each in done.openings] == [
        (done.entered[0], "local", 1250, date(2025, 12, 31)),
        (done.entered[0], "green", 1275, date(2026, 3, 31)),
    ]
    assert apply(north, text).openings == done.openings


def test_balances_without_a_day_are_a_question(north: Union) -> None:
    text = "No,Name,Green\n200001,Ado Bem,12.75\n"
    found = preview(north, text)
    assert [each.word for each in found.questions] == [compare.AS_AT]
    with pytest.raises(apply_changes.NotSaid, match="On which day"):
        apply_changes.apply(found, actor=None, at=AT)
    assert not Player.objects.exists()
    answered = preview(north, text, as_at=date(2025, 12, 31))
    assert apply_changes.apply(answered, actor=None, at=AT).openings[0].as_at == date(2025, 12, 31)


def test_a_line_that_is_refused_leaves_everything_as_it_was(north: Union) -> None:
    apply(north, LIST)
    standings.change(identity.resolve("200002"), STATUS.LAPSED, date(2026, 7, 1), actor=None, at=AT)
    count = Record.objects.count()
    text = f"{HEADINGS}\n200050,Gan,Hul,,,,\n200001,Ado,Bem,,Ashby,,\n200002,Cor,Dax,,,Overseas,\n"
    with pytest.raises(apply_changes.LineRefused, match=r"Line 4: .*would overlap"):
        apply(north, text)
    assert (Record.objects.count(), Player.objects.count()) == (count, 3)
    assert clubs.clubs_of(identity.resolve("200001"), ON).home == north.oakby


def test_progress_is_told_until_all_is_done(north: Union) -> None:
    apply(north, LIST)
    more = "".join(f"20{at:04},Ado{at},Bem{at},,,,\n" for at in range(100, 1300))
    text = f"{HEADINGS}\n200001,Ado,Bemm,,,,\n{more}"
    told: list[tuple[int, int]] = []
    apply_changes.apply(
        preview(north, text), actor=None, at=AT, progress=lambda done, total: told.append((done, total))
    )
    assert told == [(1000, 1201), (1200, 1201), (1201, 1201)]


def test_the_dead_are_entered_without_a_club(north: Union) -> None:
    done = apply(north, f"{HEADINGS}\n200001,Ado,Bem,,Oakby,Deceased,2010-01-01\n")
    assert standings.on_day(done.entered[0], ON).status is STATUS.DECEASED
    assert clubs.clubs_of(done.entered[0], ON).home is None
    text = f"{HEADINGS}\n200001,Ado,Bem,,Oakby,Deceased,2010-01-01\n"
    assert kinds(preview(north, text)) == [LineKind.UNCHANGED]


def test_who_wants_to_be_anonymous_is(north: Union) -> None:
    text = "No,Name,Anonymous\n200001,Ado Bem,yes\n200002,Cor Dax,\n"
    done = apply(north, text)
    assert [registration.shown_name(each, to_office_or_club=False) for each in done.entered] == ["Anonymous", "Cor Dax"]
    assert kinds(preview(north, text)) == [LineKind.UNCHANGED, LineKind.UNCHANGED]


def test_a_list_of_one_federation_says_nothing_about_another(north: Union, south: Union) -> None:
    with scope(federation=north.federation):
        apply(north, "No,Name\n1000012,Ado Bem\n")
    with scope(federation=south.federation):
        assert kinds(preview(south, "No,Name\n1000012,Ado Bem\n")) == [LineKind.NEW]


@pytest.mark.slow
def test_a_long_list_asks_the_database_by_the_thousand_and_never_by_the_line(north: Union) -> None:
    """New, unchanged and corrected lines: whoever asks by the line asks a thousand times more for a thousand more."""
    clerk = office.user("clerk")
    officers.appoint(north.national, clerk, Officer.Role.OFFICE, date(2020, 1, 1), actor=None, at=AT)

    def asked(lines: int, first: int, given: str = "Ado", decided: str = "") -> tuple[int, int, int, int]:
        rows = "".join(f"{first + at},{given},{_spelt(at)},,Oakby,,\n" for at in range(lines))
        decisions = dict.fromkeys(range(2, lines + 2), decided) if decided else {}
        with CaptureQueriesContext(connection) as queries:
            shown = preview(north, f"{HEADINGS}\n{rows}", decisions)
            apply_changes.apply(shown, actor=clerk, at=AT)
        counts = shown.counts
        return len(queries), counts[LineKind.NEW], counts[LineKind.UNCHANGED], counts[LineKind.CHANGED]

    one, *first = asked(500, 300_000)
    three, *second = asked(1500, 400_000, decided=compare.NEW)
    assert (first, second) == ([500, 0, 0], [1500, 0, 0])
    assert three - one < 80
    unchanged, *third = asked(1500, 400_000)
    corrected, *fourth = asked(1500, 400_000, "Odo")
    assert (third, fourth) == ([0, 1500, 0], [0, 0, 1500])
    assert unchanged < 30
    assert corrected < 30 + 2 * 80


def _spelt(number: int) -> str:
    """Spell a number so that no two sound alike."""
    return "".join("bkfjlmnprt"[int(digit)] + "aeiou"[int(digit) % 5] for digit in f"{number:04}").title()


def test_addresses_are_entered_changed_and_kept_where_the_list_has_none(north: Union) -> None:
    text = "EBU No,First Name,Surname,E-mail\n200001,Ado,Bem,{}\n200002,Cor,Dax,\n"
    apply(north, text.format("ado@example.org"))
    ado, cor = (Player.objects.get(number=number) for number in ("200001", "200002"))
    assert (contacts.email_of(ado, ON), contacts.email_of(cor, ON)) == ("ado@example.org", "")
    assert kinds(preview(north, text.format("ado@example.org"))) == [LineKind.UNCHANGED] * 2
    (changed, _same) = preview(north, text.format("ado@example.net")).lines
    assert [(each.field, each.becomes) for each in changed.differences] == [("e-mail address", "ado@example.net")]
    apply(north, text.format("ado@example.net"))
    apply(north, text.format(""))
    assert contacts.email_of(ado, ON) == "ado@example.net"
    wrong = preview(north, text.format("ado at home"))
    assert found_problems(wrong) == [(2, "'ado at home' is not an e-mail address.")]


@pytest.mark.postgres
def test_an_address_may_stand_in_several_columns_and_a_list_without_one_keeps_it(north: Union) -> None:
    headings = "Number,Title,First Name,Surname,Address 1,Town,Postcode,Phone\n"
    apply(north, f"{headings}200001,Ms,Ado,Bem,1 High Street,Oakby,OK1 1AA,01234 567890\n")
    ado = Player.objects.get(number="200001")
    known = ContactDetails("Ms", "", "1 High Street\nOakby\nOK1 1AA", "01234 567890")
    assert contacts.details_of(ado, ON) == known
    apply(north, f"{headings}200001,,Ado,Bem,,,,01234 000000\n")
    assert contacts.details_of(ado, ON) == known._replace(telephone="01234 000000")
    wrong = preview(north, f"{headings}200001,{'x' * 21},Ado,Bem,,,,ring\n")
    assert found_problems(wrong) == [
        (2, "The title has more than 20 characters."),
        (2, "'ring' is not a telephone number."),
    ]


@pytest.mark.clause("abf", "App C: 3 change details")
def test_a_club_does_not_change_somebody_elses_home_member_by_a_list(south: Union) -> None:
    ado = office.person("Ado Bem", club=south.ashby)
    clubs.add_alternate(ado, south.oakby, date(2026, 1, 1), actor=None, at=AT)
    content = f"Number,First Name,Surname,Phone\n{ado.number},Ado,Bem,01234 567890\n".encode()
    listed = parse.read(south.federation, "members.csv", content)
    (line,) = club_rules.compare_for_club(south.oakby, listed, ON, {}).lines
    assert [each.found for each in line.problems] == ["Ado Bem has another home club than Oakby."]
