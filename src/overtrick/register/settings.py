"""Django's settings. What differs from one office to the next comes from the environment.

OVERTRICK_HOME is the folder with the database, the key and the backups; DATABASE_URL names another database.
"""

from __future__ import annotations

import os
from datetime import timedelta
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from overtrick.register import address, database, logs, mail_settings


def _days(name: str, usual: int) -> timedelta:
    """Read a number of days from the environment."""
    said = os.environ.get(name, str(usual))
    if not (said.isdecimal() and 1 <= int(said) <= _MOST_DAYS):
        message = f"{name} is {said!r}; it must be a number of days from 1 to {_MOST_DAYS}"
        raise ImproperlyConfigured(message)
    return timedelta(days=int(said))


_MOST_DAYS = 366

HOME = Path(os.environ.get("OVERTRICK_HOME", "overtrick-office"))

#: Signs log-ins. An office has its own in its folder (``overtrick office init`` makes it); this one opens nothing.
NO_KEY = "not a secret: no office is set up here"
SECRET_KEY = os.environ.get("OVERTRICK_SECRET_KEY") or database.secret(HOME) or NO_KEY

#: What all machines of an office read and write and the database does not hold: the seasons and runs of the laboratory.
SHARED = Path(os.environ.get("OVERTRICK_SHARED") or HOME)

DATABASES = {"default": database.from_url(os.environ.get("DATABASE_URL", ""), HOME)}

MAIL = mail_settings.from_url(os.environ.get("OVERTRICK_MAIL", ""), os.environ.get("OVERTRICK_MAIL_FROM", ""), HOME)

DEBUG = False
#: Where browsers find the pages; links in mails begin with it. At home only this machine.
_address = address.read_address(os.environ.get("OVERTRICK_ADDRESS") or address.kept(HOME))
ADDRESS = _address.origin
ALLOWED_HOSTS = list(dict.fromkeys([_address.host, "127.0.0.1", "localhost"]))
#: The web server in front: only from there X-Forwarded-For and X-Forwarded-Proto are believed.
TRUSTED_PROXIES = address.read_proxies(os.environ.get("OVERTRICK_PROXY", ""))
#: Private networks that webhooks may be sent to, and the authority that vouches for receivers there.
WEBHOOK_ALLOW = address.read_networks(os.environ.get("OVERTRICK_WEBHOOK_ALLOW", ""), "OVERTRICK_WEBHOOK_ALLOW")
WEBHOOK_CA = os.environ.get("OVERTRICK_WEBHOOK_CA", "")
AUTH_USER_MODEL = "accounts.User"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
USE_TZ = True
TIME_ZONE = "UTC"
LANGUAGE_CODE = "en"

LOGGING = logs.configuration(os.environ.get("OVERTRICK_LOG") or "text")

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "csp",
    "django_htmx",  # for the script it ships; no page needs more of it
    "django_otp",
    "django_otp.plugins.otp_totp",
    "overtrick.register.limits",
    "overtrick.register.accounts",
    "overtrick.register.federations",
    "overtrick.register.organisations",
    "overtrick.register.webhooks",
    "overtrick.register.entitlements",
    "overtrick.register.programme",
    "overtrick.register.calendar",
    "overtrick.register.people",
    "overtrick.register.directors",
    "overtrick.register.competitions",
    "overtrick.register.book_check",
    "overtrick.register.ledger",
    "overtrick.register.money",
    "overtrick.register.bookkeeping",
    "overtrick.register.heads",
    "overtrick.register.ranks",
    "overtrick.register.extracts",
    "overtrick.register.national_files",
    "overtrick.register.membership",
    "overtrick.register.corrections",
    "overtrick.register.player_file",
    "overtrick.register.moving_in",
    "overtrick.register.audit",
    "overtrick.register.records",
    "overtrick.register.seasons",
    "overtrick.register.queries",
    "overtrick.register.tasks",
    "overtrick.register.mail",
    "overtrick.register.messages",
    "overtrick.register.papers",
    "overtrick.register.log_ins",
    "overtrick.register.tokens",
    "overtrick.register.decisions",
    "overtrick.register.applications",
    "overtrick.register.rule_reports",
    "overtrick.register.proving",
    "overtrick.web.design",
    "overtrick.web.accounts",
    "overtrick.web.mailings",
    "overtrick.web.public",
    "overtrick.web.player",
    "overtrick.web.club",
    "overtrick.web.office",
    "overtrick.web.papers",
    "overtrick.web.lab",
    "overtrick.web.help",
    "overtrick.api",
]

# --- Pages -------------------------------------------------------------------------------------------------------

ROOT_URLCONF = "overtrick.web.urls"
WSGI_APPLICATION = "overtrick.web.wsgi.application"

