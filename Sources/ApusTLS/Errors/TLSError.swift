public import ApusBytes
public import ApusCrypto
public import ApusX509

/// The reason a TLS handshake failed, or a TLS connection failed after the handshake.
public enum TLSError: Error, Equatable, Sendable {
  /// The TLS peer sent a message with a part that does not match the grammar of TLS.
  case malformed(DecodeError)
  /// The TLS peer ended the connection with an alert, whose number is stored as received.
  case alerted(UInt8)

  // Errors in TLS records

  /// The TLS peer sent an alert record that does not contain exactly one alert.
  case malformedAlert(byteCount: Int)
  /// The TLS peer sent a malformed ChangeCipherSpec record.
  case malformedChangeCipherSpec
  /// The first bytes from the peer are not a TLS record, so the peer uses a protocol other than
  /// TLS.
  case notTLS(firstBytes: [UInt8])
  /// The TLS peer sent a record whose content type is not allowed at this point of the connection.
  case unexpectedRecord(type: UInt8)
  /// The TLS peer sent an empty record of a content type that must not be empty.
  case emptyRecord(type: UInt8)
  /// The TLS peer sent too many records without content before a record with application data.
  case tooManyEmptyRecords(limit: Int)
  /// The TLS peer sent too many ChangeCipherSpec records in one handshake.
  case tooManyChangeCipherSpecs(limit: Int)
  /// The TLS peer sent a record whose header has an unsupported version.
  case wrongRecordVersion(UInt16)
  /// The TLS peer sent a record that exceeds the maximum length or this side's record size limit.
  case recordTooLong
  /// The TLS peer's record cannot be decrypted because it was damaged or forged.
  case forgedRecord
  /// The TLS peer sent a TLS 1.3 record that contains only padding and no content type.
  case recordWithoutType
  /// The TLS peer sent a handshake message that exceeds the length limit of its message type.
  case messageTooLong(type: UInt8, byteCount: Int, limit: Int)
  /// The TLS peer sent more data in the same record after a message that must end its record, such
  /// as KeyUpdate.
  case keyChangeInsideRecord
  /// A traffic key has protected the maximum number of records, and no new key is available.
  case keySpent
  /// The TLS peer announced a record size limit below 64 bytes, the minimum of RFC 8449.
  case recordSizeLimitTooSmall(UInt16)

  // Errors in TLS handshake messages

  /// The TLS peer sent a handshake message whose type is unknown or not allowed at this point.
  ///
  /// The error contains the number of the message type and the numbers of the allowed message
  /// types.
  case unexpectedMessage(UInt8, expected: [UInt8])
  /// The TLS peer sent a message that contains the extension with this number twice.
  case duplicateExtension(UInt16)
  /// The TLS server sent a request or a session ticket that contains the extension with this number
  /// twice.
  case repeatedExtension(UInt16)
  /// The TLS peer sent a response with an extension that was not requested.
  ///
  /// The error contains the number of the TLS extension.
  case unsolicitedExtension(UInt16)
  /// The TLS peer sent an extension in a message of a type that does not allow the extension.
  ///
  /// The error contains the number of the TLS extension.
  case misplacedExtension(UInt16)
  /// The TLS peer sent a message without a mandatory extension.
  ///
  /// The error contains the number of the missing TLS extension.
  case missingExtension(UInt16)
  /// A value of this side of the connection is too long for a TLS message.
  case unencodable(EncodeError)

  // Errors in TLS handshakes

  /// The TLS peer supports none of the offered TLS versions; the value is the peer's version
  /// number.
  case unsupportedVersion(UInt16)
  /// The TLS peer violated a rule of the TLS handshake.
  case broken(TLS.Rule)
  /// The TLS server requested a third ClientHello with a second HelloRetryRequest.
  case secondRetryRequest
  /// The TLS configuration is empty for a property that the handshake must negotiate, such as the
  /// cipher suite.
  case nothingOffered(TLS.Negotiable)
  /// The client and the server have no common value for a property, such as the TLS version or the
  /// cipher suite.
  case nothingInCommon(TLS.Negotiable)
  /// The TLS 1.2 server did not negotiate the extended master secret although the configuration or
  /// the resumed session requires it.
  case noExtendedMasterSecret
  /// The TLS 1.2 server sent data for a renegotiation in the first handshake of the connection.
  case unsafeRenegotiation
  /// The TLS server sent no certificate.
  case noCertificate
  /// The TLS client sent no certificate although the server requires a client certificate.
  case certificateRequired
  /// The TLS peer sent a certificate that is malformed or has an unusable public key.
  case badCertificate(X509Error)
  /// The caller does not trust the TLS peer's certificates; the value is the alert that the peer
  /// receives.
  case untrusted(TLS.AlertDescription)
  /// The TLS peer's handshake signature is not valid for the public key of the peer's certificate.
  case wrongSignature
  /// The TLS peer sent a Finished message or a binder that belongs to a different handshake or key.
  case wrongFinished
  /// The TLS 1.3 peer sent an error alert with the level *warning*.
  case misleadingAlert(UInt8)
  /// The TLS peer exceeded a limit on messages without application data.
  case tooMany(TLS.HandshakeLimit)
  /// The TLS server could not encrypt the contents of a session ticket.
  case ticketNotSealed(CryptoError)
  /// The source of random bytes failed.
  case randomness(RandomError)
  /// The TLS peer ended the stream without a `close_notify` alert, so the received data may be
  /// incomplete.
  case truncated
  /// The caller used an operation that requires a complete TLS handshake.
  case notConnected
  /// The caller sent application data after this side closed its sending direction.
  case closed

  // Errors in TLS keys

  /// The TLS peer's key share is invalid for its group.
  case wrongKeyShare(TLS.NamedGroup, CryptoError)
  /// This side of the TLS connection could not create a key share for the group.
  case keyExchangeFailed(TLS.NamedGroup, CryptoError)
  /// The caller requested too much exported keying material, or used an exporter label that is too
  /// long.
  case exportRefused(CryptoError)
  /// The caller requested keying material with an exporter label that TLS 1.2 itself uses.
  case exportLabelReserved
  /// The caller requested keying material of a TLS 1.2 connection without the extended master
  /// secret.
  case exportWithoutExtendedMasterSecret

  // Errors in stored TLS sessions

  /// The bytes are not a TLS session in the format of this library's version.
  case malformedSession(DecodeError)
  /// A certificate in a stored TLS session is malformed.
  case malformedSessionPath(X509Error)
  /// The TLS session is too long to be stored.
  case unstorableSession(EncodeError)
  /// The stored TLS session has an unsupported cipher suite.
  case unknownSessionSuite(UInt16)
  /// The stored TLS session has the format of another version of this library.
  case unknownSessionForm(UInt16)

  /// The TLS alert that the peer receives because of the error, if any.
  ///
  /// The alert is `nil` if the peer ended the connection itself, or if the peer is not involved in
  /// the error.
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
