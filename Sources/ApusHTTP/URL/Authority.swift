extension HTTP {
  /// The authority of a URL: a host and an optional port.
  public struct Authority: Hashable, Sendable {
    /// The host of the authority.
    public let host: CanonicalHost
    /// The zone identifier (network interface) of a link-local IPv6 address. The session uses the
    /// zone identifier only for connection attempts.
    public let zone: String?
    /// The port of the authority. The value is `nil` if the authority has no port.
    public let port: UInt16?

    /// Parses an authority without a user name, such as the value of a `Host` field.
    ///
    /// - Parameter text: The text of the authority: a host, and optionally a colon and a port.
    public init(_ text: String) throws(InvalidURL) {
      try self.init(Array(text.utf8).span)
    }

    /// Parses an authority without a user name, such as the value of a `Host` field.
    ///
    /// - Parameter bytes: The bytes of the authority: a host, and optionally a colon and a port.
    public init(_ bytes: Span<UInt8>) throws(InvalidURL) {
      try self.init(0..<bytes.count, of: bytes)
    }

    /// Parses a byte range as an authority: a host and an optional port.
    ///
    ///     uri-host [ ":" port ]
    ///     port = *DIGIT
    ///
    /// An empty port is treated as a missing port. The parser rejects a port with leading zeros,
    /// with a sign, or outside the range from 1 to 65535.
    ///
    /// RFC 3986 section 3.2.
    init(_ range: Range<Int>, of bytes: Span<UInt8>) throws(InvalidURL) {
      var at = Cursor(range)
      if at.peek(in: bytes) == 0x5b {
        _ = at.readWhile(in: bytes) { $0 != 0x5d }
        _ = at.skip(0x5d, in: bytes)
      } else {
        _ = at.readWhile(in: bytes) { $0 != 0x3a }
      }
      let host = range.lowerBound..<at.position
      do throws(NameError) {
        (self.host, zone) = try CanonicalHost.parse(bytes.extracting(host))
      } catch {
        throw .malformedHost(at: host.lowerBound, error)
      }
      port = try Self.readPort(from: &at, in: bytes)
    }

    private static func readPort(
      from at: inout Cursor, in bytes: Span<UInt8>
    ) throws(InvalidURL) -> UInt16? {
      guard !at.isAtEnd else { return nil }
      let colon = at.position
      guard at.skip(0x3a, in: bytes) else { throw .malformedPort(at: colon) }
      guard let first = at.peek(in: bytes) else { return nil }
      guard first != 0x30, let number = ASCII.decimal(bytes.extracting(at.range)),
        let port = UInt16(exactly: number)
      else { throw .malformedPort(at: at.position) }
      return port
    }
  }
}

extension HTTP.Authority: CustomStringConvertible {
  /// The host and the port of the authority, as in a `Host` field. The text does not contain the
  /// zone identifier.
  public var description: String { port.map { "\(host):\($0)" } ?? host.description }
}
