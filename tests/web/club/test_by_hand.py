"""An event entered by hand: what the form asks, what becomes of it, and how it comes back into the form."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest
from django.urls import reverse

from overtrick.engine.event import Contestant, Field, Movement, Player, Section, Standing
from overtrick.register.audit.models import Record
from overtrick.register.competitions import event_store
from overtrick.register.competitions.models import Submission
from tests.web.cast import Role
from tests.web.club.files import NAMES, NUMBERS
from tests.web.club.hand import Desk, Form, event, page_of, pairs, teams

if TYPE_CHECKING:
    from tests.web.cast import Cast
    from tests.web.conftest import LogIn


@pytest.fixture
def desk(cast: Cast, log_in: LogIn, request: pytest.FixtureRequest) -> Desk:
    """Oakby's scorer at the form of a kind of event."""
    return Desk(log_in(Role.SCORER), cast.union.club.pk, request.param)


def of_kind(kind: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("desk", [kind], indirect=True, ids=[kind])


@of_kind("pairs")
def test_movement_and_sessions_of_pairs_are_told_and_come_back(desk: Desk) -> None:
    given = {**event("Weekend", "48"), **pairs(), "movement": "howell", "sessions": "24 24"}
    assert "Submit these awards" in desk.send(given)
    assert desk.stage.movement is Movement.HOWELL
    assert desk.stage.schedule.sessions == (24, 24)
    desk.comes_back(given)


@of_kind("pairs")
def test_what_is_optional_may_stay_empty_and_is_not_in_the_event(desk: Desk) -> None:
    given = {**event("Tuesday"), **pairs(), "movement": "", "sessions": ""}
    assert "Submit these awards" in desk.send(given)
    assert desk.stage.movement is None
    assert desk.stage.schedule.sessions == ()
    desk.comes_back(given)


@of_kind("pairs")
@pytest.mark.parametrize("written", ["two", "24 and 24", "24 24 x"])
def test_sessions_that_are_no_numbers_are_an_error_of_their_field(desk: Desk, written: str) -> None:
    page = desk.send({**event("Weekend", "48"), **pairs(), "sessions": written})
    assert '<a href="#f-sessions">Enter numbers under “Boards of each session”' in page
    assert '<span class="error" id="e-sessions">' in page
    assert '<details class="more" open>' in page


@of_kind("pairs")
def test_sessions_that_are_too_short_for_the_boards_are_told_beside_them(desk: Desk) -> None:
    page = desk.send({**event("Weekend", "48"), **pairs(), "sessions": "12, 12"})
    assert '<a href="#f-sessions">The sessions add up to 24 boards' in page


@of_kind("swiss-teams")
def test_a_swiss_tells_its_sessions(desk: Desk) -> None:
    given = {**event("Swiss", "42"), **teams("Oaks", "Elms", "Firs", "Yews"), "sessions": "21 21", "match-boards": "14"}
    given |= {f"0-{row}-won": str(won) for row, won in enumerate((3, 2, 1, 0))}
    assert "Submit these awards" in desk.send(given)
    assert desk.stage.schedule.sessions == (21, 21)
    desk.comes_back(given)


@of_kind("teams")
def test_the_boards_of_each_player_decide_who_is_paid_and_come_back(desk: Desk) -> None:
    given = {**event("Teams"), **teams("Oaks", "Elms", "Firs")}
    given |= {"0-0-number-4": NUMBERS[12], "0-0-name-4": NAMES[12], "0-0-boards-4": "7"}
    given |= {"0-0-number-5": NUMBERS[13], "0-0-name-5": NAMES[13], "0-0-boards-5": "0", "0-0-boards-0": "16"}
    page = desk.send(given)
    assert "Submit these awards" in page
    assert "Played 7 of the 24 boards" in page
    boards = [player.boards for player in desk.stage.fields[0].contestants[0].players]
    assert boards == [16, None, None, None, 7, 0]
    desk.comes_back(given)


@of_kind("teams")
def test_boards_that_are_no_number_or_of_nobody_are_errors_of_their_row(desk: Desk) -> None:
    given = {**event("Teams"), **teams("Oaks", "Elms", "Firs"), "0-0-boards-1": "all", "0-2-boards-5": "12"}
    page = desk.send(given)
    assert '<a href="#f-0-0-boards-1">Row 1: enter the boards of player 2 as a whole number' in page
    assert '<a href="#f-0-2-name-5">Row 3: enter the name of player 6' in page
    assert page.count('<details class="more" open>') == 2


@of_kind("teams")
def test_more_boards_than_were_played_are_told_beside_the_player(desk: Desk) -> None:
    page = desk.send({**event("Teams"), **teams("Oaks", "Elms", "Firs"), "0-1-boards-2": "30"})
    assert '<a href="#f-0-1-boards-2">' in page


@of_kind("knock-out")
def test_a_match_has_boards_and_scores_of_its_own(desk: Desk) -> None:
    given = {**event("Cup"), **teams("Oaks", "Elms", "Firs", "Yews", placed=False), "match-rows": "4"}
    for at, (number, winner, loser) in enumerate((("1", "Oaks", "Elms"), ("1", "Firs", "Yews"), ("2", "Oaks", "Firs"))):
        given |= {f"match-{at}-round": number, f"match-{at}-winner": winner, f"match-{at}-loser": loser}
    given |= {"match-2-boards": "32", "match-2-winner-score": "61", "match-2-loser-score": "40"}
    assert "Submit these awards" in desk.send(given)
    final = desk.stage.rounds[1].matches[0]
    assert (final.boards, final.winner, [side.score for side in final.sides]) == (32, "Oaks", [61, 40])
    del given["match-rows"]
    desk.comes_back(given)


@of_kind("knock-out")
def test_the_name_of_a_team_is_the_same_in_capitals(desk: Desk) -> None:
    given = {**event("Cup"), **teams("Oaks", "Elms", placed=False), "match-rows": "1"}
    given |= {"match-0-round": "1", "match-0-winner": "oaks", "match-0-loser": "ELMS"}
    assert "Submit these awards" in desk.send(given)
    assert desk.stage.rounds[0].matches[0].winner == "Oaks"


@of_kind("knock-out")
def test_one_score_alone_and_boards_without_sides_are_errors_of_their_match(desk: Desk) -> None:
    given = {**event("Cup"), **teams("Oaks", "Elms", placed=False), "match-rows": "2", "match-1-boards": "24"}
    given |= {"match-0-round": "1", "match-0-winner": "Oaks", "match-0-loser": "Elms", "match-0-winner-score": "40"}
    page = desk.send(given)
    assert '<a href="#f-match-0-loser-score">Match 1: enter the scores of both sides' in page
    assert '<a href="#f-match-1-winner">Match 2: enter the winner and the loser' in page


@of_kind("knock-out")
def test_a_winner_with_the_lower_score_is_told_beside_the_match(desk: Desk) -> None:
    given = {**event("Cup"), **teams("Oaks", "Elms", placed=False), "match-rows": "2"}
    given |= {"match-1-round": "1", "match-1-winner": "Oaks", "match-1-loser": "Elms"}
    page = desk.send(given | {"match-1-winner-score": "20", "match-1-loser-score": "40"})
    assert '<a href="#f-match-1-' in page


@of_kind("league")
def test_a_division_has_boards_of_its_own(desk: Desk) -> None:
    given = {
        **event("League"),
        **teams("Oaks", "Elms", "Firs"),
        **teams("Figs", "Limes", at=1, first=12),
    }
    del given["boards"]
    given |= {"rounds-of-play": "4", "boards-per-round": "24", "list-1-boards": "48"}
    given |= {"list-0-division": "1", "list-1-division": "2"}
    given |= {"0-0-won": "4", "0-1-won": "2", "1-0-won": "2"}
    assert "Submit these awards" in desk.send(given)
    assert [each.schedule and each.schedule.boards for each in desk.stage.fields] == [None, 48]
    desk.comes_back(given)


@of_kind("pairs")
def test_a_status_that_is_missing_is_asked_beside_its_field(desk: Desk) -> None:
    page = desk.send({**event("Tuesday", status=""), **pairs()})
    assert '<a href="#f-status">What status does the event have?</a>' in page
    assert '<span class="error" id="e-status">What status does the event have?</span>' in page


@of_kind("pairs")
def test_an_event_that_says_more_than_the_form_is_not_put_into_it(desk: Desk) -> None:
    desk.send({**event("Tuesday"), **pairs()})
    kept = desk.draft.event
    assert kept is not None
    more = desk.event._replace(stages=(desk.stage._replace(sections=(Section("A"),)),))
    draft = desk.draft
    draft.event = event_store.keep_event(event_store.stored(kept.federation, more))
    draft.save()
    assert desk.client.get(desk.again).status_code == 404


@of_kind("final")
def test_a_problem_of_the_final_is_told_beside_the_field_of_the_final(desk: Desk) -> None:
    given = {**event("Championship"), **pairs(), "stages": "2", "stage-1-rows-0": "4"}
    given |= {"stage-1-carry-forward": "no", "stage-1-boards": "0"}
    for row in range(4):
        # The first row of the final stays empty: the event begins with the second.
        names = {f"stage-1-0-{row}-{word}": pairs()[f"0-{row}-{word}"] for word in ("name-0", "name-1")}
        given |= {f"stage-1-0-{row}-place": str(row)} | (names if row else {})
    page = desk.send(given)
    assert '<a href="#f-stage-1-boards">' in page
    page = desk.send(given | {"stage-1-boards": "24", "stage-1-0-2-place": "3"})
    assert '<a href="#f-stage-1-0-2-place">' in page


@of_kind("league")
def test_a_problem_of_a_division_is_told_beside_its_rows(desk: Desk) -> None:
    given = {
        **event("League"),
        **teams("Oaks", "Elms", "Firs"),
        **teams("Figs", "Limes", at=1, first=12),
    }
    del given["boards"]
    given |= {"rounds-of-play": "4", "boards-per-round": "24", "0-0-won": "4", "1-1-won": "9"}
    given |= {"list-0-division": "1", "list-1-division": "2"}
    assert '<a href="#f-1-1-' in desk.send(given)


@of_kind("swiss-teams")
def test_what_the_form_has_no_field_for_is_said_with_the_way_out(desk: Desk) -> None:
    given = {**event("Swiss", "42"), **teams("Oaks", "Elms", "Firs", "Yews"), "match-boards": "14"}
    given |= {f"0-{row}-won": str(won) for row, won in enumerate((3, 2, 1, 0))}
    # 12 of 42 boards: a third of one match, or of none.
    page = desk.send(given | {"0-0-name-4": NAMES[12], "0-0-boards-4": "12"})
    assert '<a href="#f-0-0-name-4">How many boards did' in page
    assert "This form has no field for it. Write the results in an event file, and send that.</a>" in page


@of_kind("pairs")
def test_two_winners_instead_of_one_are_two_lists_and_what_was_typed_stays(desk: Desk) -> None:
    form = Form(page_of(desk.client.get(desk.new)))  # type: ignore[arg-type]
    given = form.sent | {"event": "Tuesday", "boards": "24", "winners": "2", "0-0-number-0": NUMBERS[0]}
    page = page_of(desk.client.post(desk.new, given))  # type: ignore[arg-type]
    assert "There is a problem" not in page
    assert "North–South" in page
    assert {"rows-0", "rows-1"} <= Form(page).sent.keys()
    assert Form(page).sent["0-0-name-0"] == NAMES[0]
    back = page_of(desk.client.post(desk.new, Form(page).sent | {"winners": "1", "look": "shape"}))  # type: ignore[arg-type]
    assert "rows-1" not in Form(back).sent
    assert Form(back).sent["0-0-name-0"] == NAMES[0]


@of_kind("pairs")
def test_a_pair_without_points_and_scores_are_told_and_come_back(desk: Desk) -> None:
    page = desk.send({**event("Tuesday"), **pairs(), "more": "details"})
    given = Form(page).sent | {"0-0-standing": "without", "0-1-score": "61.25"}
    assert "Submit these awards" in desk.send(given)
    first, second, *_others = desk.stage.fields[0].contestants
    assert (first.standing, str(second.score)) == (Standing.WITHOUT, "61.25")
    desk.comes_back({"0-0-standing": "without", "0-1-score": "61.25"})


@of_kind("final")
def test_a_later_stage_takes_the_players_of_a_team_from_the_first_whatever_its_capitals(desk: Desk) -> None:
    given = {**event("Teams"), **teams("Oaks", "Elms", "Firs", "Calm"), "play": "teams", "stages": "2"}
    given |= {"stage-1-boards": "24", "stage-1-carry-forward": "no", "stage-1-rows-0": "2"}
    for row, team in enumerate(("calm", "OAKS")):
        given |= {f"stage-1-0-{row}-place": str(row + 1), f"stage-1-0-{row}-team": team}
    assert "Submit these awards" in desk.send(given)
    final = desk.event.stages[1].fields[0].contestants
    assert [each.name for each in final] == ["Calm", "Oaks"]
    assert [len(each.players) for each in final] == [4, 4]


@of_kind("final")
def test_a_second_qualifying_stage_goes_before_the_final(desk: Desk) -> None:
    page = page_of(desk.client.post(desk.new, {**event("Pairs"), **pairs(), "stages": "2", "more": "stage qualifying"}))  # type: ignore[arg-type]
    assert [Form(page).sent[f"{start}stage"] for start in ("", "stage-1-", "stage-2-")] == [
        "qualifying",
        "qualifying",
        "final",
    ]
    assert 'id="stage-2-title">The final<' in page


@of_kind("final")
def test_a_final_alone_asks_for_the_tables_of_the_first_stage(desk: Desk) -> None:
    given = {**event("Pairs"), "stages": "2", "rows-0": "0", "stage-1-rows-0": "4"}
    given |= {f"stage-1-{name}": value for name, value in pairs(4).items()}
    given |= {"stage-1-boards": "24", "stage-1-carry-forward": "no"}
    page = desk.send(given)
    assert '<a href="#f-stage-1-original-tables">' in page
    assert "Submit these awards" in desk.send(given | {"stage-1-original-tables": "9"})


@of_kind("ladder")
def test_an_event_of_several_days_tells_the_last_one_and_comes_back(desk: Desk) -> None:
    given = {**event("Ladder"), **pairs(), "last-day": "10 November 2026"}
    del given["boards"]
    given |= {"games": "12", "results-counted": "6", "average-tables": "7.5"}
    assert "Submit these awards" in desk.send(given)
    assert desk.event.last_day == date(2026, 11, 10)
    desk.comes_back({"last-day": "2026-11-10", "average-tables": "7.5"})


@of_kind("knock-out")
def test_rounds_have_names_and_matches_end_in_every_way(desk: Desk) -> None:
    given = {**event("Cup"), **teams("Oaks", "Elms", "Firs", "Yews", placed=False), "match-rows": "4"}
    for at, (name, winner, loser, ended) in enumerate(
        (
            ("Semi-finals", "Oaks", "Elms", "conceded behind"),
            ("semi-finals", "Firs", "Yews", "extra boards"),
            ("Final", "Oaks", "Firs", ""),
        )
    ):
        given |= {f"match-{at}-round": name, f"match-{at}-winner": winner, f"match-{at}-loser": loser}
        given[f"match-{at}-ended"] = ended
    given["match-2-stanzas"] = "40-21 18-30/12"
    assert "Submit these awards" in desk.send(given)
    assert [each.name for each in desk.stage.rounds] == ["Semi-finals", "Final"]
    assert [str(each.ended) for each in desk.stage.rounds[0].matches] == ["conceded behind", "extra boards"]
    assert [each.boards for each in desk.stage.rounds[1].matches[0].segments] == [0, 12]
    desk.comes_back({"match-2-stanzas": "40-21 18-30/12", "match-1-ended": "extra boards"})


@of_kind("knock-out")
def test_a_loser_that_is_missing_a_bye_that_is_lost_and_stanzas_without_scores_are_errors(desk: Desk) -> None:
    given = {**event("Cup"), **teams("Oaks", "Elms", placed=False), "match-rows": "3"}
    given |= {"match-0-round": "1", "match-0-winner": "Oaks"}
    given |= {"match-1-round": "1", "match-1-winner": "Oaks", "match-1-loser": "Elms", "match-1-ended": "bye"}
    given |= {"match-2-round": "1", "match-2-winner": "Oaks", "match-2-loser": "Elms", "match-2-stanzas": "all won"}
    page = desk.send(given)
    assert '<a href="#f-match-0-loser">Match 1: enter the winner and the loser' in page
    assert '<a href="#f-match-1-loser">Match 2: nobody loses against a bye' in page
    assert '<a href="#f-match-2-stanzas">Match 3: enter the scores of each stanza' in page


@of_kind("pairs")
@pytest.mark.parametrize(
    "odd",
    [
        {"stages": "99999999", "rows-0": "99999999"},
        {"stages": "3", "stage-1-stage": "word", "stage-2-contest": "word", "stage-1-winners": "-1"},
        {"play": "word", "winners": "7", "contest": "league", "shape": "word"},
        {"more": "stage-"},
        {"more": "stage-99-list"},
        {"more": "stage word"},
        {"more": "word"},
        {"match-rows": "99999999", "match-0-winner": "Oaks"},
        {"0-0-number-23": "1", "0-0-name-99": "Ado Bem", "0-0-boards-0": "x"},
    ],
    ids=str,
)
def test_what_no_browser_sends_breaks_nothing(desk: Desk, odd: dict[str, str]) -> None:
    answer = desk.client.post(desk.new, {**event("Tuesday"), **pairs(), **odd})
    assert answer.status_code in (200, 302, 422)


@of_kind("pairs")
def test_a_draft_that_gets_another_day_takes_the_place_of_the_first_and_the_audit_knows_it(desk: Desk) -> None:
    desk.send({**event("Tuesday"), **pairs()})
    first = desk.draft
    desk.client.post(desk.again, {**event("Tuesday"), **pairs(), "date": "4 November 2026"})
    assert desk.draft.competition.begins == date(2026, 11, 4)
    assert Record.objects.get(action="submission.discard").subject == f"competitions.submission:{first.pk}"


# --- More than the form can hold ----------------------------------------------------------------------------------

TOO_LARGE = "The form cannot hold so much. Nothing was saved. Send a file instead."


def opened(desk: Desk, address: str) -> str:
    return desk.client.get(address).content.decode()


def put(desk: Desk, rows: int, seats: int = 2) -> None:
    """Let the draft have a list of so many contestants."""
    players = [tuple(Player(f"Ado {row} {seat}", "") for seat in range(seats)) for row in range(rows)]
    contestants = tuple(
        Contestant(" & ".join(each.name for each in row) if seats == 2 else f"Team {place}", row, place)
        for place, row in enumerate(players, 1)
    )
    draft, kept = desk.draft, desk.draft.event
    assert kept is not None
    larger = desk.event._replace(stages=(desk.stage._replace(fields=(Field(contestants=contestants),)),))
    draft.event = event_store.keep_event(event_store.stored(kept.federation, larger))
    draft.save()


@pytest.mark.slow
@of_kind("pairs")
def test_an_event_is_changed_by_hand_whole_or_not_at_all(desk: Desk) -> None:
    desk.send({**event("Tuesday"), **pairs()})
    preview = reverse("club-preview", args=[desk.club, desk.draft.pk])
    put(desk, 400)
    assert desk.again in opened(desk, preview)
    sent = Form(opened(desk, desk.again)).sent
    desk.client.post(desk.again, sent)
    assert len(desk.stage.fields[0].contestants) == 400
    put(desk, 401)
    preview = reverse("club-preview", args=[desk.club, desk.draft.pk])
    assert desk.again not in opened(desk, preview)
    assert desk.client.get(desk.again).status_code == 404


@of_kind("teams")
def test_a_team_of_more_players_than_a_row_has_room_for_is_not_put_into_the_form(desk: Desk) -> None:
    desk.send({**event("Teams"), **teams("Oaks", "Elms", "Firs")})
    put(desk, 4, seats=24)
    assert desk.client.get(desk.again).status_code == 200
    put(desk, 4, seats=25)
    assert desk.client.get(desk.again).status_code == 404


@of_kind("teams")
def test_an_event_of_more_fields_than_a_browser_may_send_is_not_put_into_the_form(desk: Desk) -> None:
    desk.send({**event("Teams"), **teams("Oaks", "Elms", "Firs")})
    put(desk, 150, seats=24)
    assert len(Form(opened(desk, desk.again)).sent) < 15_000
    put(desk, 250, seats=24)
    assert desk.client.get(desk.again).status_code == 404


@pytest.mark.slow
@of_kind("pairs")
@pytest.mark.parametrize(
    "more",
    [
        {"rows-0": "401"},
        {"rows-0": "401", "look": "yes"},
        {"rows-0": "401", "more": "0"},
        {"rows-0": "999999999"},
        {"stages": "13"},
        {"match-rows": "401"},
        {f"rows-{at}": "8" for at in range(61)},
        {"0-3-name-24": "Ado Bem"},
    ],
    ids=lambda more: str(more)[:30],
)
def test_more_than_is_read_is_told_and_never_left_out(desk: Desk, more: dict[str, str]) -> None:
    answer = desk.client.post(desk.new, {**event("Tuesday"), **pairs(), **more})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert TOO_LARGE in page
    assert not Submission.objects.filter(status=Submission.Status.DRAFT).exists()
    again = Form(page).sent
    assert again["0-7-name-1"] == NAMES[15]
    assert TOO_LARGE in desk.send(again)


@of_kind("pairs")
def test_all_rows_that_were_typed_stay_on_a_page_that_is_too_large(desk: Desk) -> None:
    given = {**event("Tuesday"), "rows-0": "450"}
    given |= {f"0-{row}-name-{at}": f"Ado {row} {at}" for row in range(450) for at in range(2)}
    sent = Form(desk.send(given)).sent
    assert {name: sent.get(name) for name in given if "-name-" in name} == {
        name: value for name, value in given.items() if "-name-" in name
    }


def shapeless(page: str) -> dict[str, str]:
    """What a page would send, without its token and the shape that it had."""
    return {name: value for name, value in Form(page).sent.items() if name not in ("csrfmiddlewaretoken", "shape")}


@pytest.mark.slow
@of_kind("teams")
def test_a_larger_team_than_the_form_has_room_for_is_told_and_can_be_taken_back(desk: Desk) -> None:
    given = {**event("Teams"), **teams(*(f"Team {at}" for at in range(300))), "look": "yes"}
    form = shapeless(desk.send(given))
    wide = desk.send({**form, "team-size": "24", "look": "yes"})
    assert TOO_LARGE in wide
    sent = shapeless(wide)
    assert len(sent) < 15_000
    assert sent["0-299-team"] == "Team 299"
    taken_back = shapeless(desk.send({**sent, "team-size": "", "look": "yes"}))
    assert "0-299-name-5" in taken_back
    assert taken_back == form


@pytest.mark.slow
@of_kind("teams")
def test_a_few_words_do_not_make_a_page_of_a_hundred_thousand_fields(desk: Desk) -> None:
    given = {f"rows-{at}": "400" for at in range(5)} | {"team-size": "24", "look": "1"}
    assert len(Form(desk.send({**event("Teams"), **given})).sent) < 15_000
    given |= {f"{at}-{row}-name-23": "Ado Bem" for at in range(4) for row in range(375)}
    assert len(Form(desk.send({**event("Teams"), **given})).sent) < 30_000


@of_kind("pairs")
@pytest.mark.parametrize("button", ["0", "details"])
def test_a_button_for_more_than_the_form_can_hold_says_so(desk: Desk, button: str) -> None:
    given = {**event("Tuesday"), **pairs(), "rows-0": "396", "more": button}
    page = desk.send(given)
    assert (TOO_LARGE in page) is (button == "0")
    assert Form(page).sent["rows-0"] == "396"
