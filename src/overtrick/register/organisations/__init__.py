"""Who runs events? The national body, counties, clubs, and the officers who act for them."""
