public import ApusBytes
public import ApusCrypto
public import ApusX509

/// Why a connection could not be protected, or is no longer.
public enum TLSError: Error, Equatable, Sendable {
  /// A message, or a part of one, that is not in the form that its grammar gives.
  case malformed(DecodeError)
  /// The peer has ended the connection with an alert; the number is kept as it came.
  case alerted(UInt8)

  // Of records.

  /// An alert that is not exactly one in its record.
  case malformedAlert(byteCount: Int)
  /// A ChangeCipherSpec of TLS 1.2 that is not its one byte.
  case malformedChangeCipherSpec
  /// What came first is no record: the peer speaks something else.
  case notTLS(firstBytes: [UInt8])
  /// A record of a content type that has no place here.
  case unexpectedRecord(type: UInt8)
  /// A record of a content type that may not be empty.
  case emptyRecord(type: UInt8)
  /// More records without content than may come before one that has application data.
  case tooManyEmptyRecords(limit: Int)
  /// More records of ChangeCipherSpec than a handshake may have.
  case tooManyChangeCipherSpecs(limit: Int)
  /// A record whose header names no version that is spoken.
  case wrongRecordVersion(UInt16)
  /// A record that is longer than one may be, or than this side has asked for.
  case recordTooLong
  /// A record that the key does not open: it was damaged, or is another's.
  case forgedRecord
  /// A record of TLS 1.3 that is nothing but padding.
  case recordWithoutType
  /// A handshake message of a type that may not have so many bytes.
  case messageTooLong(type: UInt8, byteCount: Int, limit: Int)
  /// A record that goes on behind the message after which the key changes, or after which the
  /// peer must wait for an answer.
  case keyChangeInsideRecord
  /// A key that has protected as many records as it may.
  case keySpent
  /// A peer that takes less in a record than any peer must.
  case recordSizeLimitTooSmall(UInt16)

  // Of messages.

  /// A handshake message by its number that may not come now, or that is not known, and the
  /// numbers of those that may.
  case unexpectedMessage(UInt8, expected: [UInt8])
  /// An extension by its number that stands twice in a message.
  case duplicateExtension(UInt16)
  /// The same in a message by which a server asks or offers something.
  case repeatedExtension(UInt16)
  /// An extension by its number in an answer that no one has asked for.
  case unsolicitedExtension(UInt16)
  /// An extension by its number in a message that it has no place in.
  case misplacedExtension(UInt16)
  /// An extension by its number that a message must have.
  case missingExtension(UInt16)
  /// Something of ours that does not fit into a message.
  case unencodable(EncodeError)

  // Of handshakes.

  /// A peer that speaks no version that was offered; the number is the one it would speak.
  case unsupportedVersion(UInt16)
  /// A peer that breaks a rule of the handshake.
  case broken(TLS.Rule)
  /// A server that asks for a third ClientHello.
  case secondRetryRequest
  /// A configuration that leaves nothing of a kind to offer.
  case nothingOffered(TLS.Negotiable)
  /// A client that offers nothing which this side would take.
  case nothingInCommon(TLS.Negotiable)
  /// A server of TLS 1.2 that does not bind its keys to the handshake, where that is required or
  /// where the session that it resumes was bound.
  case noExtendedMasterSecret
  /// A server of TLS 1.2 that speaks of an earlier handshake on a connection that had none.
  case unsafeRenegotiation
  /// A server that shows no certificate.
  case noCertificate
  /// A client that shows no certificate where it must.
  case certificateRequired
  /// A certificate that cannot be read, or whose key cannot be used.
  case badCertificate(X509Error)
  /// The caller does not believe what the peer has shown, and has said what the peer is told.
  case untrusted(TLS.AlertDescription)
  /// A signature that the key of the certificate has not made.
  case wrongSignature
  /// A Finished, or a binder, of another handshake or by another key.
  case wrongFinished
  /// An alert of TLS 1.3 that is an error and calls itself a warning.
  case misleadingAlert(UInt8)
  /// More than a peer may send beside what a connection is for.
  case tooMany(TLS.HandshakeLimit)
  /// A ticket that could not be made.
  case ticketNotSealed(CryptoError)
  /// No random bytes could be had.
  case randomness(RandomError)
  /// The peer has ended the stream without a close_notify, so that something may be missing.
  case truncated
  /// Something asked for that there is only once the handshake is complete.
  case notConnected
  /// Something to be sent after this side has said that it sends nothing more.
  case closed

  // Of keys.

  /// A share of the peer's that is no share of its group.
  case wrongKeyShare(TLS.NamedGroup, CryptoError)
  /// No share of this side's own could be made.
  case keyExchangeFailed(TLS.NamedGroup, CryptoError)
  /// More keying material asked for than can be had, or by too long a label.
  case exportRefused(CryptoError)
  /// Keying material asked for by a label that TLS 1.2 itself derives by.
  case exportLabelReserved
  /// Keying material asked for of a connection without the extended master secret.
  case exportWithoutExtendedMasterSecret

  // Of sessions.

  /// Bytes that are no session in the form that this version of the library writes.
  case malformedSession(DecodeError)
  /// A certificate of a stored session that is none.
  case malformedSessionPath(X509Error)
  /// A session that is too long to be stored.
  case unstorableSession(EncodeError)
  /// A session of a cipher suite that is not supported.
  case unknownSessionSuite(UInt16)
  /// A session that another version of the library has written.
  case unknownSessionForm(UInt16)

  /// The alert that the peer is sent, if any.
  ///
  /// It is not where it has ended the connection itself, or has nothing to do with the error.
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
