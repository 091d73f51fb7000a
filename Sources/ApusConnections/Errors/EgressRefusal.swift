internal import ApusNet

extension Connections {
  /// A connection that the session's egress rules forbid.
  public struct EgressRefusal: Equatable, Sendable {
    /// The host of the request that the egress rules forbid.
    public let host: String
    /// The host's IP address with the port, or `nil` if the rules reject the host name itself.
    public let address: String?
    /// The egress rule that rejects the connection.
    public let rule: Rule

    /// An egress rule that can reject a connection.
    public enum Rule: Equatable, Sendable {
      /// The address is not public, and the session may connect only to public addresses.
      case publicOnly
      /// The address is in a denied address block.
      case deniedBlock(String)
      /// No egress rule allows the address.
      case notAllowed
      /// The host name or one of its parent domains is denied.
      case deniedHost
      /// The host name is not among the allowed hosts.
      case otherHost
      /// A proxy would resolve the host name, so the session could not check the IP address.
      case nameAtProxy
      /// The port belongs to servers that do not speak HTTP.
      case foreignPort(Int)
    }

    init(_ refusal: ForeignPorts.Refusal, of host: CanonicalHost) {
      self.host = host.description
      address = nil
      rule = .foreignPort(Int(refusal.port))
    }

    init(ofNameAtProxy host: CanonicalHost) {
      self.host = host.description
      (address, rule) = (nil, .nameAtProxy)
    }

    init(_ refusal: EgressGuard.Refusal, of host: CanonicalHost) {
      self.host = host.description
      switch refusal {
      case .notPublic(let address): (self.address, rule) = (address.description, .publicOnly)
      case .deniedAddress(let address, let block):
        (self.address, rule) = (address.description, .deniedBlock(block.description))
      case .notAllowed(let address): (self.address, rule) = (address.description, .notAllowed)
      case .deniedHost: (address, rule) = (nil, .deniedHost)
      case .hostNotAllowed: (address, rule) = (nil, .otherHost)
      }
    }
  }
}

extension Connections.EgressRefusal: CustomStringConvertible {
  public var description: String {
    if case .foreignPort(let port) = rule {
      return
        "port \(port) of \(host) belongs to another protocol than HTTP; if the server "
        + "uses HTTP there, add the port to egress.liftedPorts"
    }
    let subject =
      address.map { "the host \(host) has the address \($0), which" } ?? "the host \(host)"
    let remedy = rule.remedy.map { "; \($0)" } ?? ""
    return "\(subject) \(rule), so the session's egress rules reject the connection\(remedy)"
  }
}

extension Connections.EgressRefusal.Rule: CustomStringConvertible {
  public var description: String {
    switch self {
    case .publicOnly: "is not a public internet address"
    case .deniedBlock(let block): "is in the denied address block \(block)"
    case .notAllowed: "is not in an allowed address block"
    case .deniedHost: "is a denied host"
    case .otherHost: "is not one of the allowed hosts"
    case .nameAtProxy: "would be looked up by a proxy, where the session cannot check the address"
    case .foreignPort(let port):
      "is requested on port \(port), which belongs to another protocol than HTTP"
    }
  }

  /// The setting of the session that disables the egress rule. The value is `nil` if the setting is
  /// obvious or does not exist.
  fileprivate var remedy: String? {
    switch self {
    case .nameAtProxy: "set egress.allowsNamesAtProxies if the proxy checks addresses"
    case .publicOnly, .deniedBlock, .notAllowed, .deniedHost, .otherHost, .foreignPort: nil
    }
  }
}
