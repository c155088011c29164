"""The WSGI entry point."""

from __future__ import annotations

import gc
import os
from importlib import import_module

from django.conf import settings
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "overtrick.register.settings")

_django = get_wsgi_application()

from overtrick.web.response_cache import Again  # noqa: E402 - Django has to be set up first

application = Again(_django)

# What was loaded to begin with stays to the end. Without this every worker goes through all of it again and again in
# search of something to throw away, and whoever waits for a page just then waits for that.
import_module(settings.ROOT_URLCONF)
gc.collect()
gc.freeze()
gc.set_threshold(20_000, 20, 50)
