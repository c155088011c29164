"""Awards written into USEBIO files: where they stand, how they look, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from pathlib import Path

import pytest

from overtrick.engine.assessment import Assessment, Award
from overtrick.engine.event import (
    Contest,
    Ended,
    Event,
    Field,
    Handicap,
    Match,
    Movement,
    Play,
    Schedule,
    Scoring,
    Side,
    Stage,
    StageKind,
    Standing,
    Tally,
)
from overtrick.engine.working import step
from overtrick.formats import usebio
from overtrick.formats.compare import compare
from overtrick.formats.usebio.editing import ListedPoints, NotEditable, WrittenPoints, with_points
from overtrick.formats.usebio.writing import write
from overtrick.handbooks.edition import Edition
from tests.formats.club_nights import ABF, EBU, australian, changed, club_night, english
from tests.formats.usebio_events import without_points

BOTH = ("North-South", "East-West")

OLD_STYLE = b"""<?xml version="1.0" encoding="iso-8859-1"?>
<!DOCTYPE USEBIO SYSTEM "http://example.org/usebio_v1_0.dtd">
<USEBIO Version = "1.0">\t<!-- kept -->
  <CLUB><CLUB_NAME>Caf\xe9 Oakby</CLUB_NAME></CLUB>
  <EVENT EVENT_TYPE="PAIRS">
    <EVENT_DESCRIPTION>Monday &amp; more</EVENT_DESCRIPTION>
    <DATE>10/11/2026</DATE>
    <WINNER_TYPE>1</WINNER_TYPE>
    <BOARDS_PLAYED>24</BOARDS_PLAYED>
    <MPS_AWARDED_FLAG/>
    <PARTICIPANTS>
      <PAIR>
        <PAIR_NUMBER>1</PAIR_NUMBER>
        <PLACE>1</PLACE>
        <MASTER_POINTS_AWARDED>99</MASTER_POINTS_AWARDED>

        <MASTER_POINT_TYPE>Black</MASTER_POINT_TYPE>
        <PLAYER><PLAYER_NAME>Ado Bem</PLAYER_NAME><NATIONAL_ID_NUMBER>20101</NATIONAL_ID_NUMBER></PLAYER>
        <PLAYER><PLAYER_NAME>Cor Dax</PLAYER_NAME><NATIONAL_ID_NUMBER>20102</NATIONAL_ID_NUMBER></PLAYER>
      </PAIR>
      <PAIR>
        <PAIR_NUMBER>2</PAIR_NUMBER>
        <PLACE>2</PLACE>
        <MASTER_POINTS_AWARDED />
        <PLAYER><PLAYER_NAME>Efa Gil</PLAYER_NAME></PLAYER>
        <PLAYER><PLAYER_NAME>Hol Jem</PLAYER_NAME></PLAYER>
      </PAIR>
    </PARTICIPANTS>
  </EVENT>
