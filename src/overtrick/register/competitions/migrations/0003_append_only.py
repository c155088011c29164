from __future__ import annotations

from django.db import migrations

from overtrick.register.append_only import append_only


class Migration(migrations.Migration):
    dependencies = [("competitions", "0002_initial")]
    operations = [
        append_only(table) for table in ("competitions_upload", "competitions_storedevent", "competitions_assessment")
    ]
