package import ApusHTTP
internal import ApusTLS

/// The checks of TLS settings before the first connection. The checks reject settings that no
/// server can satisfy.
extension Connections.TLSSettings {
  /// Checks that the TLS versions, cipher suites and groups permit a handshake.
  func expectServers() throws(Connections.InvalidSetting) {
    guard !versions.isEmpty else {
      throw Connections.InvalidSetting(
        "tls.versions", "[]", expected: "a set with .tls13, .tls12 or both")
    }
    for version in versions where !suites.contains(where: { $0.version == version }) {
      throw Connections.InvalidSetting(
        "tls.suites", "\(suites)",
        expected: "a list with a cipher suite of \(version), because tls.versions contains "
          + "\(version)")
    }
    guard !signatureSchemes.isEmpty else {
      throw Connections.InvalidSetting(
        "tls.signatureSchemes", "[]",
        expected: "a list with a signature scheme such as .ecdsaSECP256R1SHA256")
    }
    guard brokenFilesLifetime >= .zero else {
      throw Connections.InvalidSetting(
        "tls.brokenFilesLifetime", "a negative time", expected: "a time of at least 0 s")
    }
    guard !groups.isEmpty else {
      throw invalidGroups(
        "a list with a group such as .x25519, because the key exchange needs a group")
    }
    guard Set(groups).count == groups.count else {
      throw invalidGroups("a list that has each group only once")
    }
    // The hybrid key exchange group is available only in TLS 1.3.
    guard versions.contains(.tls13) || groups.contains(where: { $0 != .x25519MLKEM768 }) else {
      throw invalidGroups(
        "a list with a group of TLS 1.2, such as .x25519, because tls.versions contains "
          + "only TLS 1.2")
    }
    let needsRoots = policy.needsRoots && policies.values.allSatisfy(\.needsRoots)
    guard !roots.isNone || !needsRoots else {
      throw Connections.InvalidSetting(
        "tls.roots", "[]", expected: "a list with at least one root certificate, or .system")
    }
  }

  /// A Boolean value that indicates whether every server must have a pinned key. In that case no
  /// request may be sent in clear text.
  var refusesClearText: Bool {
    guard !pinsAllowClearText else { return false }
    return !pins.isEmpty
      || ([policy] + policies.values).contains {
        $0.pinning != .none || !$0.rules.rules.isEmpty
      }
  }

  /// Checks that the base URL of the session uses TLS if all hosts have pinned keys.
  package func expectSecure(_ base: HTTP.URL?) throws(Connections.InvalidSetting) {
    guard let base, !base.scheme.isSecure, refusesClearText else { return }
    throw Connections.InvalidSetting(
      "tls.pins", "\(base.origin)",
      expected: "used with a base URL of the scheme https, because keys cannot be pinned over "
        + "http; tls.pinsAllowClearText allows http")
  }

  /// Checks that a session without a base URL has no client certificate for its own servers.
  func expectNoBoundIdentity() throws(Connections.InvalidSetting) {
    guard identity != nil else { return }
    throw Connections.InvalidSetting(
      "tls.identity", "a certificate",
      expected: "used with a base URL, or be given for a host in tls.identities, such as "
        + ".host(\"api.example.com\", identity), so that no other server receives the "
        + "certificate")
  }

  /// Checks that each policy can trust some server. If every host must have key pins, at least one
  /// host needs a pin rule.
  func expectSomebody(_ policies: [TLS.Policy]) throws(TLS.PolicyError) {
    for policy in policies { try policy.expectSomebody() }
    let isSomebodyRuled = policies.contains { policy in
      !policy.rules.coversEveryHost || policy.danger.contains(.overruled)
        || policy.rules.rules.contains { !$0.isReportOnly }
    }
    guard isSomebodyRuled else { throw .refusesEverybody(.noRule) }
  }

  private func invalidGroups(_ expected: String) -> Connections.InvalidSetting {
    Connections.InvalidSetting("tls.groups", "\(groups)", expected: expected)
  }
}
