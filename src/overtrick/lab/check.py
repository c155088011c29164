"""Does a season come out as its book has it? By situations, and whole event by whole event."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from overtrick.formats import event_record
from overtrick.lab import compare
from overtrick.lab.anonymous import number_of
from overtrick.lab.proposal import Rules
from overtrick.lab.score import Scorer
from overtrick.lab.season import Season


def wrong_events(season: Season) -> Iterator[str]:
    """Name every event for which the rules in force do not give what the book says."""
    scorer = Scorer(season, Rules(season.handbook))
    for month in season.months:
        wrong = compare.check(scorer.month(month), season.part("awards", month))
        yield from (f"{reference}: the book says something else" for reference in _references(season, month, wrong))


def whole_differences(season: Season) -> Iterator[str]:
    """Name every event that pays by situations otherwise than when it is worked out whole."""
    rules = Rules(season.handbook)
    scorer = Scorer(season, rules)
    for month in season.months:
        scored = scorer.month(month).awards
        paid: dict[int, Counter[tuple[int, str]]] = {}
        colours = list(scorer.colours)
        for event, player, colour, units in zip(*(each.tolist() for each in scored), strict=True):
            paid.setdefault(event, Counter())[player, colours[colour]] += units
        wrong = []
        for row in season.part("events", month, ["event", "scheme", "body"]).to_pylist():
            event, scheme = event_record.read(row["body"]), season.schemes[row["scheme"]]
            edition = rules.edition(scheme, event.begins)
            whole: Counter[tuple[int, str]] = Counter()
            for award in edition.assess(event, rules.settings(scheme, edition) or None, by_name=False).awards:
                whole[number_of(award.player), award.colour] += award.units
            if whole != paid.get(row["event"], Counter()):
                wrong.append(row["event"])
        yield from (f"{reference}: the two ways differ" for reference in _references(season, month, wrong))


def _references(season: Season, month: str, events: list[int]) -> list[str]:
    listed = season.part("events", month, ["event", "reference"]).to_pydict()
    references = dict(zip(listed["event"], listed["reference"], strict=True))
    return [references[each] or str(each) for each in events]
