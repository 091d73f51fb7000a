internal import ApusBytes
internal import ApusCrypto
internal import ApusX509

extension TLSError: CustomStringConvertible {
  /// A description of the TLS error in one line.
  public var description: String {
    switch self {
    case .malformed(let error): "a handshake message is malformed: \(error)"
    case .alerted(let number): "the peer ended the connection: \(Self.alert(number))"
    case .malformedAlert(let byteCount): "an alert has \(byteCount) bytes instead of 2"
    case .malformedChangeCipherSpec: "a ChangeCipherSpec is malformed"
    case .notTLS(let bytes):
      "the peer does not speak TLS: its first bytes are "
        + ForeignText.escaped(bytes).debugDescription
    case .unexpectedRecord(let type): "a record of type \(type) is not allowed here"
    case .emptyRecord(let type): "a record of type \(type) is empty"
    case .tooManyEmptyRecords(let limit):
      "there are more than \(limit) empty records before one with data"
    case .tooManyChangeCipherSpecs(let limit): "more than \(limit) ChangeCipherSpecs were received"
    case .wrongRecordVersion(let number): "a record has version \(Self.hex(number))"
    case .recordTooLong: "a record exceeds the maximum length"
    case .forgedRecord: "a record was damaged or forged"
    case .recordWithoutType: "a record contains only padding"
    case .messageTooLong(let type, let byteCount, let limit):
      "\(Self.message(type)) has \(byteCount) bytes, but at most \(limit) are allowed"
    case .keyChangeInsideRecord: "a record has more data after the end of a flight"
    case .keySpent: "a key has reached its limit of records: open a new connection"
    case .recordSizeLimitTooSmall(let limit):
      "the peer's record size limit of \(limit) bytes is too small"
    case .unexpectedMessage(let type, let expected):
      "\(Self.message(type)) is not allowed now"
        + (expected.isEmpty ? "" : ", only " + Self.messages(expected))
    case .duplicateExtension(let type), .repeatedExtension(let type):
      "\(Self.extension(type)) occurs twice"
    case .unsolicitedExtension(let type): "\(Self.extension(type)) was not requested"
    case .misplacedExtension(let type): "\(Self.extension(type)) is not allowed in its message"
    case .missingExtension(let type): "\(Self.extension(type)) is missing"
    case .unencodable(let error): "a handshake message cannot be encoded: \(error)"
    case .unsupportedVersion(let number): "the peer only supports version \(Self.hex(number))"
    case .broken(let rule): "the peer violated a rule: \(rule)"
    case .secondRetryRequest: "the server requested a third ClientHello"
    case .nothingOffered(let what): "the configuration has no \(what) to offer"
    case .nothingInCommon(let what): "both sides have no \(what) in common"
    case .noExtendedMasterSecret:
      "the server does not support the extended master secret (RFC 7627)"
    case .unsafeRenegotiation: "the server refers to an earlier handshake that did not happen"
    case .noCertificate: "the peer sent no certificate"
    case .certificateRequired: "the client sent no certificate, which is required"
    case .badCertificate(let error): "the peer's certificate cannot be used: \(error)"
    case .untrusted(let alert): "the peer's certificate is not trusted (\(alert))"
    case .wrongSignature: "the handshake is not signed with the key of the certificate"
    case .wrongFinished: "the peer's Finished is for another handshake or another key"
    case .misleadingAlert(let number):
      "the peer sent an error as a warning: \(Self.alert(number))"
    case .tooMany(let limit): "the peer sent more than \(limit.count) \(limit)"
    case .ticketNotSealed(let error): "a ticket cannot be created: \(error)"
    case .randomness(let error): error.description
    case .truncated: "the stream ended without close_notify: the received data may be incomplete"
    case .notConnected: "the handshake is not complete"
    case .closed: "this side has closed its sending direction"
    case .wrongKeyShare(let group, let error):
      "the peer's key share is invalid for \(group): \(error)"
    case .keyExchangeFailed(let group, let error):
      "no key share for \(group) can be created: \(error)"
    case .exportRefused(let error): "keying material cannot be exported: \(error)"
    case .exportLabelReserved: "the label is reserved for TLS's own keys"
    case .exportWithoutExtendedMasterSecret:
      "keying material requires the extended master secret (RFC 7627)"
    case .malformedSession(let error): "a stored session is malformed: \(error)"
    case .malformedSessionPath(let error): "the path of a stored session is malformed: \(error)"
    case .unstorableSession(let error): "a session cannot be stored: \(error)"
    case .unknownSessionSuite(let number): "a stored session has unknown suite \(Self.hex(number))"
    case .unknownSessionForm(let number): "a stored session has unknown format \(number)"
    }
  }

