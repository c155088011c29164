import django.db.models.deletion
from django.db import migrations, models

from overtrick.register.append_only import append_only


class Migration(migrations.Migration):
    dependencies = [("audit", "0002_append_only")]

    operations = [
        migrations.CreateModel(
            name="End",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.BigIntegerField(default=0)),
                ("hash", models.BinaryField(max_length=32)),
            ],
        ),
        migrations.CreateModel(
            name="Link",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("hash", models.BinaryField(max_length=32)),
                (
                    "record",
                    models.OneToOneField(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="link",
                        to="audit.record",
                    ),
                ),
            ],
        ),
        append_only("audit_link"),
    ]
