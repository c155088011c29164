"""The book: who was credited with what. Nobody can change its entries."""
