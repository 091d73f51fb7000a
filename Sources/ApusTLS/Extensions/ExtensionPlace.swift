/// The messages that carry extensions.
enum ExtensionPlace: Sendable, CaseIterable {
  case clientHello, serverHello, helloRetryRequest, encryptedExtensions, certificate,
    certificateRequest, newSessionTicket, serverHello12

  /// Whether the message answers to another, so that it may hold only what was asked for.
  var isAnswer: Bool {
    switch self {
    case .serverHello, .helloRetryRequest, .encryptedExtensions, .certificate, .serverHello12: true
    case .clientHello, .certificateRequest, .newSessionTicket: false
    }
  }
}

extension ExtensionType {
  /// The messages that the extension may stand in: the whole table in one place.
  ///
  /// RFC 8446 section 4.2. What stands in a ServerHello of TLS 1.2 is said where the extension is
  /// defined. Servers in the wild answer `supported_groups` there too, which no one minds.
  var places: Set<ExtensionPlace> {
    switch self {
    case .serverName, .applicationLayerProtocolNegotiation, .recordSizeLimit, .supportedGroups:
      [.clientHello, .encryptedExtensions, .serverHello12]
    case .statusRequest, .signedCertificateTimestamp:
      [.clientHello, .certificateRequest, .certificate, .serverHello12]
    case .signatureAlgorithms, .signatureAlgorithmsCert, .certificateAuthorities,
      .compressCertificate:
      [.clientHello, .certificateRequest]
    case .keyShare, .supportedVersions: [.clientHello, .serverHello, .helloRetryRequest]
    case .preSharedKey: [.clientHello, .serverHello]
    case .cookie: [.clientHello, .helloRetryRequest]
    case .earlyData: [.clientHello, .encryptedExtensions, .newSessionTicket]
    case .padding, .pskKeyExchangeModes, .postHandshakeAuth: [.clientHello]
    case .oidFilters: [.certificateRequest]
    case .ecPointFormats, .extendedMasterSecret, .sessionTicket, .renegotiationInfo:
      [.clientHello, .serverHello12]
    }
  }
}

extension ExtensionList {
  /// Checks that each extension stands where it may, once, and was asked for.
  ///
  /// `requested` are the extensions of the message that this one answers. A cookie is the one that
  /// a server may send unasked. What is malformed comes first: a list with a duplicate is none.
  /// RFC 8446 section 4.2. It names no alert for that, and servers in wide use expect another one
  /// where they ask or offer something than where they answer.
  func check(in place: ExtensionPlace, requested: Set<UInt16> = []) throws(TLSError) {
    var seen: Set<UInt16> = []
    for entry in entries where !seen.insert(entry.type).inserted {
      guard place != .helloRetryRequest, place != .newSessionTicket else {
        throw .repeatedExtension(entry.type)
      }
      throw .duplicateExtension(entry.type)
    }
    for entry in entries {
      let known = ExtensionType(rawValue: entry.type)
      let isCookie = place == .helloRetryRequest && known == .cookie
      if place.isAnswer, !requested.contains(entry.type), !isCookie {
        throw .unsolicitedExtension(entry.type)
      }
      if let known, !known.places.contains(place) { throw .misplacedExtension(entry.type) }
    }
  }

  /// Reads what an extension says, as `value` does, in the words of the handshake.
  func read<Value: ExtensionValue>(_ type: Value.Type = Value.self) throws(TLSError) -> Value? {
    do { return try value(type) } catch { throw .malformed(error) }
  }

  /// Reads what an extension says that must be there.
  func require<Value: ExtensionValue>(
    _ type: Value.Type = Value.self
  ) throws(TLSError) -> Value {
    guard let value = try read(type) else { throw .missingExtension(Value.extensionType.rawValue) }
    return value
  }
}
