internal import ApusASN1
internal import ApusBytes

extension X509.SubjectAlternativeName: CustomStringConvertible {
  /// The alternative names of the subject, separated by commas, such as `DNS:example.com,
  /// IP:192.0.2.1`.
  public var description: String { names.map(\.line).joined(separator: ", ") }
}

extension X509.IssuerAlternativeName: CustomStringConvertible {
  /// The alternative names of the issuer, separated by commas, such as `DNS:example.com,
  /// IP:192.0.2.1`.
  public var description: String { names.map(\.line).joined(separator: ", ") }
}

extension X509.ExtendedKeyUsage: CustomStringConvertible {
  /// The names of the key purposes, separated by commas.
  /// A purpose without a name is shown as a number.
  public var description: String {
    purposes.map { $0.name ?? $0.description }.joined(separator: ", ")
  }
}

extension X509.BasicConstraints: CustomStringConvertible {
  /// The role of the certificate's subject, such as `end entity` and `authority, path length 0`.
  public var description: String {
    switch self {
    case .endEntity: "end entity"
    case .authority(nil): "authority"
    case .authority(let pathLength?): "authority, path length \(pathLength.count)"
    }
  }
}

extension X509.SubjectKeyIdentifier: CustomStringConvertible {
  /// The subject key identifier in lowercase hexadecimal digits.
  public var description: String { Hex.encode(bytes) }
}
