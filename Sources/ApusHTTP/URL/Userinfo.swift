extension HTTP {
  /// The decoded user and password before the host of a URL.
  ///
  /// The parser returns the user and password separately from the URL, which does not contain them.
  /// No description shows the user or the password.
  public struct Userinfo: Equatable, Sendable {
    /// The decoded user name, which may be empty and may contain a `:`.
    public let user: String
    /// The decoded password; `nil` if no `:` follows the user.
    public let password: String?

    /// Reads the user information: the text before the `@` of an authority.
    ///
    ///     userinfo = *( unreserved / pct-encoded / sub-delims / ":" )
    ///
    /// The first `:` ends the user. Control characters are rejected, because no authentication
    /// scheme may send them (RFC 7617 section 2).
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

    /// A password may contain a `:`, because the first `:` of the text has already ended the user.
    private static let allowed = PercentEncoding.userinfo.kept.union(ByteSet(":"))
  }
}

extension HTTP.Userinfo: CustomStringConvertible, CustomReflectable {
  /// A placeholder for the user and the password.
  public var description: String { "<redacted>" }

  /// An empty mirror, because `dump` and test failures print the children of a mirror.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
