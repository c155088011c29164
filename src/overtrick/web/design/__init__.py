"""How pages look: the frame, the style sheet, charts, and the parts that every page shares."""
