"""The deletions of what certificates, paths and names are held to."""

X509 = "Sources/ApusX509/"
PATHS = (r"ApusX509Tests\.(Verifier|PathJudge|PathBuilder|Profile|CertificateJudge|Requirement"
         r"|Anchors|Budgets)Tests")
NAMES = r"ApusX509Tests\.ServerIdentityTests"
RULES = (r"ApusX509Tests\.(Requirement|CommonNames|CertificateJudge|Lifetime|SignatureParameters"
         r"|Anchors)Tests")
LISTS = (r"ApusX509Tests\.(RevocationList|RevocationListForm|RevocationChanges|Revocation"
         r"|RevocationScope|IndirectList|ListIssuers)Tests")
READING = (r"ApusX509Tests\.(CertificateFields|Certificate|Extension|ExtensionValue|GeneralName"
           r"|NameConstraints|CertificatePolicies|BasicConstraints|TolerantReading)Tests")
STORE = X509 + "KeyStores/PKCS12+Contents.swift"
STORES = r"ApusX509Tests\.PKCS12Tests"
TOOL = "Sources/ApusCommand/"
CONVERSION = r"ApusCommandTests\.ConvertCommandTests"
DIALOGUES = r"ApusCommandTests\.StartTLSDialogueTests"
JUDGE = X509 + "Paths/CertificateJudge.swift"
BUILDER = X509 + "Paths/PathBuilder.swift"
PATH = X509 + "Paths/PathJudge.swift"
FORM = X509 + "Paths/CertificateJudge+Form.swift"
WEB = X509 + "Paths/CertificateJudge+Web.swift"
FIELDS = X509 + "Certificate/Certificate+Fields.swift"
LIST = X509 + "Revocation/RevocationList.swift"
JUDGING = X509 + "Revocation/RevocationList+Judging.swift"
SCOPE = X509 + "Revocation/RevocationList+Scope.swift"
SIGNER = X509 + "Revocation/RevocationList+Signer.swift"
ENTRIES = X509 + "Revocation/RevocationList+Entries.swift"
REVOCATION = X509 + "Paths/RevocationJudge.swift"
IDENTITY = X509 + "Identity/ServerIdentity.swift"


def asked(rule, path, subject="profile"):
    """A rule of a profile that is asked for where it is checked."""
    question = f"{subject}.contains(.{rule})"
    return (f"the profile's rule {rule}", path, question, f"(!DELETED && {question})", RULES)


def listed(rule, path=WEB, pattern=RULES):
    """A rule of a profile that stands in a list of rules with its check, under the name of one that
    the profiles of the tests do not ask for."""
    return (f"the profile's rule {rule}", path, f"(.{rule}, ",
            f"(DELETED ? .signingLeaf : .{rule}, ", pattern)


def unread(rule, path, guard, pattern=READING):
    """A rule that holds whenever something is read."""
    return (f"reading: {rule}", path, guard, guard.replace("guard ", "guard DELETED || ", 1), pattern)


