"""The whole study: sorts recorded, replayed as walls, judged, told; it goes on where it was."""
