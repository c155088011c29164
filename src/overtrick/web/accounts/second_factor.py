"""The second factor: whether somebody has one, and whether a code from the phone or a recovery code is right.

A recovery code replaces the phone once. Codes are shown when they are made and stored only under a keyed hash.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.crypto import salted_hmac
from django_otp import verify_token
from django_otp.oath import TOTP
from django_otp.plugins.otp_totp.models import TOTPDevice

from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.errors import Refused
from overtrick.register.log_ins import handover
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need
from overtrick.register.ranks import certificate_codes
from overtrick.web.accounts import throttle
from overtrick.web.accounts.models import RecoveryCode

HOW_MANY = 10
_DIGITS = 6


def phone_of(user: User) -> TOTPDevice | None:
    """Give the phone that somebody has set up."""
    found: TOTPDevice | None = TOTPDevice.objects.filter(user=user.pk, confirmed=True).first()
    return found


def fits(user: User, typed: str) -> bool:
    """Say whether this is the code that the phone shows now, or a recovery code that was not used yet.

    Every try is counted before it is looked at.
    """
    tries = throttle.codes(user)
    throttle.take(tries)
    phone = phone_of(user)
    digits = "".join(typed.split())
    right = phone is not None and (
        verify_token(user, phone.persistent_id, digits) is not None or _use_recovery_code(user, typed)
    )
    if right:
        throttle.passed(tries)
    return right


def set_up(user: User, key: str, typed: str) -> list[str]:
    """Use a phone from now on, instead of any other, if it shows this code; give new recovery codes, or none."""
    shown, digits = TOTP(bytes.fromhex(key)), "".join(typed.split())
    if not (digits.isdecimal() and len(digits) == _DIGITS and shown.verify(int(digits), tolerance=1)):
        return []
    with transaction.atomic():
        TOTPDevice.objects.filter(user=user.pk).delete()
        # The code counts as used.
        TOTPDevice.objects.create(user=user, key=key, drift=shown.drift, last_t=shown.t(), name="phone")
        return new_recovery_codes(user)


def switch_off(user: User) -> None:
    """Ask for the password only, from now on."""
    with transaction.atomic():
        TOTPDevice.objects.filter(user=user.pk).delete()
        RecoveryCode.objects.filter(user=user.pk).delete()


class NoPhone(Refused):
    """There is no phone to forget."""


def forget_phone(user: User, *, actor: User, at: datetime) -> None:
    """Let somebody log in who has lost the phone and the recovery codes; the audit keeps who allowed it."""
    need(actor, Action.OFFICERS, None, at)
    handover.need_only_here(user)
    if phone_of(user) is None:
        raise NoPhone(
            f"{handover.name_of(user)} has no second factor.", "There is nothing to do.", code="no-second-factor"
        )
    with transactions.atomic():
        switch_off(user)
        trail.record(actor, "account.phone", user, None, None, at=at)


def new_recovery_codes(user: User) -> list[str]:
    """Make new codes; the old ones are void."""
    codes = [certificate_codes.new_code() for _at in range(HOW_MANY)]
    with transaction.atomic():
        RecoveryCode.objects.filter(user=user.pk).delete()
        RecoveryCode.objects.bulk_create(RecoveryCode(user=user, key=_hashed(user, code)) for code in codes)
    return [certificate_codes.written(code) for code in codes]


def recovery_codes_left(user: User) -> int:
    """Count the codes that were not used yet."""
    return RecoveryCode.objects.filter(user=user.pk).count()


def _use_recovery_code(user: User, typed: str) -> bool:
    code = certificate_codes.read(typed)
    used, _which = RecoveryCode.objects.filter(user=user.pk, key=_hashed(user, code)).delete() if code else (0, {})
    return used == 1


def _hashed(user: User, code: str) -> str:
    return salted_hmac(f"recovery code of {user.pk}", code, algorithm="sha256").hexdigest()
