"""The calls of an office, each as a method."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime
from pathlib import Path
from typing import Any, Literal, cast
from urllib.parse import parse_qsl, quote, urlsplit

from overtrick.client import webhooks
from overtrick.client.award_records import AssessmentData, AwardsOf, CheckedFile, WorthAnswer
from overtrick.client.player_file import PlayerFile
from overtrick.client.records import (
    AccountRecord,
    CertificateRecord,
    FileRecord,
    HeldOf,
    Me,
    Need,
    Paired,
    PlayerFound,
    PlayerRecord,
    PlayersOfDraft,
    QuotaYear,
    RankedPlayer,
    RecordEntry,
    SeatSaid,
    SubmissionRecord,
    SubmittedRecord,
)
from overtrick.client.sending import Body, Line, Query, seconds
from overtrick.client.submitting import Seen
from overtrick.client.webhooks import WebhookEvent

_JSON = "application/json"
_READING = 202
_NO_ANSWERS: Mapping[str, str] = {}

Content = Path | bytes


class Office:
    """An office at an address: ``Office("https://points.example.org", token=…)``.

    A federation is named where one address serves several.
    """

    def __init__(self, address: str, token: str = "", federation: str = "") -> None:
        self._line = Line(address, token, federation)

    # --- For everybody ---

    def worth(self, handbook: str, kind: str, *, working: bool = False, **answers: str | int) -> WorthAnswer:
        """Say what an event is worth: ``worth(handbook, "pairs", tables=30)``."""
        asked = [(word, str(value)) for word, value in answers.items()]
        return cast("WorthAnswer", self._get(f"/worth/{_part(handbook)}/{_part(kind)}", [*asked, *_working(working)]))

    def award(self, event: Mapping[str, Any] | bytes, *, working: bool = False) -> AssessmentData:
        """Work out the awards of an event, which is in the words of the event file; bytes may be YAML."""
        content = event if isinstance(event, bytes) else json.dumps(event).encode()
        answer = self._line.send("POST", "/awards", _working(working), Body(content, _JSON))
        return cast("AssessmentData", answer.json())

    def check(
        self, file: Content, answers: Mapping[str, str] = _NO_ANSWERS, *, name: str = "", working: bool = False
    ) -> CheckedFile:
        """Check a results file of any program: its mistakes, its awards, and the points that it claims."""
        query = [*_file(file, name), *_answers(answers), *_working(working)]
        return cast("CheckedFile", self._line.send("POST", "/checks", query, _body(file)).json())

    def player(self, number: str, as_at: date | None = None) -> PlayerRecord:
        """Look a player up by number; with a token that reads players, as at a day."""
        query = [("as_at", as_at.isoformat())] if as_at else []
        return cast("PlayerRecord", self._get(f"/players/{_part(number)}", query))

    def search(self, words: str) -> list[PlayerFound]:
        """Find up to 20 players by name or number."""
        return cast("list[PlayerFound]", self._get("/players", [("search", words)])["items"])

    def rankings(self, **filters: str | int) -> Iterator[RankedPlayer]:
        """List who has most points, part by part: ``rankings(colour="green", year=2026)``."""
        return self._each("/rankings", [(name, str(value)) for name, value in filters.items()])

    def certificate(self, code: str) -> CertificateRecord:
        """Say whether a certificate is genuine."""
        return cast("CertificateRecord", self._get(f"/certificates/{_part(code)}"))

    def pair(self, code: str, name: str) -> Paired:
        """Exchange the code of “Pair a scoring PC” for a token. Keep it: it is told once.

        A code works once and no key protects it, so a broken line is not tried again.
        """
        body = _json({"code": code, "name": name})
        return cast("Paired", self._line.send("POST", "/pairings", body=body, once=True).json())

    # --- For a club's program ---

    def me(self) -> Me:
        """Say who the token is."""
        return cast("Me", self._get("/me"))

    def send(
        self,
        organisation: str,
        file: Content,
        submit: Literal["clear", "no"] = "no",
        answers: Mapping[str, str] = _NO_ANSWERS,
        *,
        name: str = "",
        patience: float = 120,
    ) -> FileRecord:
        """Send a results file; with ``submit="clear"`` what leaves nothing open is submitted at once.

        A file that takes long is asked for again until it is read, or for so many seconds of patience; then its state
        is still "reading", and the same call later tells what came of it.
        """
        path = f"/organisations/{_part(organisation)}/files"
        query = [*_file(file, name), ("submit", submit), *_answers(answers)]
        until, body = time.monotonic() + patience, _body(file)
        while True:
            # Each time under a key of its own: the same key would give the same "reading". The bytes make it safe.
            answer = self._line.send("POST", path, query, body)
            wait = seconds(answer)
            if answer.status != _READING or time.monotonic() + wait > until:
                return cast("FileRecord", answer.json())
            time.sleep(wait)

    def file(self, number: int) -> FileRecord:
        """Say what came of a file."""
        return cast("FileRecord", self._get(f"/files/{number}"))

    def answer(self, file: int, answers: Mapping[str, str]) -> FileRecord:
        """Answer what a file leaves open: ``answer(9041, {"status": "club"})``."""
        return cast("FileRecord", self._line.send("PUT", f"/files/{file}/answers", body=_json(dict(answers))).json())

    def players(self, reference: str, said: Sequence[SeatSaid]) -> PlayersOfDraft:
        """Say who players of a draft are: ``[{"seat": 7, "number": "410062"}]``, or ``"as": "no-member"``."""
        answer = self._line.send("PUT", f"/submissions/{_part(reference)}/players", body=_json(list(said)))
        return cast("PlayersOfDraft", answer.json())

    def preview(self, reference: str) -> Seen:
        """Say what submitting a draft would do. What was seen is what can be submitted."""
        answer = self._line.send("GET", f"/submissions/{_part(reference)}/preview")
        return Seen(answer.json(), answer.headers["ETag"])

    def submit(
        self,
        seen: Seen,
        *,
        relation: Literal["corrects", "separate"] | None = None,
        declared: bool | None = None,
        answers: Mapping[str, str] = _NO_ANSWERS,
    ) -> SubmittedRecord:
        """Submit a draft as it was seen; if it has changed since, the problem is ``changed-since``.

        ``declared=True`` says that the declaration of the preview holds. ``relation="separate"`` makes it a draft of
        another event, to be seen and submitted under the reference of the answer.
        """
        said = {"relation": relation, "declared": declared, "answers": dict(answers)}
        path = f"/submissions/{_part(seen.record['reference'])}/submit"
        return cast(
            "SubmittedRecord",
            self._line.send("POST", path, body=_json(said), headers={"If-Match": seen.mark}).json(),
        )

    def submission(self, reference: str) -> SubmissionRecord:
        """Say what became of a submission."""
        return cast("SubmissionRecord", self._get(f"/submissions/{_part(reference)}"))

    def held(self, reference: str) -> HeldOf:
        """List the points of a submission that nobody has yet."""
        return cast("HeldOf", self._get(f"/submissions/{_part(reference)}/held"))

    def credit(self, reference: str, held: int, number: str) -> HeldOf:
        """Say whose points these are that wait."""
        path = f"/submissions/{_part(reference)}/held/{held}"
        return cast("HeldOf", self._line.send("PUT", path, body=_json({"number": number})).json())

    def awards(self, reference: str, number: str = "", *, working: bool = False) -> AwardsOf:
        """List the awards of a submission, or those of one player."""
        query = [*([("number", number)] if number else []), *_working(working)]
        return cast("AwardsOf", self._get(f"/submissions/{_part(reference)}/awards", query))

    def quotas(self, organisation: str, year: int | None = None) -> QuotaYear:
        """Say what may be run in a year, and what of it was run."""
        return cast("QuotaYear", self._get(f"/organisations/{_part(organisation)}/quotas", _year(year)))

    def account(self, organisation: str, year: int | None = None) -> AccountRecord:
        """Say what an organisation owes."""
        return cast("AccountRecord", self._get(f"/organisations/{_part(organisation)}/account", _year(year)))

    def needs(self, organisation: str) -> list[Need]:
        """List what waits for an organisation."""
        return cast("list[Need]", self._get(f"/organisations/{_part(organisation)}/needs")["items"])

    def player_file(self, since: str = "") -> PlayerFile:
        """Give the national player file, or what changed since a cursor; ``Incomplete`` if not all of it came."""
        query = [("since", since)] if since else []
        kind = {"Accept": "application/x-ndjson"}
        return PlayerFile(self._line.send("GET", "/player-file", query, headers=kind, stream=True))

    # --- For a player's program ---

    def record(self, since: str = "") -> Iterator[RecordEntry]:
        """List the entries of the token's owner, the newest last; ``since="e88120"`` those after that one."""
        return self._each("/me/record", [("since", since)] if since else [])

    # --- For whoever hears from the office ---

    @staticmethod
    def webhook(
        headers: Mapping[str, str], body: bytes, secrets: Sequence[str], at: datetime | None = None
    ) -> WebhookEvent:
        """Give the event of a message that the office has signed within five minutes; else ``WrongSignature``."""
        return webhooks.verified(headers, body, secrets, at)

    def _get(self, path: str, query: Query = ()) -> Any:  # noqa: ANN401 - each method says what it is
        return self._line.send("GET", path, query).json()

    def _each(self, path: str, query: Query) -> Iterator[Any]:
        while True:
            part = self._get(path, query)
            yield from part["items"]
            if part["next"] is None:
                return
            # Only what is asked is taken from the address, so that a token goes nowhere else.
            query = parse_qsl(urlsplit(part["next"]).query)


def _part(text: str) -> str:
    return quote(str(text), safe="")


def _json(data: object) -> Body:
    return Body(json.dumps(data).encode(), _JSON)


def _body(file: Content) -> Body:
    return Body(file if isinstance(file, bytes) else file.read_bytes())


def _file(file: Content, name: str) -> Query:
    name = name or (file.name if isinstance(file, Path) else "")
    return [("name", name)] if name else []


def _answers(answers: Mapping[str, str]) -> Query:
    return [("answer", f"{word}:{value}") for word, value in answers.items()]


def _working(wanted: bool) -> Query:  # noqa: FBT001
    return [("working", "yes")] if wanted else []


def _year(year: int | None) -> Query:
    return [] if year is None else [("year", str(year))]
