internal import ApusBytes

/// Writes records, without a key and then with one after the other.
struct RecordWriter: ~Copyable, Sendable {
  /// The most plaintext in a protected record.
  var plaintextLimit = RecordLimits.plaintext
  /// What the headers of unprotected records say: 3.1 in a first ClientHello, for the sake of old
  /// servers, and then 3.3. RFC 8446 section 5.1.
  var plaintextVersion: UInt16 = 0x0303
  /// The key that protects records, once there is one.
  var key = RecordKey()

  /// Starts without a key.
  init() {}

  /// Protects all that follows with another key.
  mutating func setProtection(_ next: consuming RecordProtection) {
    key.protection = consume next
  }

  /// Writes what three pieces are, one behind the other, in as many records as it takes.
  ///
  /// Application data needs a key. No content makes no record.
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

  /// Whether the key is not spent before all of so much content is protected.
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

  /// Writes content in as many records as it takes.
  mutating func write(
    _ type: ContentType, _ content: Span<UInt8>, to output: inout [UInt8]
  ) throws(TLSError) {
    let nothing = [UInt8]()
    try write(type, content, nothing.span, nothing.span, to: &output)
  }

  /// Writes a ChangeCipherSpec, which is never protected here.
  ///
  ///     struct {
  ///         enum { change_cipher_spec(1), (255) } type;
  ///     } ChangeCipherSpec;
  ///
  /// RFC 5246 section 7.1, RFC 8446 section D.4.
  func writeChangeCipherSpec(to output: inout [UInt8]) {
    output += [ContentType.changeCipherSpec.rawValue, 3, 3, 0, 1, 1]
  }

  /// Writes a record of application data that has no content, as servers do to no end.
  ///
  ///     struct {
  ///         opaque content[TLSPlaintext.length];
  ///         ContentType type;
  ///         uint8 zeros[length_of_padding];
  ///     } TLSInnerPlaintext;
  ///
  /// RFC 8446 section 5.2. What is sealed here as content and type are type and padding.
  mutating func writeEmptyApplicationData(to output: inout [UInt8]) throws(TLSError) {
    guard key.use != .spent else { throw .keySpent }
    try key.protection?.seal(
      typeNumber: 0, [ContentType.applicationData.rawValue].span, Span(), Span(),
      limit: plaintextLimit, to: &output)
  }

  /// Writes a record that nothing protects, whether there is a key or not.
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
