"""The commands of `mjtool`, grouped by what they do."""
