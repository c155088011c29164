"""Finds the record of the audit that says how a row came to be, with everything that its hash is made of."""

from __future__ import annotations

from typing import NamedTuple

from django.db.models import Model

from overtrick.register import sql
from overtrick.register.audit import audit_chain, facts
from overtrick.register.audit.fact_texts import fact_digest

#: A record with more beside it, such as one that took a whole register over, is too long for a proof.
_LONGEST = 200_000


class FactPlace(NamedTuple):
    """A record in its place, what it said, and the fact about the row."""

    number: int  #: in the chain, from 1
    before: bytes  #: the hash of the record before it
    text: str
    salt: bytes
    said: str
    fact: str


def made_by(row: Model, federation: int) -> FactPlace | None:
    """Give the record by which a row came to be as it is now; None where there is none, or a very long one."""
    kind = next(each for each in facts.kinds().values() if each.model is type(row))
    for _row, fact in facts.texts(kind, [row.pk]):
        listed = f'%["{kind.name}",{row.pk},"","{fact_digest(fact)}"]%'
        for number, salt, beside, *record in sql.rows(
            f"select number, salt, facts, {audit_chain.COLUMNS} from audit_place "  # noqa: S608 - our own names
            "join audit_record on audit_record.id = record_id "
            "where chain = %s and facts like %s order by number limit 1",
            federation,
            listed,
        ):
            if not bytes(salt):
                return None  # its words were erased: nobody can prove what it said
            said = audit_chain.said(beside, record)
            if len(said) > _LONGEST:
                return None
            text = audit_chain.place_text(number, record, audit_chain.details(bytes(salt), beside, record))
            return FactPlace(number, _hash_before(federation, number), text, bytes(salt), said, fact)
    return None


def _hash_before(federation: int, number: int) -> bytes:
    if number == 1:
        ((found,),) = sql.rows("select beginning from audit_chainend where chain = %s", federation)
    else:
        ((found,),) = sql.rows("select hash from audit_place where chain = %s and number = %s", federation, number - 1)
    return bytes(found)
