"""The whole of ``verify``: book and balances, awards, held credits, promotions, money, audit, and the database itself.

It looks and never repairs. What came of it is noted, so that ``/health`` and the office know.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import NamedTuple

from django.utils import timezone

from overtrick.register import database_check, integrity, sql, transactions
from overtrick.register.audit import audit_check, erasures, fact_check
from overtrick.register.competitions import event_store
from overtrick.register.competitions.charge_check import wrong_charges
from overtrick.register.competitions.credit_check import wrong_held
from overtrick.register.competitions.models import Assessment
from overtrick.register.extracts.copy_check import wrong_copies
from overtrick.register.heads import continuation
from overtrick.register.integrity import Finding, FoundRow
from overtrick.register.ledger.row_ids import number_of
from overtrick.register.ledger.verify import Verified, verify
from overtrick.register.money.cause_check import wrong_causes
from overtrick.register.money.fines import wrong_fines
from overtrick.register.money.verify import wrong_money
from overtrick.register.ranks.promotion_check import wrong_promotions
from overtrick.register.scoping import scopes_disabled
from overtrick.register.tasks import last_checks

#: What an entry refers to: the column, the table, and what it is called.
_REFERENCES = (
    ("player_id", "people_player", "player"),
    ("assessment_id", "competitions_assessment", "assessment"),
)

#: So many assessments are in memory together.
_TOGETHER = 200

Progress = Callable[[str, int, int], object]  #: what is looked at, how much is done, of how much; of 0: nobody knows
Check = Callable[[integrity.Progress], Iterable[Finding]]


class Proof(NamedTuple):
    """What was looked at, and what does not hold."""

    book: Verified
    assessments: int
    of: int  #: so many there are
    findings: tuple[Finding, ...]
    erased: tuple[Finding, ...] = ()  #: what was erased with a person, by which act: this is as it should be

    @property
    def holds(self) -> bool:
        """Say whether everything is as it should be."""
        return not self.findings


def prove(sample: int | None = None, progress: Progress | None = None, processes: int = 1) -> Proof:
    """Prove the office's memory; of the assessments all, or a sample spread evenly over them.

    A long book is gone through by several processes, if there may be several.
    """
    found = _proved(sample, progress or (lambda _what, _done, _of: None), processes)
    if sample is None or not found.holds:  # a sample alone shows nothing but faults
        fault = f"{found.findings[0].where}: {found.findings[0].says}" if found.findings else ""
        last_checks.note(last_checks.What.VERIFY, timezone.now(), fault)
    return found


def _proved(sample: int | None, tell: Progress, processes: int) -> Proof:
    with scopes_disabled(), transactions.read_only():
        book = verify(partial(tell, "entries"), processes)
        every = Assessment.objects.count()
        wanted = every if sample is None else min(sample, every)
        findings = [*book.findings]
        for what, check in _parts(every, wanted, sample):
            tell(what, 0, 0)
            findings += check(partial(tell, what))
        erased = tuple(_erased())
    return Proof(book, wanted, every, tuple(findings), erased)


def _parts(every: int, wanted: int, sample: int | None) -> Iterator[tuple[str, Check]]:
    """Name everything that is looked at besides the book; those that are long are told how to tell how far they are."""
    yield "references of entries", lambda _tell: _not_there()
    yield "assessments", partial(_assessments, every, wanted)
    yield "held credits", wrong_held
    yield "promotions", wrong_promotions
    yield "money", lambda _tell: wrong_money()
    yield "fines", lambda _tell: wrong_fines()
    yield "charges of events", partial(wrong_charges, sample)
    yield "other charges", lambda _tell: wrong_causes()
    yield "charges of copies", lambda _tell: wrong_copies()
    yield "audit", audit_check.broken
    yield "signed heads", continuation.check_kept
    yield "rows in the audit", fact_check.changed
    yield "uploads", _uploads
    yield "database", lambda _tell: database_check.faults()


def entries() -> int:
    """Count the entries of the books, as their ends say it: a page does not go through millions."""
    ((count,),) = sql.rows("select coalesce(cast(sum(entry) as bigint), 0) from ledger_head")
    return int(count)


def _not_there() -> Iterator[Finding]:
    """Name what entries refer to and what is gone; no foreign key holds an entry's references."""
    for column, table, name in _REFERENCES:
        for number, entry in sql.rows(
            f"select {column}, min(id) from ledger_entry where {column} is not null "  # noqa: S608 - our own names
            f"and not exists (select 1 from {table} where {table}.id = {column}) group by {column} order by {column}"
        ):
            yield Finding(f"{name} {number}", f"It is missing; entry {number_of(entry)} names it.")


