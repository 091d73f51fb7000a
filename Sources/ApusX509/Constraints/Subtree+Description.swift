extension X509.Subtree: CustomStringConvertible {
  /// The form and the base: `DNS:example.org`.
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
  /// The address and the length of the prefix: `192.0.2.0/24`.
  public var description: String {
    let octets = address.span
    let text = IPv4Address(octets: octets)?.description ?? IPv6Address(octets: octets)?.description
    return "\(text ?? "")/\(prefixLength)"
  }
}
