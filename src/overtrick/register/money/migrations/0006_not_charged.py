"""Charges without an amount, and fines, that two people waive."""

from django.db import migrations, models

from overtrick.register.append_only import append_only, lifted


class Migration(migrations.Migration):
    dependencies = [("money", "0005_shares")]

    operations = [
        migrations.AlterField(
            model_name="moneyproposal",
            name="kind",
            field=models.CharField(
                choices=[
                    ("tariff", "Tariff"),
                    ("tax rate", "Tax Rate"),
                    ("credit note", "Credit"),
                    ("waiver", "Waiver"),
                    ("write-off", "Write Off"),
                    ("refund", "Refund"),
                    ("payout", "Payout"),
                    ("not charged", "Not Charged"),
                ],
                max_length=12,
            ),
        ),
        lifted("money_charge"),
        migrations.AddConstraint(
            model_name="charge",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("second__isnull", True),
                    models.Q(
                        ("second__isnull", False),
                        models.Q(("second", models.F("made_by")), _negated=True),
                        models.Q(("reason", ""), _negated=True),
                    ),
                    _connector="OR",
                ),
                name="charge_second_by_two",
            ),
        ),
        append_only("money_charge"),
    ]