MIDDLEWARE = [
    "overtrick.web.health.Health",
    "overtrick.web.proxy.TrustedProxy",
    "overtrick.web.request_log.RequestLog",
    "django.middleware.security.SecurityMiddleware",
    "overtrick.api.middleware.ApiCalls",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "overtrick.web.middleware.NoStore",
    "overtrick.web.middleware.SamePolicy",
    "overtrick.web.middleware.SafeRequests",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "overtrick.web.design.languages.PageLanguage",
    "overtrick.web.middleware.LimitedBodies",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "overtrick.web.middleware.OnlyText",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "overtrick.web.middleware.InFederation",
    "overtrick.web.design.said.SaidLater",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "overtrick.web.accounts.expired.KeepForms",
    "overtrick.web.accounts.required.LedToSetUp",
    "overtrick.web.middleware.ToldRefusals",
]

AUTHENTICATION_BACKENDS = ["overtrick.web.accounts.backend.NumberOrEmail"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
] + [{"NAME": "overtrick.web.accounts.password_hook.EndsSessions"}]
LOGIN_URL = "log-in"
LOGIN_REDIRECT_URL = "desk"
OTP_TOTP_ISSUER = "Overtrick"
OTP_TOTP_THROTTLE_FACTOR = 0  # web.accounts.throttle counts codes, and says how long to wait

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "OPTIONS": {
            "loaders": [
                (
                    "overtrick.web.design.template_loader.OncePerLanguage",
                    ["overtrick.web.design.template_loader.WithoutIndentation"],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "overtrick.web.design.context_processors.frame",
                "overtrick.web.help.topics.context",
                "overtrick.web.office.menu.context",
            ],
            "builtins": ["overtrick.web.design.templatetags.design"],
        },
    }
]

CACHES = {
    "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
    # Parts of pages as they were laid out: up to sixty thousand characters each, so many are a small part of a worker's
    # memory. They never grow old, because other facts have another key.
    "pages": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "pages",
        "TIMEOUT": None,
        "OPTIONS": {"MAX_ENTRIES": 1_000},
    },
}

STATIC_URL = "static/"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
#: Style and script files are found where the program is installed; nothing has to be collected.
WHITENOISE_USE_FINDERS = True

#: Nothing is loaded from another host, and nothing is run that stands inside a page.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'none'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "connect-src": ["'self'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'none'"],
        "base-uri": ["'none'"],
    }
}
X_FRAME_OPTIONS = "DENY"
#: A form by hand has about 25 fields for a team, and a congress has hundreds of teams.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 20_000
SECURE_REFERRER_POLICY = "same-origin"
SESSION_ENGINE = "overtrick.web.accounts.sessions"
SESSION_COOKIE_HTTPONLY = True
#: A log-in ends when nobody has used it for so many days, and in any case so many days after it began.
IDLE = _days("OVERTRICK_IDLE_DAYS", 7)
LOG_IN_LASTS = _days("OVERTRICK_LOG_IN_DAYS", 30)
#: So long finished tasks, sent letters, used links and codes are kept: see ``tasks.retention``.
KEEP = _days("OVERTRICK_KEEP_DAYS", 90)
SESSION_COOKIE_AGE = int(LOG_IN_LASTS.total_seconds())
CSRF_COOKIE_HTTPONLY = True

LANGUAGES = [("en", "English"), ("cy", "Cymraeg")]
LOCALE_PATHS = [Path(__file__).parents[1] / "locale"]
LANGUAGE_COOKIE_NAME = "language"
LANGUAGE_COOKIE_AGE = 365 * 24 * 60 * 60

# --- In public: OVERTRICK_ADDRESS=https://…, behind a web server that speaks HTTPS -----------------------------------

for _old in ("OVERTRICK_HTTPS", "OVERTRICK_HOSTS"):
    if os.environ.get(_old):
        _message = (
            f"{_old} is no longer used; set OVERTRICK_ADDRESS=https://points.example.org and OVERTRICK_PROXY instead"
        )
        raise ImproperlyConfigured(_message)

if _address.is_https:
    if SECRET_KEY == NO_KEY:
        _message = (
            "an address with HTTPS needs a key: set the office up with overtrick office init, or OVERTRICK_SECRET_KEY"
        )
        raise ImproperlyConfigured(_message)
    if not TRUSTED_PROXIES:
        # Nobody could tell that a request came by HTTPS, and every page would redirect to itself.
        _message = (
            f"OVERTRICK_ADDRESS is {ADDRESS}, but OVERTRICK_PROXY does not name the web server with HTTPS; "
            "if it runs on this machine, set OVERTRICK_PROXY=127.0.0.1"
        )
        raise ImproperlyConfigured(_message)
    SECURE_SSL_REDIRECT = True
    SECURE_SSL_HOST = _address.netloc
    SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60
    #: A form of our own pages is one, even where the proxy gives us another host name.
    CSRF_TRUSTED_ORIGINS = [ADDRESS]
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
    LANGUAGE_COOKIE_SECURE = True

#: Whether browsers carry the address in lists of their own, and whether other names below it speak HTTPS, is for its
#: owner to decide.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