def _erased() -> Iterator[Finding]:
    """Say what was erased, act by act."""
    names: dict[int, str] = dict(sql.rows("select id, slug from federations_federation"))
    for act in erasures.erasures():
        numbers = sql.rows("select number from people_player where id = %s", act.subject.rpartition(":")[2])
        whose = f"Player {numbers[0][0]}" if numbers else act.subject
        says = f"Words of {len(act.places)} records and {len(act.files)} files were erased by record {act.number}"
        yield Finding(whose, f"{says} of the audit of {names.get(act.chain, act.chain)}.")


def _uploads(tell: integrity.Progress) -> Iterator[Finding]:
    """See that every file is the one that came in, byte for byte; what an act has erased is empty."""
    ((every,),) = sql.rows("select count(*) from competitions_upload")
    erased = {file for act in erasures.erasures() for file in act.files}
    rows = sql.stream("select id, sha256, packed from competitions_upload order by id")
    for number, sha256, packed in integrity.counted(rows, every, tell):
        try:
            content = zlib.decompress(packed)
        except zlib.error:
            content = b""
        if hashlib.sha256(content).hexdigest() != sha256 and (content or number not in erased):
            yield Finding(f"upload {number}", "Its bytes were changed: they are not those of the file that came in.")


def _assessments(every: int, wanted: int, tell: integrity.Progress) -> Iterator[Finding]:
    """Work assessments out again, and see that the entries that name them say the same."""
    if not wanted:
        return
    numbers = list(Assessment.objects.order_by("pk").values_list("pk", flat=True))
    chosen = [numbers[at * every // wanted] for at in range(wanted)]
    for at in range(0, wanted, _TOGETHER):
        tell(at, wanted)
        some = list(
            Assessment.objects.filter(pk__in=chosen[at : at + _TOGETHER]).select_related("event").order_by("pk")
        )
        for assessment in some:
            try:
                event_store.check_record(assessment.event)
                event_store.worked_out_again(assessment)
            except event_store.NotAsKept as error:
                about = FoundRow("competitions_submission", assessment.submission_id)
                yield Finding(f"assessment {assessment.pk}", f"{str(error)[:1].upper()}{str(error)[1:]}.", about)
        yield from _entries(some)
    tell(wanted, wanted)


def _entries(assessments: list[Assessment]) -> Iterator[Finding]:
    """Compare entries with the awards they name."""
    awards = {each.pk: _stored_awards(each) for each in assessments}
    given, value = sql.numbers(awards)
    rows = sql.rows(
        "select id, assessment_id, award, colour, units from ledger_entry "  # noqa: S608 - our own names
        f"where corrects_id is null and assessment_id in (select n from {given}) order by id",
        value,
    )
    for entry, assessment, award, colour, units in rows:
        listed = awards[assessment]
        kept = listed[award] if award < len(listed) else None
        if kept is None or (kept.colour, kept.units) != (colour, units):
            what = f"{kept.units} {kept.colour}" if kept else "nothing"
            says = f"It credits {units} {colour}; award {award} of {assessment} is {what}."
            yield Finding(f"entry {number_of(entry)}", says, FoundRow("ledger_entry", entry))


def _stored_awards(assessment: Assessment) -> list[event_store.KeptAward]:
    try:
        return event_store.awards_of(assessment)
    except event_store.NotAsKept:
        return []
