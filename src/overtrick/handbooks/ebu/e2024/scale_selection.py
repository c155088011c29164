"""Which scale governs each list of an event? As in the family, and by category in a stratified event (4.12)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.assessment import Asked, NoScale, Refused, Remark, Unknown
from overtrick.engine.event import StageKind
from overtrick.engine.numbers import ratio, up
from overtrick.engine.scales import Pay
from overtrick.engine.working import Step, rule
from overtrick.handbooks.family import basic, lists, scale_selection
from overtrick.handbooks.family import status as levels
from overtrick.handbooks.family.assess import credit_with_matches, pays_of
from overtrick.handbooks.family.stage_sequence import CUPS, SERIES

from . import stratified

if TYPE_CHECKING:
    from overtrick.engine.event import Stage
    from overtrick.handbooks.family.basic import Tariff
    from overtrick.handbooks.family.credit import Credits
    from overtrick.handbooks.family.lists import Group

#: By list and contestant: each category with its award.
CategoryAwards = list[dict[str, list[tuple[str, Step]]]]


#: The fact that an event is beside a licensed one, for those who are not in that.
SIDE_EVENT = "side event"

#: Stages that are played side by side when the qualifying stages are over.
FINALS = (StageKind.FINAL, StageKind.CONSOLATION, StageKind.THIRD_FINAL, StageKind.OPEN)


class Route(scale_selection.Route):
    """The way from the stages of one event to their tariffs, stratified lists included."""

    def asked(self, stage: Stage) -> tuple[object, ...]:
        """Give what else decides the tariff of a plain event: its facts."""
        return (*super().asked(stage), self.event.fact(SIDE_EVENT)) if self.event.facts else ()

    def status(self, index: int, own: str = "", raised_as: int | None = None) -> Step:
        """Give the level of a stage before any raise of its own; a side event is one level below the licence."""
        found = super().status(index, own, raised_as)
        if self.event.fact(SIDE_EVENT) != "yes":
            return found
        from . import status_of_event  # noqa: PLC0415 - most events are no side events

        consolation = self.event.stages[index].kind in (StageKind.CONSOLATION, StageKind.THIRD_FINAL)
        return status_of_event.side_event(self.book, found, consolation=consolation)

    def of_major(self, status: Step, index: int) -> Step:
        """Raise a stage of a major championship, three sessions at most; a series has no sessions of its own."""
        from . import status_of_event  # noqa: PLC0415 - most events are no major ones

        stages = self.event.stages
        if any(each.contest in SERIES for each in stages):
            return levels.major_championship(self.book, status)
        parts, at = self._parts_of_major(index)
        cup = all(each.contest in CUPS for each in stages if each.kind is not StageKind.TIE_PLAY_OFF)
        sessions = [0] * len(parts) if cup else [max(self._sessions(number) for number in part) for part in parts]
        if self.event.boards_to_come and not cup:
            sessions.append(self._fewest_sessions(self.event.boards_to_come))
        return status_of_event.major_championship(self.book, status, sessions, at, knock_out=cup)

    def _parts_of_major(self, index: int) -> tuple[list[list[int]], int]:
        """Put the stages in order, those that are played side by side together; and say which of them this is."""
        parts: list[list[int]] = []
        for number, each in enumerate(self.event.stages):
            if each.kind is StageKind.TIE_PLAY_OFF and number != index:
                continue
            beside = parts and each.kind in FINALS and self.event.stages[parts[-1][0]].kind in FINALS
            if beside:
                parts[-1].append(number)
            else:
                parts.append([number])
        return parts, next(at for at, part in enumerate(parts) if index in part)

    def _sessions(self, index: int) -> int:
        """Count the sessions of a stage as the organiser tells them; a long one that does not tell is asked about."""
        stage = self.event.stages[index]
        table = self.book.table("status_figures")
        told = max((field.session for field in stage.fields), default=0) or len(stage.schedule.sessions)
        if told:
            return told
        fewest = self._fewest_sessions(stage.schedule.boards)
        if fewest > table.whole("raised sessions of a major championship at most", "figure"):
            raise Asked(
                "How many sessions did the event have? A major championship is raised for three sessions at most.",
                "Give the boards of each session.",
                "stages",
                index,
                "sessions",
                code="sessions-of-a-major-championship",
            )
        return fewest

    def _fewest_sessions(self, boards: int) -> int:
        return up(ratio(boards, self.book.table("status_figures").whole("boards of a session at most", "figure")))

    def strata(self, index: int, group: Group, category: str, counts: tuple[int, ...]) -> Tariff:
        """Find what the list of one category is paid, in an event that is large enough as a whole."""
        stage = self.stage(index, group)
        if stage.kind is not StageKind.ONLY:
            raise NoScale(levels.no_such_scale(self.book, "a stratified stage of a longer event"))
        status = self.status(index, group.fields[0].status)
        return stratified.tariff(self.book, self.size(stage, group), counts, category, stage, status)

    @rule("4.12.3", "4.12.4", "4.12.5", "4.12.6", "4.12.7", "4.12.8(iv)")
    def credit_strata(self, office: Credits, index: int, group: Group) -> bool:
        """Everybody is in the list of the own category and of all higher ones, and gets the highest award."""
        stage = self.event.stages[index]
        present = sorted({each.category or "A" for field in group.fields for each in field.contestants})
        if not present:
            return False
        for category in present:
            if category not in stratified.CATEGORIES:
                raise Unknown(
                    f"There is no category {category!r}.",
                    "Use A, B, C or D, A for the top.",
                    "stages",
                    index,
                    code="category-unknown",
                )
        basic.check(self.book, self.size(stage, group))
        tariffs, best = self._category_awards(office, index, group, present[-1])
        overall = tariffs[stratified.CATEGORIES[0]]
        for at, field in enumerate(group.fields):
            ranked = list(lists.ranked_in(self.book, field))
            pays = {name: _highest(awards) for name, awards in best[at].items()}
            if overall.matches is not None:
                credit_with_matches(office, stage, field, ranked, overall, pays, group)
            else:
                office.pay_contestants(stage, field, ranked, pays, overall)
        return overall.matches is not None

    def _category_awards(
        self, office: Credits, index: int, group: Group, lowest: str
    ) -> tuple[dict[str, Tariff], CategoryAwards]:
        """Work out the list of every category down to the lowest; one that is too small is told and passed over."""
        tariffs: dict[str, Tariff] = {}
        best: CategoryAwards = [{} for _field in group.fields]
        for category in (each for each in stratified.CATEGORIES if each <= lowest):
            inside = [
                field._replace(
                    contestants=tuple(each for each in field.contestants if stratified.in_list(each.category, category))
                )
                for field in group.fields
            ]
            counts = tuple(len(field.contestants) for field in inside)
            try:
                tariffs[category] = self.strata(index, group, category, counts)
            except Refused as refused:
                if category == stratified.CATEGORIES[0]:
                    raise
                why = refused.working
                office.remarks.append(Remark(why.says, why.clause, code="category-without-awards"))
                continue
            for at, field in enumerate(inside):
                for name, pay in pays_of(office, tariffs[category], lists.ranked_in(self.book, field)).items():
                    best[at].setdefault(name, []).append((category, pay.working))
        return tariffs, best


def _highest(awards: list[tuple[str, Step]]) -> Pay:
    working = stratified.highest(awards)
    return Pay(up(working.value), working)
