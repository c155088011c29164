"""The addresses around logging in."""

from __future__ import annotations

from django.urls import path

from overtrick.web.accounts import (
    confirm,
    devices,
    join,
    links,
    log_in,
    own_address,
    passwords,
    second_factor_pages,
    throttle,
    tokens,
)

urlpatterns = [
    path("log-in/", log_in.log_in, name="log-in"),
    path("log-in/code/", log_in.code, name="log-in-code"),
    path("log-out/", log_in.log_out, name="log-out"),
    path("desk/", log_in.desk, name="desk"),
    path("account/", passwords.account, name="account"),
    path("account/password/", passwords.ChangePassword.as_view(extra_context=passwords.WORDS), name="password"),
    path("forgotten/", throttle.links_counted(passwords.forgotten), name="password-forgotten"),
    path("forgotten/sent/", passwords.sent, name="password-sent"),
    path("link/", links.link, name="link"),
    path("join/", join.join, name="join"),
    path("account/email/", own_address.own_address, name="account-email"),
    path("account/confirm/", confirm.confirm, name="confirm"),
    path("account/second-factor/", second_factor_pages.overview, name="second-factor"),
    path("account/second-factor/set-up/", second_factor_pages.set_up, name="second-factor-set-up"),
    path("account/second-factor/codes/", second_factor_pages.recovery_codes, name="second-factor-codes"),
    path("account/second-factor/off/", second_factor_pages.switch_off, name="second-factor-off"),
    path("account/tokens/", tokens.tokens, name="tokens"),
    path("account/tokens/new/", tokens.new, name="token-new"),
    path("account/tokens/<int:token>/end/", tokens.end, name="token-end"),
    path("account/devices/", devices.devices, name="devices"),
    path("account/devices/end/", devices.end_devices, name="devices-end"),
    path("account/devices/<int:device>/end/", devices.end_device, name="device-end"),
]
