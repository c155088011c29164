"""Credits from before this book are a kind of posting, for which two people are named as for balances."""

from __future__ import annotations

from django.db import migrations, models
from django.db.models import F, Q

from overtrick.register.append_only import append_only, lifted

_KINDS = ("submission", "correction", "release", "manual", "opening", "history")


class Migration(migrations.Migration):
    dependencies = [("ledger", "0003_a_book_each")]

    operations = [
        lifted("ledger_posting"),
        migrations.AlterField(
            model_name="posting",
            name="kind",
            field=models.CharField(choices=[(each, each.capitalize()) for each in _KINDS], max_length=12),
        ),
        migrations.RemoveConstraint(model_name="posting", name="posting_by_two"),
        migrations.AddConstraint(
            model_name="posting",
            constraint=models.CheckConstraint(
                condition=~Q(kind__in=["manual", "opening", "history"])
                | (~Q(reason="") & Q(posted_by__isnull=False, second__isnull=False) & ~Q(second=F("posted_by"))),
                name="posting_by_two",
            ),
        ),
        append_only("ledger_posting"),
    ]