  private static func hex(_ number: UInt16) -> String {
    "0x" + Hex.encode(UInt8(number >> 8)) + Hex.encode(UInt8(truncatingIfNeeded: number))
  }

  private static func alert(_ number: UInt8) -> String {
    TLS.AlertDescription(rawValue: number).map { "\($0) (\(number))" } ?? "alert \(number)"
  }

  private static func message(_ number: UInt8) -> String { "message " + messages([number]) }

  private static func messages(_ numbers: [UInt8]) -> String {
    numbers.map { number in HandshakeType(rawValue: number).map { "\($0)" } ?? "\(number)" }
      .joined(separator: " or ")
  }

  private static func `extension`(_ number: UInt16) -> String {
    ExtensionType(rawValue: number).map { "extension \($0)" } ?? "extension \(number)"
  }
}

extension TLS.Rule: CustomStringConvertible {
  /// A description of the correct behaviour that the rule requires of a peer.
  public var description: String {
    switch self {
    case .versionWasOffered: "the version was offered"
    case .versionStaysTheSame: "the version is that of the HelloRetryRequest"
    case .downgradeIsNotTold: "a server that supports TLS 1.3 uses it with clients that offer it"
    case .pointFormatIsUncompressed: "uncompressed points are supported"
    case .legacyVersionIsFixed: "legacy_version is 3.3"
    case .compressionIsNull: "compression is disabled"
    case .sessionIDIsEchoed: "legacy_session_id is echoed"
    case .suiteWasOffered: "the cipher suite was offered"
    case .suiteIsOfVersion: "the cipher suite matches the version"
    case .suiteStaysTheSame: "the cipher suite stays the same"
    case .groupWasOffered: "the group was offered"
    case .groupWasShared: "a share of the group was sent"
    case .groupWasNotShared: "a share is requested only if none was sent"
    case .oneShareOfEachGroup: "a client sends one share of a group"
    case .retryChangesSomething: "another ClientHello is requested only if it will differ"
    case .sessionWasOffered: "a session is resumed only if it was offered"
    case .sessionHashIsThatOfSuite: "a session is resumed with its own hash function"
    case .protocolWasOffered: "the application protocol was offered"
    case .protocolIsOne: "one application protocol is chosen"
    case .recordSizeLimitIsInRange: "the record size limit does not exceed the maximum of a record"
    case .contextIsEmpty: "certificate_request_context is empty in a handshake"
    case .schemeWasOffered: "the signature scheme was offered"
    case .schemeFitsKey: "the signature scheme matches the key of the certificate"
    case .keyMaySign: "the certificate's key usage allows signing"
    case .keyUpdateIsKnown: "a KeyUpdate has a known kind"
    case .alertLevelIsKnown: "an alert is a warning or fatal"
    case .preSharedKeysComeLast: "pre_shared_key is the last extension"
    case .bindersMatchIdentities: "there are as many binders as sessions"
    case .secondHelloIsLikeFirst: "a second ClientHello only has the requested changes"
    }
  }
}

extension TLS.Negotiable: CustomStringConvertible {
  public var description: String {
    switch self {
    case .version: "version"
    case .suite: "cipher suite"
    case .group: "group"
    case .signatureScheme: "signature scheme"
    case .applicationProtocol: "application protocol"
    }
  }
}

extension TLS.HandshakeLimit: CustomStringConvertible {
  public var description: String {
    switch self {
    case .warnings: "warnings in a minute"
    case .keyUpdates: "KeyUpdates in a row"
    case .tickets: "tickets in a minute"
    }
  }
}
