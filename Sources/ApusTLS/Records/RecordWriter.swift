internal import ApusBytes

/// A writer of TLS records, which encrypts the records after the first traffic key is set.
struct RecordWriter: ~Copyable, Sendable {
  /// The maximum number of plaintext bytes in an encrypted record.
  var plaintextLimit = RecordLimits.plaintext
  /// The version in the headers of unencrypted records.
  ///
  /// The version is 3.1 in the first ClientHello, for old servers, and 3.3 in all following
  /// records. RFC 8446 section 5.1.
  var plaintextVersion: UInt16 = 0x0303
  /// The traffic key for encryption, if the records are encrypted.
  var key = RecordKey()

  /// Creates a record writer without a traffic key.
  init() {}

  /// Encrypts all following records with the next traffic key.
  mutating func setProtection(_ next: consuming RecordProtection) {
    key.protection = consume next
  }

  /// Writes the concatenation of three spans of content in the smallest possible number of records.
  ///
  /// Application data requires a traffic key. Empty content creates no record.
  mutating func write(
    _ type: ContentType, _ first: Span<UInt8>, _ second: Span<UInt8>, _ third: Span<UInt8>,
    to output: inout [UInt8]
  ) throws(TLSError) {
    guard key.isSet else {
      precondition(type != .applicationData, "application data is never sent without a key")
      writePlaintext(type, first, to: &output)
      writePlaintext(type, second, to: &output)
      writePlaintext(type, third, to: &output)
      return
    }
    guard mayProtect(first.count + second.count + third.count) else { throw .keySpent }
    try key.protection?.seal(type, first, second, third, limit: plaintextLimit, to: &output)
  }

  /// Returns a Boolean value that indicates whether the traffic key can still encrypt a number of
  /// content bytes.
  private func mayProtect(_ byteCount: Int) -> Bool {
    switch key.protection {
    case .some(let protection):
      let (full, rest) = byteCount.quotientAndRemainder(dividingBy: plaintextLimit)
      let more = UInt64(full + (rest == 0 ? 0 : 1))
      let (count, isOverflow) = protection.recordCount.addingReportingOverflow(more)
      guard more > 0 else { return true }
      return !isOverflow
        && RecordLimits.keyUse(protection.suite.cipher, recordCount: count - 1) != .spent
    case nil: return true
    }
  }

  /// Splits content into records, and writes the records.
  mutating func write(
    _ type: ContentType, _ content: Span<UInt8>, to output: inout [UInt8]
  ) throws(TLSError) {
    let nothing = [UInt8]()
    try write(type, content, nothing.span, nothing.span, to: &output)
  }

  /// Writes an unencrypted ChangeCipherSpec record.
  ///
  ///     struct {
  ///         enum { change_cipher_spec(1), (255) } type;
  ///     } ChangeCipherSpec;
  ///
  /// RFC 5246 section 7.1, RFC 8446 section D.4.
  func writeChangeCipherSpec(to output: inout [UInt8]) {
    output += [ContentType.changeCipherSpec.rawValue, 3, 3, 0, 1, 1]
  }

  /// Writes a record of application data without content, like the empty records that some servers
  /// send.
  ///
  ///     struct {
  ///         opaque content[TLSPlaintext.length];
  ///         ContentType type;
  ///         uint8 zeros[length_of_padding];
  ///     } TLSInnerPlaintext;
  ///
  /// RFC 8446 section 5.2. The record consists of the encrypted content type and one padding byte
  /// of zero.
  mutating func writeEmptyApplicationData(to output: inout [UInt8]) throws(TLSError) {
    guard key.use != .spent else { throw .keySpent }
    try key.protection?.seal(
      typeNumber: 0, [ContentType.applicationData.rawValue].span, Span(), Span(),
      limit: plaintextLimit, to: &output)
  }

  /// Writes an unencrypted record, even if the connection has a traffic key.
  static func writeUnprotected(
    _ type: ContentType, _ content: [UInt8], to output: inout [UInt8]
  ) {
    RecordWriter().writePlaintext(type, content.span, to: &output)
  }

  /// Writes content in unencrypted records.
  ///
  /// RFC 8446 section 5.1.
  private func writePlaintext(
    _ type: ContentType, _ content: Span<UInt8>, to output: inout [UInt8]
  ) {
    var start = 0
    while start < content.count {
      let count = min(content.count - start, RecordLimits.plaintext)
      output += [
        type.rawValue, UInt8(plaintextVersion >> 8), UInt8(truncatingIfNeeded: plaintextVersion),
        UInt8(truncatingIfNeeded: count >> 8), UInt8(truncatingIfNeeded: count),
      ]
      output.append(content.extracting(start..<start + count))
      start += count
    }
  }
}
