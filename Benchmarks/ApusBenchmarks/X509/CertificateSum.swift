import ApusBytes
import ApusNames
import ApusX509

/// A sum over the values of certificates, which shows that two parsers read the same values.
///
/// The program `Peers/certificates.go` computes the same sum.
struct CertificateSum {
  private(set) var value: UInt64 = 0

  /// Parses a certificate with every extension and adds its values to the sum.
  mutating func read(_ der: [UInt8]) throws(X509Error) {
    let certificate = try X509.Certificate(der)
    if !certificate.serialNumber.isNegative { add(certificate.serialNumber.content) }
    for encoded in certificate.extensions {
      value &+= 13 * UInt64(encoded.value.count)
      add(try X509.Extension.Value(encoded, in: der.span))
    }
  }

  private mutating func add(_ extensionValue: X509.Extension.Value) {
    switch extensionValue {
    case .subjectAlternativeName(let alternative):
      for name in alternative.names { add(name) }
    case .keyUsage(let usage): value &+= 17 * usage.uses.rawValue
    case .subjectKeyIdentifier(let identifier): add(identifier.bytes)
    case .authorityKeyIdentifier(let identifier): add(identifier.keyIdentifier ?? [])
    case .extendedKeyUsage(let usage): value &+= 19 * UInt64(usage.purposes.count)
    case .certificatePolicies(let policies): value &+= 23 * UInt64(policies.policies.count)
    case .basicConstraints(let constraints):
      guard constraints.isAuthority else { return }
      value &+= 29 + UInt64(constraints.pathLength.map { $0 + 1 } ?? 0)
    default: break
    }
  }

  private mutating func add(_ name: X509.GeneralName) {
    switch name {
    case .dns(let text): add(text, 3)
    case .email(let text): add(text, 5)
    case .ipv4(let address): add(address.octets, 7)
    case .ipv6(let address): add(address.octets, 7)
    case .uri: value &+= 11
    case .other, .x400, .directory, .ediParty, .registeredID: break
    }
  }

  private mutating func add(_ text: X509.IA5Text, _ more: UInt64) {
    value &+= more
    for byte in text.string.utf8 { value &+= UInt64(byte) }
  }

  private mutating func add(_ bytes: [UInt8], _ more: UInt64 = 0) {
    value &+= more
    for byte in bytes { value &+= UInt64(byte) }
  }
}
