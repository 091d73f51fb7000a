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
  /// defined. Servers in the wild answer `supported_groups` there too, which nobody minds.
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
