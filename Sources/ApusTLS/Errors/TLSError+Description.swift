internal import ApusBytes
internal import ApusCrypto
internal import ApusX509

extension TLSError: CustomStringConvertible {
  /// A description of the TLS error in one line.
  public var description: String {
    switch self {
    case .malformed(let error): "a TLS handshake message is malformed: \(error)"
    case .alerted(let number):
      "the peer ended the connection with a TLS alert: \(Self.alert(number))"
    case .malformedAlert(let byteCount): "a TLS alert has \(byteCount) bytes instead of 2"
    case .malformedChangeCipherSpec: "a ChangeCipherSpec message is malformed"
    case .notTLS(let bytes):
      "the peer does not use TLS: the first bytes of the peer are "
        + ForeignText.escaped(bytes).debugDescription
    case .unexpectedRecord(let type): "a TLS record of type \(type) is not allowed in this state"
    case .emptyRecord(let type): "a TLS record of type \(type) is empty"
    case .tooManyEmptyRecords(let limit):
      "the peer sent more than \(limit) empty TLS records in a row"
    case .tooManyChangeCipherSpecs(let limit):
      "the peer sent more than \(limit) ChangeCipherSpec messages"
    case .wrongRecordVersion(let number): "a TLS record has the wrong version \(Self.hex(number))"
    case .recordTooLong: "a TLS record exceeds the maximum length"
    case .forgedRecord: "a TLS record was damaged or forged"
    case .recordWithoutType: "a TLS record contains only padding and no content type"
    case .messageTooLong(let type, let byteCount, let limit):
      "\(Self.message(type)) has \(byteCount) bytes, but at most \(limit) are allowed"
    case .keyChangeInsideRecord: "a TLS record has more data after a message that changes the keys"
    case .keySpent: "a traffic key has reached the limit of TLS records: open a new connection"
    case .recordSizeLimitTooSmall(let limit):
      "the peer's TLS record size limit of \(limit) bytes is too small"
    case .unexpectedMessage(let type, let expected):
      "\(Self.message(type)) is not allowed in this state of the handshake"
        + (expected.isEmpty ? "" : ", only " + Self.messages(expected))
    case .duplicateExtension(let type), .repeatedExtension(let type):
      "\(Self.extension(type)) occurs twice in the peer's message"
    case .unsolicitedExtension(let type): "\(Self.extension(type)) of the peer was not requested"
    case .misplacedExtension(let type):
      "\(Self.extension(type)) is not allowed in the peer's message"
    case .missingExtension(let type): "\(Self.extension(type)) is missing in the peer's message"
    case .unencodable(let error): "a TLS handshake message cannot be encoded: \(error)"
    case .unsupportedVersion(let number):
      "the peer selected the unsupported TLS version \(Self.hex(number))"
    case .broken(let rule): "the peer broke a rule of the TLS handshake: \(rule)"
    case .secondRetryRequest:
      "the server requested a third ClientHello with a second HelloRetryRequest"
    case .nothingOffered(let what): "the TLS configuration has no \(what) to offer"
    case .nothingInCommon(let what): "the client and the server have no \(what) in common"
    case .noExtendedMasterSecret:
      "the server does not support the extended master secret (RFC 7627)"
    case .unsafeRenegotiation:
      "the server's renegotiation_info refers to an earlier handshake that did not happen"
    case .noCertificate: "the peer sent no certificate, which the TLS handshake needs"
    case .certificateRequired: "the client sent no certificate, which the server requires"
    case .badCertificate(let error): "the peer's certificate cannot be used: \(error)"
    case .untrusted(let alert): "the peer's certificate is not trusted (\(alert))"
    case .wrongSignature:
      "the TLS handshake is not signed with the private key of the peer's certificate"
    case .wrongFinished: "the peer's Finished message does not match the handshake and the keys"
    case .misleadingAlert(let number):
      "the peer sent an error alert as a warning: \(Self.alert(number))"
    case .tooMany(let limit): "the peer sent more than \(limit.count) \(limit)"
    case .ticketNotSealed(let error): "a session ticket cannot be created: \(error)"
    case .randomness(let error): error.description
    case .truncated:
      "the TLS connection ended without close_notify: the received data may be incomplete"
    case .notConnected: "the TLS handshake is not complete"
    case .closed: "this side of the TLS connection has already ended its sending direction"
    case .wrongKeyShare(let group, let error):
      "the peer's key share is invalid for \(group): \(error)"
    case .keyExchangeFailed(let group, let error):
      "no key share for \(group) can be created: \(error)"
    case .exportRefused(let error): "keying material cannot be exported: \(error)"
    case .exportLabelReserved:
      "the label for exported keying material is reserved for the keys of TLS"
    case .exportWithoutExtendedMasterSecret:
      "exported keying material requires the extended master secret (RFC 7627)"
    case .malformedSession(let error): "a stored TLS session is malformed: \(error)"
    case .malformedSessionPath(let error):
      "the certificate path of a stored TLS session is malformed: \(error)"
    case .unstorableSession(let error): "a TLS session cannot be stored: \(error)"
    case .unknownSessionSuite(let number):
      "a stored TLS session has the unknown cipher suite \(Self.hex(number))"
    case .unknownSessionForm(let number): "a stored TLS session has the unknown format \(number)"
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
    case .versionWasOffered: "the server must select a TLS version that the client offered"
    case .versionStaysTheSame: "the ServerHello must have the TLS version of the HelloRetryRequest"
    case .downgradeIsNotTold:
      "a server that supports TLS 1.3 must select TLS 1.3 if the client offers TLS 1.3"
    case .pointFormatIsUncompressed: "the peer must support uncompressed curve points"
    case .legacyVersionIsFixed: "the field legacy_version must be 3.3"
    case .compressionIsNull: "the compression method must be null"
    case .sessionIDIsEchoed: "the server must echo the client's legacy_session_id"
    case .suiteWasOffered: "the server must select a cipher suite that the client offered"
    case .suiteIsOfVersion: "the cipher suite must belong to the selected TLS version"
    case .suiteStaysTheSame: "the ServerHello must have the cipher suite of the HelloRetryRequest"
    case .groupWasOffered: "the server must select a key exchange group that the client offered"
    case .groupWasShared: "the server must select a group for which the client sent a key share"
    case .groupWasNotShared: "the server may only request a key share that the client did not send"
    case .oneShareOfEachGroup: "the client must send only one key share for each group"
    case .retryChangesSomething: "a HelloRetryRequest must lead to a different ClientHello"
    case .sessionWasOffered: "the server may only resume a session that the client offered"
    case .sessionHashIsThatOfSuite:
      "a resumed session must keep the hash function of the earlier session"
    case .protocolWasOffered:
      "the server must select an application protocol that the client offered"
    case .protocolIsOne: "the server must select exactly one application protocol"
    case .recordSizeLimitIsInRange:
      "the record size limit must not exceed the maximum size of a TLS record"
    case .contextIsEmpty: "the field certificate_request_context must be empty during a handshake"
    case .schemeWasOffered: "the peer must sign with a signature scheme that was offered"
    case .schemeFitsKey: "the signature scheme must fit the public key of the certificate"
    case .keyMaySign: "the key usage of the certificate must allow signing"
    case .keyUpdateIsKnown: "a KeyUpdate message must have a known request_update value"
    case .alertLevelIsKnown: "the level of an alert must be warning or fatal"
    case .preSharedKeysComeLast: "the extension pre_shared_key must be the last extension"
    case .bindersMatchIdentities: "the ClientHello must have one binder for each offered session"
    case .secondHelloIsLikeFirst:
      "the second ClientHello may only have the changes that the server requested"
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
    case .warnings: "warning alerts in a minute"
    case .keyUpdates: "KeyUpdate messages in a row"
    case .tickets: "session tickets in a minute"
    }
  }
}
