"""A maze router of our own: a grid of two layers, planes between them, rip-up and retry."""
