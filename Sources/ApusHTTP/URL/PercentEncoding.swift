extension HTTP {
  /// How octets that a component of a URL has no place for are spelled in it.
  ///
  ///     pct-encoded = "%" HEXDIG HEXDIG
  ///
  /// An encoding keeps the octets of one set and spells every other as a triplet in upper case. It
  /// is meant for one value: what delimits values inside of a component is not in `queryValue` and
  /// `form`, and what delimits segments is not in `pathSegment`.
  ///
  /// RFC 3986 section 2.1.
  public struct PercentEncoding: Equatable, Sendable {
    /// The octets that stand for themselves.
    public let kept: ByteSet
    /// Whether a space is written as `+`, which a `+` then never is.
    public let writesSpaceAsPlus: Bool

    private init(keeping kept: ByteSet, writesSpaceAsPlus: Bool = false) {
      self.kept = kept
      self.writesSpaceAsPlus = writesSpaceAsPlus
    }

    /// Returns the text of octets.
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
        // Most of what is encoded is kept, and is copied as it is.
        if at > start { text.append(bytes.extracting(start..<at)) }
        guard at < bytes.count else { return }
        append(bytes[at], to: &text)
        at &+= 1
      }
    }

    /// Returns the text of a text's UTF-8.
    public func encode(_ text: String) -> String { encode(Array(text.utf8).span) }

    /// Returns the octets of text that is visible ASCII, in which every `%` begins a triplet.
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

    /// Returns the octets of text that is visible ASCII, in which every `%` begins a triplet.
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
  /// A value that may stand anywhere: letters, digits, `-`, `.`, `_` and `~` are kept.
  public static let unreserved = Self(
    keeping: .letters.union(.digits).union(ByteSet("-._~")))
  /// A user or a password: `:` is encoded too, because it stands between them.
  public static let userinfo = Self(keeping: unreserved.kept.union(ByteSet("!$&'()*+,;=")))
  /// A whole path, in which segments were delimited before.
  public static let path = Self(keeping: userinfo.kept.union(ByteSet(":@/")))
  /// A value that is one segment of a path: `/` is encoded, and what may delimit parameters in it.
  public static let pathSegment = Self(keeping: path.kept.subtracting(ByteSet("/;,=")))
  /// A whole query, in which names and values were delimited before.
  public static let query = Self(keeping: path.kept.union(ByteSet("?")))
  /// A name or a value in a query: nothing is kept that any server takes for a delimiter.
  public static let queryValue = Self(keeping: unreserved.kept.union(ByteSet("/?")))
  /// A whole fragment.
  public static let fragment = query
  /// A name or a value of `application/x-www-form-urlencoded`, as the URL Standard writes it.
  public static let form = Self(
    keeping: .letters.union(.digits).union(ByteSet("*-._")), writesSpaceAsPlus: true)
  /// The text of a parameter whose name ends in `*`, in which `attr-char` is kept.
  ///
  /// RFC 8187 section 3.2.1.
  static let extendedValue = Self(
    keeping: .letters.union(.digits).union(ByteSet("!#$&+-.^_`|~")))
}
