"""Names that are the same but for capitals, accents or spaces."""

from __future__ import annotations

from overtrick.formats.names import ByName, spelt


class Counted(str):
    """A name that knows how often somebody has looked at its letters."""

    __slots__ = ("looked_at",)
    looked_at: int

    def casefold(self) -> str:
        self.looked_at = getattr(self, "looked_at", 0) + 1
        return super().casefold()


def test_a_name_is_written_as_the_list_has_it() -> None:
    known = ByName({"Ado Bém": 1, "Cor Dax": 2, "COR DAX": 3})
    assert known.spelt("ado  bem") == "Ado Bém"
    assert known.spelt("Cor Dax") == "Cor Dax"
    assert known.spelt("cor dax") == "cor dax"
    assert known.spelt("Elu Fin") == "Elu Fin"
    assert spelt("OAKS", ("Oaks", "Elms")) == "Oaks"
    assert spelt("Oaks", ()) == "Oaks"


def test_however_many_names_are_looked_for_the_list_is_gone_through_once() -> None:
    names = [Counted(f"Team {number}") for number in range(50)]
    known = ByName(dict.fromkeys(names, 0))
    assert [known.spelt(f"TEAM {number % 50}") for number in range(500)] == names * 10
    assert {each.looked_at for each in names} == {1}
