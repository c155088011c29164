from __future__ import annotations

from django.db import migrations

from overtrick.register.append_only import append_only


class Migration(migrations.Migration):
    dependencies = [("rule_reports", "0001_published_reports")]
    operations = [append_only("rule_reports_rulereport"), append_only("rule_reports_withdrawal")]
