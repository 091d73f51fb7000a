/// The messages with extensions.
enum ExtensionPlace: Sendable, CaseIterable {
  case clientHello, serverHello, helloRetryRequest, encryptedExtensions, certificate,
    certificateRequest, newSessionTicket, serverHello12

  /// A Boolean value that indicates whether the message is a response, which must only contain
  /// requested extensions.
  var isAnswer: Bool {
    switch self {
    case .serverHello, .helloRetryRequest, .encryptedExtensions, .certificate, .serverHello12: true
    case .clientHello, .certificateRequest, .newSessionTicket: false
    }
  }
}

extension ExtensionType {
  /// The messages that can contain the extension.
  ///
  /// RFC 8446 section 4.2. The extensions in a ServerHello of TLS 1.2 are in the RFCs of their
  /// definitions. Existing servers also send `supported_groups` there, which clients accept.
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
  /// Checks that each extension is in an allowed message, unique, and requested.
  ///
  /// `requested` are the extensions of the message that this one answers. Only a cookie can be sent
  /// unrequested. A duplicate makes the list malformed, so it is checked first. RFC 8446 section
  /// 4.2 names no alert for it, and servers in wide use expect another one if they request or offer
  /// something than if they respond.
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

  /// Decodes an extension like `value`, and converts the error to one of the handshake.
  func read<Value: ExtensionValue>(_ type: Value.Type = Value.self) throws(TLSError) -> Value? {
    do { return try value(type) } catch { throw .malformed(error) }
  }

  /// Decodes an extension that must be present.
  func require<Value: ExtensionValue>(
    _ type: Value.Type = Value.self
  ) throws(TLSError) -> Value {
    guard let value = try read(type) else { throw .missingExtension(Value.extensionType.rawValue) }
    return value
  }
}
