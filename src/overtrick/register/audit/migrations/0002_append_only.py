from __future__ import annotations

from django.db import migrations

from overtrick.register.append_only import append_only


class Migration(migrations.Migration):
    dependencies = [("audit", "0001_initial")]
    operations = [append_only("audit_record")]
