public import ApusBytes
public import ApusCrypto
public import ApusX509

/// The reason a connection could not be protected, or failed later.
public enum TLSError: Error, Equatable, Sendable {
  /// A message, or a part of one, that does not match its grammar.
  case malformed(DecodeError)
  /// The peer ended the connection with an alert; the number is stored as received.
  case alerted(UInt8)

  // Errors of records

  /// An alert record that is not exactly one alert.
  case malformedAlert(byteCount: Int)
  /// A malformed ChangeCipherSpec of TLS 1.2.
  case malformedChangeCipherSpec
  /// The first bytes are not a record: the peer uses another protocol.
  case notTLS(firstBytes: [UInt8])
  /// A record of a content type that is not allowed at this point.
  case unexpectedRecord(type: UInt8)
  /// A record of a content type that must not be empty.
  case emptyRecord(type: UInt8)
  /// Too many records without content before one with application data.
  case tooManyEmptyRecords(limit: Int)
  /// Too many ChangeCipherSpec records in a handshake.
  case tooManyChangeCipherSpecs(limit: Int)
  /// A record whose header has an unsupported version.
  case wrongRecordVersion(UInt16)
  /// A record that exceeds the maximum length, or the record size limit of this side.
  case recordTooLong
  /// A record that cannot be decrypted: it was damaged or forged.
  case forgedRecord
  /// A record of TLS 1.3 that contains only padding.
  case recordWithoutType
  /// A handshake message that exceeds the limit of its type.
  case messageTooLong(type: UInt8, byteCount: Int, limit: Int)
  /// A record with more data after the message that changes the key, or that ends the peer's
  /// flight.
  case keyChangeInsideRecord
  /// A key that has protected the maximum number of records.
  case keySpent
  /// A peer with a record size limit below the minimum of the RFC.
  case recordSizeLimitTooSmall(UInt16)

  // Errors of messages

  /// A handshake message, by its number, that is unknown or not allowed at this point, and the
  /// numbers of the allowed ones.
  case unexpectedMessage(UInt8, expected: [UInt8])
  /// A duplicate extension in a message, by its number.
  case duplicateExtension(UInt16)
  /// A duplicate extension in a message of a server that requests or offers something.
  case repeatedExtension(UInt16)
  /// An extension in a response, by its number, that was not requested.
  case unsolicitedExtension(UInt16)
  /// An extension, by its number, in a message that must not have it.
  case misplacedExtension(UInt16)
  /// A missing extension, by its number, that the message must have.
  case missingExtension(UInt16)
  /// A value of this side that does not fit into a message.
  case unencodable(EncodeError)

  // Errors of handshakes

  /// A peer that supports none of the offered versions; the number is its version.
  case unsupportedVersion(UInt16)
  /// A peer that violated a rule of the handshake.
  case broken(TLS.Rule)
  /// A server that requested a third ClientHello.
  case secondRetryRequest
  /// A configuration without any value of a kind to offer.
  case nothingOffered(TLS.Negotiable)
  /// A client without any acceptable value of a kind.
  case nothingInCommon(TLS.Negotiable)
  /// A TLS 1.2 server without the extended master secret, which is required, or which the resumed
  /// session had.
  case noExtendedMasterSecret
  /// A TLS 1.2 server that refers to an earlier handshake on a connection without one.
  case unsafeRenegotiation
  /// A server that sent no certificate.
  case noCertificate
  /// A client that sent no certificate although it is required.
  case certificateRequired
  /// A malformed certificate, or one with an unusable key.
  case badCertificate(X509Error)
  /// The caller does not trust the peer's certificates, with the alert that the peer receives.
  case untrusted(TLS.AlertDescription)
  /// A signature that is not valid for the key of the certificate.
  case wrongSignature
  /// A Finished, or a binder, of another handshake or another key.
  case wrongFinished
  /// An alert of TLS 1.3 that is an error with the level of a warning.
  case misleadingAlert(UInt8)
  /// A peer that exceeded a limit on messages without application data.
  case tooMany(TLS.HandshakeLimit)
  /// A ticket that could not be created.
  case ticketNotSealed(CryptoError)
  /// The source of randomness failed.
  case randomness(RandomError)
  /// The peer ended the stream without a close_notify, so the data may be incomplete.
  case truncated
  /// An operation that requires a complete handshake.
  case notConnected
  /// Data to send after this side closed its sending direction.
  case closed

  // Errors of keys

  /// A share of the peer that is invalid for its group.
  case wrongKeyShare(TLS.NamedGroup, CryptoError)
  /// A key share of this side could not be created.
  case keyExchangeFailed(TLS.NamedGroup, CryptoError)
  /// A request for too much keying material, or with a label that is too long.
  case exportRefused(CryptoError)
  /// A request for keying material with a label that TLS 1.2 itself uses.
  case exportLabelReserved
  /// A request for keying material of a connection without the extended master secret.
  case exportWithoutExtendedMasterSecret

  // Errors of sessions

  /// Bytes that are not a session in the format of this library's version.
  case malformedSession(DecodeError)
  /// A malformed certificate in a stored session.
  case malformedSessionPath(X509Error)
  /// A session that is too long to be stored.
  case unstorableSession(EncodeError)
  /// A session with an unsupported cipher suite.
  case unknownSessionSuite(UInt16)
  /// A session from another version of this library.
  case unknownSessionForm(UInt16)

  /// The alert that the peer receives, if any.
  ///
  /// It is nil if the peer ended the connection itself, or is not involved in the error.
  public var alert: TLS.AlertDescription? {
    switch self {
    case .malformed, .malformedAlert, .messageTooLong, .duplicateExtension, .noCertificate,
      .misleadingAlert:
      .decodeError
    case .alerted: nil
    case .malformedChangeCipherSpec: .illegalParameter
    case .notTLS, .unexpectedRecord, .emptyRecord, .tooManyEmptyRecords,
      .tooManyChangeCipherSpecs, .recordWithoutType, .keyChangeInsideRecord, .unexpectedMessage,
      .secondRetryRequest, .tooMany:
      .unexpectedMessage
    case .wrongRecordVersion, .unsupportedVersion: .protocolVersion
    case .recordTooLong: .recordOverflow
    case .forgedRecord: .badRecordMAC
    case .recordSizeLimitTooSmall, .wrongKeyShare, .repeatedExtension, .misplacedExtension, .broken:
      .illegalParameter
    case .unsolicitedExtension: .unsupportedExtension
    case .missingExtension: .missingExtension
    case .nothingInCommon(.applicationProtocol): .noApplicationProtocol
    case .nothingInCommon, .noExtendedMasterSecret, .unsafeRenegotiation: .handshakeFailure
    case .certificateRequired: .certificateRequired
    case .badCertificate: .badCertificate
    case .untrusted(let alert): alert
    case .wrongSignature, .wrongFinished: .decryptError
    case .keySpent, .keyExchangeFailed, .unencodable, .randomness, .ticketNotSealed:
      .internalError
    case .exportRefused, .exportLabelReserved, .exportWithoutExtendedMasterSecret,
      .malformedSession, .malformedSessionPath, .unstorableSession, .unknownSessionSuite,
      .unknownSessionForm, .truncated, .notConnected, .closed, .nothingOffered:
      nil
    }
  }
}
