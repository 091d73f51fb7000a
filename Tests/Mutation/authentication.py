"""The deletions of what challenges are held to, and of what decides who is given which credential."""

HERE = "Sources/ApusAuthentication/"
LIST = HERE + "Challenges/Challenge.swift"
PIECES = HERE + "Challenges/Cursor+Challenges.swift"
CREDENTIAL = HERE + "Credentials/Credential.swift"
DIGEST = HERE + "Digest/DigestChallenge.swift"
SESSION = HERE + "Digest/DigestSession.swift"
ANSWER = HERE + "Digest/DigestAnswer.swift"
FIELD = HERE + "Digest/DigestField.swift"
SPACE = HERE + "Spaces/ProtectionSpace.swift"
RECORD = HERE + "Spaces/SpaceRecord.swift"
STORE = HERE + "Spaces/CredentialStore.swift"
ATTEMPTS = HERE + "Spaces/Attempts.swift"
TESTS = r"ApusAuthenticationTests\."


def unless(name, file, condition):
    """A guard that lets everything through."""
    return (name, file, f"guard {condition}", f"guard DELETED || {condition}", TESTS)


def never(name, file, condition):
    """A condition that is never met."""
    return (name, file, f"if {condition}", f"if !DELETED, {condition}", TESTS)


DELETIONS = [
    # Challenges.
    unless("how long a field of challenges may be", LIST, "field.count <= Self.byteLimit"),
    unless("how many challenges there may be", LIST, "challenges.count < Self.challengeLimit"),
    unless("how many faults of challenges are kept", LIST,
           "faults.count < Self.challengeLimit, faults.last != fault"),
    ("a challenge that cannot be read takes its parameters along", LIST,
     "open = .broken\n          cursor = start",
     "if !DELETED { open = .broken }\n          cursor = start", TESTS),
    ("a parameter before any scheme", LIST, "case .nothing: throw .parameterWithoutScheme",
     "case .nothing where DELETED: return\n      case .nothing: throw .parameterWithoutScheme",
     TESTS),
    unless("a parameter is named once", PIECES, "self[parameter.name] == nil"),
    unless("no parameters beside a token", PIECES, "token == nil"),
    unless("how many parameters a challenge may have", PIECES,
           "parameters.count < Authentication.ChallengeList.parameterLimit"),
    never("a comma between parameters", PIECES, "!isAtEndOfElement(in: field) { try expect"),
    ("a comma in quotes separates nothing", PIECES, "if byte == 0x22 { isQuoted",
     "if byte == 0x22, !DELETED { isQuoted", TESTS),
    unless("how long what a server says of itself may be", ANSWER, "field.count <= limit"),
    # Basic and Bearer.
    never("no colon in a name for Basic", CREDENTIAL, "name.contains(0x3a)"),
    unless("no control characters for Basic", CREDENTIAL, "isFit"),
    unless("what a bearer token may be", CREDENTIAL, "isToken"),
    ("a credential suits schemes of its kind", CREDENTIAL,
     "case (.password, _), (.token, _): false", "case (.password, _), (.token, _): DELETED", TESTS),
    # Digest.
    ("unknown algorithms are refused", DIGEST, "throw .unknownAlgorithm(name.value)",
     "if DELETED { return DigestAlgorithm(.md5) }\n        throw .unknownAlgorithm(name.value)",
     TESTS),
    unless("unknown qualities are refused", DIGEST, "!qualities.isEmpty"),
    never("session keys need the client's nonce", DIGEST,
          "algorithm.hasSessionKey, qualities.isEmpty"),
    ("content that is not at hand is not hashed", DIGEST, "if quality == .authInt {",
     "if quality == .authInt, !DELETED {", TESTS),
    ("how many references a domain may have", DIGEST, ".prefix(Self.domainLimit)",
     ".prefix(DELETED ? .max : Self.domainLimit)", TESTS),
    unless("a count ends", SESSION, "!isExhausted"),
    ("requests of a nonce are counted", SESSION, "requestCount = count\n",
     "if !DELETED { requestCount = count }\n", TESTS),
    ("a session keeps its key", SESSION, "if let first { return first.key }",
     "if let first, !DELETED { return first.key }", TESTS),
    ("a session keeps the client's nonce", SESSION, "first?.clientNonce ?? clientNonce",
     "(DELETED ? nil : first?.clientNonce) ?? clientNonce", TESTS),
    ("the same next nonce goes on", SESSION, "guard let next = info.nextNonce, next != nonce",
     "guard let next = info.nextNonce, DELETED || next != nonce", TESTS),
    ("a next nonce counts from the start", SESSION, "nonce = next\n      requestCount = 0",
     "nonce = next\n      if !DELETED { requestCount = 0 }", TESTS),
    ("a server's proof is compared", ANSWER,
     "guard ConstantTime.areEqual(response.map(ASCII.lowercased), expected)",
     "guard DELETED || ConstantTime.areEqual(response.map(ASCII.lowercased), expected)", TESTS),
    ("a server's proof is of this nonce of the client", ANSWER,
     "guard info.clientNonce == nil || info.clientNonce == proof.clientNonce,",
     "guard DELETED || info.clientNonce == nil || info.clientNonce == proof.clientNonce,", TESTS),
    ("a server's proof is of this count", ANSWER,
     "info.count == nil || info.count == proof.countDigits",
     "DELETED || info.count == nil || info.count == proof.countDigits", TESTS),
    never("a proof of content that is not at hand", ANSWER, "covered == .authInt, content == nil"),
    ("a name has no control character, in whichever form", FIELD,
     "let quoted = try HTTP.QuotedString.escape(name.span)",
     "let quoted = DELETED ? name : try HTTP.QuotedString.escape(name.span)", TESTS),
    ("a name that is not ASCII has the extended form where it is understood", FIELD,
     "challenge.isUTF8, name.contains", "challenge.isUTF8 || DELETED, name.contains", TESTS),
    # Spaces.
    unless("no secrets in the clear", SPACE, "isClearAllowed || server.origin.scheme.isSecure"),
    ("NTLM and Negotiate are refused by name", SPACE,
     "case .ntlm, .negotiate: throw .schemeRefused(challenge.scheme)",
     "case .ntlm, .negotiate:\n        if !DELETED { throw .schemeRefused(challenge.scheme) }\n"
     "        digest = nil", TESTS),
    ("a domain names other origins in vain", SPACE, "url.origin == origin else",
     "DELETED || url.origin == origin else", TESTS),
    unless("a domain bounds its space", SPACE, "!digest.domain.isEmpty"),
    ("a proxy is one space", SPACE, "guard space.server.party == .origin else",
     "guard DELETED || space.server.party == .origin else", TESTS),
    ("a path ends with a segment", RECORD, "(other.last == 0x2f ||",
     "(DELETED || other.last == 0x2f ||", TESTS),
    never("how many paths of a space are remembered", RECORD, "paths.count > Self.pathLimit"),
    never("how many refused credentials are remembered", RECORD,
          "refused.count > Self.refusedLimit"),
    never("a refused credential is not given before a challenge", RECORD, "proven == credential"),
    ("a later nonce is not replaced by an earlier response's", RECORD,
     "if session?.answers.nonce == answer.proof.nonce {",
     "if DELETED || session?.answers.nonce == answer.proof.nonce {", TESTS),
    ("a credential is its server's", STORE, "server == space.server && (realm ?? space.realm)",
     "(DELETED || server == space.server) && (realm ?? space.realm)", TESTS),
    ("a refused credential is not given by the store", STORE,
     "!hasRefused($0.credential, in: space)",
     "(DELETED || !hasRefused($0.credential, in: space))", TESTS),
    unless("a credential that was taken back is not remembered", STORE,
           "answer.generation == generation"),
    never("how many spaces are remembered", STORE, "order.count >= Self.spaceLimit"),
    ("no secrets in the clear before a challenge", STORE, "space.scheme == .digest || isClear",
     "DELETED || space.scheme == .digest || isClear", TESTS),
    # Decisions.
    ("two answers a space and request", ATTEMPTS,
     "counts[$0.space, default: 0] < Self.answerLimit",
     "DELETED || counts[$0.space, default: 0] < Self.answerLimit", TESTS),
    ("content that is spent is not sent again", ATTEMPTS,
     "if case .stream(isSpent: true) = request.content {",
     "if case .stream(isSpent: true) = request.content, !DELETED {", TESTS),
    ("the strongest challenge is answered", ATTEMPTS, "(other.element.strength, one.offset)",
     "(DELETED ? 0 : other.element.strength, one.offset)", TESTS),
    ("a stale nonce is no refusal", ATTEMPTS,
     "!again.contains(where: { $0.digest?.isStale == true })",
     "DELETED || !again.contains(where: { $0.digest?.isStale == true })", TESTS),
    ("an answer that is given anew counts its nonce", ATTEMPTS,
     "(try? store.answer(again: answer, request, using: random)) ?? answer",
     "(try? DELETED ? nil : store.answer(again: answer, request, using: random)) ?? answer",
     TESTS),
    unless("an answer is given anew with its own credential", RECORD, "session?.of == credential"),
    ("an old nonce is no refusal", ATTEMPTS, "if answer.isPreemptive, let nonce",
     "if !DELETED, answer.isPreemptive, let nonce", TESTS),
    ("a wrong password is a refusal before a challenge too", ATTEMPTS,
     "again.allSatisfy({ $0.digest?.nonce != nonce })",
     "DELETED || again.allSatisfy({ $0.digest?.nonce != nonce })", TESTS),
    ("a refused credential is not taken from a caller", ATTEMPTS,
     "suited.first(where: { !hasRefused(credential, in: $0.space) })",
     "suited.first(where: { DELETED || !hasRefused(credential, in: $0.space) })", TESTS),
    ("what has failed as a proof is not sent as it is", SPACE,
     "server == other.server && realm == other.realm",
     "server == other.server && realm == other.realm && (!DELETED || scheme == other.scheme)",
     TESTS),
    ("a wrong proof opens nothing", ATTEMPTS,
     "if let info { try answer.check(info, content: content) } else { .notSaid }",
     "if let info, !DELETED { try answer.check(info, content: content) } else { .notSaid }",
     TESTS),
]
