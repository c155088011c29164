from __future__ import annotations

from django.db import migrations

from overtrick.register.append_only import append_only


class Migration(migrations.Migration):
    dependencies = [("ledger", "0001_initial")]
    operations = [
        append_only(table) for table in ("ledger_posting", "ledger_entry", "ledger_closing", "ledger_closedposting")
    ]
