"""Names are compared as they sound, without accents, and by short forms."""

from __future__ import annotations

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.register.people import names


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("smith", "smyth"),
        ("smith", "schmidt"),
        ("schmitt", "schmidt"),
        ("thompson", "thomson"),
        ("thomson", "tomson"),
        ("kowalski", "kovalsky"),
        ("kowalczyk", "kovalchik"),
        ("muller", "mueller"),
        ("brown", "braun"),
        ("wright", "rite"),
        ("white", "whyte"),
        ("catherine", "kathryn"),
        ("philip", "filip"),
        ("jacques", "jaques"),
        ("macdonald", "mcdonald"),
        ("fischer", "fisher"),
        ("dijk", "dyke"),
        ("wagner", "vagner"),
        ("bailey", "bayley"),
        ("tomasz", "tomash"),
    ],
)
def test_spellings_of_one_name_sound_alike(one: str, other: str) -> None:
    assert names.sound(one) == names.sound(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("smith", "jones"), ("brown", "baker"), ("martin", "morgan"), ("ward", "wood"), ("bem", "dax")],
)
def test_different_names_sound_different(one: str, other: str) -> None:
    assert names.sound(one) != names.sound(other)


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ("O'Brien", ("obrien",)),
        ("O’Brien", ("obrien",)),
        ("Müller-Lüdenscheidt", ("muller", "ludenscheidt")),
        ("Øystein Åse", ("oystein", "ase")),
        ("Łukasz Żółty", ("lukasz", "zolty")),
        ("Straße", ("strasse",)),
        ("  Ado   Bem ", ("ado", "bem")),
        ("Đorđe Þór", ("dorde", "thor")),
    ],
)
def test_a_name_is_taken_apart_without_accents(written: str, words: tuple[str, ...]) -> None:
    assert names.words(written) == words


def test_nobody_is_found_by_van_and_de_alone() -> None:
    assert names.bearing("van der Berg") == ("berg",)
    assert names.bearing("Van") == ("van",)


def test_short_forms_lead_to_each_other() -> None:
    assert "bob" in names.called("robert")
    assert "robert" in names.called("bob")
    assert names.called("ado") == {"ado"}


@given(st.text(string.ascii_lowercase, min_size=1, max_size=30))
def test_every_word_has_a_sound_that_fits_its_column(word: str) -> None:
    assert 0 < len(names.sound(word)) <= 40


@given(st.text(max_size=60))
def test_whatever_is_written_comes_apart_into_plain_words(written: str) -> None:
    for word in names.words(written):
        assert set(word) <= set(string.ascii_lowercase + string.digits)
        assert names.words(word) == (word,)
