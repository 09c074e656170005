"use strict";
// Checks a public archive by docs/protocol.md: chain, seals, receipts and shuffles. It has its own SHA-256, because browsers
// lend theirs only to pages that come over HTTPS.

const FORMAT = "ravenpost/1";
const ZEROS = "0".repeat(64);

const K = (() => {
  const primes = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every(p => n % p)) primes.push(n);
  const part = root => Math.floor((root - Math.floor(root)) * 0x100000000) >>> 0;
  return { rounds: primes.map(p => part(Math.cbrt(p))), start: primes.slice(0, 8).map(p => part(Math.sqrt(p))) };
})();

function sha256(bytes) {
  const length = (((bytes.length + 8) >> 6) + 1) << 6;
  const padded = new Uint8Array(length);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(length - 8, Math.floor(bytes.length / 0x20000000));
  view.setUint32(length - 4, bytes.length << 3);
  const state = Uint32Array.from(K.start);
  const w = new Uint32Array(64);
  const turn = (x, n) => (x >>> n) | (x << (32 - n));
  for (let at = 0; at < length; at += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getUint32(at + 4 * i);
    for (let i = 16; i < 64; i++) {
      const s0 = turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ (w[i - 15] >>> 3);
      const s1 = turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ (w[i - 2] >>> 10);
      w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + K.rounds[i] + w[i]) | 0;
      const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g; g = f; f = e; e = (d + t1) | 0; d = c; c = b; b = a; a = (t1 + t2) | 0;
    }
    [a, b, c, d, e, f, g, h].forEach((part, i) => { state[i] += part; });
  }
  const out = new Uint8Array(32);
  const result = new DataView(out.buffer);
  state.forEach((part, i) => result.setUint32(4 * i, part));
  return out;
}

const hex = bytes => Array.from(bytes, byte => byte.toString(16).padStart(2, "0")).join("");
const utf8 = text => new TextEncoder().encode(text);
const hash = text => hex(sha256(utf8(text)));

function joined(...parts) {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  parts.reduce((at, part) => { all.set(part, at); return at + part.length; }, 0);
  return all;
}

function unhex(text) {
  if (typeof text !== "string" || !/^([0-9a-f]{2})*$/.test(text)) throw new Error("this is not hexadecimal");
  return Uint8Array.from(text.match(/../g) || [], pair => parseInt(pair, 16));
}

function hmac(key, bytes) {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? sha256(key) : key);
  return sha256(joined(block.map(x => x ^ 0x5c), sha256(joined(block.map(x => x ^ 0x36), bytes))));
}

function canonical(value, depth = 0) {
  if (depth > 64) throw new Error("it is nested too deep");
  if (value === null || typeof value === "boolean" || typeof value === "string") return JSON.stringify(value);
  if (typeof value === "number") {
    if (!Number.isSafeInteger(value) || Object.is(value, -0)) throw new Error("it has a number that is not whole");
    return String(value);
  }
  if (Array.isArray(value)) return "[" + value.map(one => canonical(one, depth + 1)).join(",") + "]";
  const members = Object.keys(value).sort();
  return "{" + members.map(name => JSON.stringify(name) + ":" + canonical(value[name], depth + 1)).join(",") + "}";
}

function shuffled(seed, label, length) {
  const key = sha256(joined(seed, utf8(label)));
  const order = Array.from({ length }, (_, place) => place);
  let drawn = 0n;
  const next = () => {
    const number = new Uint8Array(8);
    new DataView(number.buffer).setBigUint64(0, drawn++);
    return new DataView(sha256(joined(key, number)).buffer).getBigUint64(0);
  };
  const all = 1n << 64n;
  for (let m = length - 1; m > 0; m--) {
    const k = BigInt(m + 1);
    let x = next();
    while (x >= all - (all % k)) x = next();
    const other = Number(x % k);
    [order[m], order[other]] = [order[other], order[m]];
  }
  return order;
}

// Throws an error with the number of the entry at fault.
function fail(entry, why) {
  throw Object.assign(new Error(why), { entry });
}

// Reads the lines before the ledger, and compares the files with what the first line says of them.
function unpacked(text) {
  const lines = text.split("\n");
  if (lines.pop() !== "") fail(0, "its last line breaks off");
  if (!lines[0] || !lines[0].startsWith("{\"export\":")) fail(0, "it does not begin like an archive");
  const manifest = JSON.parse(lines.shift()).export;
  const files = Object.assign(Object.create(null), manifest.files);
  while (lines[0] && lines[0].startsWith("{\"file\":")) {
    const file = JSON.parse(lines.shift()).file;
    if (files[file.name] !== hash(file.text)) fail(0, "the file " + file.name + " was changed");
    delete files[file.name];
  }
  if (files["ledger.jsonl"] !== hash(lines.map(line => line + "\n").join(""))) fail(0, "the ledger was changed");
  delete files["ledger.jsonl"];
  const missing = Object.keys(files);
  if (missing.length) fail(0, "the file " + missing[0] + " is missing");
  return { manifest, lines };
}

