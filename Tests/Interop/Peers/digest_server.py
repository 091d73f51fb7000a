"""A server that demands HTTP's Digest authentication, in the way that the path names.

    digest_server.py PORT           serves on loopback
    digest_server.py --check FILE   holds the responses that it computes to known ones

A path is /ALGORITHM/QOP/WISHES/REST: QOP is `auth`, `auth-int` or `none`, WISHES are words with
plus signs between them: `userhash`; `once`, where a nonce is stale after one request; `next`, where
each response names another nonce; `liar`, where the server does not know the password itself.
RFC 7616.
"""

import hashlib
import http.server
import json
import re
import secrets
import sys
import urllib.parse

USER, PASSWORD, REALM = "Jäsøn \"Doe\"", "Secret, or not?", "a \"realm\" \\ of quotes"
HASHES = {"MD5": "md5", "SHA-256": "sha256", "SHA-512-256": "sha512_256"}
PARAMETER = re.compile(r'([\w*]+)\s*=\s*("(?:[^"\\]|\\.)*"|[^\s,"]+)\s*(?:,\s*|$)')


def digest(algorithm, *parts):
    """The hash of parts with colons between them, in hexadecimal digits."""
    name = HASHES[algorithm.removesuffix("-sess")]
    whole = b":".join(part if isinstance(part, bytes) else part.encode() for part in parts)
    return hashlib.new(name, whole).hexdigest()


def session_key(algorithm, user, realm, password, nonce, cnonce):
    key = digest(algorithm, user, realm, password)
    return digest(algorithm, key, nonce, cnonce) if algorithm.endswith("-sess") else key


def response(algorithm, key, given, method, content):
    """The response to what a field gives; a server's own has no method."""
    covered = [method, given["uri"]]
    if given.get("qop") == "auth-int":
        covered.append(digest(algorithm, content))
    middle = [given[name] for name in ("nonce", "nc", "cnonce", "qop") if given.get(name)]
    return digest(algorithm, key, *middle, digest(algorithm, *covered))


def parameters(field):
    """What a field gives behind its scheme; nothing where any of it cannot be read."""
    scheme, _, rest = field.partition(" ")
    found, at = {}, 0
    while scheme.lower() == "digest" and (match := PARAMETER.match(rest, at)):
        name, value = match[1].lower(), match[2]
        if name in found:
            return {}
        quoted = name in ("username", "realm", "nonce", "uri", "response", "cnonce", "opaque")
        # What the standard wants quoted must be, and what it wants plain must not.
        if field.startswith("Digest ") and quoted != value.startswith('"') and name in STRICT:
            return {}
        found[name] = re.sub(r"\\(.)", r"\1", value[1:-1]) if value.startswith('"') else value
        at = match.end()
    return found if at == len(rest) else {}


STRICT = {"username", "realm", "nonce", "uri", "response", "cnonce", "opaque", "nc"}
# What is known of each nonce: the path that it is for, its counts, and the key of its session.
nonces = {}


def new_nonce(way, key=None):
    nonce = secrets.token_urlsafe(18) + "\"\\"
    nonces[nonce] = {"way": way, "counts": set(), "key": key, "uses": 0}
    return nonce


def quote(text):
    return '"' + re.sub(r'(["\\])', r"\\\1", text) + '"'


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self):
        self.content = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        parts = self.path.split("/") + ["", "", ""]
        way = (parts[1], parts[2], parts[3])
        field = self.headers.get("Authorization")
        given = parameters(field.encode("latin-1").decode()) if field else {}
        verdict = self.judge(way, given) if given else "no answer"
        if verdict is None:
            return self.accept(way, given)
        algorithm, qop, wishes = way
        challenge = (
            f"Digest realm={quote(REALM)}, nonce={quote(new_nonce(way))}, algorithm={algorithm}, "
            f"opaque={quote('o/' + algorithm)}, charset=UTF-8")
        challenge += "" if qop == "none" else f", qop=\"{qop}\""
        challenge += ", userhash=true" if "userhash" in wishes else ""
        challenge += ", stale=true" if verdict == "stale" else ""
        self.reply(401, verdict, {"WWW-Authenticate": challenge})

    def judge(self, way, given):
        """Why an answer is not accepted, or None."""
        algorithm, qop, wishes = way
        known = nonces.get(given.get("nonce"))
        if known is None or known["way"] != way:
            return "stale"
        user = USER
        name = given.get("username")
        if "userhash" in wishes:
            user, name = digest(algorithm, USER, REALM), given.get("username")
        elif "username*" in given:
            name = urllib.parse.unquote(given["username*"].removeprefix("UTF-8''"))
        expected = {"realm": REALM, "uri": self.path, "algorithm": algorithm,
                    "opaque": "o/" + algorithm, "qop": None if qop == "none" else qop}
        for key, value in expected.items():
            if given.get(key) != value:
                return f"{key} is {given.get(key)}, not {value}"
        if name != user:
            return f"the user is {name}"
        known["key"] = known["key"] or session_key(
            algorithm, USER, REALM, PASSWORD, given["nonce"], given.get("cnonce", ""))
        if given.get("response") != response(
                algorithm, known["key"], given, self.command, self.content):
            return "the response is wrong"
        if qop != "none" and (given["nc"] in known["counts"]
                              or int(given["nc"], 16) != len(known["counts"]) + 1):
            return f"the count is {given['nc']}"
        known["counts"].add(given.get("nc"))
        known["uses"] += 1
        return "stale" if "once" in wishes and known["uses"] > 1 else None

    def accept(self, way, given):
        algorithm, qop, wishes = way
        known, content = nonces[given["nonce"]], b"welcome"
        key = "other" if "liar" in wishes else known["key"]
        info = [f"rspauth=\"{response(algorithm, key, given, '', content)}\""]
        if qop != "none":
            info += [f"qop={qop}", f"nc={given['nc']}", f"cnonce={quote(given['cnonce'])}"]
        if "next" in wishes:
            # A session keeps its key; without one the key is the same anyway.
            info.append(f"nextnonce={quote(new_nonce(way, known['key']))}")
        self.reply(200, content.decode(), {"Authentication-Info": ", ".join(info)})

    def reply(self, status, text, fields):
        content = text.encode()
        self.send_response(status)
        for name, value in fields.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(content)
        self.close_connection = True

    do_GET = do_POST = answer


def check(path):
    """Holds the arithmetic above to the answers of a corpus."""
    with open(path, encoding="utf-8") as file:
        cases = json.load(file)["cases"]
    for case in cases:
        asked = parameters(case["challenge"]["value"].replace("Digest ", "digest ", 1))
        given = {key: case[key] for key in ("uri", "nc", "cnonce", "qop") if key in case}
        given["nonce"] = asked["nonce"]
        key = session_key(case["algorithm"], case["user"], asked["realm"], case["password"],
                          given["nonce"], given.get("cnonce", ""))
        content = case.get("body", "").encode()
        found = response(case["algorithm"], key, given, case["method"], content)
        if found != case["response"]:
            raise SystemExit(f"{case['id']}: {found}")
    print(f"{len(cases)} known answers")


if sys.argv[1] == "--check":
    check(sys.argv[2])
else:
    http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
