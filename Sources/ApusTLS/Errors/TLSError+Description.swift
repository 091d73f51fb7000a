internal import ApusBytes
internal import ApusCrypto
internal import ApusX509

extension TLSError: CustomStringConvertible {
  /// What has happened, in one line.
  public var description: String {
    switch self {
    case .malformed(let error): "a handshake message cannot be read: \(error)"
    case .alerted(let number): "the peer has ended the connection: \(Self.alert(number))"
    case .malformedAlert(let byteCount): "an alert has \(byteCount) bytes, and not 2"
    case .malformedChangeCipherSpec: "a ChangeCipherSpec is not its one byte"
    case .notTLS(let bytes):
      "the peer does not speak TLS: it begins with \(ForeignText.escaped(bytes).debugDescription)"
    case .unexpectedRecord(let type): "a record of type \(type) has no place here"
    case .emptyRecord(let type): "a record of type \(type) is empty"
    case .tooManyEmptyRecords(let limit): "more than \(limit) records are empty before one has data"
    case .tooManyChangeCipherSpecs(let limit): "more than \(limit) ChangeCipherSpecs have come"
    case .wrongRecordVersion(let number): "a record is of version \(Self.hex(number))"
    case .recordTooLong: "a record is longer than one may be"
    case .forgedRecord: "a record was damaged on its way, or is not the peer's"
    case .recordWithoutType: "a record is nothing but padding"
    case .messageTooLong(let type, let byteCount, let limit):
      "\(Self.message(type)) has \(byteCount) bytes, and may have \(limit)"
    case .keyChangeInsideRecord: "a record goes on behind the end of a flight"
    case .keySpent: "a key has protected as many records as it may: connect again"
    case .recordSizeLimitTooSmall(let limit): "the peer takes only \(limit) bytes in a record"
    case .unexpectedMessage(let type, let expected):
      "\(Self.message(type)) may not come now"
        + (expected.isEmpty ? "" : ", only " + Self.messages(expected))
    case .duplicateExtension(let type), .repeatedExtension(let type):
      "\(Self.extension(type)) stands twice"
    case .unsolicitedExtension(let type): "\(Self.extension(type)) was not asked for"
    case .misplacedExtension(let type): "\(Self.extension(type)) has no place in its message"
    case .missingExtension(let type): "\(Self.extension(type)) is missing"
    case .unencodable(let error): "a handshake message cannot be written: \(error)"
    case .unsupportedVersion(let number): "the peer would only speak version \(Self.hex(number))"
    case .broken(let rule): "the peer breaks a rule: \(rule)"
    case .secondRetryRequest: "the server asks for a third ClientHello"
    case .nothingOffered(let what): "the configuration leaves no \(what) to offer"
    case .nothingInCommon(let what): "both sides have no \(what) in common"
    case .noExtendedMasterSecret: "the server has no extended master secret (RFC 7627)"
    case .unsafeRenegotiation: "the server speaks of an earlier handshake that never was"
    case .noCertificate: "the peer shows no certificate"
    case .certificateRequired: "the client shows no certificate, and must"
    case .badCertificate(let error): "the peer's certificate cannot be used: \(error)"
    case .untrusted(let alert): "the peer's certificate is not believed (\(alert))"
    case .wrongSignature: "the handshake is not signed with the key of the certificate"
    case .wrongFinished: "the peer has seen another handshake, or has another key"
    case .misleadingAlert(let number):
      "the peer calls a warning what is none: \(Self.alert(number))"
    case .tooMany(let limit): "the peer sends more than \(limit.count) \(limit)"
    case .ticketNotSealed(let error): "a ticket cannot be made: \(error)"
    case .randomness(let error): error.description
    case .truncated: "the stream ends without close_notify: what was received may not be all"
    case .notConnected: "the handshake is not complete"
    case .closed: "this side has said that it sends nothing more"
    case .wrongKeyShare(let group, let error): "the peer's share is none of \(group): \(error)"
    case .keyExchangeFailed(let group, let error): "no share of \(group) can be made: \(error)"
    case .exportRefused(let error): "keying material cannot be exported: \(error)"
    case .exportLabelReserved: "the label is one that TLS derives its own keys by"
    case .exportWithoutExtendedMasterSecret: "nothing is exported without RFC 7627"
    case .malformedSession(let error): "a stored session cannot be read: \(error)"
    case .malformedSessionPath(let error): "the path of a stored session is malformed: \(error)"
    case .unstorableSession(let error): "a session cannot be stored: \(error)"
    case .unknownSessionSuite(let number): "a stored session is of suite \(Self.hex(number))"
    case .unknownSessionForm(let number): "a stored session is of form \(number), not known here"
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
  /// The rule, as it should be.
  public var description: String {
    switch self {
    case .versionWasOffered: "the version is one that was offered"
    case .versionStaysTheSame: "the version is the one that asked for another ClientHello"
    case .downgradeIsNotTold: "a server that speaks TLS 1.3 speaks it with those who offer it"
    case .pointFormatIsUncompressed: "points may be written uncompressed"
    case .legacyVersionIsFixed: "legacy_version is 3.3"
    case .compressionIsNull: "nothing is compressed"
    case .sessionIDIsEchoed: "legacy_session_id is echoed"
    case .suiteWasOffered: "the cipher suite is one that was offered"
    case .suiteIsOfVersion: "the cipher suite is of the version"
    case .suiteStaysTheSame: "the cipher suite stays the same"
    case .groupWasOffered: "the group is one that was offered"
    case .groupWasShared: "the group is one of which a share was sent"
    case .groupWasNotShared: "a share is asked for only where none was sent"
    case .oneShareOfEachGroup: "a client sends one share of a group"
    case .retryChangesSomething: "another ClientHello is asked for only if it will differ"
    case .sessionWasOffered: "a session is resumed only if it was offered"
    case .sessionHashIsThatOfSuite: "a session is resumed with its own hash function"
    case .protocolWasOffered: "the application protocol is one that was offered"
    case .protocolIsOne: "one application protocol is chosen"
    case .recordSizeLimitIsInRange: "the record size limit is no more than a record may carry"
    case .contextIsEmpty: "certificate_request_context is empty in a handshake"
    case .schemeWasOffered: "the signature scheme is one that was offered"
    case .schemeFitsKey: "the signature scheme fits the key of the certificate"
    case .keyMaySign: "the certificate lets its key sign"
    case .keyUpdateIsKnown: "a KeyUpdate is of a known kind"
    case .alertLevelIsKnown: "an alert is a warning or fatal"
    case .preSharedKeysComeLast: "pre_shared_key comes last"
    case .bindersMatchIdentities: "there are as many binders as sessions"
    case .secondHelloIsLikeFirst: "a second ClientHello has what was asked for"
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
