"""The WSGI entry point."""

from __future__ import annotations

import gc
import os
from importlib import import_module

from django.conf import settings
from django.core.cache import close_caches
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, reset_queries

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "overtrick.register.settings")

_django = get_wsgi_application()

from overtrick.web.response_cache import Again  # noqa: E402 - Django has to be set up first

application = Again(_django)

# Connections stay open, and each request looks after its own when it ends: the next one need not look again.
request_started.disconnect(close_old_connections)

# No query is written down outside of tests, and the caches are memory: after a page there is nothing to tidy up there.
request_started.disconnect(reset_queries)
request_finished.disconnect(close_caches)

# What was loaded to begin with stays to the end. Without this every worker goes through all of it again and again in
# search of something to throw away, and whoever waits for a page just then waits for that.
import_module(settings.ROOT_URLCONF)
gc.collect()
gc.freeze()
gc.set_threshold(20_000, 20, 50)
