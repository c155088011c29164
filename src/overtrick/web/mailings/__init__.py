"""Mail that somebody can choose: how often, the link that ends it, the month’s statement, the Monday mail."""
