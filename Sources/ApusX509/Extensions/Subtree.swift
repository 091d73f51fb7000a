internal import ApusASN1
internal import ApusBytes

extension X509 {
  /// A subtree of a name constraint: the base name and all names below the base name.
  ///
  ///     GeneralSubtree ::= SEQUENCE {
  ///       base                    GeneralName,
  ///       minimum         [0]     BaseDistance DEFAULT 0,
  ///       maximum         [1]     BaseDistance OPTIONAL }
  ///
  /// RFC 5280 section 4.2.1.10: the minimum is zero and the maximum is absent, so neither field is
  /// encoded.
  public enum Subtree: Hashable, Sendable {
    /// The host names that equal the base name or are below the base name.
    case dns(IA5Text)
    /// The IP addresses of a network.
    case ip(Network)
    /// A single mail address, all mail addresses of a host, or all mail addresses of the hosts
    /// below a domain.
    case email(IA5Text)
    /// The URIs whose host equals the base. If the base begins with a dot, the URIs whose host is a
    /// subdomain.
    case uri(IA5Text)
    /// The distinguished names that begin with the base name.
    case directory(Name)
    /// A base name of a form for which RFC 5280 does not define subtrees.
    case other(GeneralName)

    init(from reader: inout Reader, in der: Span<UInt8>) throws(X509Error) {
      var fields = try reader.readSequence(in: der)
      let base = try fields.readElement(in: der)
      guard fields.isAtEnd else { throw fields.broken(.wholeSubtree, at: fields.position) }
      switch try GeneralName.common(base, fields, in: der) {
      case .dns(let text): self = .dns(text)
      case .email(let text): self = .email(text)
      case .uri(let text): self = .uri(text)
      case .directory(let name): self = .directory(name)
      case let name?: self = .other(name)
      case nil:
        guard base.tag == .context(7) else {
          throw fields.broken(.knownNameForm, at: base.start)
        }
        self = .ip(try Network(base, fields, in: der))
      }
    }

    func write(to writer: inout DERWriter) {
      writer.writeSequence { fields in
        switch self {
        case .dns(let text): GeneralName.dns(text).write(to: &fields)
        case .ip(let network):
          fields.writeOctetString(network.address + network.mask, tagged: .context(7))
        case .email(let text): GeneralName.email(text).write(to: &fields)
        case .uri(let text): GeneralName.uri(text).write(to: &fields)
        case .directory(let name): GeneralName.directory(name).write(to: &fields)
        case .other(let name): name.write(to: &fields)
        }
      }
    }
  }
}

extension X509 {
  /// The IP addresses that begin with the same bits.
  ///
  /// RFC 5280 section 4.2.1.10, in the style of RFC 4632 section 3.1.
  public struct Network: Hashable, Sendable {
    /// An IP address of 4 or 16 octets. The bits after the prefix are ignored.
    public let address: [UInt8]
    /// The number of bits that all addresses of the network share.
    public let prefixLength: Int

    /// Creates a network from an IP address of 4 or 16 octets and a prefix length.
    ///
    /// - Parameters:
    ///   - address: The 4 or 16 octets of the IP address.
    ///   - prefixLength: The number of bits that the addresses of the network have in common.
    public init(_ address: [UInt8], prefixLength: Int) throws(X509Error) {
      guard address.count == 4 || address.count == 16 else {
        throw .forbidden(.addressByteCount)
      }
      guard 0...address.count * 8 ~= prefixLength else { throw .forbidden(.contiguousMask) }
      self.address = address
      self.prefixLength = prefixLength
    }

    init(
      _ element: ASN1.Element, _ reader: Reader, in der: Span<UInt8>
    ) throws(X509Error) {
      guard element.byteCount == 8 || element.byteCount == 32 else {
        throw reader.broken(.addressByteCount, at: element.start)
      }
      let middle = element.contentStart + element.byteCount / 2
      var prefixLength = 0
      var isBehindPrefix = false
      for index in middle..<element.end {
        let ones = (~der[index]).leadingZeroBitCount
        // A mask consists of ones followed by zeros. After the last one bit, the rest of the byte
        // and every further byte must be zero.
        guard UInt16(der[index]) << UInt16(ones) & 0xff == 0, !isBehindPrefix || ones == 0 else {
          throw reader.broken(.contiguousMask, at: index)
        }
        prefixLength += ones
        if ones < 8 { isBehindPrefix = true }
      }
      address = der.extracting(element.contentStart..<middle).copy()
      self.prefixLength = prefixLength
    }

    /// The mask of the network, which consists of ones followed by zeros.
    public var mask: [UInt8] {
      address.indices.map { index in
        let ones = min(8, max(0, prefixLength - index * 8))
        return UInt8(truncatingIfNeeded: UInt16(0xff00) >> UInt16(ones))
      }
    }

    /// Returns a Boolean value that indicates whether an IP address, given as octets, is in the
    /// network.
    ///
    /// - Parameter octets: The 4 or 16 octets of the IP address.
    public func contains(_ octets: [UInt8]) -> Bool {
      guard octets.count == address.count else { return false }
      let mask = mask
      return octets.indices.allSatisfy { (octets[$0] ^ address[$0]) & mask[$0] == 0 }
    }
  }
}

extension X509.Subtree: CustomStringConvertible {
  /// The name form and the base of the subtree, such as `DNS:example.org`.
  public var description: String {
    switch self {
    case .dns(let text): "DNS:\(text)"
    case .ip(let network): "IP:\(network)"
    case .email(let text): "email:\(text)"
    case .uri(let text): "URI:\(text)"
    case .directory(let name): "directory:\(name)"
    case .other(let name): "\(name)"
    }
  }
}

extension X509.Network: CustomStringConvertible {
  /// The address and the prefix length of the network, such as `192.0.2.0/24`.
  public var description: String {
    let octets = address.span
    let text = IPv4Address(octets: octets)?.description ?? IPv6Address(octets: octets)?.description
    return "\(text ?? "")/\(prefixLength)"
  }
}
