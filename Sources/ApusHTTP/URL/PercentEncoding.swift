extension HTTP {
  /// The encoding of octets that are not allowed in a component of a URL.
  ///
  ///     pct-encoded = "%" HEXDIG HEXDIG
  ///
  /// An encoding keeps the octets of one set and writes every other as a triplet in upper case. It
  /// is for one value: `queryValue` and `form` do not keep the delimiters of values, and
  /// `pathSegment` does not keep the delimiters of segments.
  ///
  /// RFC 3986 section 2.1.
  public struct PercentEncoding: Equatable, Sendable {
    /// The octets that are not encoded.
    public let kept: ByteSet
    /// A Boolean value that indicates whether a space is written as `+`, and a `+` as a triplet.
    public let writesSpaceAsPlus: Bool

    private init(keeping kept: ByteSet, writesSpaceAsPlus: Bool = false) {
      self.kept = kept
      self.writesSpaceAsPlus = writesSpaceAsPlus
    }

    /// Returns the text of octets.
    ///
    /// - Parameter bytes: The octets; those that are not unreserved are escaped.
    public func encode(_ bytes: Span<UInt8>) -> String {
      var text: [UInt8] = []
      text.reserveCapacity(bytes.count)
      write(bytes, to: &text)
      return String(decoding: text, as: UTF8.self)
    }

    /// Adds the text of octets, which is ASCII.
    package func write(_ bytes: Span<UInt8>, to text: inout [UInt8]) {
      let kept = kept
      var at = 0
      while true {
        let start = at
        while at < bytes.count, kept.contains(bytes[at]) { at &+= 1 }
        // Most octets are not encoded, and are copied unchanged.
        if at > start { text.append(bytes.extracting(start..<at)) }
        guard at < bytes.count else { return }
        append(bytes[at], to: &text)
        at &+= 1
      }
    }

    /// Returns the text of a text's UTF-8.
    ///
    /// - Parameter text: The text; bytes of its UTF-8 that are not unreserved are escaped.
    public func encode(_ text: String) -> String { encode(Array(text.utf8).span) }

    /// Returns the octets of text in visible ASCII; every `%` in it must begin a triplet.
    ///
    /// - Parameter text: The escaped text.
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

    /// Returns the octets of text in visible ASCII; every `%` in it must begin a triplet.
    ///
    /// - Parameter text: The escaped text.
    public func decode(_ text: String) throws(DecodeError) -> [UInt8] {
      try decode(Array(text.utf8).span)
    }

    /// Writes one octet, as it is or as a triplet.
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

    /// Reads a triplet if one is next.
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

/// The components.
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
  /// For a value in any place: it keeps letters, digits, `-`, `.`, `_` and `~`.
  public static let unreserved = Self(
    keeping: .letters.union(.digits).union(ByteSet("-._~")))
  /// For a user or a password: `:` is encoded too, because it is between them.
  public static let userinfo = Self(keeping: unreserved.kept.union(ByteSet("!$&'()*+,;=")))
  /// For a whole path that already has its delimiters.
  public static let path = Self(keeping: userinfo.kept.union(ByteSet(":@/")))
  /// For a value that is one path segment: `/` is encoded, and the delimiters of parameters.
  public static let pathSegment = Self(keeping: path.kept.subtracting(ByteSet("/;,=")))
  /// For a whole query that already has its delimiters.
  public static let query = Self(keeping: path.kept.union(ByteSet("?")))
  /// For a name or a value in a query: all octets that any server uses as a delimiter are encoded.
  public static let queryValue = Self(keeping: unreserved.kept.union(ByteSet("/?")))
  /// A whole fragment.
  public static let fragment = query
  /// A name or a value of `application/x-www-form-urlencoded`, as the URL Standard writes it.
  public static let form = Self(
    keeping: .letters.union(.digits).union(ByteSet("*-._")), writesSpaceAsPlus: true)
  /// The text of a parameter whose name ends in `*`; it keeps `attr-char`.
  ///
  /// RFC 8187 section 3.2.1.
  static let extendedValue = Self(
    keeping: .letters.union(.digits).union(ByteSet("!#$&+-.^_`|~")))
}
