"""Sending results, from the bytes of a file to points in the book, by a program with a token."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

import pytest
from django.utils import timezone

from overtrick.api.application import api
from overtrick.api.document import document
from overtrick.api.results import files
from overtrick.engine.event import Player
from overtrick.register.audit.models import Record
from overtrick.register.competitions.models import StoredDraft
from overtrick.register.federations.models import Federation
from overtrick.register.ledger.models import Entry
from overtrick.register.money.tariffs import NewRow
from overtrick.register.organisations import officers
from overtrick.register.proof import prove
from overtrick.register.tasks import worker
from overtrick.register.tasks.models import Task
from overtrick.register.tokens.scopes import Scope
from tests.api.conftest import ROOT, answered
from tests.api.tokens import SCORING, of_club, of_person
from tests.register.money import treasury
from tests.register.season import ROLE, file_of, night, pairs
from tests.register.stages import NAME, final, first_stage
from tests.web.cast import Role

if TYPE_CHECKING:
    from tests.api.conftest import Answered, Caller
    from tests.api.tokens import Program
    from tests.web.cast import Cast

DAY = date(2026, 6, 9)
SEND = "/organisations/100/files?name=tuesday.yaml"
EVERYTHING = '"answers": {"": "It was so"}'


@pytest.fixture
def program(call: Caller, cast: Cast) -> Program:
    return of_club(call, cast)


def results(cast: Cast, *, swapped: bool = False, day: date = DAY) -> bytes:
    """Write a night of eight pairs."""
    first, second, *rest = pairs(cast.union.players)
    return file_of(night([second, first, *rest] if swapped else [first, second, *rest], begins=day))


def with_a_stranger(cast: Cast, name: str = "Mun Nor") -> bytes:
    """Write a night in which the best player of the second pair has no number."""
    best, second, *rest = pairs([*cast.union.players[:2], *cast.union.players[6:]])
    return file_of(night([best, (Player(name, ""), second[1]), *rest], begins=DAY))


def submit(program: Program, reference: str, body: str = "{" + EVERYTHING + "}") -> Answered:
    """Look at a draft and submit it."""
    seen = program.get(f"/submissions/{reference}/preview")
    return program.post(f"/submissions/{reference}/submit", body, if_match=seen.response.headers["ETag"])


def test_a_file_is_sent_looked_at_and_submitted(program: Program, cast: Cast) -> None:
    found = program.post(SEND, results(cast))
    assert (found.status, found.data["state"], found.data["organisation"]) == (201, "draft", "100")
    assert found.response.headers["Location"] == f"/api/v1/files/{found.data['id']}"
    (event,) = found.data["events"]
    assert (event["problems"], event["questions"], event["players"]) == ([], [], [])
    assert program.get(f"/files/{found.data['id']}").data["events"] == [event]
    reference = event["reference"]
    seen = program.get(f"/submissions/{reference}/preview")
    assert (seen.status, seen.data["credited"], seen.data["replaces"], seen.data["held"]) == (200, 6, None, [])
    assert seen.response.headers["ETag"].startswith('"d-')
    awards = program.get(f"/submissions/{reference}/awards").data["awards"]
    assert [each["points"]["local"] for each in awards] == ["18", "18", "12", "12", "6", "6"]
    done = submit(program, reference)
    assert (done.status, done.data["state"], done.data["entries"], done.data["held"]) == (200, "approved", 6, 0)
    told = program.get(f"/submissions/{reference}")
    assert (told.data["state"], told.data["final"], told.data["versions"]) == ("approved", None, [reference])
    assert told.data["submitted_by"] == "Oakby, token ScoreBridge laptop"
    assert program.get(f"/submissions/{reference}", if_none_match=told.response.headers["ETag"]).status == 304
    assert [each["points"] for each in program.get(f"/submissions/{reference}/awards").data["awards"]] == [
        each["points"] for each in awards
    ]


def test_what_leaves_nothing_open_is_submitted_at_once_and_only_once(program: Program, cast: Cast) -> None:
    content, before = results(cast), Entry.objects.count()
    found = program.post(f"{SEND}&submit=clear", content)
    assert (found.status, found.data["events"][0]["look"]) == (201, []), found.data
    assert (found.data["state"], found.data["events"][0]["state"]) == ("done", "approved"), found.data
    posted = Entry.objects.count() - before
    assert posted == 6
    again = program.post(f"{SEND}&submit=clear", content)
    assert (again.status, again.data["state"]) == (200, "again")
    (event,) = again.data["events"]
    assert event["before"]["reference"] == event["reference"] == found.data["events"][0]["reference"]
    assert event["before"]["by"] == "Oakby, token ScoreBridge laptop"
    assert event["before"]["at"] is not None
    assert Entry.objects.count() - before == posted
    shown = program.get(f"/files/{found.data['id']}")
    assert shown.data["events"][0]["state"] == "approved"


def test_a_hint_is_no_answer_and_what_is_open_is_answered(program: Program, cast: Cast) -> None:
    content = results(cast).replace(b' "status": "club",\n', b"")
    found = program.post(f"{SEND}&submit=clear", content)
    assert (found.status, found.data["state"]) == (201, "open")
    (event,) = found.data["events"]
    assert ([each["word"] for each in event["questions"]], event["reference"]) == (["status"], None)
    address = f"/files/{found.data['id']}/answers"
    answered = program.put(address, '{"status": "club"}')
    assert (answered.status, answered.data["events"][0]["state"]) == (200, "draft")
    assert answered.data["events"][0]["reference"]
    wrong = program.put(address, '{"boards": "many", "nothing": "x"}')
    assert (wrong.status, wrong.data["code"], len(wrong.codes)) == (422, "answers", 2)
    assert program.put(address, '["status"]').data["code"] == "parameters"
    with_it = program.post(f"{SEND}&answer=status:club", content)
    assert (with_it.status, with_it.data["state"]) == (200, "draft")


def test_problems_of_a_file_are_an_answer(program: Program) -> None:
    found = program.post(SEND, b"event: Tuesday pairs\ndate: yesterday\n")
    assert (found.status, found.data["state"]) == (201, "open")
    problems = found.data["events"][0]["problems"]
    assert problems
    assert all(each["code"] and each["found"] and each["remedy"] for each in problems)
    empty = program.post(SEND, b"")
    assert (empty.status, empty.data["code"]) == (400, "unreadable")


def test_somebody_says_who_a_player_is(program: Program, cast: Cast) -> None:
    found = program.post(f"{SEND}&submit=clear", with_a_stranger(cast))
    (event,) = found.data["events"]
    assert (event["state"], event["look"]) == ("draft", ["players"])
    (asked,) = event["players"]
    assert (asked["name"], asked["why"], asked["match"], asked["said"]) == ("Mun Nor", "no-number", "probable", False)
    assert [(each["number"], each["club"], each["hidden"]) for each in asked["candidates"]] == [
        ("200007", "Oakby", False)
    ]
    address, seat = f"/submissions/{event['reference']}/players", asked["seat"]
    wrong = program.put(address, f'[{{"seat": {seat}, "number": "299999"}}, {{"seat": 0, "as": "unknown"}}]')
    assert (wrong.status, wrong.data["code"], wrong.codes) == (422, "answers", ["no-such-player", "parameter-value"])
    assert program.put(address, f'[{{"seat": {seat}}}]').status == 422
    assert program.put(address, f'[{{"seat": {seat}, "as": "nobody"}}]').data["code"] == "parameters"
    said = program.put(address, f'[{{"seat": {seat}, "number": "200007"}}]')
    assert (said.status, said.data["players"][0]["match"], said.data["players"][0]["chosen"]) == (
        200,
        "chosen",
        "200007",
    )
    assert program.get(f"/submissions/{event['reference']}/preview").data["unsaid"] == 0
    none = program.put(address, f'[{{"seat": {seat}, "as": "no-member"}}]')
    assert (none.data["players"][0]["match"], none.data["players"][0]["said"]) == ("no-member", True)
    left = program.put(address, f'[{{"seat": {seat}, "as": "unknown"}}]')
    assert (left.data["players"][0]["match"], left.data["players"][0]["said"]) == ("left-open", True)


def test_points_that_wait_find_whose_they_are(program: Program, cast: Cast) -> None:
    (event,) = program.post(SEND, with_a_stranger(cast, "Zyx Nobody")).data["events"]
    reference, seat = event["reference"], event["players"][0]["seat"]
    program.put(f"/submissions/{reference}/players", f'[{{"seat": {seat}, "as": "unknown"}}]')
    done = submit(program, reference)
    assert (done.status, done.data["held"]) == (200, 1), done.data
    (held,) = program.get(f"/submissions/{reference}/held").data["held"]
    assert (held["name"], held["points"], held["code"]) == ("Zyx Nobody", {"local": "6"}, "unknown-player")
    assert program.get(f"/submissions/{reference}").data["held"] == [held]
    address = f"/submissions/{reference}/held/{held['id']}"
    nobody = program.put(address, '{"number": "299999"}')
    assert (nobody.status, nobody.data["code"]) == (422, "answers")
    assert program.put(f"/submissions/{reference}/held/999999", '{"number": "200007"}').status == 404
    before = Entry.objects.filter(player=cast.union.players[6]).count()
    said = program.put(address, '{"number": "200007"}')
    assert (said.status, said.data["held"]) == (200, [])
    assert Entry.objects.filter(player=cast.union.players[6]).count() == before + 1
    again = program.put(address, '{"number": "200007"}')
    assert (again.status, again.data["code"]) == (409, "not-waiting")


def test_a_correction_says_so_and_nobody_submits_other_than_what_they_saw(program: Program, cast: Cast) -> None:
    first = program.post(f"{SEND}&submit=clear", results(cast)).data["events"][0]["reference"]
    (event,) = program.post(f"{SEND}&submit=clear", results(cast, swapped=True)).data["events"]
    assert (event["state"], event["look"]) == ("draft", ["correction"])
    reference = event["reference"]
    seen = program.get(f"/submissions/{reference}/preview")
    assert seen.data["replaces"] == {"reference": first, "final": None}
    changes = {(each["number"], each["before"], each["after"], each["change"]) for each in seen.data["changes"]}
    assert ("200001", "18", "12", "-6") in changes
    address, tag = f"/submissions/{reference}/submit", seen.response.headers["ETag"]
    assert seen.data["declaration"]
    assert program.post(address, '{"declared": false}', if_match=tag).data["code"] == "not-declared"
    assert program.post(address, "{}").data["code"] == "if-match-needed"
    assert program.post(address, "{}", if_match="*").status == 428
    other = program.post(address, "{}", if_match='"d-other"')
    assert (other.status, other.data["code"]) == (412, "changed-since")
    unsaid = program.post(address, "{}", if_match=tag)
    assert (unsaid.status, unsaid.data["code"]) == (409, "would-replace")
    done = submit(program, reference, '{"relation": "corrects", ' + EVERYTHING + "}")
    assert (done.status, done.data["state"]) == (200, "approved"), done.data
    assert program.get(f"/submissions/{first}").data["state"] == "replaced"
    again = program.post(address, "{}", if_match=tag)
    assert (again.status, again.data["code"]) == (409, "not-a-draft")
    assert program.delete(f"/submissions/{reference}").data["code"] == "not-a-draft"
    assert program.get(f"/submissions/{reference}/preview").data["code"] == "not-a-draft"


def test_another_event_of_the_same_name_is_set_apart(program: Program, cast: Cast) -> None:
    program.post(f"{SEND}&submit=clear", results(cast))
    (event,) = program.post(SEND, results(cast, swapped=True)).data["events"]
    apart = submit(program, event["reference"], '{"relation": "separate"}')
    assert (apart.status, apart.data["state"], apart.data["submitted"]) == (200, "draft", False)
    reference = apart.data["reference"]
    assert reference.endswith("-1")
    assert apart.response.headers["Location"] == f"/api/v1/submissions/{reference}/preview"
    seen = program.get(f"/submissions/{reference}/preview")
    assert (seen.data["replaces"], seen.response.headers["ETag"]) == (None, apart.response.headers["ETag"])
    address = f"/submissions/{reference}/submit"
    done = program.post(address, "{" + EVERYTHING + "}", if_match=apart.response.headers["ETag"])
    assert (done.data["state"], done.data["submitted"]) == ("approved", True)


def test_results_that_another_club_has_sent_meanwhile_are_not_submitted_twice(
    program: Program, call: Caller, cast: Cast
) -> None:
    (ours,) = program.post(SEND, results(cast)).data["events"]
    other = of_club(call, cast, club=cast.union.other)
    number = cast.union.other.number
    (theirs,) = other.post(f"/organisations/{number}/files?name=tuesday.yaml", results(cast)).data["events"]
    assert submit(other, theirs["reference"]).status == 200
    refused = submit(program, ours["reference"])
    assert (refused.status, refused.data["code"]) == (422, "sent-elsewhere")


def test_a_draft_that_the_handbook_no_longer_takes_is_told_as_that(program: Program, cast: Cast) -> None:
    (event,) = program.post(SEND, results(cast)).data["events"]
    Federation.objects.filter(pk=cast.federation.pk).update(handbook="abf")
    StoredDraft.objects.all().delete()
    address = f"/submissions/{event['reference']}"
    found = [program.get(f"{address}/{part}") for part in ("preview", "awards", "refusals", "file")]
    assert {(each.status, each.data["code"]) for each in found} == {(422, "event-cannot-be-assessed")}


def test_a_declaration_is_asked_and_may_be_left_out(program: Program, cast: Cast) -> None:
    kept = []
    for day, said in ((date(2026, 6, 9), ""), (date(2026, 6, 16), '"declared": true, ')):
        (event,) = program.post(SEND, results(cast, day=day)).data["events"]
        seen = program.get(f"/submissions/{event['reference']}/preview")
        asked = [each["says"] for each in seen.data["declaration"]]
        refused = submit(program, event["reference"], '{"declared": false}')
        assert (refused.status, refused.data["code"]) == (422, "not-declared")
        assert submit(program, event["reference"], "{" + said + EVERYTHING + "}").status == 200
        record = Record.objects.filter(action="submission.submit").order_by("pk").last()
        assert record is not None
        kept.append(all(each in str(record.after) + record.reason for each in asked))
    assert kept == [False, True]


def test_a_preview_says_what_it_costs_as_a_sum(program: Program, cast: Cast) -> None:
    def cost(day: date) -> tuple[dict[str, str], str]:
        (event,) = program.post(SEND, results(cast, day=day)).data["events"]
        seen = program.get(f"/submissions/{event['reference']}/preview").data
        return seen["cost"], seen["fee"]

    untold, fee = cost(DAY)
    assert untold == {"amount": None, "currency": "GBP", "says": fee}
    treasury.begun(cast.union)
    treasury.entered(cast.union, treasury.BEGINS, NewRow("club player session", "player session", 42))
    told, fee = cost(date(2026, 6, 16))
    assert told == {"amount": "6.72", "currency": "GBP", "says": fee}  # 16 players, 42 pence each


def test_a_person_who_acts_by_a_token_is_named_with_it(call: Caller, cast: Cast) -> None:
    program = of_person(call, cast.users[Role.SECRETARY], *SCORING)
    done = program.post(f"{SEND}&submit=clear", results(cast))
    assert done.data["state"] == "done", done.data
    record = Record.objects.filter(action="submission.submit").order_by("pk").last()
    assert record is not None
    assert (record.user, record.reason) == (cast.users[Role.SECRETARY], "By token Script")
    by_club = of_club(call, cast).post(f"{SEND}&submit=clear", results(cast, day=date(2026, 6, 16)))
    assert by_club.data["state"] == "done"
    record = Record.objects.filter(action="submission.submit").order_by("pk").last()
    assert record is not None
    assert (str(record.user and record.user.get_full_name()), record.reason) == ("Oakby, token ScoreBridge laptop", "")


def test_the_same_key_submits_once(program: Program, cast: Cast) -> None:
    (event,) = program.post(SEND, results(cast)).data["events"]
    tag = program.get(f"/submissions/{event['reference']}/preview").response.headers["ETag"]
    address = f"/submissions/{event['reference']}/submit"
    body = "{" + EVERYTHING + "}"
    first = program.post(address, body, if_match=tag, idempotency_key="k")
    again = program.post(address, body, if_match=tag, idempotency_key="k")
    assert (first.status, again.status, first.data) == (200, 200, again.data)
    assert again.response.headers["Idempotency-Replayed"] == "true"
    sent = [program.post(SEND, results(cast, swapped=True), idempotency_key="f") for _ in range(2)]
    assert [each.status for each in sent] == [201, 201]
    assert sent[0].response.headers["Location"] == sent[1].response.headers["Location"]


def test_a_draft_is_thrown_away(program: Program, cast: Cast) -> None:
    (event,) = program.post(SEND, results(cast)).data["events"]
    gone = program.delete(f"/submissions/{event['reference']}")
    assert (gone.status, gone.response.content) == (204, b"")
    assert program.get(f"/submissions/{event['reference']}").status == 404
    again = program.post(SEND, results(cast))
    assert (again.status, again.data["state"]) == (200, "draft")


def test_a_list_tells_what_was_sent(program: Program, cast: Cast) -> None:
    program.post(SEND, results(cast))
    every = program.get("/organisations/100/submissions?limit=200").data["items"]
    assert (every[0]["state"], every[0]["event"]) == ("draft", "Tuesday pairs")
    approved = program.get("/organisations/0100/submissions?state=approved").data["items"]
    assert {each["state"] for each in approved} == {"approved"}
    walked, address = [], "/organisations/100/submissions?limit=2"
    while address:
        part = program.get(address).data
        walked += part["items"]
        address = (part["next"] or "").removeprefix("http://testserver/api/v1")
    assert walked == every
    assert program.get("/organisations/100/submissions?since=2026-06-01").data["items"] == every[:1]
    assert program.get("/organisations/100/submissions?state=final").codes == ["parameter-value"]


def test_awards_of_one_player_with_their_working_and_the_file(program: Program, cast: Cast) -> None:
    reference = program.post(f"{SEND}&submit=clear", results(cast)).data["events"][0]["reference"]
    (own,) = program.get(f"/submissions/{reference}/awards?number=0200001&working=yes").data["awards"]
    assert (own["name"], own["points"]) == ("Ado Bem", {"local": "18"})
    assert own["working"]["because"]
    refused = program.get(f"/submissions/{reference}/refusals").data["refusals"]
    assert {each["number"] for each in refused} == {each.number for each in cast.union.players[6:]}
    made = program.get(f"/submissions/{reference}/file?form=usebio")
    assert (made.status, made.response.headers["Content-Type"]) == (200, "application/xml")
    assert b"<MASTER_POINTS_AWARDED>18" in made.response.content
    assert program.get(f"/submissions/{reference}/file?form=csv").response.content.count(b"\n") > 6
    whole = program.get(f"/submissions/{reference}/file?form=json").data
    told = document(api)["components"]["schemas"]["AssessmentOfFile"]
    assert set(told["required"]) <= set(whole) <= set(told["properties"])
    assert own["name"] in {each["name"] for each in whole["awards"]}
    assert program.get(f"/submissions/{reference}/awards").response.headers["Cache-Control"] == "private, no-cache"


def test_a_file_that_nobody_waits_for_is_read_later(program: Program, call: Caller, cast: Cast) -> None:
    first, again = (program.post(SEND, results(cast), prefer="respond-async, wait=0") for _ in range(2))
    assert (first.status, first.data["state"]) == (202, "reading")
    assert (again.status, again.data["id"], first.response.headers["Retry-After"]) == (202, first.data["id"], "15")
    assert Task.objects.filter(name="results.receive").count() == 1
    where = first.response.headers["Location"].removeprefix(ROOT)
    assert where == f"/readings/{first.data['id']}"
    waits = program.get(where)
    assert (waits.status, waits.data) == (202, first.data)
    assert waits.response.headers["Retry-After"] == "15"
    assert of_club(call, cast, Scope.RESULTS_WRITE, club=cast.union.other).get(where).status == 404
    assert program.get(f"/readings/{first.data['id'] + 1}").status == 404
    worker.work(once=True)
    read = program.get(where)
    assert (read.status, read.data["state"], read.data["name"]) == (200, "draft", "tuesday.yaml")
    assert read.response.headers["Content-Location"] == f"/api/v1/files/{read.data['id']}"
    assert program.get(f"/files/{read.data['id']}").data == read.data
    done = program.post(SEND, results(cast), prefer="wait=0")
    assert (done.status, done.data["state"]) == (200, "draft")


def test_a_call_waits_for_a_file_in_the_queue_as_long_as_it_says(
    program: Program, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "SOON_READ", 10)  # every file is a large one
    assert program.post(SEND, results(cast), prefer="wait=1").status == 202
    looks = []

    def look(seconds: float) -> None:
        """Let the worker come to it while the call waits."""
        looks.append(seconds)
        worker.work(once=True)

    monkeypatch.setattr("overtrick.api.results.reading.sleep", look)
    read = program.post(f"{SEND}&submit=clear", results(cast), prefer="wait=9")
    assert (read.status, read.data["state"], len(looks)) == (201, "done", 1)


def test_of_calls_that_wait_for_the_queue_one_keeps_a_thread(
    program: Program, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There are few threads for files: while a call waits, the next is answered at once, with a place to look."""
    monkeypatch.setattr(files, "SOON_READ", 10)  # every file is a large one
    other = results(cast, swapped=True)
    beside, looks = [], 0

    def look(_seconds: float) -> None:
        nonlocal looks
        looks += 1
        if looks == 1:
            beside.append((program.post(SEND, other, prefer="wait=9").status, looks))
        worker.work(once=True)

    monkeypatch.setattr("overtrick.api.results.reading.sleep", look)
    assert program.post(SEND, results(cast), prefer="wait=9").status == 201
    assert beside == [(202, 1)]
    assert program.post(SEND, results(cast, day=DAY + timedelta(days=7)), prefer="wait=9").status == 201
    assert looks > 1  # nobody waits any more, so this one did


