extension HTTP {
  /// A host and the port after it, if any.
  public struct Authority: Hashable, Sendable {
    /// The host.
    public let host: CanonicalHost
    /// The interface of a link-local address; it is used for connecting only.
    public let zone: String?
    /// The port, if one was written.
    public let port: UInt16?

    /// Reads an authority without a user, as a `Host` field has it.
    ///
    /// - Parameter text: The text: a host, and optionally a colon and a port.
    public init(_ text: String) throws(InvalidURL) {
      try self.init(Array(text.utf8).span)
    }

    /// Reads an authority without a user, as a `Host` field has it.
    ///
    /// - Parameter bytes: The text: a host, and optionally a colon and a port.
    public init(_ bytes: Span<UInt8>) throws(InvalidURL) {
      try self.init(0..<bytes.count, of: bytes)
    }

    /// Reads an authority that fills a range.
    ///
    ///     uri-host [ ":" port ]
    ///     port = *DIGIT
    ///
    /// An empty port is none. Leading zeros, signs and numbers out of range are refused.
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
  /// The text as it is sent: the port if one was written, the zone never.
  public var description: String { port.map { "\(host):\($0)" } ?? host.description }
}
