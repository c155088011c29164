"""What the words of an old list mean: kinds of organisations, roles, statuses, colours, ranks; once for all rows."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from overtrick.formats.ranking_list.headings import plain
from overtrick.handbooks import edition as handbooks
from overtrick.handbooks import exchange
from overtrick.register.moving_in.columns import known_words
from overtrick.register.moving_in.models import Step
from overtrick.register.organisations.models import Officer, Organisation
from overtrick.register.people.members_list import columns as members
from overtrick.register.people.members_list.parse import LEFT_OUT
from overtrick.register.people.models import Standing
from overtrick.register.ranks.current_rank import Ladder
from overtrick.register.scoping import current

__all__ = ["LEFT_OUT", "guesser", "meanings"]


def meanings(step: Step, on: date) -> list[str]:
    """Name what a word of a step may mean."""
    if step is Step.ORGANISATIONS:
        return [str(each) for each in Organisation.Kind]
    if step is Step.OFFICERS:
        return [str(each) for each in Officer.Role]
    if step is Step.MEMBERS:
        return [str(each) for each in Standing.Status if each != Standing.Status.SUSPENDED]
    if step is Step.CREDITS:
        return list(handbooks.get(current().handbook).colours)
    return Ladder(current(), on).ranks if step is Step.RANKS else []


def guesser(step: Step, on: date) -> Callable[[str], str]:
    """Give the function that guesses the meaning of a word; empty where it does not know."""
    if step in (Step.ORGANISATIONS, Step.OFFICERS):
        listed = known_words()["words"][step]
        return lambda word: next((str(meaning) for meaning, known in listed.items() if plain(word) in known), "")
    if step is Step.MEMBERS:
        return members.status_word
    if step is Step.CREDITS:
        spoken = exchange.of(handbooks.get(current().handbook).latest)
        return lambda word: spoken.colour(word) or ""
    return Ladder(current(), on).called
