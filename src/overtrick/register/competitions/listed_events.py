"""Which events of the handbook's lists may an organisation name? Others are not offered, and the clause is said."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from overtrick.handbooks import submission as rules
from overtrick.handbooks.edition import Edition
from overtrick.handbooks.facts import Fact
from overtrick.handbooks.submission import Decider, Objection
from overtrick.register.competitions.assess import settings_for
from overtrick.register.competitions.organiser_history import organiser
from overtrick.register.organisations.models import Organisation


class Nameable(NamedTuple):
    """What can be named in answer to a fact."""

    names: tuple[str, ...]
    left_out: int = 0  #: events of others
    against: Objection | None = None  #: why the first of those is not offered


def nameable(organisation: Organisation, edition: Edition, fact: Fact, on: date) -> Nameable:
    """List what an organisation may name; what it may name with somebody's approval is among it."""
    names = fact.names(edition)
    if not names:
        return Nameable(())
    answers = rules.of(edition)
    book = edition.book(on, settings_for(organisation.federation, edition, on) or None)
    whose = organiser(organisation, on)
    found = {name: answers.objection_to_name(book, whose, fact.name, name) for name in names}
    refused = {name: each for name, each in found.items() if each is not None and each.decider is Decider.NOBODY}
    offered = tuple(name for name in names if name not in refused)
    return Nameable(offered, len(refused), next(iter(refused.values()), None))
