import ApusBytes

/// The facts about a ClientHello that a response is checked with.
struct SentHello: Sendable {
  let offer: ClientOffer
  /// The extensions of the ClientHello.
  let extensions: Set<UInt16>
  /// The groups of its shares.
  let sharedGroups: [TLS.NamedGroup]
  /// The hash function of the session that it offers to resume.
  let sessionSuite: TLS.CipherSuite?
  /// The choices of the HelloRetryRequest, if there was one.
  let retry: RetryRequest?
}

/// A server's requirements for another ClientHello.
struct RetryRequest: Equatable, Sendable {
  let suite: TLS.CipherSuite
  let group: TLS.NamedGroup?
  let cookie: Cookie?
}

/// The choice of a server.
enum ServerChoice: Sendable {
  /// Another ClientHello is needed first.
  case retry(RetryRequest)
  /// A suite and a share, and possibly the offered session.
  case agreement(suite: TLS.CipherSuite, group: TLS.NamedGroup, share: [UInt8], isResumed: Bool)
  /// TLS 1.2.
  case older(Negotiated12)
}

extension SentHello {
  /// Checks that a ServerHello chooses among the offered values, and returns its choice.
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

  /// RFC 8446 section 4.2.1, and section 4.1.3 for servers that an attacker made choose an older
  /// version.
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

  /// Reads a HelloRetryRequest. A second ClientHello must differ from the first, and there must not
  /// be a third.
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

/// The values that both sides have agreed on in their Hellos.
struct Negotiated: Sendable {
  let sentHello: SentHello
  let suite: TLS.CipherSuite
  let group: TLS.NamedGroup

  var configuration: TLS.ClientConfiguration { sentHello.offer.configuration }
}
