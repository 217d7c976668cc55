"""One link, several programs: who may ask what, and one table that never hears a thing twice."""
