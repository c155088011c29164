"""Sessions move to a table of our own, under a hash of their key; the old ones end. So does django-axes."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

#: Tables of apps that are gone, and what Django remembers of their migrations.
GONE = (
    "drop table if exists django_session",
    "drop table if exists axes_accessattemptexpiration",
    "drop table if exists axes_accessattempt",
    "drop table if exists axes_accessfailurelog",
    "drop table if exists axes_accesslog",
    "delete from django_migrations where app in ('axes', 'sessions')",
)


class Migration(migrations.Migration):
    dependencies = [
        ("logging_in", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RunSQL(GONE, migrations.RunSQL.noop, elidable=True),
        migrations.DeleteModel(name="Visit"),
        migrations.CreateModel(
            name="Session",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=64, unique=True)),
                ("data", models.TextField()),
                ("began_at", models.DateTimeField()),
                ("seen_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField(db_index=True)),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sessions",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
    ]
