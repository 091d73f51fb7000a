import ApusX509

/// The local names that an authority of a development machine may certify.
enum LocalNames {
  /// The domains that no public name server serves.
  ///
  /// RFC 6761 sections 6.2 and 6.3, RFC 6762 section 3, RFC 8375 section 3, and ICANN's resolution
  /// of 29 July 2024 for `internal`.
  private static let domains = ["localhost", "test", "local", "home.arpa", "internal"]

  /// The loopback, private and link-local address blocks with their prefix lengths.
  ///
  /// RFC 6890 section 2.2.
  private static let networks: [(address: [UInt8], prefixLength: Int)] = [
    ([127, 0, 0, 0], 8), ([10, 0, 0, 0], 8), ([172, 16, 0, 0], 12), ([192, 168, 0, 0], 16),
    ([169, 254, 0, 0], 16), ([UInt8](repeating: 0, count: 15) + [1], 128),
    ([0xfc] + [UInt8](repeating: 0, count: 15), 7),
    ([0xfe, 0x80] + [UInt8](repeating: 0, count: 14), 10),
  ]

  /// The list of permitted local names in one line.
  static let summary = domains.joined(separator: ", ") + " and addresses of private networks"

  /// Returns the name constraints for the certificate of an authority.
  static func constraints() throws(X509Error) -> X509.NameConstraints {
    var permitted: [X509.Subtree] = []
    for domain in domains { permitted.append(.dns(try X509.IA5Text(domain))) }
    for network in networks {
      permitted.append(
        .ip(try X509.Network(network.address, prefixLength: network.prefixLength)))
    }
    return try X509.NameConstraints(permitted: permitted)
  }
}
