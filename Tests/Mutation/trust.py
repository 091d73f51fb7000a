"""The deletions of what a policy holds servers to, and of what keeps policies apart."""

TLS = "Sources/ApusTLS/"
POLICY = r"ApusTLSTests\.(TruthTable|Policy|LiftedChecks|Evaluator|TrustFailure)Tests"
PINS = r"ApusTLSTests\.(PinRule|PinRules|HostPattern)Tests"
IDENTITIES = r"ApusTLSTests\.(SecurityIdentity|Identity)Tests"
SEARCH = TLS + "Trust/PathSearch.swift"
ITSELF = TLS + "Trust/Policy.swift"
RULING = TLS + "Trust/PolicyJudge.swift"
CHAIN = TLS + "Trust/TrustedChain.swift"
SAMENESS = TLS + "Trust/SecurityIdentity.swift"


def left_out(name, line):
    """Something that no longer tells two connections apart."""
    return (name, SAMENESS, line, f"if !DELETED {{ {line} }}", IDENTITIES)


DELETIONS = [
    ("nothing to judge by", ITSELF, "return .nothingToJudgeBy",
     "if !DELETED { return .nothingToJudgeBy }", POLICY),
    ("a mode that pins nothing", ITSELF, "return pinning != .none && !isPinned",
     "return !DELETED && pinning != .none && !isPinned", POLICY),
    ("pinned keys", RULING, "guard policy.pinned.haveKey(of: found.path) else {",
     "guard DELETED || policy.pinned.haveKey(of: found.path) else {", POLICY),
    ("roots beside pinned certificates", RULING, "if !policy.allowsInvalidCertificates {",
     "if !policy.allowsInvalidCertificates, !DELETED {", POLICY),
    ("pinned certificates are the only anchors", RULING,
     "search.path(to: X509.Anchors(policy.pinnedCertificates))",
     "search.path(to: DELETED ? X509.Anchors(policy.pinnedCertificates).union(roots)"
     " : X509.Anchors(policy.pinnedCertificates))", POLICY),
    ("every lifted check is named: trust", SEARCH, " policy.danger.contains(missingTrust) else",
     " DELETED || policy.danger.contains(missingTrust) else", POLICY),
    ("trust is lifted and nothing with it", SEARCH, "guard lacksTrustAlone(error),",
     "guard DELETED || lacksTrustAlone(error),", POLICY),
    ("who has signed a certificate that calls itself its issuer", SEARCH,
     "return (try? leaf.isSigned(by: key)) == true",
     "return DELETED || (try? leaf.isSigned(by: key)) == true", POLICY),
    ("every lifted check is named: dates", SEARCH, "!policy.danger.contains(.expired)",
     "(DELETED ? policy.danger.isEmpty : !policy.danger.contains(.expired))", POLICY),
    ("every lifted check is named: the host", SEARCH,
     "guard let host, policy.validatesDomainName else {",
     "guard let host, DELETED ? policy.danger.isEmpty : policy.validatesDomainName else {",
     POLICY),
    ("an evaluator is overruled unless that is named", CHAIN,
     "guard danger.contains(.overruled),", "guard DELETED || danger.contains(.overruled),",
     POLICY),
    ("an evaluator that refuses is obeyed", CHAIN,
     "case (.refuse(let why), .success(let chain)):\n",
     "case (.refuse(let why), .success(let chain)):\n      if DELETED { return chain }\n", POLICY),
    # Rules about keys.
    ("rules about keys", RULING, "throw .ruleNotMet(rule, found: pins)",
     "if !DELETED { throw .ruleNotMet(rule, found: pins) }", PINS),
    ("every host has a rule", RULING, "throw .noRule }", "if !DELETED { throw .noRule } }", PINS),
    ("rules need a host", RULING, "throw .noHostForRules",
     "if DELETED { return finding } else { throw .noHostForRules }", PINS),
    ("a rule's end", TLS + "Trust/Pinning/PinRules.swift", "if !rule.isInForce(at: moment) {",
     "if !DELETED, !rule.isInForce(at: moment) {", PINS),
    ("a rule's backup", TLS + "Trust/Pinning/PinRule.swift", "guard !Set(backups).isSubset(of: pins)",
     "guard DELETED || !Set(backups).isSubset(of: pins)", PINS),
    ("wildcards over a registry's names", TLS + "Trust/Pinning/HostPattern.swift",
     "if suffix.isWholeName, suffix.rule == .registry {",
     "if !DELETED, suffix.isWholeName, suffix.rule == .registry {", PINS),
    # What tells connections and tickets apart.
    ("a client's key is its certificate's", TLS + "Identity/Identity.swift",
     "guard publicKey == key.publicKey else", "guard DELETED || publicKey == key.publicKey else",
     IDENTITIES),
    left_out("roots tell connections apart", "lasting.add(roots.digest)"),
    left_out("the generation of roots tells connections apart", "content.add(roots.generation)"),
    left_out("the client's key tells connections apart", "content.add(client.generation)"),
    left_out("the mode tells connections apart", "add(UInt64(policy.pinning.rawValue))"),
    left_out("what is lifted tells connections apart", "add(UInt64(policy.danger.rawValue))"),
    left_out("pinned certificates tell connections apart",
             "add(policy.pinnedCertificates.map(\\.der))"),
    left_out("pins tell connections apart", "add(rule.pins.map(\\.digest))"),
    left_out("backups tell connections apart", "add(rule.backups.map(\\.digest))"),
    left_out("the profile tells connections apart",
             "add(policy.profile.requirements.map { [$0.rawValue] })"),
    left_out("revocation tells connections apart",
             'add(Array("\\(policy.revocation.policy) \\(policy.revocation.extent)".utf8))'),
    left_out("evaluators tell connections apart", "add(policy.evaluator?.number ?? 0)"),
]
