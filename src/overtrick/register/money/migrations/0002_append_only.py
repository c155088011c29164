from __future__ import annotations

from django.db import migrations

from overtrick.register.append_only import append_only


class Migration(migrations.Migration):
    dependencies = [("money", "0001_initial")]
    operations = [
        append_only("money_assertion"),
        append_only("money_billingrun"),
        append_only("money_charge"),
        append_only("money_document"),
        append_only("money_exported"),
        append_only("money_journalentry"),
        append_only("money_journalposting"),
        append_only("money_line"),
        append_only("money_linecharge"),
        append_only("money_match"),
        append_only("money_payment"),
        append_only("money_tariff"),
        append_only("money_tariffrow"),
        append_only("money_taxrate"),
    ]
