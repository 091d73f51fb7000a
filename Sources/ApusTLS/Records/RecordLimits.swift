internal import ApusCrypto

/// How much a record may carry, how many may carry nothing, and how many a key may protect.
enum RecordLimits {
  /// How many bytes stand before a record's payload.
  static let headerByteCount = 5

  /// The most plaintext in a record. RFC 8446 section 5.1, RFC 5246 section 6.2.1.
  static let plaintext = 1 << 14

  /// How many records without content may come before one that has application data, whatever
  /// else stands between them.
  static let emptyRecords = 32

  /// How many bytes of early data are passed by that a server has not asked for.
  ///
  /// RFC 8446 section 4.2.10.
  static let skippedEarlyData = 1 << 14

  /// How many records of ChangeCipherSpec a handshake of TLS 1.3 may be decorated with.
  static let changeCipherSpecs = 32

  /// How many records one key of AES-GCM may protect: 2^24.5, rounded down. RFC 8446 section 5.5.
  static let keyUses: UInt64 = 23_726_566

  /// From how many records on the next key is due, so that there are many left to bring it about.
  static let keyUsesBeforeUpdate: UInt64 = 1 << 24

  /// How far a key is used up; ChaCha20-Poly1305 has no limit that can be reached.
  ///
  /// RFC 8446 section 5.5.
  static func keyUse(_ cipher: AEADAlgorithm, recordCount: UInt64) -> KeyUse {
    guard cipher != .chaCha20Poly1305 else { return recordCount == .max ? .spent : .fresh }
    if recordCount >= keyUses { return .spent }
    return recordCount >= keyUsesBeforeUpdate ? .due : .fresh
  }

  /// The most plaintext in a protected record, in terms of the extension's number.
  ///
  /// In TLS 1.3 that counts the content type too. RFC 8449 section 4.
  static func plaintext(
    forRecordSizeLimit limit: UInt16, _ version: TLS.Version
  ) throws(TLSError) -> Int {
    guard limit >= 64 else { throw .recordSizeLimitTooSmall(limit) }
    return min(plaintext, version == .tls13 ? Int(limit) - 1 : Int(limit))
  }
}

/// How far a key is used up.
enum KeyUse: Equatable, Sendable {
  case fresh
  /// It is time for the next key, or in TLS 1.2 for the end of the connection.
  case due
  /// Not one record more.
  case spent
}
