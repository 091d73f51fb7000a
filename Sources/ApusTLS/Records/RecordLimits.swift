internal import ApusCrypto

/// The limits of TLS records: the length of their content, the number of empty records, and the
/// number of records for each key.
enum RecordLimits {
  /// The number of header bytes before the payload of a TLS record.
  static let headerByteCount = 5

  /// The maximum number of plaintext bytes in a TLS record. RFC 8446 section 5.1, RFC 5246 section
  /// 6.2.1.
  static let plaintext = 1 << 14

  /// The maximum number of records without content before a record with application data.
  ///
  /// The count includes empty records that are separated by records of other content types.
  static let emptyRecords = 32

  /// The maximum number of bytes of rejected early data that a server skips.
  ///
  /// RFC 8446 section 4.2.10.
  static let skippedEarlyData = 1 << 14

  /// The maximum number of ChangeCipherSpec records in a TLS 1.3 handshake.
  static let changeCipherSpecs = 32

  /// The maximum number of records that one AES-GCM key protects, which is 2^24.5 rounded down. RFC
  /// 8446 section 5.5.
  static let keyUses: UInt64 = 23_726_566

  /// The number of records after which a traffic key should be updated, far below the limit of the
  /// key.
  static let keyUsesBeforeUpdate: UInt64 = 1 << 24

  /// Returns whether a traffic key should be updated or is exhausted after a number of records. A
  /// ChaCha20-Poly1305 key has no practical limit.
  ///
  /// RFC 8446 section 5.5.
  static func keyUse(_ cipher: AEADAlgorithm, recordCount: UInt64) -> KeyUse {
    guard cipher != .chaCha20Poly1305 else { return recordCount == .max ? .spent : .fresh }
    if recordCount >= keyUses { return .spent }
    return recordCount >= keyUsesBeforeUpdate ? .due : .fresh
  }

  /// Returns the maximum number of plaintext bytes in an encrypted record for a peer's record size
  /// limit.
  ///
  /// In TLS 1.3 the record size limit includes the content type. RFC 8449 section 4.
  static func plaintext(
    forRecordSizeLimit limit: UInt16, _ version: TLS.Version
  ) throws(TLSError) -> Int {
    guard limit >= 64 else { throw .recordSizeLimitTooSmall(limit) }
    return min(plaintext, version == .tls13 ? Int(limit) - 1 : Int(limit))
  }
}

/// The usage state of a traffic key compared to its maximum number of records.
enum KeyUse: Equatable, Sendable {
  case fresh
  /// The traffic key should be updated. A TLS 1.2 connection should end, because it cannot update
  /// its key.
  case due
  /// The traffic key has reached its maximum number of records.
  case spent
}