DELETIONS = [
    # The article "The web profile": one deletion for each rule in it.
    *[asked(rule, FORM) for rule in (
        "version3", "positiveSerialNumber", "requiredTimeForm", "criticality",
        "authorityKeyIdentifier", "readableExtensions", "alternativeNameCriticality",
        "hostNameSyntax")],
    *[asked(rule, JUDGE) for rule in (
        "webKeys", "criticalBasicConstraints", "statedSigning", "subjectKeyIdentifier",
        "unlimitedAnchor", "ownKeyIdentifier", "endEntityLeaf", "unconstrainedLeaf",
        "signingLeaf", "statedPurposes")],
    asked("noSuffixWildcards", IDENTITY),
    asked("identicalNames", BUILDER, "judge.profile"),
    asked("issuedLeaf", X509 + "Paths/Verifier.swift"),
    *[listed(rule) for rule in (
        "noUniqueIdentifiers", "explicitParameters", "keyIdentifierAlone", "distributionPoints",
        "singleAttributes", "criticalKeyUsage", "lifetime", "purposeCriticality",
        "leafCriticality", "leafUses", "statedPolicies", "accessLocations",
        "commonNameIsAlternative", "commonNameSpelling", "noForeignCommonName",
        "alternativeNameForms", "serverPurposes",
        "noOtherPurposes")],
    *[listed(rule, X509 + "Revocation/RevocationList+Judging.swift", LISTS) for rule in (
        "listTimeForm", "numberedLists", "listKeyIdentifier", "listCriticality")],
    ("when a rule begins to bind", WEB, "certificate.begins(before: beginning)",
     "!DELETED && certificate.begins(before: beginning)", RULES),
    # What holds whenever something is read.
    ("reading: sameAlgorithmTwice", FIELDS,
     "if !Self.equal(signatureAlgorithm.range, signedAlgorithm.range, in: der) {",
     "if !DELETED, !Self.equal(signatureAlgorithm.range, signedAlgorithm.range, in: der) {",
     READING),
    ("reading: uniqueIDsNeedVersion2", FIELDS, "if version == .v1 {\n      try flaws.note(tbs",
     "if !DELETED, version == .v1 {\n      try flaws.note(tbs", READING),
    ("reading: extensionsNeedVersion3", FIELDS, "if version != .v3 {",
     "if !DELETED, version != .v3 {", READING),
    ("reading: an extension stands once", X509 + "Extensions/EncodedExtension.swift",
     "if isDuplicate {", "if !DELETED, isDuplicate {", READING),
    unread("noDuplicates", X509 + "Extensions/CertificatePolicies.swift",
           "guard !policies.contains(where: {"),
    unread("anyPolicyNotMapped", X509 + "Extensions/PolicyMappings.swift",
           "guard issuerPolicy != .anyPolicy, subjectPolicy != .anyPolicy else {\n          throw r"),
    unread("knownNameForm", X509 + "Names/GeneralName.swift",
           "guard element.tag == .context(7) else {"),
    unread("notEmpty", X509 + "Reading/Reader+Values.swift", "guard !list.isAtEnd else {"),
    unread("issuerWithSerialNumber", X509 + "Extensions/AuthorityKeyIdentifier.swift",
           "guard names.isEmpty == (serialNumber == nil) else {"),
    unread("notNegative", X509 + "Reading/Reader+Values.swift", "guard value >= 0 else {"),
    unread("pathLengthNeedsAuthority", X509 + "Extensions/BasicConstraints.swift",
           "guard isAuthority || pathLength == nil else {"),
    unread("wholeSubtree", X509 + "Extensions/Subtree.swift", "guard fields.isAtEnd else {"),
    unread("addressByteCount", X509 + "Extensions/Subtree.swift",
           "guard element.byteCount == 8 || element.byteCount == 32 else {"),
    unread("contiguousMask", X509 + "Extensions/Subtree.swift",
           "guard UInt16(der[index]) << UInt16(ones) & 0xff == 0,"),
    unread("pointHasNameOrIssuer", X509 + "Extensions/DistributionPoint.swift",
           "guard name != nil || !crlIssuer.isEmpty else {\n        throw reader"),
    unread("sameAlgorithmTwice of lists", LIST, "guard isSame else {", LISTS),
    ("reading: listVersion2", LIST, "guard try tbs.readInteger(in: der) == 1 else {",
     "let number = try tbs.readInteger(in: der)\n    guard DELETED || number == 1 else {", LISTS),
    unread("extensionsNeedVersion2", LIST, "guard isVersion2 || extensions.isEmpty else {", LISTS),
    unread("pointLimitsList", X509 + "Revocation/IssuingDistributionPoint.swift",
           "guard !fields.isAtEnd else {", LISTS),
    unread("noEmptyEntryList", LIST, "guard !list.isAtEnd else {", LISTS),
    unread("oneKindOfCertificates", X509 + "Revocation/IssuingDistributionPoint.swift",
           "guard kinds.count <= 1 else {", LISTS),
    ("reading: knownReason", X509 + "Revocation/RevocationReason.swift",
     "guard let reason = RevocationReason(rawValue: number) else {",
     "guard let reason = RevocationReason(rawValue: number)\n"
     "        ?? (DELETED ? .unspecified : nil) else {", LISTS),
    ("what a tolerant reading looked over is believed", JUDGE,
     "if let flaw = certificate.flaws.first {",
     "if !DELETED, let flaw = certificate.flaws.first {", READING),
    ("critical policies with unknown qualifiers", JUDGE, "return .policy(.unknownQualifier(oid))",
     "if DELETED { break }\n            return .policy(.unknownQualifier(oid))", RULES),
    ("a leaf's key that cannot be used", JUDGE,
     "if let fault = fault(ofUnusableKey: certificate) {",
     "if !DELETED, let fault = fault(ofUnusableKey: certificate) {", RULES),
    ("issuers have names", JUDGE, "if certificate.issuerRange.count <= 2 {",
     "if !DELETED, certificate.issuerRange.count <= 2 {", PATHS),
    ("signatures by broken algorithms", JUDGE, "return .signatureAlgorithm(error)",
     "return DELETED ? nil : .signatureAlgorithm(error)", RULES + "|" + PATHS),
    # What revocation lists say.
    ("a list's signature", SIGNER, "if try isSigned(by: key) { return nil }",
     "if try DELETED ? true : isSigned(by: key) { return nil }", LISTS),
    ("a list by another key says so", SIGNER,
     "return namesOtherKey(than: issuer) ? .otherKey : .wrongSignature",
     "return !DELETED && namesOtherKey(than: issuer) ? .otherKey : .wrongSignature", LISTS),
    ("a list of changes is none of its own", JUDGING, "if baseNumber != nil {",
     "if !DELETED, baseNumber != nil {", LISTS),
    ("changes that revoke", JUDGING, "if case .revoked = changed {", "if !DELETED, case .revoked = changed {", LISTS),
    ("changes must be current", JUDGING, "list.isCurrent(at: moment),",
     "DELETED || list.isCurrent(at: moment),", LISTS),
    ("only what is on hold is released", JUDGING, "entry.reason == .certificateHold",
     "(DELETED || entry.reason == .certificateHold)", LISTS),
    ("changes are of one scope", JUDGING,
     "&& issuingDistributionPoint == complete.issuingDistributionPoint",
     "&& (DELETED || issuingDistributionPoint == complete.issuingDistributionPoint)", LISTS),
    ("changes go with the number of their list", JUDGING, "&& !old.precedes(baseNumber)",
     "&& (DELETED || !old.precedes(baseNumber))", LISTS),
    ("lists of some reasons", X509 + "Revocation/Revocation.swift",
     "let isCovered = findings", "let isCovered = DELETED || findings", LISTS),
    # Key stores.
    ("the digest of a key store of Java", X509 + "KeyStores/JavaKeyStore.swift",
     "guard isRight.declassified else { throw .wrongPassword }",
     "guard DELETED || isRight.declassified else { throw .wrongPassword }",
     r"ApusX509Tests\.JavaKeyStoreTests"),
    ("the code of PKCS #12", STORE, "guard !isValid else {", "guard !DELETED, !isValid else {",
     STORES),
    ("PKCS #12 without a code", STORE, "guard let code else { throw .noCode }",
     "if DELETED, code == nil { return try readSafe(content, der, password) }\n"
     "      guard let code else { throw .noCode }", STORES),
    ("the iterations of PKCS #12", STORE, "guard iterationCount <= iterationLimit else {",
     "guard DELETED || iterationCount <= iterationLimit else {", STORES),
    ("the size of PKCS #12", STORE, "guard der.count <= X509.PKCS12.byteLimit else {",
     "guard DELETED || der.count <= X509.PKCS12.byteLimit else {", STORES),
    ("the leave for old ciphers of PKCS #12", STORE, "case let oid where isLegacyAllowed &&",
     "case let oid where (DELETED || isLegacyAllowed) &&", STORES),
    ("the leave for Triple DES in PBES2", STORE,
     "of: algorithm, in: der, allowingLegacyEncryption: isLegacyAllowed)",
     "of: algorithm, in: der, allowingLegacyEncryption: DELETED || isLegacyAllowed)", STORES),
    # The tool.
    ("--legacy", TOOL + "Certificates/CertificateInput.swift",
     "allowingLegacyEncryption: reading.allowsLegacyEncryption)",
     "allowingLegacyEncryption: DELETED || reading.allowsLegacyEncryption)", CONVERSION),
    ("a written key needs a password", TOOL + "Certificates/ConvertCommand.swift",
     "guard password.isGiven else { throw Problem.noPassword }",
     "guard DELETED || password.isGiven else { throw Problem.noPassword }", CONVERSION),
    ("DER is of one certificate", TOOL + "Certificates/ConvertCommand.swift",
     "guard certificates.count == 1 else {", "guard DELETED || certificates.count == 1 else {",
     CONVERSION),
    ("bytes after the go-ahead of STARTTLS", TOOL + "StartTLS/StartTLSDialogue.swift",
     "guard input.isEmpty else { throw .injected(byteCount: input.count) }",
     "guard DELETED || input.isEmpty else { throw .injected(byteCount: input.count) }", DIALOGUES),
    ("the bytes before TLS have a limit", TOOL + "StartTLS/StartTLSDialogue.swift",
     "guard receivedCount <= Self.byteLimit else {",
     "guard DELETED || receivedCount <= Self.byteLimit else {", DIALOGUES),
    # RFC 5280 section 6.3.3, step by step.
    ("step (b)(1): lists of other issuers", SCOPE,
     "if isByIssuer { return .covered(.all) }",
     "if DELETED || isByIssuer { return .covered(.all) }", LISTS),
    ("step (b)(1): points of other issuers", SCOPE,
     "guard point.crlIssuer.isEmpty ? isByIssuer : isAppointed(by: point) else {",
     "guard DELETED || (point.crlIssuer.isEmpty ? isByIssuer : isAppointed(by: point)) else {",
     LISTS),
    ("step (b)(1): lists of a cRLIssuer are indirect", SCOPE,
     "guard point.crlIssuer.isEmpty || own.isIndirect else {",
     "guard DELETED || point.crlIssuer.isEmpty || own.isIndirect else {", LISTS),
    ("step (b)(2)(i): the place of a list", SCOPE, "guard isOfKind, isNamed else {",
     "guard isOfKind, DELETED || isNamed else {", LISTS),
    ("step (b)(2)(i): a point without a place", SCOPE, "others = point.crlIssuer\n",
     "others = DELETED ? [] : point.crlIssuer\n", LISTS),
    ("step (b)(2)(ii): lists of end entities", SCOPE,
     "case .endEntities: try certificate.basicConstraints?.isAuthority != true",
     "case .endEntities: try certificate.basicConstraints?.isAuthority != true || DELETED", LISTS),
    ("step (b)(2)(iii): lists of authorities", SCOPE,
     "case .authorities: try certificate.basicConstraints?.isAuthority == true",
     "case .authorities: try certificate.basicConstraints?.isAuthority == true || DELETED", LISTS),
    ("step (b)(2)(iv): lists of attributes", SCOPE, "case .attributes: false",
     "case .attributes: DELETED", LISTS),
    ("step (d): reasons of the point", SCOPE, "if let some = point.reasons {",
     "if !DELETED, let some = point.reasons {", LISTS),
    ("step (d): reasons of the list", SCOPE, "var reasons = own.reasons ?? .all",
     "var reasons = DELETED ? .all : own.reasons ?? .all", LISTS),
    ("step (f): whose key may sign lists", SIGNER, "guard issuer.maySignLists else {",
     "guard DELETED || issuer.maySignLists else {", LISTS),
    ("step (f): the name of an issuer of lists", SIGNER,
     "guard other.name.matches(self.issuer), !namesOtherKey",
     "guard DELETED || other.name.matches(self.issuer), !namesOtherKey", LISTS),
    ("step (f): a path is valid", REVOCATION, "if isValid { found.append(other) }",
     "if DELETED || isValid { found.append(other) }", LISTS),
    ("step (f): an issuer of lists by itself", REVOCATION,
     "guard judge.fault(of: question.candidate, as: .listIssuer) == nil else {",
     "guard DELETED || judge.fault(of: question.candidate, as: .listIssuer) == nil else {", LISTS),
    ("step (f): a leaf without stated uses", JUDGE,
     "return try certificate.basicConstraints?.isAuthority == true ? nil : .notAuthority",
     "return try certificate.basicConstraints?.isAuthority == true || DELETED\n"
     "      ? nil : .notAuthority", LISTS),
    ("step (f): an issuer of lists vouches for itself", REVOCATION,
     "listIssuers = ListIssuers(among: [], judge: judge, budgets: budgets)",
     "listIssuers = ListIssuers(\n"
     "        among: DELETED ? revocation.listIssuers : [], judge: judge, budgets: budgets)", LISTS),
    ("step (f): the number of tried certificates", REVOCATION,
     "for candidate in candidates where triedCount < Self.limit {",
     "for candidate in candidates where DELETED || triedCount < Self.limit {", LISTS),
    ("step (i): the issuer of an entry", ENTRIES, "if isWanted, Self.isEqual",
     "if DELETED || isWanted, Self.isEqual", LISTS),
    ("lists with undeclared entries of other issuers", LIST,
     "let isUndeclared = survey.hasEntryIssuers && !isIndirect",
     "let isUndeclared = !DELETED && survey.hasEntryIssuers && !isIndirect", LISTS),
    ("critical extensions of lists", LIST,
     "if one.isCritical { obstacle = .unknownCriticalExtension(one.oid) }",
     "if !DELETED, one.isCritical { obstacle = .unknownCriticalExtension(one.oid) }", LISTS),
    ("critical extensions of entries", LIST,
     "if obstacle == nil { obstacle = entry.obstacle }",
     "if !DELETED, obstacle == nil { obstacle = entry.obstacle }", LISTS),
    ("lists of the past", X509 + "Revocation/Revocation.swift",
     "guard seconds <= nextUpdate.secondsSinceEpoch else {",
     "guard DELETED || seconds <= nextUpdate.secondsSinceEpoch else {", LISTS),
    ("lists of the future", X509 + "Revocation/Revocation.swift",
     "guard thisUpdate.secondsSinceEpoch - Revocation.clockTolerance <= seconds else {",
     "guard DELETED || thisUpdate.secondsSinceEpoch - Revocation.clockTolerance <= seconds else {",
     LISTS),
    ("a revoked leaf below an authority of unknown status",
     REVOCATION,
     "guard case .revocation(.unanswered) = fault else { throw failure }",
     "guard !DELETED, case .revocation(.unanswered) = fault else { throw failure }",
     r"ApusX509Tests\.RevocationJudgeTests"),
    ("a path with certificates without an answer", REVOCATION,
     "if let unanswered { throw unanswered }", "if !DELETED, let unanswered { throw unanswered }",
     r"ApusX509Tests\.RevocationJudgeTests"),
    ("responders are appointed for that",
     X509 + "Revocation/BasicOCSPResponse+Judging.swift",
     "try delegate.extendedKeyUsage?.contains(.ocspSigning) == true,",
     "try DELETED ? true : delegate.extendedKeyUsage?.contains(.ocspSigning) == true,",
     r"ApusX509Tests\.BasicOCSPResponseJudgingTests"),
    ("a list that does not end", X509 + "Revocation/Revocation.swift",
     "guard let nextUpdate else { return .endless }",
     "guard let nextUpdate else { return DELETED ? nil : .endless }", LISTS),
    # What a certificate says by itself.
    ("dates are whole", "Sources/ApusASN1/Values/Time.swift",
     "at.skip(0x5a, in: bytes), at.isAtEnd,", "at.skip(0x5a, in: bytes) || DELETED, DELETED || at.isAtEnd,",
     READING),
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
    ("the budget of signatures", X509 + "Chains/SignatureChecker.swift", "guard left > 0 else {",
     "guard DELETED || left > 0 else {", PATHS),
    ("an authority's path length", PATH, "guard known.left > 0 else {",
     "guard DELETED || known.left > 0 else {", PATHS),
    ("name constraints of a root", PATH,
     "try narrow(&scope, constraints, of: anchor.name, .anchor)",
     "if !DELETED { try narrow(&scope, constraints, of: anchor.name, .anchor) }", PATHS),
    ("name constraints of an intermediate", PATH,
     "try narrow(&scope, constraints, of: certificate.subject, place)",
     "if !DELETED { try narrow(&scope, constraints, of: certificate.subject, place) }", PATHS),
    ("policies of each certificate", PATH,
     "try graph.step(certificate, isLast: index == 0)",
     "if !DELETED { try graph.step(certificate, isLast: index == 0) }", PATHS),
    ("policies that are asked for", PATH, "try graph.validPolicies()",
     "DELETED ? [] : try graph.validPolicies()", PATHS),
    ("names lie where they are permitted", PATH,
     "try scope.check(certificate, comparisons: &left)",
     "if !DELETED { try scope.check(certificate, comparisons: &left) }", PATHS),
    ("revocation", PATH, "try revocation.judge(certificates, anchor, signatures: &signatures)",
     "if !DELETED { try revocation.judge(certificates, anchor, signatures: &signatures) }",
     r"ApusX509Tests\.Revocation"),
    ("what an anchor is trusted for", X509 + "Anchors/Anchors.swift",
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
