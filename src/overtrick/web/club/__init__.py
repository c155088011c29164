"""What does a club or a county do here? It sends results, looks after members, approves what comes from below."""
