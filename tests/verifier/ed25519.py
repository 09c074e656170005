"""Whether a signature is right: Ed25519 as RFC 8032 defines it."""
import hashlib

from .canon import Wrong, need

PRIME = 2**255 - 19
CURVE = -121665 * pow(121666, -1, PRIME) % PRIME
ORDER = 2**252 + 27742317777372353535851937790883648493

def recover_x(y, odd):
    square = (y * y - 1) * pow(CURVE * y * y + 1, -1, PRIME) % PRIME
    x = pow(square, (PRIME + 3) // 8, PRIME)
    x = x if (x * x - square) % PRIME == 0 else x * pow(2, (PRIME - 1) // 4, PRIME) % PRIME
    need(y < PRIME and (x * x - square) % PRIME == 0 and not (x == 0 and odd), "this is not a point of the curve")
    return PRIME - x if x % 2 != odd else x

def point(packed):
    number = int.from_bytes(packed, "little")
    y = number % 2**255
    x = recover_x(y, number >> 255)
    return x, y, 1, x * y % PRIME

BASE_Y = 4 * pow(5, -1, PRIME) % PRIME
BASE = point(BASE_Y.to_bytes(32, "little"))

def added(p, q):
    a, b = (p[1] - p[0]) * (q[1] - q[0]), (p[1] + p[0]) * (q[1] + q[0])
    c, d = 2 * p[3] * q[3] * CURVE, 2 * p[2] * q[2]
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % PRIME, g * h % PRIME, f * g % PRIME, e * h % PRIME

def times(n, p):
    sum_ = (0, 1, 1, 0)
    for bit in bin(n)[2:]:
        sum_ = added(sum_, sum_)
        sum_ = added(sum_, p) if bit == "1" else sum_
    return sum_

def is_signed(key, message, signature):
    """Whether a signature of 64 bytes is that of the key over the message."""
    try:
        r, s = point(signature[:32]), int.from_bytes(signature[32:], "little")
        k = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % ORDER
        left, right = times(s, BASE), added(r, times(k, point(key)))
    except Wrong:
        return False
    same = all((left[i] * right[2] - right[i] * left[2]) % PRIME == 0 for i in (0, 1))
    return len(signature) == 64 and s < ORDER and same
