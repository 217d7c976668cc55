"""Small mistakes put into a module, one at a time: does a test notice each?

What a mistake may be is in `operators`, where it may stand in `mutants`, how a test run in a fork
meets it in `swap` and `trial`. Tests that fail without any mistake are no business of this room.
"""
