"""Laws of the Scottish guide: nothing raises, a better place never earns less, shares add up, everybody is answered."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from overtrick.engine.event import (
    Contest,
    Contestant,
    Ended,
    Event,
    Field,
    Handicap,
    Match,
    Play,
    Player,
    Schedule,
    Series,
    Side,
    Stage,
    StageKind,
    Standing,
    Tally,
)
from overtrick.engine.places import ranking
from overtrick.engine.working import cited
from overtrick.handbooks import get
from tests.handbooks.sbu.support import DAY

EDITION = get("sbu").edition(on=DAY)

tallies = st.none() | st.tuples(*[st.integers(0, 3)] * 4).map(lambda counts: Tally(*counts))
players = st.builds(
    Player,
    st.sampled_from(["Ado", "Bem", "Cor", "Dax", "Efa"]),
    boards=st.none() | st.integers(0, 30),
    suspended=st.booleans(),
    tally=tallies,
    sessions=st.just(()),
)


@st.composite
def places_of(draw: st.DrawFn, least: int, most: int) -> list[int]:
    """Draw the places of a list in which some are level with the one above."""
    level: list[int] = draw(st.lists(st.integers(0, 2), min_size=least, max_size=most))
    places: list[int] = []
    for number, same in enumerate(level, 1):
        places.append(places[-1] if places and not same else number)
    return places


@st.composite
def fields(draw: st.DrawFn, name: str) -> Field:
    """Draw a list, or only how many entered."""
    if draw(st.booleans()):
        return Field(name, entered=draw(st.integers(0, 70)))
    places: list[int] = draw(places_of(1, 16))
    listed = tuple(
        Contestant(
            f"{name}{at}",
            tuple(draw(st.lists(players, max_size=2))),
            place=place,
            standing=draw(st.sampled_from(Standing)),
            category=draw(st.sampled_from(["", "A", "B"])),
            section=draw(st.sampled_from(["", "", "A", "B"])),
            tally=draw(tallies),
        )
        for at, place in enumerate(places)
    )
    return Field(name, listed, division=draw(st.sampled_from(["", "", "1"])))


@st.composite
def stages(draw: st.DrawFn) -> Stage:
    """Draw a stage, most of them odd ones."""
    winners = draw(st.sampled_from([1, 2, 4]))
    listed = tuple(draw(fields(name)) for name in ("NS", "EW", "N", "S")[: draw(st.sampled_from([winners, 1, 0]))])
    names = [each.name for field in listed for each in field.contestants] or ["X"]
    matches = draw(
        st.lists(
            st.builds(
                Match,
                st.tuples(st.sampled_from(names).map(Side), st.sampled_from(names).map(Side)),
                st.sampled_from(["", *names]),
                st.sampled_from([0, 4, 6]),
                st.sampled_from(Ended),
                st.booleans(),
                st.just(()),
            ),
            max_size=4,
        )
    )
    return Stage(
        draw(st.sampled_from(Play)),
        Schedule(draw(st.sampled_from([0, 19, 20, 24, 35, 36, 48])), draw(st.sampled_from([None, 18, 20]))),
        listed,
        draw(st.sampled_from([StageKind.ONLY, *StageKind])),
        draw(st.sampled_from([Contest.MOVEMENT, Contest.SWISS, *Contest])),
        winners,
        match_boards=draw(st.sampled_from([0, 4, 5, 6, 24])),
        matches=tuple(matches),
        series=draw(st.none() | st.builds(Series, st.integers(0, 6), st.integers(0, 6))),
        stratified=draw(st.booleans()),
        handicap=draw(st.sampled_from([Handicap.NONE, *Handicap])),
        carry_forward=draw(st.booleans()),
        across=draw(st.booleans()),
    )


DAYS = ["2026-01-01", "2099-01-01"]
CHOICES = {
    name: [*fact.answers, *fact.also, *(DAYS if fact.takes == "day" else [])]
    for name, fact in EDITION.facts.items()
    if name != "competition"
}
facts = st.fixed_dictionaries(
    {}, optional={name: st.sampled_from(choices) for name, choices in CHOICES.items() if choices}
).map(lambda answers: tuple(answers.items()))
settings = st.fixed_dictionaries(
    {}, optional={name: st.sampled_from(setting.choices) for name, setting in EDITION.settings.items()}
)


@given(st.lists(stages(), min_size=1, max_size=3), facts, settings)
def test_any_event_is_answered_without_an_error(
    played: list[Stage], told: tuple[tuple[str, str], ...], chosen: dict[str, str]
) -> None:
    result = EDITION.assess(Event("Any", DAY, tuple(played), facts=told), chosen)
    assert all(award.units > 0 and award.working.clause for award in result.awards)
    assert all(each.working.says and cited(each.working) for each in result.refusals)


@st.composite
def nights(draw: st.DrawFn) -> Stage:
    """Draw a plain night with ties."""
    places: list[int] = draw(places_of(8, 130))
    listed = tuple(Contestant(str(at), place=place) for at, place in enumerate(places))
    return Stage(draw(st.sampled_from(Play)), Schedule(24), (Field("", listed),))


@given(nights(), st.sampled_from(["none", "major"]))
def test_a_better_place_never_earns_less_and_a_tie_earns_its_share(night: Stage, championship: str) -> None:
    given_event = Event("Night", DAY, (night,), facts=(("championship", championship),))
    result = EDITION.assess(given_event)
    paid = {award.contestant: award.units for award in result.awards}
    assert len(paid) + len(result.refusals) == len(night.fields[0].contestants)
    last = None
    for _first, members in ranking(night.fields[0].contestants):
        figures = {paid.get(each.name, 0) for each in members}
        assert len(figures) == 1
        (figure,) = figures
        assert last is None or figure <= last
        last = figure
    assert max(paid.values()) <= {"none": 100, "major": 150}[championship]
