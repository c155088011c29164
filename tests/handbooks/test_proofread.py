"""No figure of a handbook changes by accident: each table is as it was when it was compared with the print."""

from __future__ import annotations

import pytest

from tests.handbooks.proofread import as_it_is, proofread, tables


@pytest.mark.parametrize("table", tables())
def test_a_table_is_as_it_was_proof_read(table: str) -> None:
    assert as_it_is(table) == proofread().get(table), (
        "Compare the table with the print, set 'checked' to today and run python -m tests.handbooks.proofread."
    )


def test_the_list_has_no_table_that_is_gone() -> None:
    assert set(proofread()) == set(tables())
