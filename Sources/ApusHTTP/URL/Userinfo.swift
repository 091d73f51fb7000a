extension HTTP {
  /// The user and password before the host of a URL, decoded.
  ///
  /// They are returned once, next to the URL, which does not have them. No description shows them.
  public struct Userinfo: Equatable, Sendable {
    /// The name of the user, which may be empty and may have a `:`.
    public let user: String
    /// The password, if the user is followed by a `:`.
    public let password: String?

    /// Reads the text before the `@`.
    ///
    ///     userinfo = *( unreserved / pct-encoded / sub-delims / ":" )
    ///
    /// The first `:` ends the user. Controls are refused, since no authentication scheme may send
    /// them (RFC 7617 section 2).
    ///
    /// RFC 3986 section 3.2.1.
    init(_ range: Range<Int>, of bytes: Span<UInt8>) throws(InvalidURL) {
      var at = Cursor(range)
      let user = at.readWhile(in: bytes) { $0 != 0x3a }
      self.user = try Self.decode(user, of: bytes)
      password = at.skip(0x3a, in: bytes) ? try Self.decode(at.range, of: bytes) : nil
    }

    private static func decode(
      _ range: Range<Int>, of bytes: Span<UInt8>
    ) throws(InvalidURL) -> String {
      var decoded: [UInt8] = []
      var at = Cursor(range)
      while let byte = at.peek(in: bytes) {
        let start = at.position
        if let octet = PercentEncoding.readTriplet(from: &at, in: bytes) {
          guard octet >= 0x20, octet != 0x7f else { throw .malformedUserinfo(at: start) }
          decoded.append(octet)
        } else {
          guard byte != 0x25 else { throw .malformedPercentEncoding(at: start) }
          guard allowed.contains(byte) else { throw .malformedUserinfo(at: start) }
          decoded.append(byte)
          at.position += 1
        }
      }
      guard let text = String(validating: decoded, as: UTF8.self) else {
        throw .malformedUserinfo(at: range.lowerBound)
      }
      return text
    }

    /// A password may have a `:`; the user ended before the first.
    private static let allowed = PercentEncoding.userinfo.kept.union(ByteSet(":"))
  }
}

extension HTTP.Userinfo: CustomStringConvertible, CustomReflectable {
  /// A placeholder for the user and the password.
  public var description: String { "<redacted>" }

  /// An empty mirror, because `dump` and test failures print stored properties.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
