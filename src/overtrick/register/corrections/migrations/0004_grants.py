"""Entries of one decision are one proposal."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("corrections", "0003_erasing_a_person")]

    operations = [
        migrations.AlterField(
            model_name="proposal",
            name="kind",
            field=models.CharField(
                choices=[
                    ("points", "Points"),
                    ("conversion", "Conversion"),
                    ("opening", "Opening"),
                    ("erasure", "Erasure"),
                    ("grant", "Grant"),
                ],
                default="points",
                max_length=10,
            ),
        ),
    ]
