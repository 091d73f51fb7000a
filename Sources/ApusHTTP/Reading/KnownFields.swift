/// Which of the fields that decide a message's extent occur in a section.
///
/// Noted while the names are read, so that a message without them is framed without a search.
struct KnownFields: OptionSet, Sendable {
  let rawValue: UInt8

  static let host = KnownFields(rawValue: 1)
  static let connection = KnownFields(rawValue: 2)
  static let contentLength = KnownFields(rawValue: 4)
  static let transferEncoding = KnownFields(rawValue: 8)

  @inline(__always)
  mutating func note(_ bytes: Span<UInt8>, name: Range<Int>) {
    let first = bytes[name.lowerBound] | 0x20
    switch (name.count, first) {
    case (4, 0x68): note(.host, "host", bytes, name)
    case (10, 0x63): note(.connection, "connection", bytes, name)
    case (14, 0x63): note(.contentLength, "content-length", bytes, name)
    case (17, 0x74): note(.transferEncoding, "transfer-encoding", bytes, name)
    default: break
    }
  }

  private mutating func note(
    _ field: KnownFields, _ text: String, _ bytes: Span<UInt8>, _ name: Range<Int>
  ) {
    if ASCII.equalsIgnoringCase(bytes.extracting(name), text) { insert(field) }
  }
}