def test_a_file_that_is_refused_in_the_queue_is_told_as_that(program: Program, call: Caller, cast: Cast) -> None:
    """Who sent it is no scorer any more when it is read; nobody has to look for a mistake of ours."""
    scorer, secretary = cast.users[Role.SCORER], cast.users[Role.SECRETARY]
    sent = of_person(call, scorer, *SCORING).post(SEND, results(cast), prefer="wait=0")
    yesterday = timezone.now() - timedelta(days=1)
    officers.dismiss(cast.union.club, scorer, ROLE("scorer"), yesterday.date(), actor=secretary, at=timezone.now())
    worker.work(once=True)
    told = program.get(sent.response.headers["Location"].removeprefix(ROOT))
    assert (told.status, told.data["code"], told.codes) == (422, "event", ["event"])
    assert "may not upload" in told.data["problems"][0]["found"]


def test_a_file_that_could_not_be_read_in_the_queue_is_told(program: Program, cast: Cast) -> None:
    where = program.post(SEND, results(cast), prefer="wait=0").response.headers["Location"].removeprefix(ROOT)
    Task.objects.update(state=Task.State.FAILED, says="It went wrong.")
    failed = program.get(where)
    assert (failed.status, failed.data["code"], failed.data["problems"][0]["found"]) == (
        500,
        "internal",
        "It went wrong.",
    )
    again = program.post(SEND, results(cast), prefer="wait=0")
    assert again.response.headers["Location"].removeprefix(ROOT) != where


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/files/0", 422),
        ("/files/999999999999999", 404),
        ("/files/9223372036854775808", 422),
        ("/submissions/S" + 39 * "9", 404),
        ("/submissions/S" + 40 * "9", 422),
    ],
)
def test_what_cannot_be_an_id_is_refused_and_not_looked_for(program: Program, address: str, status: int) -> None:
    """As docs/openapi.json says: ids begin with 1 and fit the database, a reference has 40 characters."""
    assert program.get(address).status == status
    assert program.get("/files/1").status != 422  # whether there is such a file is up to the cast


