"""Where does a web server enter?"""

from __future__ import annotations

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "overtrick.register.settings")

application = get_wsgi_application()
