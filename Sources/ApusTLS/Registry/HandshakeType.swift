/// The content type of a TLS record.
///
///     enum {
///         invalid(0), change_cipher_spec(20), alert(21), handshake(22),
///         application_data(23), (255)
///     } ContentType;
///
/// RFC 8446 section 5.1.
enum ContentType: UInt8, Sendable, CaseIterable {
  case changeCipherSpec = 20
  case alert = 21
  case handshake = 22
  case applicationData = 23
}

/// The type of a TLS handshake message.
///
///     enum { client_hello(1), …, message_hash(254), (255) } HandshakeType;
///
/// RFC 8446 section 4, and for TLS 1.2 RFC 5246 section 7.4 and RFC 6066 section 8.
enum HandshakeType: UInt8, Sendable, CaseIterable {
  case helloRequest = 0
  case clientHello = 1
  case serverHello = 2
  case newSessionTicket = 4
  case endOfEarlyData = 5
  case encryptedExtensions = 8
  case certificate = 11
  case serverKeyExchange = 12
  case certificateRequest = 13
  case serverHelloDone = 14
  case certificateVerify = 15
  case clientKeyExchange = 16
  case finished = 20
  case certificateStatus = 22
  case keyUpdate = 24
  case compressedCertificate = 25
  case messageHash = 254
}

extension HandshakeType {
  /// The maximum number of body bytes of a handshake message of unknown type.
  static var unknownByteLimit: Int { 1 << 14 }

  /// The maximum number of body bytes of a handshake message of this type.
  ///
  /// The limits of Hello messages and tickets are the maximum lengths of their grammar. The limit
  /// for a whole certificate chain is 256 KiB. A signature of an RSA key of 16,384 bits has 2 KiB.
  var byteLimit: Int {
    switch self {
    case .helloRequest, .serverHelloDone, .endOfEarlyData: 0
    case .keyUpdate: 1
    case .finished: 64
    case .clientKeyExchange: 1 << 11
    case .serverKeyExchange, .certificateVerify: 1 << 12
    case .clientHello, .serverHello, .encryptedExtensions, .certificateStatus: 1 << 17
    case .newSessionTicket, .certificateRequest: 1 << 18
    case .certificate: 1 << 18
    case .compressedCertificate, .messageHash: Self.unknownByteLimit
    }
  }
}
