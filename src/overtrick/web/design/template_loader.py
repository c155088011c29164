"""Template loader that removes indentation."""

from __future__ import annotations

import re

from django.template import Origin
from django.template.loaders.app_directories import Loader

#: A line break stays, so that an error names the right line.
_INDENTATION = re.compile(r"\n[ \t]+")


class WithoutIndentation(Loader):
    """Reads templates of the apps."""

    def get_contents(self, origin: Origin) -> str:
        """Give a template, every line from its first sign on."""
        return _INDENTATION.sub("\n", super().get_contents(origin))
