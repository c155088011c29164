"""The pages of clubs and counties: send results, look after members, approve submissions."""
