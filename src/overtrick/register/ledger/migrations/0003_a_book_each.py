import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from overtrick.register.append_only import append_only, lifted
from overtrick.register.ledger.carry_over import carry_over

TABLES = ("ledger_posting", "ledger_entry", "ledger_closing", "ledger_closedposting")


def _carry_over(_apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    carry_over()


class Migration(migrations.Migration):
    dependencies = [
        ("ledger", "0002_append_only"),
        # The tables that name postings, entries and closings.
        ("competitions", "0002_initial"),
        ("corrections", "0001_initial"),
        ("queries", "0001_initial"),
        ("ranks", "0001_initial"),
    ]
    operations = [
        migrations.RenameModel("Head", "OldHead"),
        migrations.CreateModel(
            name="Head",
            fields=[
                (
                    "federation",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="federations.federation",
                    ),
                ),
                ("before", models.BinaryField(blank=True, max_length=32)),
                ("posting", models.BigIntegerField(default=0)),
                ("entry", models.BigIntegerField(default=0)),
                ("closing", models.BigIntegerField(default=0)),
                ("hash", models.BinaryField(max_length=32)),
            ],
        ),
        *(lifted(table) for table in TABLES),
        migrations.RunPython(_carry_over, elidable=True),
        migrations.DeleteModel("OldHead"),
        migrations.RemoveConstraint("entry", "award_posted_once"),
        migrations.AddConstraint(
            "entry",
            models.UniqueConstraint(
                condition=models.Q(("assessment__isnull", False), ("corrects__isnull", True)),
                fields=("federation", "assessment", "award"),
                name="award_posted_once",
            ),
        ),
        *(
            migrations.AddConstraint(
                model,
                models.CheckConstraint(
                    condition=models.Q(("federation", models.F("id").bitrightshift(40))),
                    name=f"{model}_in_its_federation",
                ),
            )
            for model in ("posting", "entry", "closing")
        ),
        *(append_only(table) for table in TABLES),
    ]
