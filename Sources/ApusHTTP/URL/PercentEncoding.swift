extension HTTP {
  /// A percent-encoding for the octets that are not allowed in a component of a URL.
  ///
  ///     pct-encoded = "%" HEXDIG HEXDIG
  ///
  /// A percent-encoding leaves the octets of one set unchanged and writes each other octet as a
  /// triplet in upper case. A percent-encoding applies to a single value. The encodings
  /// `queryValue` and `form` encode the delimiters of values, and `pathSegment` encodes the
  /// delimiters of segments.
  ///
  /// RFC 3986 section 2.1.
  public struct PercentEncoding: Equatable, Sendable {
    /// The set of octets that the encoding leaves unchanged.
    public let kept: ByteSet
    /// A Boolean value that indicates whether the encoding writes a space as `+` and a `+` as a
    /// triplet.
    public let writesSpaceAsPlus: Bool

    private init(keeping kept: ByteSet, writesSpaceAsPlus: Bool = false) {
      self.kept = kept
      self.writesSpaceAsPlus = writesSpaceAsPlus
    }

    /// Returns the percent-encoded text of octets.
    ///
    /// - Parameter bytes: The octets; octets outside the set of unchanged octets are escaped.
    public func encode(_ bytes: Span<UInt8>) -> String {
      var text: [UInt8] = []
      text.reserveCapacity(bytes.count)
      write(bytes, to: &text)
      return String(decoding: text, as: UTF8.self)
    }

    /// Appends the percent-encoded form of octets, which is ASCII text.
    package func write(_ bytes: Span<UInt8>, to text: inout [UInt8]) {
      let kept = kept
      var at = 0
      while true {
        let start = at
        while at < bytes.count, kept.contains(bytes[at]) { at &+= 1 }
        // Most octets are not encoded, so the function copies unchanged runs as a whole.
        if at > start { text.append(bytes.extracting(start..<at)) }
        guard at < bytes.count else { return }
        append(bytes[at], to: &text)
        at &+= 1
      }
    }

    /// Returns the percent-encoded form of a text's UTF-8 bytes.
    ///
    /// - Parameter text: The text; bytes of its UTF-8 form outside the set of unchanged octets are
    ///   escaped.
    public func encode(_ text: String) -> String { encode(Array(text.utf8).span) }

    /// Returns the octets of a percent-encoded text in visible ASCII.
    /// Every `%` in the text must begin a triplet.
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

    /// Returns the octets of a percent-encoded text in visible ASCII.
    /// Every `%` in the text must begin a triplet.
    ///
    /// - Parameter text: The percent-encoded text.
    public func decode(_ text: String) throws(DecodeError) -> [UInt8] {
      try decode(Array(text.utf8).span)
    }

    /// Appends one octet, either unchanged or as a percent-encoded triplet.
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

    /// Reads a percent-encoded triplet if the next bytes are a triplet.
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
  /// The encoding for a value in any component.
  /// The encoding leaves letters, digits, `-`, `.`, `_` and `~` unchanged.
  public static let unreserved = Self(
    keeping: .letters.union(.digits).union(ByteSet("-._~")))
  /// The encoding for a user or a password.
  /// The encoding also escapes `:`, which separates the user from the password.
  public static let userinfo = Self(keeping: unreserved.kept.union(ByteSet("!$&'()*+,;=")))
  /// The encoding for a whole path that already contains its delimiters.
  public static let path = Self(keeping: userinfo.kept.union(ByteSet(":@/")))
  /// The encoding for a single path segment.
  /// The encoding escapes `/` and the delimiters of path parameters.
  public static let pathSegment = Self(keeping: path.kept.subtracting(ByteSet("/;,=")))
  /// The encoding for a whole query that already contains its delimiters.
  public static let query = Self(keeping: path.kept.union(ByteSet("?")))
  /// The encoding for a name or a value in a query.
  /// The encoding escapes all octets that any server uses as a delimiter.
  public static let queryValue = Self(keeping: unreserved.kept.union(ByteSet("/?")))
  /// The encoding for a whole fragment.
  public static let fragment = query
  /// The encoding for a name or a value of `application/x-www-form-urlencoded` according to the URL
  /// Standard.
  public static let form = Self(
    keeping: .letters.union(.digits).union(ByteSet("*-._")), writesSpaceAsPlus: true)
  /// The encoding for the text of a parameter whose name ends in `*`. The encoding leaves the
  /// characters of `attr-char` unchanged.
  ///
  /// RFC 8187 section 3.2.1.
  static let extendedValue = Self(
    keeping: .letters.union(.digits).union(ByteSet("!#$&+-.^_`|~")))
}
