internal import ApusNames

/// What a name means of which no resolver is to be asked.
enum SpecialName {
  /// This machine, whatever anybody else says. RFC 6761 section 6.3.
  case loopback
  /// No name at all. RFC 6761 section 6.4.
  case invalid
  /// A name of Tor's, of which no one outside is to hear. RFC 7686 section 2.
  case onion

  /// Nil for a name that is looked up like others.
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

  /// What the name stands for; the order is that of RFC 6724 section 2.1.
  var answer: NameCache.Answer {
    switch self {
    case .loopback: .addresses([.ipv6(IPv6Address(value: 1)), .ipv4(IPv4Address(127, 0, 0, 1))])
    case .invalid, .onion: .unknown
    }
  }
}
