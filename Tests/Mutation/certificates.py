"""The deletions of what certificates, paths and names are held to."""

X509 = "Sources/ApusX509/"
PATHS = (r"ApusX509Tests\.(Verifier|PathJudge|PathBuilder|Profile|CertificateJudge|Requirement"
         r"|Anchors|Budgets)Tests")
NAMES = r"ApusX509Tests\.ServerIdentityTests"
JUDGE = X509 + "Paths/CertificateJudge.swift"
BUILDER = X509 + "Paths/PathBuilder.swift"
PATH = X509 + "Paths/PathJudge.swift"
IDENTITY = X509 + "Identity/ServerIdentity.swift"

DELETIONS = [
    # What a certificate says by itself.
    ("dates: the end", JUDGE, "if now > validity.notAfter.secondsSinceEpoch {",
     "if !DELETED, now > validity.notAfter.secondsSinceEpoch {", PATHS),
    ("dates: the start", JUDGE, "if now < validity.notBefore.secondsSinceEpoch {",
     "if !DELETED, now < validity.notBefore.secondsSinceEpoch {", PATHS),
    ("critical extensions that are not known", JUDGE,
     "return .unknownCriticalExtension(encoded.oid)",
     "if DELETED { continue } else { return .unknownCriticalExtension(encoded.oid) }", PATHS),
    ("precertificates", JUDGE, "if certificate.has(.precertificatePoison) {",
     "if !DELETED, certificate.has(.precertificatePoison) {", PATHS),
    ("short keys", JUDGE, "guard bitCount >= RSA.minimumBitCount else {",
     "guard DELETED || bitCount >= RSA.minimumBitCount else {", PATHS),
    ("keys that sign nothing", JUDGE,
     "return .forbiddenKey(certificate.publicKeyInfo.algorithm.oid)",
     "return DELETED ? nil : .forbiddenKey(certificate.publicKeyInfo.algorithm.oid)", PATHS),
    ("intermediates are authorities", JUDGE,
     "if let fault = fault(ofIssued: certificate) { return fault }\n"
     "    guard try certificate.basicConstraints?.isAuthority == true else",
     "if let fault = fault(ofIssued: certificate) { return fault }\n"
     "    let isOne = try certificate.basicConstraints?.isAuthority == true\n"
     "    guard DELETED || isOne else", PATHS),
    ("anchors are authorities", JUDGE, "if certificate.version == .v3 {\n      guard try",
     "if !DELETED, certificate.version == .v3 {\n      guard try", PATHS),
    ("authorities' keys may sign", JUDGE, "return .keyMayNotSign(usage)",
     "return DELETED ? nil : .keyMayNotSign(usage)", PATHS),
    ("servers' keys may serve", JUDGE, "return .keyMayNotServe(usage)",
     "return DELETED ? nil : .keyMayNotServe(usage)", PATHS),
    ("purposes", JUDGE, "return .wrongPurpose(purpose.keyPurpose, found: usage.purposes)",
     "return DELETED ? nil : .wrongPurpose(purpose.keyPurpose, found: usage.purposes)", PATHS),
    ("the host's name", JUDGE, "return .name(error)", "return DELETED ? nil : .name(error)",
     PATHS),
    # How certificates stand to one another.
    ("signatures", BUILDER,
     "case .wrong: fail(.wrongSignature, place, anchor: anchor, adding: number)",
     "case .wrong where DELETED: return true\n"
     "    case .wrong: fail(.wrongSignature, place, anchor: anchor, adding: number)", PATHS),
    ("what is wrong with an anchor", BUILDER,
     "if let fault {\n        fail(fault, .anchor, anchor: anchor)",
     "if let fault, !DELETED {\n        fail(fault, .anchor, anchor: anchor)", PATHS),
    ("what is wrong with an intermediate", BUILDER,
     "if let fault {\n      fail(fault, .certificate(stack.count), adding: number)",
     "if let fault, !DELETED {\n      fail(fault, .certificate(stack.count), adding: number)",
     PATHS),
    ("the depth of a path", BUILDER, "where count > limit {", "where !DELETED && count > limit {",
     PATHS),
    ("the budget of issuers", BUILDER, "guard candidatesLeft > 0 else {",
     "guard DELETED || candidatesLeft > 0 else {", PATHS),
    ("the budget of signatures", X509 + "Paths/SignatureAllowance.swift", "guard left > 0 else {",
     "guard DELETED || left > 0 else {", PATHS),
    ("an authority's path length", PATH, "guard known.left > 0 else {",
     "guard DELETED || known.left > 0 else {", PATHS),
    ("name constraints of a root", PATH,
     "try narrow(&scope, constraints, of: anchor.name, .anchor)",
     "if !DELETED { try narrow(&scope, constraints, of: anchor.name, .anchor) }", PATHS),
    ("name constraints of an intermediate", PATH,
     "try narrow(&scope, constraints, of: certificate.subject, place)",
     "if !DELETED { try narrow(&scope, constraints, of: certificate.subject, place) }", PATHS),
    ("revocation", PATH, "try revocation.judge(certificates, anchor, signatures: &signatures)",
     "if !DELETED { try revocation.judge(certificates, anchor, signatures: &signatures) }",
     r"ApusX509Tests\.Revocation"),
    ("what an anchor is trusted for", X509 + "Paths/Anchors.swift",
     "guard settings?.allows(purpose) != false else { return nil }",
     "guard DELETED || settings?.allows(purpose) != false else { return nil }", PATHS),
    # Names.
    ("a wildcard is a star", IDENTITY, "name.count == parent.count + 1, name[0] == 0x2a,",
     "name.count == parent.count + 1, DELETED || name[0] == 0x2a,", NAMES),
    ("a wildcard over a registry", IDENTITY,
     "return suffix.rule == .registry && suffix.range.lowerBound <= start",
     "return !DELETED && suffix.rule == .registry && suffix.range.lowerBound <= start", NAMES),
    ("an address is no host name", IDENTITY, "return host.isIPAddress ? .missing",
     "return host.isIPAddress && !DELETED ? .missing", NAMES),
    ("a host name is no address", IDENTITY, "return host.isIPAddress && isSame(",
     "return (DELETED || host.isIPAddress) && isSame(", NAMES),
]
