internal import ApusASN1
import ApusBytes
import ApusCrypto

/// The decoded offers of a ClientHello: key shares, groups, signature schemes and sessions.
///
/// RFC 8446 section 4.1.2.
struct ClientChoices: Sendable {
  let encoded: [UInt8]
  let random: HelloRandom
  let sessionID: [UInt8]
  let suites: [UInt16]
  let extensions: Set<UInt16>
  let groups: [UInt16]
  let shares: [KeyShare]
  /// The signature schemes that the client accepts, or `nil` if the ClientHello contains no
  /// signature schemes.
  private let schemes: [UInt16]?
  let applicationProtocols: [[UInt8]]
  let cookie: Cookie?
  let recordSizeLimit: RecordSizeLimit?
  let hostName: [UInt8]?
  private let preSharedKeys: PreSharedKeys?
  private let keyExchangeModes: [UInt8]

  init(_ hello: ClientHello, _ encoded: [UInt8]) throws(TLSError) {
    try hello.extensions.check(in: .clientHello)
    let versions: SupportedVersions? = try hello.extensions.read()
    guard versions?.versions.contains(TLS.Version.tls13.rawValue) == true else {
      throw .unsupportedVersion(versions?.bestBefore13 ?? min(hello.legacyVersion, 0x0303))
    }
    guard hello.legacyCompressionMethods == [0] else { throw .broken(.compressionIsNull) }
    self.encoded = encoded
    random = hello.random
    sessionID = hello.legacySessionID
    suites = hello.cipherSuites
    extensions = hello.extensions.types
    groups = try hello.extensions.require(SupportedGroups.self).groups
    shares = try hello.extensions.require(KeyShares.self).shares
    // A ClientHello must not contain two key shares of the same group. RFC 8446 section 4.2.8.
    guard Set(shares.map(\.group)).count == shares.count else {
      throw .broken(.oneShareOfEachGroup)
    }
    schemes = try hello.extensions.read(SignatureAlgorithms.self)?.schemes
    applicationProtocols = try hello.extensions.read(ProtocolNameList.self)?.names ?? []
    cookie = try hello.extensions.read()
    recordSizeLimit = try hello.extensions.read()
    hostName = try hello.extensions.read(ServerName.self)?.hostName
    let modes: PSKKeyExchangeModes? = try hello.extensions.read()
    keyExchangeModes = modes?.modes ?? []
    preSharedKeys = try hello.extensions.read()
    guard let preSharedKeys else { return }
    // A ClientHello with pre-shared keys must contain the key exchange modes. RFC 8446 section
    // 4.2.9.
    guard modes != nil else {
      throw .missingExtension(ExtensionType.pskKeyExchangeModes.rawValue)
    }
    guard hello.extensions.entries.last?.type == ExtensionType.preSharedKey.rawValue else {
      throw .broken(.preSharedKeysComeLast)
    }
    guard preSharedKeys.identities.count == preSharedKeys.binders.count else {
      throw .broken(.bindersMatchIdentities)
    }
  }

  /// A Boolean value that indicates whether the client can resume a session of this server.
  ///
  /// The server sends no session ticket to a client that cannot resume a session.
  ///
  /// RFC 8446 section 4.2.9.
  var canResume: Bool { keyExchangeModes.contains(PSKKeyExchangeModes.withDiffieHellman) }

  /// A Boolean value that indicates whether the client may send early data after the ClientHello.
  ///
  /// The server accepts no early data.
  var offersEarlyData: Bool { extensions.contains(ExtensionType.earlyData.rawValue) }

  /// Returns the server's most preferred signature scheme that the client and the certificate's key
  /// support in TLS 1.3.
  ///
  /// RFC 8446 sections 4.2.3 and 9.2.
  func scheme(
    among configuration: TLS.ServerConfiguration
  ) throws(TLSError) -> TLS.SignatureScheme {
    guard let schemes else {
      throw .missingExtension(ExtensionType.signatureAlgorithms.rawValue)
    }
    let key = try? configuration.certificates.first?.verificationKey()
    for scheme in configuration.schemes where schemes.contains(scheme.rawValue) {
      if let key, scheme.fits(key, in: .tls13) { return scheme }
    }
    throw .nothingInCommon(.signatureScheme)
  }

  /// Returns the client's key share for the server's most preferred group. Returns `nil` if no key
  /// share matches a group of the server.
  func share(in groups: [TLS.NamedGroup]) throws(TLSError) -> KeyShare? {
    for group in groups {
      if let share = shares.first(where: { $0.group == group.rawValue }) { return share }
    }
    return nil
  }

  /// Returns the server's most preferred group that the client supports.
  func group(in groups: [TLS.NamedGroup]) throws(TLSError) -> TLS.NamedGroup {
    guard let group = groups.first(where: { self.groups.contains($0.rawValue) }) else {
      throw .nothingInCommon(.group)
    }
    return group
  }

  /// Returns the server's most preferred application protocol that the client offers.
  ///
  /// The result is `nil` if the client or the server has no application protocols.
  func applicationProtocol(
    in names: [[UInt8]]
  ) throws(TLSError) -> [UInt8]? {
    guard !names.isEmpty, !applicationProtocols.isEmpty else { return nil }
    guard let name = names.first(where: { applicationProtocols.contains($0) }) else {
      throw .nothingInCommon(.applicationProtocol)
    }
    return name
  }

  /// Returns the early secret of the key schedule, from the offered session if possible.
  ///
  /// The server resumes the session if it issued the session ticket and the cipher suite has the
  /// same hash function. The server considers only the first offered session. The server resumes no
  /// session if it requests a client certificate. RFC 8446 section 4.2.11.
  func resumption(
    for suite: TLS.CipherSuite, after messages: Transcript,
    _ configuration: TLS.ServerConfiguration, at moment: UnixTime
  ) throws(TLSError) -> Resumption {
    guard let preSharedKeys, let identity = preSharedKeys.identities.first,
      let binder = preSharedKeys.binders.first,
      canResume, configuration.clientCertificates == .ignored
    else { return Resumption(early: EarlySecret(suite.hash), isResumed: false) }
    switch configuration.ticketSealer?.open(identity.ticket) {
    case .some(let session) where session.suite.hash == suite.hash && session.isUsable(at: moment):
      let early = EarlySecret(suite.hash, preSharedKey: session.preSharedKey)
      let partial = encoded.span.extracting(droppingLast: preSharedKeys.binderByteCount)
      guard early.isBinder(binder.span, over: messages.digest(adding: partial)) else {
        throw .wrongFinished
      }
      return Resumption(early: early, isResumed: true)
    default: return Resumption(early: EarlySecret(suite.hash), isResumed: false)
    }
  }

  /// The early secret of the key schedule, with or without a resumed session.
  struct Resumption: ~Copyable {
    let early: EarlySecret
    let isResumed: Bool
  }
}

extension SupportedVersions {
  /// The client's highest offered version from SSL 3.0 to TLS 1.2. Without a version in this range,
  /// the value is the highest offered version number.
  ///
  /// A ClientHello without the `supported_versions` extension offers at most TLS 1.2, for any
  /// version in the ClientHello's version field. RFC 8446 section 4.2.1.
  fileprivate var bestBefore13: UInt16? {
    versions.filter { 0x0300...0x0303 ~= $0 }.max() ?? versions.max()
  }
}
