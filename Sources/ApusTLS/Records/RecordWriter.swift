internal import ApusBytes

/// Writes records, first without a key and then with successive keys.
struct RecordWriter: ~Copyable, Sendable {
  /// The largest plaintext in an encrypted record.
  var plaintextLimit = RecordLimits.plaintext
  /// The version in the headers of unencrypted records: 3.1 in a first ClientHello, for old
  /// servers, and then 3.3. RFC 8446 section 5.1.
  var plaintextVersion: UInt16 = 0x0303
  /// The key for encryption, if there is one.
  var key = RecordKey()

  /// Creates a writer without a key.
  init() {}

  /// Encrypts all following records with another key.
  mutating func setProtection(_ next: consuming RecordProtection) {
    key.protection = consume next
  }

  /// Writes three pieces, one after the other, in as many records as needed.
  ///
  /// Application data requires a key. Empty content creates no record.
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

  /// Returns a Boolean value that indicates whether the key can protect all of the content.
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

  /// Writes content in as many records as needed.
  mutating func write(
    _ type: ContentType, _ content: Span<UInt8>, to output: inout [UInt8]
  ) throws(TLSError) {
    let nothing = [UInt8]()
    try write(type, content, nothing.span, nothing.span, to: &output)
  }

  /// Writes a ChangeCipherSpec, which is never encrypted here.
  ///
  ///     struct {
  ///         enum { change_cipher_spec(1), (255) } type;
  ///     } ChangeCipherSpec;
  ///
  /// RFC 5246 section 7.1, RFC 8446 section D.4.
  func writeChangeCipherSpec(to output: inout [UInt8]) {
    output += [ContentType.changeCipherSpec.rawValue, 3, 3, 0, 1, 1]
  }

  /// Writes a record of application data without content, as some servers do.
  ///
  ///     struct {
  ///         opaque content[TLSPlaintext.length];
  ///         ContentType type;
  ///         uint8 zeros[length_of_padding];
  ///     } TLSInnerPlaintext;
  ///
  /// RFC 8446 section 5.2. The content and the type that are encrypted here are type and padding.
  mutating func writeEmptyApplicationData(to output: inout [UInt8]) throws(TLSError) {
    guard key.use != .spent else { throw .keySpent }
    try key.protection?.seal(
      typeNumber: 0, [ContentType.applicationData.rawValue].span, Span(), Span(),
      limit: plaintextLimit, to: &output)
  }

  /// Writes an unencrypted record, with or without a key.
  static func writeUnprotected(
    _ type: ContentType, _ content: [UInt8], to output: inout [UInt8]
  ) {
    RecordWriter().writePlaintext(type, content.span, to: &output)
  }

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
