internal import ApusNames

/// A special-use host name, such as `localhost`, which is never sent to a resolver.
enum SpecialName {
  /// A name of this machine, regardless of name servers. RFC 6761 section 6.3.
  case loopback
  /// A name under `invalid`, which never exists. RFC 6761 section 6.4.
  case invalid
  /// A name under `onion` of the Tor network, which must not be sent to a name server. RFC 7686
  /// section 2.
  case onion

  /// Determines the special use of a host name. The result is `nil` for an ordinary name.
  init?(_ name: DomainName) {
    let start = name.bytes.lastIndex(of: 0x2e).map { $0 + 1 } ?? 0
    let last = name.bytes[start...]
    if last.elementsEqual("localhost".utf8) {
      self = .loopback
    } else if last.elementsEqual("invalid".utf8) {
      self = .invalid
    } else if last.elementsEqual("onion".utf8) {
      self = .onion
    } else {
      return nil
    }
  }

  /// The addresses of the special name, in the order of RFC 6724 section 2.1.
  var answer: NameCache.Answer {
    switch self {
    case .loopback: .addresses([.ipv6(IPv6Address(value: 1)), .ipv4(IPv4Address(127, 0, 0, 1))])
    case .invalid, .onion: .unknown
    }
  }
}
