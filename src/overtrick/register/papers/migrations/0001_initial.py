from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """Batches of papers that wait to be fetched."""

    initial = True

    dependencies = [
        ("tasks", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="PaperFile",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("name", models.CharField(max_length=120)),
                ("papers", models.PositiveIntegerField()),
                ("content", models.BinaryField()),
                ("made_at", models.DateTimeField()),
                (
                    "task",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="drawn", to="tasks.task"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("task", "number"), name="paper_part_once")],
            },
        ),
    ]
