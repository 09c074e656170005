"""JSON in its one canonical form (RFC 8785, and whole numbers only), hashes, and what is thrown when something is wrong (P-01)."""
import hashlib
import json
import re

FORMAT, MOST_DEPTH = "ravenpost/1", 64

class Wrong(Exception):
    def __init__(self, why, line=None):
        super().__init__(why)
        self.line = line

def need(holds, otherwise, line=None):
    if not holds:
        raise Wrong(otherwise, line)

def canonical(value):
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    # Python sorts names by code points, RFC 8785 by UTF-16 units: they differ beyond U+FFFF only.
    return text if max(text, default="") <= "\uffff" else slowly(value)

def slowly(value):
    if isinstance(value, dict):
        names = sorted(value, key=lambda name: name.encode("utf-16-be", "surrogatepass"))
        return "{" + ",".join(slowly(name) + ":" + slowly(value[name]) for name in names) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(slowly, value)) + "]"
    return json.dumps(value, ensure_ascii=False)

def parse(text):
    def once(pairs):
        need(len({name for name, _ in pairs}) == len(pairs), "a member is there twice")
        return dict(pairs)

    def whole(digits):
        need(len(digits) < 20 and abs(int(digits)) < 2**53 and digits != "-0", f"the number {digits[:40]} is too large")
        return int(digits)

    def no_float(number):
        raise Wrong(f"the number {number[:40]} is not whole")

    depth = 0
    for bracket in re.findall(r"[\[\]{}]", re.sub(r'"(?:[^"\\]|\\.)*"', "", text)):
        depth += 1 if bracket in "[{" else -1
        need(depth <= MOST_DEPTH + 2, f"it is nested more than {MOST_DEPTH} levels deep")
    return json.loads(text, object_pairs_hook=once, parse_int=whole, parse_float=no_float, parse_constant=no_float)

def sha256(text):
    return hashlib.sha256(text.encode("utf-8")).hexdigest()

def digested(value):
    return sha256(canonical(value))
