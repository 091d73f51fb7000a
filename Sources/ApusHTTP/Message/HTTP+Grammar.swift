/// The character classes that several grammar rules of HTTP share.
extension HTTP {
  /// The characters that are allowed in a token.
  ///
  ///     tchar = "!" / "#" / "$" / "%" / "&" / "'" / "*" / "+" / "-" / "." /
  ///             "^" / "_" / "`" / "|" / "~" / DIGIT / ALPHA
  ///
  /// RFC 9110 section 5.6.2.
  static let tokenBytes = ByteSet.letters.union(.digits).union(ByteSet("!#$%&'*+-.^_`|~"))

  /// Returns the position of the first byte in the range that is not allowed in a token, or the end
  /// of the range.
  @inline(__always)
  static func endOfToken(_ bytes: Span<UInt8>, from start: Int, to end: Int) -> Int {
    var at = start
    while true {
      at = ByteScan.firstNonWord(in: bytes, from: at, to: end)
      // A colon follows nearly every field name, so the comparison with a colon avoids most table
      // lookups.
      guard at < end, bytes[at] != 0x3a, tokenBytes.contains(bytes[at]) else { return at }
      at &+= 1
    }
  }

  /// Returns the position of the first byte that is not allowed in a field value, or the end of the
  /// span.
  static func endOfFieldText(_ bytes: Span<UInt8>) -> Int {
    ByteScan.firstControl(in: bytes, from: 0, to: bytes.count)
  }

  /// Returns whether a byte is white space within a line.
  ///
  ///     OWS = *( SP / HTAB )
  ///
  /// RFC 9110 section 5.6.3.
  @inline(__always)
  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// Returns whether a byte is a space, a tab, CR or LF, which can occur in an obsolete line fold.
  @inline(__always)
  static func isSpaceOrFold(_ byte: UInt8) -> Bool {
    isSpace(byte) || byte == 0x0d || byte == 0x0a
  }
}
