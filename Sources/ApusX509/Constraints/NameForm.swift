extension X509 {
  /// The forms of names that name constraints tell apart: an address is one, of four octets or of
  /// sixteen.
  ///
  /// RFC 5280 section 4.2.1.10.
  enum NameForm: Int, CaseIterable {
    case dns, ip, email, uri, directory
    // What lies below a name of these no one has said.
    case other, x400, ediParty, registeredID

    init(_ subtree: Subtree) {
      self =
        switch subtree {
        case .dns: .dns
        case .ip: .ip
        case .email: .email
        case .uri: .uri
        case .directory: .directory
        case .other(let name): NameForm(name)
        }
    }

    init(_ name: GeneralName) {
      self =
        switch name {
        case .dns: .dns
        case .ipv4, .ipv6: .ip
        case .email: .email
        case .uri: .uri
        case .directory: .directory
        case .other: .other
        case .x400: .x400
        case .ediParty: .ediParty
        case .registeredID: .registeredID
        }
    }

    /// The form as one bit of a set.
    var bit: UInt16 { 1 << UInt16(rawValue) }
  }
}
