"""How often the bench is right: simulated tables with one defect each, and sound ones."""
