"""The same POST sent again gets the same answer, and nothing is done twice."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.conf import settings
from django.db import transaction

from overtrick.register import transactions
from overtrick.register.tasks import retention
from overtrick.register.tokens import tasks
from overtrick.register.tokens.authenticate import Caller, caller
from overtrick.register.tokens.idempotency import (
    KEPT,
    LEASE,
    Answer,
    SameKeyOtherBody,
    SameKeyRunning,
    WrongKey,
    begin,
    keep,
)
from overtrick.register.tokens.models import KeptAnswer
from tests.register.season import AT, Union
from tests.register.tokens.office_tokens import of_club

pytestmark = pytest.mark.django_db

PATH, BODY = "/api/v1/organisations/100/files", "0" * 64
MADE = Answer(201, {"Location": "/api/v1/files/9041"}, b'{"id":9041}\x00\xff')
SECOND = timedelta(seconds=1)


@pytest.fixture
def program(here: Union) -> Caller:
    return caller(of_club(here).written, AT)


@pytest.mark.postgres
def test_a_repeat_gets_the_answer_of_the_first(program: Caller) -> None:
    with transactions.atomic():
        assert begin(program, "k-1", PATH, BODY, AT) is None
        keep(program, "k-1", MADE)
    assert begin(program, "k-1", PATH, BODY, AT + KEPT - SECOND) == MADE


def test_another_body_or_path_is_refused(program: Caller) -> None:
    begin(program, "k-1", PATH, BODY, AT)
    keep(program, "k-1", MADE)
    for path, body in ((PATH, "1" * 64), ("/api/v1/pairings", BODY)):
        with pytest.raises(SameKeyOtherBody) as refused:
            begin(program, "k-1", path, body, AT)
        assert refused.value.code == "same-key-other-body"


@pytest.mark.postgres
def test_a_key_that_is_taken_is_running_until_its_process_has_been_silent_for_too_long(program: Caller) -> None:
    begin(program, "k-1", PATH, BODY, AT)
    with pytest.raises(SameKeyRunning) as refused:
        begin(program, "k-1", PATH, BODY, AT + LEASE - SECOND)
    assert refused.value.code == "same-key-running"
    assert begin(program, "k-1", PATH, BODY, AT + LEASE) is None
    with pytest.raises(SameKeyRunning):
        begin(program, "k-1", PATH, BODY, AT + LEASE)


def test_an_act_that_fails_leaves_no_key(program: Caller) -> None:
    def act() -> None:
        with transactions.atomic():
            begin(program, "k-1", PATH, BODY, AT)
            raise KeyError

    with pytest.raises(KeyError):
        act()
    assert not KeptAnswer.objects.exists()
    assert begin(program, "k-1", PATH, BODY, AT) is None


@pytest.mark.parametrize("status", [200, 201, 202, 204, 400, 413, 415, 422])
def test_what_the_body_decides_is_kept(program: Caller, status: int) -> None:
    begin(program, "k-1", PATH, BODY, AT)
    keep(program, "k-1", MADE._replace(status=status))
    assert begin(program, "k-1", PATH, BODY, AT) == MADE._replace(status=status)


@pytest.mark.parametrize("status", [401, 403, 404, 409, 412, 428, 429, 500, 503])
def test_what_may_be_answered_otherwise_later_is_not(program: Caller, status: int) -> None:
    begin(program, "k-1", PATH, BODY, AT)
    keep(program, "k-1", MADE._replace(status=status))
    assert begin(program, "k-1", PATH, BODY, AT) is None


def test_each_token_has_its_own_keys(here: Union, program: Caller) -> None:
    begin(program, "k-1", PATH, BODY, AT)
    assert begin(caller(of_club(here).written, AT), "k-1", PATH, BODY, AT) is None


def test_after_seven_days_a_key_is_new_and_the_answer_is_deleted(program: Caller) -> None:
    begin(program, "k-1", PATH, BODY, AT)
    keep(program, "k-1", MADE)
    assert list(tasks.old_answers(AT - settings.KEEP)) == []  # that is, looked for at this moment
    retention.delete_outdated(AT + KEPT - SECOND)
    assert KeptAnswer.objects.exists()
    with transaction.atomic():
        assert begin(program, "k-1", PATH, "1" * 64, AT + KEPT) is None
        transaction.set_rollback(True)
    retention.delete_outdated(AT + KEPT + SECOND)
    assert not KeptAnswer.objects.exists()


@pytest.mark.parametrize("key", ["", "x" * 256, "\n", "ß", "a\x00b"])
def test_a_key_is_plain_text(program: Caller, key: str) -> None:
    with pytest.raises(WrongKey):
        begin(program, key, PATH, BODY, AT)


def test_a_long_path_is_no_trouble(program: Caller) -> None:
    begin(program, "k" * 255, PATH + "x" * 9_000, BODY, AT)
    keep(program, "k" * 255, MADE)
    assert begin(program, "k" * 255, PATH + "x" * 9_000, BODY, AT) == MADE
