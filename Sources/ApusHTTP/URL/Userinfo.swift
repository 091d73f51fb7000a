extension HTTP {
  /// The decoded user name and password in a URL, as in `https://user:password@host/`.
  ///
  /// The URL parser returns the user name and password separately from the URL. Descriptions omit
  /// the user name and the password.
  public struct Userinfo: Equatable, Sendable {
    /// The decoded user name, which may be empty and may contain a `:`.
    public let user: String
    /// The decoded password. The value is `nil` if no `:` follows the user name.
    public let password: String?

    /// Parses the user information: the text before the `@` in the authority of a URL.
    ///
    ///     userinfo = *( unreserved / pct-encoded / sub-delims / ":" )
    ///
    /// The first `:` ends the user name. Control characters are rejected, because RFC 7617 section
    /// 2 does not allow them in credentials.
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

    /// A password may contain a `:`, because the first `:` ends the user name.
    private static let allowed = PercentEncoding.userinfo.kept.union(ByteSet(":"))
  }
}

extension HTTP.Userinfo: CustomStringConvertible, CustomReflectable {
  /// A placeholder that hides the user name and the password.
  public var description: String { "<redacted>" }

  /// An empty mirror, which hides the user name and the password from `dump` and from test
  /// failures.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