WRITE, READ = Scope.RESULTS_WRITE, Scope.RESULTS_READ


@pytest.mark.parametrize(
    ("method", "path", "scope", "office"),
    [
        ("post", "/organisations/100/files", WRITE, {"county": 403}),
        ("get", "/files/{file}", WRITE, {"county": 403}),
        ("put", "/files/{file}/answers", WRITE, {"county": 403}),
        ("get", "/readings/{reading}", WRITE, {"county": 403}),
        ("get", "/organisations/100/submissions", READ, {}),
        ("get", "/submissions/{draft}", READ, {}),
        ("get", "/submissions/{draft}/held", READ, {}),
        ("get", "/submissions/{draft}/preview", READ, {"county": 403}),
        ("get", "/submissions/{draft}/awards", READ, {"county": 403}),
        ("get", "/submissions/{draft}/refusals", READ, {"county": 403}),
        ("get", "/submissions/{draft}/file", READ, {"county": 403}),
        ("put", "/submissions/{draft}/players", WRITE, {"county": 403}),
        ("post", "/submissions/{draft}/submit", WRITE, {"county": 403}),
        ("put", "/submissions/{draft}/held/1", WRITE, {"county": 403}),
        ("delete", "/submissions/{draft}", WRITE, {"county": 403}),
    ],
)
def test_allowed_is_what_scope_and_role_allow(
    call: Caller, cast: Cast, method: str, path: str, scope: Scope, office: dict[str, int]
) -> None:
    sent = of_club(call, cast).post(SEND, results(cast)).data
    later = of_club(call, cast).post(SEND, results(cast, swapped=True), prefer="wait=0").data["id"]
    path = path.format(file=sent["id"], draft=sent["events"][0]["reference"], reading=later)
    other = READ if scope is WRITE else WRITE

    def status(program: Program) -> int:
        return int(getattr(program, method)(path).status)

    assert answered(getattr(call.client, method)(f"{ROOT}{path}")).data["code"] == "token-missing"
    assert (
        answered(call.client.generic(method, f"{ROOT}{path}", headers=_bearer(of_club(call, cast, other)))).data["code"]
        == "scope-missing"
    )
    assert status(of_club(call, cast, scope, club=cast.union.other)) == 404
    assert status(of_person(call, cast.users[Role.COUNTY], scope)) == office.get("county", 200)
    own = status(of_club(call, cast, scope))
    assert own not in (401, 403)
    assert own != 404 or "held/1" in path


def _bearer(program: Program) -> dict[str, str]:
    return {"authorization": f"Bearer {program.written}"}


def test_a_championship_is_sent_stage_by_stage(program: Program, cast: Cast) -> None:
    first = program.post(SEND, file_of(first_stage(cast.union, major_championship=True))).data["events"][0]
    seen = program.get(f"/submissions/{first['reference']}/preview").data
    assert (seen["credited"], len(seen["pending"])) == (0, 6)
    assert {each["clause"] for each in seen["pending"]} == {"1.2.4"}
    assert submit(program, first["reference"]).data["entries"] == 0
    asking = file_of(final(cast.union, name=f"{NAME}, final", continues=False))
    (asked,) = program.post(SEND, asking).data["events"]
    assert [(each["word"], each["choices"]) for each in asked["questions"]] == [("continues", ["2026-05-12", "no"])]
    found = program.post(f"{SEND}&answer=continues:2026-05-12", asking)
    (event,) = found.data["events"]
    assert (event["problems"], event["questions"]) == ([], [])
    done = submit(program, event["reference"])
    assert (done.status, done.data["entries"], done.data["state"]) == (200, 10, "approved")
    assert program.get(f"/submissions/{first['reference']}").data["state"] == "replaced"
    assert prove().findings == ()
