import ApusBytes

/// The properties of a sent ClientHello that the client compares with the server's response.
struct SentHello: Sendable {
  let offer: ClientOffer
  /// The numbers of the extensions in the ClientHello.
  let extensions: Set<UInt16>
  /// The groups of the key shares in the ClientHello.
  let sharedGroups: [TLS.NamedGroup]
  /// The cipher suite of the session that the ClientHello offers to resume.
  ///
  /// The suite determines the hash function of the session.
  let sessionSuite: TLS.CipherSuite?
  /// The server's choices in the HelloRetryRequest, or `nil` if the server sent no
  /// HelloRetryRequest.
  let retry: RetryRequest?
}

/// A server's requirements for the second ClientHello.
struct RetryRequest: Equatable, Sendable {
  let suite: TLS.CipherSuite
  let group: TLS.NamedGroup?
  let cookie: Cookie?
}

/// The choice that a server makes in a ServerHello.
enum ServerChoice: Sendable {
  /// The server requests a second ClientHello.
  case retry(RetryRequest)
  /// The server has chosen a cipher suite, a key share, and optionally the offered session.
  case agreement(suite: TLS.CipherSuite, group: TLS.NamedGroup, share: [UInt8], isResumed: Bool)
  /// The server has chosen TLS 1.2.
  case older(Negotiated12)
}

extension SentHello {
  /// Checks that a ServerHello chooses from the offered values, and returns the server's choice.
  ///
  /// RFC 8446 sections 4.1.3 and 4.1.4.
  func choice(in hello: ServerHello) throws(TLSError) -> ServerChoice {
    guard try version(of: hello) == .tls13 else { return .older(try Negotiated12(self, hello)) }
    let place = hello.isHelloRetryRequest ? ExtensionPlace.helloRetryRequest : .serverHello
    try hello.extensions.check(in: place, requested: extensions)
    guard hello.legacyVersion == TLS.Version.tls12.rawValue else {
      throw .broken(.legacyVersionIsFixed)
    }
    guard hello.legacyCompressionMethod == 0 else { throw .broken(.compressionIsNull) }
    guard hello.legacySessionIDEcho == offer.sessionID else { throw .broken(.sessionIDIsEchoed) }
    let suite = try suite(hello.cipherSuite)
    return hello.isHelloRetryRequest
      ? .retry(try retry(hello.extensions, suite)) : try agreement(hello.extensions, suite)
  }

  /// Returns the TLS version that a ServerHello chooses.
  ///
  /// RFC 8446 section 4.2.1 defines the negotiation of the version, and section 4.1.3 the detection
  /// of downgrade attacks.
  private func version(of hello: ServerHello) throws(TLSError) -> TLS.Version {
    let offered = offer.configuration.versions
    if let selected: SelectedVersion = try hello.extensions.read() {
      guard selected.version == TLS.Version.tls13.rawValue, offered.contains(.tls13) else {
        throw .broken(.versionWasOffered)
      }
      return .tls13
    }
    guard !hello.isHelloRetryRequest else {
      throw .missingExtension(ExtensionType.supportedVersions.rawValue)
    }
    guard offered.contains(.tls12), hello.legacyVersion == TLS.Version.tls12.rawValue else {
      throw .unsupportedVersion(hello.legacyVersion)
    }
    guard retry == nil else { throw .broken(.versionStaysTheSame) }
    guard !offered.contains(.tls13) || !hello.random.tellsOfDowngrade else {
      throw .broken(.downgradeIsNotTold)
    }
    return .tls12
  }

  private func suite(_ number: UInt16) throws(TLSError) -> TLS.CipherSuite {
    guard let suite = TLS.CipherSuite(rawValue: number),
      offer.configuration.suites.contains(suite)
    else { throw .broken(.suiteWasOffered) }
    guard suite.version == .tls13 else { throw .broken(.suiteIsOfVersion) }
    guard retry.map({ $0.suite == suite }) ?? true else { throw .broken(.suiteStaysTheSame) }
    return suite
  }

  /// Reads a HelloRetryRequest.
  ///
  /// The method throws an error if the second ClientHello would equal the first ClientHello, or if
  /// the server requests a third ClientHello.
  private func retry(
    _ extensions: ExtensionList, _ suite: TLS.CipherSuite
  ) throws(TLSError) -> RetryRequest {
    guard retry == nil else { throw .secondRetryRequest }
    let cookie: Cookie? = try extensions.read()
    let wanted: WantedKeyShare? = try extensions.read()
    guard let wanted else {
      guard cookie != nil else { throw .broken(.retryChangesSomething) }
      return RetryRequest(suite: suite, group: nil, cookie: cookie)
    }
    let group = try group(wanted.group)
    guard !sharedGroups.contains(group) else { throw .broken(.groupWasNotShared) }
    return RetryRequest(suite: suite, group: group, cookie: cookie)
  }

  private func agreement(
    _ extensions: ExtensionList, _ suite: TLS.CipherSuite
  ) throws(TLSError) -> ServerChoice {
    let selected: SelectedPreSharedKey? = try extensions.read()
    if let selected {
      guard selected.index == 0, let sessionSuite else { throw .broken(.sessionWasOffered) }
      guard sessionSuite.hash == suite.hash else { throw .broken(.sessionHashIsThatOfSuite) }
    }
    let answer: AnsweredKeyShare = try extensions.require()
    let group = try group(answer.share.group)
    return .agreement(
      suite: suite, group: group, share: answer.share.publicKey, isResumed: selected != nil)
  }

  private func group(_ number: UInt16) throws(TLSError) -> TLS.NamedGroup {
    guard let group = TLS.NamedGroup(rawValue: number),
      offer.configuration.groups.contains(group)
    else { throw .broken(.groupWasOffered) }
    return group
  }
}

/// The values that the client and the server have agreed on in a ClientHello and a ServerHello.
struct Negotiated: Sendable {
  let sentHello: SentHello
  let suite: TLS.CipherSuite
  let group: TLS.NamedGroup

  var configuration: TLS.ClientConfiguration { sentHello.offer.configuration }
}
