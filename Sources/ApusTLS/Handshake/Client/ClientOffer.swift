import ApusBytes
import ApusNames

/// The common content of the first and the second ClientHello of a handshake.
///
/// The second ClientHello differs from the first ClientHello only in its key shares, cookie and
/// binders. RFC 8446 section 4.1.2.
struct ClientOffer: Sendable {
  let configuration: TLS.ClientConfiguration
  let host: CanonicalHost
  let random: HelloRandom
  /// A random session ID, which a TLS 1.3 server echoes.
  ///
  /// The session ID makes the TLS 1.3 handshake look like a TLS 1.2 handshake.
  let sessionID: [UInt8]
  let grease: GREASE?
  /// The TLS 1.2 session that the client offers to resume, or `nil` if the client offers none.
  let session12: OfferedSession12?

  init(
    _ configuration: TLS.ClientConfiguration, host: CanonicalHost,
    session12: OfferedSession12? = nil, using random: some RandomSource
  ) throws(TLSError) {
    self.configuration = configuration
    self.session12 = session12
    self.host = host
    let name = session12?.session.sessionID ?? []
    let isCompatible =
      configuration.isMiddleboxCompatible && configuration.versions.contains(.tls13)
    // A client that offers a TLS 1.2 session ticket also sends a session ID, which the server
    // echoes to accept the ticket.
    let drawsSessionID = name.isEmpty && (isCompatible || session12 != nil)
    let middle = HelloRandom.byteCount
    let end = drawsSessionID ? 2 * middle : middle
    let drawn: [UInt8]
    do throws(RandomError) {
      // The client reads all random bytes at once, because each read of random bytes is a system
      // call.
      drawn = try random.bytes(end + (configuration.isGreased ? GREASE.seedByteCount : 0))
    } catch {
      throw .randomness(error)
    }
    self.random = HelloRandom(drawn[..<middle])
    sessionID = drawsSessionID ? Array(drawn[middle..<end]) : name
    grease = configuration.isGreased ? GREASE(choosingBy: drawn[end...]) : nil
  }

  /// The groups of the key shares in the first ClientHello.
  ///
  /// The first group is the most preferred group. The second group is of the other kind (hybrid or
  /// elliptic curve), because some servers do not support the hybrid group.
  var sharedGroups: [TLS.NamedGroup] {
    guard configuration.versions.contains(.tls13), let best = configuration.groups.first else {
      return []
    }
    guard configuration.shareCount > 1 else { return [best] }
    let others = configuration.groups.dropFirst()
    let second = others.first { ($0 == .x25519MLKEM768) != (best == .x25519MLKEM768) }
    return [best, second ?? others.first].compactMap(\.self)
  }

  /// The groups that the client offers for the key exchange; the hybrid group requires TLS 1.3.
  private var offeredGroups: [TLS.NamedGroup] {
    guard !configuration.versions.contains(.tls13) else { return configuration.groups }
    return configuration.groups.filter { $0 != .x25519MLKEM768 }
  }

  /// Returns a ClientHello without the pre-shared key extension, which is added last.
  ///
  /// After a HelloRetryRequest with a group, the ClientHello contains only one key share, for the
  /// requested group. RFC 8446 section 4.2.8.
  func hello(
    shares: [KeyShare], inNamedGroup isNamed: Bool = false, cookie: Cookie?
  ) throws(TLSError) -> ClientHello {
    do throws(EncodeError) {
      let suites =
        (grease.map { [$0.suite] } ?? []) + configuration.offeredSuites.map(\.rawValue)
      var hello = ClientHello(random: random, legacySessionID: sessionID, cipherSuites: suites)
      if let grease { hello.extensions.append(grease.extensions.0, []) }
      try appendNames(to: &hello.extensions)
      let meaningless = isNamed ? nil : grease.map { KeyShare($0.group, [0]) }
      try appendKeys((meaningless.map { [$0] } ?? []) + shares, to: &hello.extensions)
      try appendSignatures(to: &hello.extensions)
      try appendOlderWays(to: &hello.extensions)
      if let cookie { try hello.extensions.append(cookie) }
      if let limit = configuration.recordSizeLimit {
        try hello.extensions.append(RecordSizeLimit(limit))
      }
      if let grease { hello.extensions.append(grease.extensions.1, [0]) }
      return hello
    } catch {
      throw .unencodable(error)
    }
  }

  /// Adds the server name extension if the host is a name and not an IP address. RFC 6066 section
  /// 3.
  private func appendNames(to list: inout ExtensionList) throws(EncodeError) {
    if case .name(let name) = host { try list.append(ServerName(name.bytes)) }
    if !configuration.applicationProtocols.isEmpty {
      try list.append(ProtocolNameList(configuration.applicationProtocols))
    }
  }

  private func appendKeys(
    _ shares: [KeyShare], to list: inout ExtensionList
  ) throws(EncodeError) {
    let groups = (grease.map { [$0.group] } ?? []) + offeredGroups.map(\.rawValue)
    try list.append(SupportedGroups(groups))
    guard configuration.versions.contains(.tls13) else { return }
    let versions = configuration.versions.map(\.rawValue).sorted(by: >)
    try list.append(SupportedVersions((grease.map { [$0.version] } ?? []) + versions))
    try list.append(KeyShares(shares))
    try list.append(PSKKeyExchangeModes([PSKKeyExchangeModes.withDiffieHellman]))
  }

  /// Adds the extensions that only TLS 1.2 needs.
  private func appendOlderWays(to list: inout ExtensionList) throws(EncodeError) {
    guard configuration.versions.contains(.tls12) else { return }
    try list.append(ExtendedMasterSecret())
    try list.append(RenegotiationInfo())
    try list.append(ECPointFormats([ECPointFormats.uncompressed]))
    try list.append(SessionTicket(session12?.session.ticket ?? []))
  }

  private func appendSignatures(to list: inout ExtensionList) throws(EncodeError) {
    let schemes =
      (grease.map { [$0.scheme] } ?? []) + configuration.offeredSchemes.map(\.rawValue)
    try list.append(SignatureAlgorithms(schemes))
    let more = configuration.certificateSchemes.map(\.rawValue).filter { !schemes.contains($0) }
    if !more.isEmpty { try list.append(SignatureAlgorithmsCert(schemes + more)) }
    if configuration.asksForProofs {
      try list.append(StatusRequest())
      try list.append(TimestampsRequest())
    }
  }
}
