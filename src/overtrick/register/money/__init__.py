"""Money: tariffs, charges, documents, payments and the journal."""
