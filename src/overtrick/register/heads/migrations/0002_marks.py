from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("heads", "0001_initial"),
    ]

    operations = [
        migrations.AddField(model_name="head", name="marks", field=models.BinaryField(null=True)),
        migrations.AddField(model_name="node", name="marks", field=models.BinaryField(null=True)),
    ]
