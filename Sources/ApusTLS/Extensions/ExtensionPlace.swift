/// A kind of TLS message that contains extensions.
enum ExtensionPlace: Sendable, CaseIterable {
  case clientHello, serverHello, helloRetryRequest, encryptedExtensions, certificate,
    certificateRequest, newSessionTicket, serverHello12

  /// A Boolean value that indicates whether the message is a response. A response contains only
  /// requested extensions.
  var isAnswer: Bool {
    switch self {
    case .serverHello, .helloRetryRequest, .encryptedExtensions, .certificate, .serverHello12: true
    case .clientHello, .certificateRequest, .newSessionTicket: false
    }
  }
}

extension ExtensionType {
  /// The kinds of TLS messages that can contain the extension.
  ///
  /// RFC 8446 section 4.2. The RFC of each extension defines whether a TLS 1.2 ServerHello can
  /// contain the extension. Clients accept `supported_groups` in a ServerHello because existing
  /// servers send the extension there.
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
  /// Checks that each extension in the list is allowed in the message, unique, and requested.
  ///
  /// `requested` contains the numbers of the extensions in the request. Only a cookie can be sent
  /// without a request. Duplicate extensions are checked first, because a list with a duplicate
  /// extension is malformed. RFC 8446 section 4.2 defines no alert for a duplicate extension. As in
  /// widely used servers, the alert for a response differs from the alert for a request or an
  /// offer.
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

  /// Decodes a TLS extension with the method `value`, and converts a decoding error to a handshake
  /// error.
  func read<Value: ExtensionValue>(_ type: Value.Type = Value.self) throws(TLSError) -> Value? {
    do { return try value(type) } catch { throw .malformed(error) }
  }

  /// Decodes a TLS extension, and throws an error if the message does not contain the extension.
  func require<Value: ExtensionValue>(
    _ type: Value.Type = Value.self
  ) throws(TLSError) -> Value {
    guard let value = try read(type) else { throw .missingExtension(Value.extensionType.rawValue) }
    return value
  }
}
