from __future__ import annotations

from django.db import migrations

from overtrick.register.append_only import append_only


class Migration(migrations.Migration):
    dependencies = [("decisions", "0001_initial")]
    operations = [append_only("decisions_decision")]
