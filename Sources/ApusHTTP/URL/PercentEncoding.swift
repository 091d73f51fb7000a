extension HTTP {
  /// A percent-encoding for values in a component of a URL, such as the path or the query.
  ///
  ///     pct-encoded = "%" HEXDIG HEXDIG
  ///
  /// A percent-encoding leaves the bytes of a set unchanged and writes every other byte as `%` and
  /// two upper-case hexadecimal digits. A percent-encoding applies to a single value. The encodings
  /// `queryValue` and `form` also encode delimiters such as `&`, and `pathSegment` also encodes
  /// `/`.
  ///
  /// RFC 3986 section 2.1.
  public struct PercentEncoding: Equatable, Sendable {
    /// The set of bytes that the percent-encoding leaves unchanged.
    public let kept: ByteSet
    /// A Boolean value that indicates whether the percent-encoding writes a space as `+` and a `+`
    /// as `%2B`.
    public let writesSpaceAsPlus: Bool

    private init(keeping kept: ByteSet, writesSpaceAsPlus: Bool = false) {
      self.kept = kept
      self.writesSpaceAsPlus = writesSpaceAsPlus
    }

    /// Returns the percent-encoded form of the given bytes.
    ///
    /// - Parameter bytes: The bytes to encode; bytes in the set of unchanged bytes are not encoded.
    public func encode(_ bytes: Span<UInt8>) -> String {
      var text: [UInt8] = []
      text.reserveCapacity(bytes.count)
      write(bytes, to: &text)
      return String(decoding: text, as: UTF8.self)
    }

    /// Appends the percent-encoded form of the given bytes, which is ASCII text.
    package func write(_ bytes: Span<UInt8>, to text: inout [UInt8]) {
      let kept = kept
      var at = 0
      while true {
        let start = at
        while at < bytes.count, kept.contains(bytes[at]) { at &+= 1 }
        // Most bytes need no encoding, so the function copies runs of unchanged bytes as a whole.
        if at > start { text.append(bytes.extracting(start..<at)) }
        guard at < bytes.count else { return }
        append(bytes[at], to: &text)
        at &+= 1
      }
    }

    /// Returns the percent-encoded form of the UTF-8 bytes of a string.
    ///
    /// - Parameter text: The string to encode; UTF-8 bytes in the set of unchanged bytes are not
    ///   encoded.
    public func encode(_ text: String) -> String { encode(Array(text.utf8).span) }

    /// Returns the decoded bytes of a percent-encoded text. The text must consist of visible ASCII
    /// characters, and two hexadecimal digits must follow every `%`.
    ///
    /// - Parameter text: The percent-encoded text.
    public func decode(_ text: Span<UInt8>) throws(DecodeError) -> [UInt8] {
      var bytes: [UInt8] = []
      bytes.reserveCapacity(text.count)
      var at = Cursor(0..<text.count)
      while let byte = at.peek(in: text) {
        let start = at.position
        if let octet = Self.readTriplet(from: &at, in: text) {
          bytes.append(octet)
          continue
        }
        guard byte != 0x25 else { throw .malformedEnding(at: start) }
        guard Self.visible.contains(byte) else { throw .invalidCharacter(at: start, byte: byte) }
        bytes.append(writesSpaceAsPlus && byte == 0x2b ? 0x20 : byte)
        at.position += 1
      }
      return bytes
    }

    /// Returns the decoded bytes of a percent-encoded string. The string must consist of visible
    /// ASCII characters, and two hexadecimal digits must follow every `%`.
    ///
    /// - Parameter text: The percent-encoded text.
    public func decode(_ text: String) throws(DecodeError) -> [UInt8] {
      try decode(Array(text.utf8).span)
    }

    /// Appends one byte, either unchanged or percent-encoded.
    func append(_ byte: UInt8, to text: inout [UInt8]) {
      if kept.contains(byte) {
        text.append(byte)
      } else if writesSpaceAsPlus, byte == 0x20 {
        text.append(0x2b)
      } else {
        text.append(0x25)
        text.append(Self.digit(byte >> 4))
        text.append(Self.digit(byte & 15))
      }
    }

    /// Reads a percent-encoded byte, such as `%2f`, if the next bytes are a `%` and two hexadecimal
    /// digits.
    static func readTriplet(from at: inout Cursor, in bytes: Span<UInt8>) -> UInt8? {
      guard at.remaining >= 3, bytes[at.position] == 0x25,
        let high = ASCII.hexValue(bytes[at.position + 1]),
        let low = ASCII.hexValue(bytes[at.position + 2])
      else { return nil }
      at.position += 3
      return high << 4 | low
    }

    private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x37 + value }

    private static let visible = ByteSet(0x21...0x7e)
  }
}

/// The percent-encodings of the URL components.
///
///     unreserved = ALPHA / DIGIT / "-" / "." / "_" / "~"
///     sub-delims = "!" / "$" / "&" / "'" / "(" / ")" / "*" / "+" / "," / ";" / "="
///     userinfo   = *( unreserved / pct-encoded / sub-delims / ":" )
///     pchar      = unreserved / pct-encoded / sub-delims / ":" / "@"
///     segment    = *pchar
///     query      = *( pchar / "/" / "?" )
///     fragment   = *( pchar / "/" / "?" )
///
/// RFC 3986 appendix A.
extension HTTP.PercentEncoding {
  /// The percent-encoding for a value in any component of a URL. Letters, digits, `-`, `.`, `_` and
  /// `~` remain unchanged.
  public static let unreserved = Self(
    keeping: .letters.union(.digits).union(ByteSet("-._~")))
  /// The percent-encoding for a user name or a password. The colon is encoded, because a colon
  /// separates the user name from the password.
  public static let userinfo = Self(keeping: unreserved.kept.union(ByteSet("!$&'()*+,;=")))
  /// The percent-encoding for a whole URL path, in which `/` remains unchanged.
  public static let path = Self(keeping: userinfo.kept.union(ByteSet(":@/")))
  /// The percent-encoding for a single path segment, in which `/` and the delimiters of path
  /// parameters are encoded.
  public static let pathSegment = Self(keeping: path.kept.subtracting(ByteSet("/;,=")))
  /// The percent-encoding for a whole query, in which delimiters such as `&` remain unchanged.
  public static let query = Self(keeping: path.kept.union(ByteSet("?")))
  /// The percent-encoding for the name or the value of a query parameter. All bytes that servers
  /// use as delimiters are encoded.
  public static let queryValue = Self(keeping: unreserved.kept.union(ByteSet("/?")))
  /// The percent-encoding for a whole URL fragment.
  public static let fragment = query
  /// The percent-encoding for a name or a value in the form format
  /// `application/x-www-form-urlencoded` of the URL Standard.
  public static let form = Self(
    keeping: .letters.union(.digits).union(ByteSet("*-._")), writesSpaceAsPlus: true)
  /// The percent-encoding for the value of a header field parameter such as `filename*`.
  ///
  /// RFC 8187 section 3.2.1.
  static let extendedValue = Self(
    keeping: .letters.union(.digits).union(ByteSet("!#$&+-.^_`|~")))
}
