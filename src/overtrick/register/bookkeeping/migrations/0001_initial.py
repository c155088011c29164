import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("federations", "0004_look"),
    ]

    operations = [
        migrations.CreateModel(
            name="AccountCode",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("program", models.CharField(max_length=20)),
                ("kind", models.CharField(choices=[("account", "Account"), ("tax code", "Tax")], max_length=10)),
                ("name", models.CharField(max_length=140)),
                ("code", models.CharField(max_length=40)),
                (
                    "federation",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="federations.federation"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("federation", "program", "kind", "name"), name="account_code_once")
                ],
            },
        ),
    ]
