extension HTTP {
  /// The value of a `Host` field or of an authority-form target: a host and an optional port.
  ///
  ///     Host     = uri-host [ ":" port ]
  ///     uri-host = IP-literal / IPv4address / reg-name
  ///     reg-name = *( unreserved / pct-encoded / sub-delims )
  ///
  /// RFC 9110 section 7.2, RFC 3986 section 3.2.2.
  struct HostField {
    /// The byte range of the host, including the brackets of an IPv6 address. The range is empty if
    /// the host is missing.
    var host: Range<Int>
    /// The port number from 0 to 65535. The value is `nil` if the port is missing or empty.
    var port: Int?

    init?(_ bytes: Span<UInt8>) {
      var at = Cursor(0..<bytes.count)
      if at.skip(0x5b, in: bytes) {
        let literal = at.readWhile(in: bytes) { $0 != 0x5d }
        guard at.skip(0x5d, in: bytes), (try? IPv6Address(bytes.extracting(literal))) != nil else {
          return nil
        }
      } else {
        guard HostField.skipRegName(&at, in: bytes) else { return nil }
      }
      host = 0..<at.position
      guard !at.isAtEnd else { return }
      guard at.skip(0x3a, in: bytes) else { return nil }
      guard !at.isAtEnd else { return }
      guard let port = ASCII.decimal(bytes.extracting(at.range)), port <= 65_535 else { return nil }
      self.port = Int(port)
    }

    private static func skipRegName(_ at: inout Cursor, in bytes: Span<UInt8>) -> Bool {
      while let byte = at.peek(in: bytes), byte != 0x3a {
        guard regNameBytes.contains(byte) else { return false }
        at.position += 1
        guard byte == 0x25 else { continue }
        guard at.remaining >= 2, ASCII.hexValue(bytes[at.position]) != nil,
          ASCII.hexValue(bytes[at.position + 1]) != nil
        else { return false }
        at.position += 2
      }
      return true
    }

    private static let regNameBytes = ByteSet.letters.union(.digits).union(
      ByteSet("-._~!$&'()*+,;=%"))
  }
}
