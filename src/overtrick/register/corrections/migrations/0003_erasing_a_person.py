from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("corrections", "0002_proposals_of_many_kinds")]

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
                ],
                default="points",
                max_length=10,
            ),
        ),
    ]
