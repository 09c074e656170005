"""The members that the body of each kind of entry has, and what each must look like (P-02)."""
import re

from .canon import need
from .deadlines import moment

# n is a number, s a text, b yes or no, y “true”, t a time (T or null), h a hash, l a seal, o an object, x a list, w a list of
# texts, c counts, m a window with its new deadline, v anything; everything else is one of the words. “?” may be missing.

SHAPES = {name: {member.rstrip("?"): (kind, member.endswith("?")) for member, kind in (word.split(":", 1) for word in rest)}
          for name, *rest in map(str.split, """
founded campaign:s format:s version:s rules?:n settings:o seats:x data:o own-data?:w shuffle-commitment:h receipt-key:h gm?:h chance:o \
gm-words?:o rehearsal?:o
chance words:o gm-words:o public:v
received seat?:s number:n mail:h message:h received:t fate:used|refused|stranger|kept chain:h seal?:l window?:s final?:y lifts?:y unusable?:y slips?:y whole?:y beside?:y \
empty?:y words?:s rehearsed?:y stand-in?:y stranger?:h signed?:h warned?:o new-key?:n
window.opened window:s turn:n stage:s round:s sealed:b secrecy:deposit|either|sealed asked:o deadline:T grace:n again?:s counts:c
window.joined window:s seat:s asked:x
window.moved window:s deadline:t why:vote|gm
window.reminded window:s seats:w by?:gm
window.waiting window:s seats:w told?:y
window.published window:s why:all-in|deadline|gm seals:o deadline:T first?:s
window.openings window:s first:s why:opened|deadline|gm instead?:default|steward deadline:T
window.closed window:s why:answered|all-in|deadline|openings|gm|vote seats:o silent:o
sealed window:s seat:s seal:l how:deposit|seal|steward revision:n
opened window:s seat:s seal:l how:deposit|seal|steward
answered seat:s key:s kind:s answer:v hidden?:y source:o again?:n
resolved number:n turn:n stage:s shuffles:x over?:y
press
vote.draw seat:s yes:b
vote.ruling seat:s yes:b
vote.extend seat:s minutes:n
vote.replace seat:s whom:v
vote.concede seat:s to:v
absence seat:s resigned?:y by?:vote stand-in?:y replaced?:o
settings settings?:o key?:o
unreachable seat:s unreachable:b reason?:s again?:y
clock from:t to:t moved?:m protest?:t
clock.paused by:gm
clock.resumed by:gm since:t moved?:m
clock.rehearsed by:gm
clock.public by:gm value:s until:t corrects?:s
dispute.opened number:n seat:s turn:n about?:s waits?:y
dispute.said number:n by:s says?:s
dispute.withdrawn number:n seat:s
dispute.closed number:n says:s
dispute.clock from:t to:t moved?:m
ruling.adopted number:n what:rule|rewind|forward after:n turn:n stage:s reason:s overrules?:x changes?:x dispute?:n standby?:y
ruling.proposed number:n what:rule|rewind|forward after:n turn:n stage:s reason:s overrules?:x changes?:x dispute?:n standby?:y until:t
ruling.dropped number:n why:objections|withdrawn
mailed to:s what:s number:n with?:w told?:o head?:o given-up?:y
peeked window:s seat:s
ended outcome:v shuffle-secret:h draws:x counts:c
""".strip().replace("\\\n", "").splitlines())}
TAGS = {"window": "what", "vote": "on", "clock": "what", "dispute": "what", "ruling": "step"}
KINDS = {name.split(".")[0] for name in SHAPES}
SECRET = {"opened", "answered", "resolved", "press"}

def text(value, form):
    return isinstance(value, str) and bool(re.fullmatch(form, value))

FITS = {
    "n": lambda value: type(value) is int and value >= 0, "s": lambda value: isinstance(value, str),
    "b": lambda value: isinstance(value, bool), "y": lambda value: value is True, "v": lambda value: True,
    "t": lambda value: isinstance(value, str) and bool(moment(value)), "T": lambda value: value is None or FITS["t"](value),
    "h": lambda value: is_hash(value), "l": lambda value: text(value, "sha256:[0-9a-f]{64}"),
    "o": lambda value: isinstance(value, dict), "x": lambda value: isinstance(value, list),
    "w": lambda value: isinstance(value, list) and all(isinstance(one, str) for one in value),
    "c": lambda value: isinstance(value, dict) and set(value) == {"received", "mailed"},
    "m": lambda value: isinstance(value, list) and len(value) == 2 and FITS["s"](value[0]) and FITS["t"](value[1]),
}

def is_hash(value):
    return text(value, "[0-9a-f]{64}")

def fits(kind, value):
    return FITS[kind](value) if kind in FITS else value in kind.split("|")

def shape(kind, body):
    tag = TAGS.get(kind)
    name = kind if tag is None or kind == "clock" and tag not in body else f"{kind}.{body.get(tag)}"
    need(name in SHAPES, f"its body is not one of “{kind}”")
    members = set(body) - {"batch", tag}
    for member, (wanted, optional) in SHAPES[name].items():
        need(optional or member in body, f"its member “{member}” is missing")
        need(member not in body or fits(wanted, body[member]), f"its member “{member}” has a wrong form")
    need(members <= set(SHAPES[name]), f"its member “{min(members - set(SHAPES[name]), default='')}” is not known")
    return name.replace(".", "_")

# Chance.
