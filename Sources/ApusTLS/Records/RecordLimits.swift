internal import ApusCrypto

/// The limits of records: their content, the number of empty ones, and the number for each key.
enum RecordLimits {
  /// The number of bytes before a record's payload.
  static let headerByteCount = 5

  /// The largest plaintext in a record. RFC 8446 section 5.1, RFC 5246 section 6.2.1.
  static let plaintext = 1 << 14

  /// The largest number of records without content before one with application data, with any other
  /// records between them.
  static let emptyRecords = 32

  /// The largest number of bytes of early data that are skipped because a server rejects them.
  ///
  /// RFC 8446 section 4.2.10.
  static let skippedEarlyData = 1 << 14

  /// The largest number of ChangeCipherSpec records in a TLS 1.3 handshake.
  static let changeCipherSpecs = 32

  /// The largest number of records for one AES-GCM key: 2^24.5, rounded down. RFC 8446 section 5.5.
  static let keyUses: UInt64 = 23_726_566

  /// The number of records from which the next key is due, with many left until it is in use.
  static let keyUsesBeforeUpdate: UInt64 = 1 << 24

  /// Returns the use of a key; ChaCha20-Poly1305 has no reachable limit.
  ///
  /// RFC 8446 section 5.5.
  static func keyUse(_ cipher: AEADAlgorithm, recordCount: UInt64) -> KeyUse {
    guard cipher != .chaCha20Poly1305 else { return recordCount == .max ? .spent : .fresh }
    if recordCount >= keyUses { return .spent }
    return recordCount >= keyUsesBeforeUpdate ? .due : .fresh
  }

  /// Returns the largest plaintext in an encrypted record, from the extension's number.
  ///
  /// In TLS 1.3 the number includes the content type. RFC 8449 section 4.
  static func plaintext(
    forRecordSizeLimit limit: UInt16, _ version: TLS.Version
  ) throws(TLSError) -> Int {
    guard limit >= 64 else { throw .recordSizeLimitTooSmall(limit) }
    return min(plaintext, version == .tls13 ? Int(limit) - 1 : Int(limit))
  }
}

/// The use of a key.
enum KeyUse: Equatable, Sendable {
  case fresh
  /// The next key is due, or in TLS 1.2 the end of the connection.
  case due
  /// The limit is reached.
  case spent
}
