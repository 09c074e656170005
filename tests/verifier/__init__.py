"""The parts of verify.py, one subject in each file; begin with verify.py itself, which says what is where."""
