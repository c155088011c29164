"""How do pages look? The frame, the style sheet, charts, and the parts that every page shares."""