function chain(lines) {
  let prev = ZEROS;
  return lines.map((line, place) => {
    const seq = place + 1;
    let entry;
    try {
      entry = JSON.parse(line);
      if (canonical(entry) !== line) throw new Error();
    } catch (_) {
      fail(seq, "its line is not in canonical form");
    }
    if (entry.seq !== seq) fail(seq, "its number is " + entry.seq);
    if (entry.prev !== prev) fail(seq, "it does not follow the entry before it");
    const bare = Object.assign({}, entry);
    delete bare.hash;
    if (entry.secret && entry.secret.digest === undefined) bare.secret = { digest: hash(canonical(entry.secret)) };
    if (hash(canonical(bare)) !== entry.hash) fail(seq, "its hash is wrong");
    prev = entry.hash;
    return entry;
  });
}

function seals(entries, campaign) {
  const last = new Map();
  let opened = 0;
  for (const { seq, kind, body, secret } of entries) {
    const place = canonical([body.seat, body.window].map(part => part === undefined ? null : part));
    if (kind === "sealed") last.set(place, body.seal);
    if (kind !== "opened") continue;
    if (last.get(place) !== body.seal) fail(seq, "it opens a seal that was not the last one of its seat");
    const sealed = secret && secret.body;
    if (!sealed) continue;
    if ("sha256:" + hash(canonical(sealed)) !== body.seal) fail(seq, "the opened plan does not match its seal");
    if (sealed.format !== FORMAT || sealed.campaign !== campaign || sealed.seat !== body.seat || sealed.window !== body.window) {
      fail(seq, "the opened plan belongs to something else");
    }
    if (!/^([0-9a-f]{2}){16,32}$/.test(sealed.nonce)) fail(seq, "the opened plan has no proper nonce");
    opened++;
  }
  return opened;
}

function receipts(entries) {
  const last = new Map();
  let count = 0;
  for (const { seq, kind, body } of entries) {
    if (kind !== "received" || body.chain === undefined) continue;
    const before = last.get(body.seat) || { number: 0, chain: ZEROS };
    if (body.number !== before.number + 1) fail(seq, "the receipts of " + body.seat + " are not numbered in order");
    const seal = body.seal === undefined ? null : body.seal;
    const { fate, mail, number, seat } = body;
    if (hash(canonical({ fate, mail, number, prev: before.chain, seal, seat })) !== body.chain) {
      fail(seq, "the chain of the receipts of " + seat + " is broken");
    }
    last.set(seat, { number, chain: body.chain });
    count++;
  }
  return count;
}

function draws(entries) {
  const founded = entries[0].body;
  const chance = entries.find(entry => entry.kind === "chance");
  const known = new Map();
  for (const { seq, kind, body } of entries) {
    if (kind !== "ended" || body["shuffle-secret"] === undefined) continue;
    const secret = unhex(body["shuffle-secret"]);
    if (hex(sha256(secret)) !== founded["shuffle-commitment"]) fail(seq, "the secret of the shuffles is not the one promised");
    if (!chance) fail(seq, "nothing says what the shuffles are made of");
    const mixed = Object.assign({}, chance.body);
    delete mixed.batch;
    const seed = hmac(secret, utf8(canonical(mixed)));
    for (const { label, length, order } of body.draws) {
      if (canonical(shuffled(seed, label, length)) !== canonical(order)) fail(seq, "the shuffle " + label + " is another one");
      known.set(label, order);
    }
  }
  return known.size;
}

// Returns what was checked. Throws an error if something is wrong, with the number of the entry in `entry` (0: the file itself).
function verify(text) {
  const { manifest, lines } = unpacked(text);
  const entries = chain(lines);
  if (!entries.length || entries[0].kind !== "founded") fail(1, "it does not found a campaign");
  if (entries[0].body.format !== FORMAT) fail(1, "its format is not " + FORMAT);
  const head = entries[entries.length - 1];
  if (manifest.entries !== head.seq || manifest.head !== head.hash) fail(0, "it ends elsewhere than it says");
  return {
    entries: entries.length,
    seals: seals(entries, entries[0].body.campaign),
    receipts: receipts(entries),
    draws: draws(entries),
    head: head.hash,
    hashes: entries.map(entry => entry.hash),
  };
}

if (typeof module !== "undefined") module.exports = { canonical, hash, hex, hmac, sha256, shuffled, unhex, utf8, verify };
