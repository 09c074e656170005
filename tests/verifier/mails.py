"""A ledger compared with mails that players have kept: their heads, tables of seals and signed receipts."""
import email
import email.policy
import json
import mailbox
import re

from .canon import canonical, sha256
from .ed25519 import is_signed

def text_digest(text):
    """The digest of a mail's plain text without what transport changes."""
    lines = re.sub("\r\n?", "\n", text).split("\n")
    text = "\n".join(re.sub("^>+(?=From )", "", line).rstrip(" \t") for line in lines)
    return sha256(text.rstrip("\n") + "\n")

def kept(path):
    """Each message at a path, and where it is: a Maildir, an mbox, a folder of files, one file."""
    if path.is_dir():
        for inside in sorted(path.iterdir()):
            yield from kept(inside) if inside.name != "tmp" else ()
        return
    raw, box = path.read_bytes(), [path.name]
    if raw.startswith(b"From "):
        mbox = mailbox.mbox(path, create=False)
        box = [f"{path.name}, message {number}" for number in range(1, len(mbox) + 1)]
        raws = [mbox.get_bytes(key) for key in mbox.keys()]
    for place, raw in zip(box, raws if len(box) > 1 or raw.startswith(b"From ") else [raw]):
        mail = email.message_from_bytes(raw, policy=email.policy.default)
        yield f"{path.parent / place} (“{mail['Subject']}”, {mail['Date']})", mail

def statement_flaws(mail, text, receipt, founded, heads):
    """What is wrong with a signed receipt by itself."""
    said = receipt["statement"]
    if receipt["key"] != founded["receipt-key"]:
        yield f"its receipt is signed with the key {receipt['key']}, but this ledger was founded with another"
    signed = b"ravenpost/1 receipt\n" + canonical(said).encode("utf-8")
    if not is_signed(bytes.fromhex(receipt["key"]), signed, bytes.fromhex(receipt["signature"])):
        yield "the signature of its receipt is wrong"
    if text_digest(text) != said["text"]:
        yield "its text is not the text that was signed"
    elif said["chain"] not in text or (said["seal"] or "") not in text or heads[-1:] != [said["head"]]:
        yield "its text does not say what its signed file states"

def ledger_flaws(said, entries, is_part):
    """How a signed receipt differs from the ledger."""
    received = [entry for entry in entries if entry["kind"] == "received"]
    same = [entry for entry in received if entry["hash"] == said["entry"]]
    place = (said["seat"], said["number"])
    same = same or [entry for entry in received if (entry["body"].get("seat"), entry["body"].get("number")) == place]
    if not same and is_part and entries[-1]["seq"] == said["head"]["seq"]:
        return
    if not same:
        yield f"it acknowledges a message of {place[0]} (receipt {place[1]}) that is not in this ledger"
    for entry in same[:1]:
        here = {**entry["body"], "at": entry["at"], "entry": entry["hash"]}
        for name in ("at", "chain", "fate", "mail", "message", "number", "seat", "window", "entry"):
            if here.get(name) != said[name]:
                yield f"its {name} is {said[name]}, but in entry {entry['seq']} of this ledger {here.get(name)}"
    seals = [entry["body"]["seal"] for entry in entries if entry["kind"] == "sealed" and entry["body"]["seat"] == place[0]]
    if said["seal"] and said["fate"] == "used" and said["seal"] not in seals:
        yield f"it acknowledges the seal {said['seal']} of {place[0]}, which is not in this ledger"

def compare(entries, is_part, mails):
    """Each way in which mails differ from the ledger and from each other; and how many were looked at."""
    founded, named, receipts, count, seats = entries[0]["body"], {}, {}, 0, {}
    seats = {seat["name"]: seat["seat"] for seat in founded.get("seats", [])}
    sealed = {(entry["body"]["seat"], entry["body"]["seal"]) for entry in entries if entry["kind"] == "sealed"}
    flaws = []
    for label, mail in mails:
        if mail["X-Ravenpost"] != founded["campaign"]:
            continue
        count, body = count + 1, mail.get_body(("plain",))
        text = body.get_content().replace("\r\n", "\n") if body else ""
        heads = re.findall(r"^Entry (\d+) of the ledger has the hash\s*\n([0-9a-f]{64})\s*$", text, re.M)
        heads = [{"hash": digest, "seq": int(number)} for number, digest in heads]
        files = [json.loads(part.get_content() if part.get_content_maintype() == "text" else part.get_payload(decode=True))
                 for part in mail.iter_attachments() if re.fullmatch(r"receipt-\d+\.json", part.get_filename() or "")]
        for head in heads + [file["statement"]["head"] for file in files]:
            number, other = head["seq"], named.setdefault(head["seq"], head["hash"])
            here = entries[number - 1]["hash"] if 0 < number <= len(entries) else None
            if here is None:
                flaws.append((label, f"it names entry {number}, but this ledger ends with entry {len(entries)}"))
            if here not in (None, head["hash"]) or other != head["hash"]:
                flaws.append((label, f"it names entry {number} with the hash {head['hash']}, not {here or other}"))
        for name, seal in re.findall(r"^(.+): sealed.*\n(sha256:[0-9a-f]{64})\s*$", text, re.M):
            point = entries[heads[-1]["seq"] - 1]["body"] if heads and heads[-1]["seq"] <= len(entries) else {}
            table = point.get("seals", {}).get(seats.get(name), seal) if isinstance(point, dict) else seal
            if name in seats and not name.startswith("| ") and (table != seal or (seats[name], seal) not in sealed):
                flaws.append((label, f"it shows for {name} the seal {seal}, which this ledger does not have there"))
        for file in files:
            said = file["statement"]
            first = receipts.setdefault((said["seat"], said["number"]), (label, said))
            if any(first[1][name] != said[name] for name in set(said) - {"text", "head"}):
                flaws.append((label, f"it is receipt {said['number']} of {said['seat']}, but another than {first[0]}"))
            flaws += [(label, why) for why in statement_flaws(mail, text, file, founded, heads)]
            flaws += [(label, why) for why in ledger_flaws(said, entries, is_part)]
    return list(dict.fromkeys(flaws)), f"{count} messages compared, {len(receipts)} signed receipts, {len(named)} entries named"
