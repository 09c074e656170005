"""Verifies many ledgers with tests/verify.py in one process: reads a length in a line and that many bytes, again and again, and
answers each in a line: `good`, or the number of the first wrong line (0 for the whole) and why."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
sys.dont_write_bytecode = True
import verify

while length := sys.stdin.buffer.readline():
    data = sys.stdin.buffer.read(int(length))
    try:
        verify.good(*verify.verify(data))
        answer = "good"
    except (verify.Wrong, ValueError, KeyError, TypeError, AttributeError) as error:
        answer = f"{getattr(error, 'line', None) or 0} {error}"
    sys.stdout.write(answer.replace("\n", " ") + "\n")
    sys.stdout.flush()