</USEBIO>
"""


def test_points_stand_wrapped_where_the_claim_stood_and_nothing_else_moves() -> None:
    written = with_points(OLD_STYLE, {0: ListedPoints((WrittenPoints(12, "BLACK"),))})
    expected = OLD_STYLE.replace(b"<MPS_AWARDED_FLAG/>", b"<MPS_AWARDED_FLAG>Y</MPS_AWARDED_FLAG>")
    expected = expected.replace(
        b"        <MASTER_POINTS_AWARDED>99</MASTER_POINTS_AWARDED>\n\n"
        b"        <MASTER_POINT_TYPE>Black</MASTER_POINT_TYPE>\n",
        b"        <MASTER_POINTS>\n"
        b"          <MASTER_POINTS_AWARDED>12</MASTER_POINTS_AWARDED>\n"
        b"          <MASTER_POINT_TYPE>BLACK</MASTER_POINT_TYPE>\n"
        b"        </MASTER_POINTS>\n\n",
    )
    assert written == expected.replace(b"        <MASTER_POINTS_AWARDED />\n", b"")


def test_who_has_no_claim_gets_points_after_the_place_and_every_colour_its_own() -> None:
    points = (WrittenPoints(12, "BLACK"), WrittenPoints(345, "GREEN"))
    written = with_points(OLD_STYLE.replace(b"\n", b""), {1: ListedPoints(points)})
    assert (
        b"<PLACE>2</PLACE>        <MASTER_POINTS><MASTER_POINTS_AWARDED>12</MASTER_POINTS_AWARDED>"
        b"<MASTER_POINT_TYPE>BLACK</MASTER_POINT_TYPE></MASTER_POINTS>"
        b"<MASTER_POINTS><MASTER_POINTS_AWARDED>345</MASTER_POINTS_AWARDED>"
        b"<MASTER_POINT_TYPE>GREEN</MASTER_POINT_TYPE></MASTER_POINTS>        <PLAYER>"
    ) in written


def test_without_a_place_points_stand_before_the_players() -> None:
    written = with_points(OLD_STYLE.replace(b"        <PLACE>2</PLACE>\n        <MASTER_POINTS_AWARDED />\n", b""), {
        1: ListedPoints((WrittenPoints(3, "BLACK"),))
    })  # fmt: skip
    assert b"<PAIR_NUMBER>2</PAIR_NUMBER>\n        <MASTER_POINTS>\n" in written
    assert b"        </MASTER_POINTS>\n        <PLAYER><PLAYER_NAME>Efa Gil" in written


def test_the_awards_of_a_real_assessment_replace_what_was_claimed() -> None:
    event = usebio.read("old.xml", OLD_STYLE).event
    assert event is not None
    assert event.organiser == "Café Oakby"
    larger = event.stages[0]._replace(fields=(club_night().stages[0].fields[0],))
    assessment = english(event._replace(status="club", stages=(larger,)))
    refused = write(assessment, EBU, OLD_STYLE)
    assert refused.content is None
    assert "Ado Adoson & Bem Adoson has points, but is not in the file." in [each.found for each in refused.problems]


@pytest.mark.parametrize(
    ("edition", "event"),
    [
        (EBU, club_night(lists=BOTH)),
        (EBU, club_night()),
        (ABF, club_night(status="E")),
        (ABF, club_night(status="B4c")),
    ],
)
def test_a_club_night_is_written_anew_and_claims_what_was_awarded(edition: Edition, event: Event) -> None:
    assessment = edition.assess(event)
    written = write(assessment, edition)
    assert (written.problems, written.notes) == ([], [])
    assert written.content is not None
    reading = usebio.read("new.xml", written.content)
    assert compare(assessment, reading.claims, edition).agrees
    again = write(assessment, edition, written.content)
    assert again.content == written.content


def test_a_new_file_is_laid_out_as_programs_expect_it() -> None:
    content = write(english(club_night(pairs=6, lists=BOTH)), EBU).content
    assert content is not None
    text = content.decode()
    assert text.startswith('<?xml version="1.0" encoding="UTF-8"?>\n<USEBIO Version="1.2">\n  <CLUB>\n')
    assert "<!DOCTYPE" not in text
    for expected in (
        '<EVENT EVENT_TYPE="PAIRS">',
        "<DATE>10/11/2026</DATE>",
        "<MASTER_POINT_SCALE>Club</MASTER_POINT_SCALE>",
        "<WINNER_TYPE>2</WINNER_TYPE>",
        "<MPS_AWARDED_FLAG>Y</MPS_AWARDED_FLAG>",
        "<TELEPHONE></TELEPHONE>",
        '<SESSION SESSION_ID="1">',
        '<SECTION SECTION_ID="A">',
        "<PLACE>2=</PLACE>",
        "<MASTER_POINT_TYPE>BLACK</MASTER_POINT_TYPE>",
    ):
        assert expected in text


def test_players_of_a_pair_with_different_points_have_their_own_and_a_note_says_so() -> None:
    event = changed(club_night(), 0, 1, suspended=True)
    assessment = english(event)
    assert len([award for award in assessment.awards if award.place == 1]) == 1
    source = write(english(), EBU).content
    assert source is not None
    written = write(assessment, EBU, source)
    assert written.problems == []
    assert written.content is not None
    assert [note.says for note in written.notes] == [
        "Not all of Ado Adoson & Bem Adoson have the same points: those of Ado Adoson are with each player."
    ]
    claims = usebio.read("written.xml", written.content).claims
    assert [claim.player for claim in claims if claim.contestant == "Ado Adoson & Bem Adoson"] == ["Ado Adoson"]
    assert compare(assessment, claims, EBU).agrees
    assert without_points(written.content.decode()) == without_points(source.decode())


def stage_of(event: Event, **values: object) -> Event:
    return event._replace(stages=(event.stages[0]._replace(**values),))  # type: ignore[arg-type]


def first_of(event: Event, **values: object) -> Event:
    field: Field = event.stages[0].fields[0]
    first = field.contestants[0]._replace(**values)  # type: ignore[arg-type]
    return stage_of(event, fields=(field._replace(contestants=(first, *field.contestants[1:])),))


def match(event: Event, score: int | None, ended: Ended = Ended.PLAYED) -> Event:
    one, other = (each.name for each in event.stages[0].fields[0].contestants[:2])
    played = Match((Side(one, (), score), Side(other, (), score)), ended=ended)
    return stage_of(event, contest=Contest.SWISS, matches=(played,), match_boards=6)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda event: event._replace(stages=event.stages * 2), "The event has 2 stages; a USEBIO file holds one."),
        (lambda event: stage_of(event, contest=Contest.LADDER), "that pairs were played as a ladder"),
        (lambda event: stage_of(event, kind=StageKind.FINAL), "that this is a stage of a longer event (final)"),
        (lambda event: stage_of(event, handicap=Handicap.RANKED), "what part a handicap played"),
        (lambda event: stage_of(event, schedule=Schedule(24, 21)), "who sat out, which boards were in play"),
        (lambda event: stage_of(event, fields=(Field(entered=12),)), "how many played without listing them"),
        (lambda event: first_of(event, standing=Standing.WITHOUT), "plays without standing"),
        (lambda event: first_of(event, tally=Tally(3)), "won without listing them"),
        (lambda event: changed(event, 0, 0, boards=9), "how many boards or matches Ado Adoson played"),
        (lambda event: changed(event, 0, 0, rank="Master"), "that Ado Adoson is suspended or has a rank"),
        (lambda event: changed(event, 0, 0, name="Ado\x07"), "which has letters that XML does not allow"),
        (lambda event: match(event, None), "who won a match whose score is not given"),
        (lambda event: match(event, 3, Ended.CONCEDED), "how a match ended otherwise than by play"),
        (lambda event: stage_of(event, team_size=8), "read again it would differ in team size."),
        (lambda event: stage_of(event, stratified=True), "read again it would differ in stratified."),
        (lambda event: first_of(event, place=7), "read again it would differ in the lists."),
        (lambda event: changed(event, 0, 0, name=" Ado "), "read again it would differ in the lists"),
    ],
)
def test_what_a_file_cannot_say_is_refused_with_the_reason(change: Callable[[Event], Event], says: str) -> None:
    event = change(club_night())
    assessment = english()
    assessment.event = event
    written = write(assessment, EBU)
    assert written.content is None
    assert any(says in problem.found for problem in written.problems), written.problems
    assert all(problem.remedy for problem in written.problems)


def test_a_source_that_cannot_be_read_is_told_with_its_line() -> None:
    written = write(english(), EBU, OLD_STYLE.replace(b"<DATE>10/11/2026", b"<DATE>32/11/2026"), "monday.xml")
    assert written.content is None
    assert [(problem.file, problem.line) for problem in written.problems] == [("monday.xml", 7)]


@pytest.mark.parametrize(
    "content",
    [
        b'<!DOCTYPE USEBIO [<!ENTITY a "b">]><USEBIO><EVENT><DATE/></EVENT></USEBIO>',
        b"<USEBIO><EVENT/></USEBIO>",
        b"<USEBIO><EVENT><DATE/></USEBIO>",
        b"<USEBIO><EVENT><DATE/><PARTICIPANTS><PAIR/></PARTICIPANTS></EVENT></USEBIO>",
    ],
)
def test_a_file_with_declarations_or_without_room_for_points_is_not_edited(content: bytes) -> None:
    with pytest.raises(NotEditable):
        with_points(content, {0: ListedPoints((WrittenPoints(1, "BLACK"),))})


def test_an_element_whose_name_is_not_plain_letters_is_kept() -> None:
    content = OLD_STYLE.replace(b"iso-8859-1", b"utf-8").replace(b"Caf\xe9", "Café".encode())
    content = content.replace(b"</CLUB>", "</CLUB><Équipe a='>'/>".encode())
    written = with_points(content, {})
    assert "<Équipe a='>'/>".encode() in written
    assert b"MASTER_POINTS_AWARDED" not in written


def test_an_event_of_teams_with_matches_is_written_with_them() -> None:
    event = club_night()
    teams = [
        each._replace(name=f"Team {letter}", score=Decimal(9 - at))
        for at, (letter, each) in enumerate(zip("ABC", event.stages[0].fields[0].contestants, strict=False))
    ]
    played = tuple(
        Match((Side(one.name, (), 12), Side(other.name, (), 7)), one.name)
        for one, other in ((teams[0], teams[1]), (teams[0], teams[2]), (teams[1], teams[2]))
    )
    stage = Stage(
        Play.TEAMS, Schedule(16, with_sit_outs=24), (Field("", tuple(teams)),), scoring=Scoring.OTHER, match_boards=8,
        contest=Contest.ROUND_ROBIN, matches=played,
    )  # fmt: skip
    assessment = english(event._replace(stages=(stage,)))
    written = write(assessment, EBU)
    assert written.problems == []
    assert written.content is not None
    reading = usebio.read("teams.xml", written.content)
    assert reading.event is not None
    assert reading.event.stages[0].matches == played


def test_australian_points_are_written_in_hundredths() -> None:
    assessment = australian()
    content = write(assessment, ABF).content
    assert content is not None
    assert f"<MASTER_POINTS_AWARDED>{assessment.awards[0].units}</MASTER_POINTS_AWARDED>".encode() in content
    assert b"<MASTER_POINT_TYPE>GREEN</MASTER_POINT_TYPE>" in content


def test_two_visitors_without_name_and_number_have_the_points_of_the_pair_once_each() -> None:
    event = club_night()
    for player in (0, 1):
        event = changed(event, 0, player, name="Visitor", number="")
    written = write(english(event), EBU)
    assert (written.problems, written.notes) == ([], [])


def test_an_edition_without_words_for_its_points_cannot_write_them(tmp_path: Path) -> None:
    card = 'name = "2030"\ntitle = "EBU handbook, 2030"\nfrom = 2030-01-01\n'
    (tmp_path / "edition.toml").write_text(card, encoding="utf-8")
    written = write(english(), Edition(EBU.handbook, str(tmp_path), EBU.package))
    assert [problem.found for problem in written.problems] == [
        "The edition has no word for local points in a results file."
    ]


def two_sessions(pairs: int = 6) -> bytes:
    """A file whose sessions list the same pairs, with other scores."""

    def listed(session: int) -> str:
        people = "".join(
            f"<PAIR><PAIR_NUMBER>{pair}</PAIR_NUMBER><TOTAL_SCORE>{(pair * session) % 7 + 40}</TOTAL_SCORE>"
            f"<PLAYER><PLAYER_NAME>Ado {pair}</PLAYER_NAME><NATIONAL_ID_NUMBER>20{pair}1</NATIONAL_ID_NUMBER></PLAYER>"
            f"<PLAYER><PLAYER_NAME>Bem {pair}</PLAYER_NAME><NATIONAL_ID_NUMBER>20{pair}2</NATIONAL_ID_NUMBER></PLAYER>"
            "</PAIR>"
            for pair in range(1, pairs + 1)
        )
        return f'<SESSION SESSION_ID="{session}"><PARTICIPANTS>{people}</PARTICIPANTS></SESSION>'

    head = (
        "<EVENT_DESCRIPTION>Two evenings</EVENT_DESCRIPTION><DATE>10/11/2026</DATE><WINNER_TYPE>1</WINNER_TYPE>"
        "<BOARDS_PLAYED>48</BOARDS_PLAYED>"
    )
    return f'<USEBIO><EVENT EVENT_TYPE="PAIRS">{head}{listed(1)}{listed(2)}</EVENT></USEBIO>'.encode()


@pytest.mark.parametrize(("edition", "status"), [(EBU, "club"), (ABF, "E")])
def test_what_is_won_over_several_sessions_is_written_once(edition: Edition, status: str) -> None:
    source = two_sessions()
    event = usebio.read("two.xml", source).event
    assert event is not None
    assert [field.session for field in event.stages[0].fields] == [1, 2, 0]
    (stage,) = event.stages
    held = event._replace(status=status, stages=(stage._replace(movement=Movement.HOWELL),))
    assessment = edition.assess(held)
    assert assessment.awards
    written = write(assessment, edition, source)
    assert written.problems == []
    assert written.content is not None
    claims = usebio.read("two.xml", written.content).claims
    assert sum(claim.units for claim in claims) == sum(award.units for award in assessment.awards)
    assert compare(assessment, claims, edition).agrees


def test_a_player_in_several_pairs_of_a_team_has_the_points_once() -> None:
    def seated(*names: str) -> str:
        people = "".join(f"<PLAYER><PLAYER_NAME>{name}</PLAYER_NAME></PLAYER>" for name in names)
        return f"<PAIR><PAIR_NUMBER>{'-'.join(names)}</PAIR_NUMBER><BOARDS_PLAYED>12</BOARDS_PLAYED>{people}</PAIR>"

    team = "".join((seated("Ado", "Bem"), seated("Cor", "Dax"), seated("Ado", "Efa")))
    source = (
        '<USEBIO><EVENT EVENT_TYPE="SWISS_TEAMS"><DATE>10/11/2026</DATE><BOARDS_PLAYED>24</BOARDS_PLAYED><PARTICIPANTS>'
        f'<TEAM TEAM_ID="1" TEAM_NAME="Oaks"><PLACE>1</PLACE>{team}</TEAM></PARTICIPANTS></EVENT></USEBIO>'
    ).encode()
    event = usebio.read("team.xml", source).event
    assert event is not None
    (oaks,) = event.stages[0].fields[0].contestants
    units = {"Ado": 20, "Bem": 10, "Cor": 10, "Dax": 10}
    awards = [
        Award(player, "Oaks", "", "", 1, 1, "local", units[player.name], step("given"))
        for player in oaks.players
        if player.name in units
    ]
    written = write(Assessment("ebu", "2024", event, awards, tuple), EBU, source)
    assert written.problems == []
    assert written.content is not None
    claims = usebio.read("team.xml", written.content).claims
    assert {claim.player: claim.units for claim in claims} == units
    assert len(claims) == len(units)
