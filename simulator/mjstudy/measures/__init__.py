"""Each statistic on a batch of walls, and what a perfect shuffle gives."""
