import ApusBytes
import ApusCrypto
import ApusSerialization
import ApusX509

/// The properties of a certificate in the words of the test manifest.
struct CertificateFacts {
  private let certificate: X509.Certificate
  private let content: X509.TBSCertificate
  private let key: String

  init(_ certificate: X509.Certificate, _ content: X509.TBSCertificate, key: String) {
    self.certificate = certificate
    self.content = content
    self.key = key
  }

  /// Returns the first difference between a certificate and its manifest row, or `nil` if they are
  /// equal.
  func difference(from fields: JSON.Value?) -> String? {
    guard let fields else { return "no fields in the manifest" }
    for (name, value) in texts where value != fields[name]?.string {
      return "\(name) is \(value), expected \(fields[name]?.string ?? "nothing")"
    }
    for (name, value) in lists {
      let expected = (fields[name]?.array ?? []).compactMap(\.string)
      guard value == expected else { return "\(name) is \(value), expected \(expected)" }
    }
    for (name, value) in numbers where value != fields[name]?.int ?? 0 {
      return "\(name) is \(value), expected \(fields[name]?.int ?? 0)"
    }
    guard content.version.rawValue + 1 == fields["version"]?.int else { return "version" }
    guard constraints?.isAuthority ?? false == fields["is_ca"]?.bool else { return "is_ca" }
    guard (constraints != nil) == fields["basic_constraints"]?.bool else {
      return "basic_constraints"
    }
    return nil
  }

  /// A Boolean value that indicates whether encoding the decoded certificate returns the original
  /// bytes.
  ///
  /// The bytes differ if the certificate is not DER, such as a certificate with trailing zeros in a
  /// key usage.
  var isWrittenAlike: Bool {
    (try? content.der()) == Array(certificate.der[certificate.signedRange])
  }

  private var texts: KeyValuePairs<String, String> {
    let serial = content.serialNumber.description.drop { $0 == "0" }
    return [
      "serial": serial.isEmpty ? "0" : String(serial),
      "signature_algorithm": signatureAlgorithm,
      "not_before": "\(time(content.validity.notBefore))",
      "not_after": "\(time(content.validity.notAfter))",
      "key": key,
      "tbs_sha256": digest(certificate.signedRange),
      "spki_sha256": digest(certificate.publicKeyRange),
      "issuer_sha256": digest(certificate.issuerRange),
      "subject_sha256": digest(certificate.subjectRange),
    ]
  }

  /// The name of the signature algorithm in the manifest. An unknown algorithm has the name "0".
  private var signatureAlgorithm: String {
    switch content.signatureAlgorithm.oid {
    case .sha1WithRSAEncryption: "SHA1-RSA"
    case .sha256WithRSAEncryption: "SHA256-RSA"
    case .sha384WithRSAEncryption: "SHA384-RSA"
    case .sha512WithRSAEncryption: "SHA512-RSA"
    case .md5WithRSAEncryption: "MD5-RSA"
    case .md2WithRSAEncryption: "MD2-RSA"
    case .ecdsaWithSHA1: "ECDSA-SHA1"
    case .ecdsaWithSHA256: "ECDSA-SHA256"
    case .ecdsaWithSHA384: "ECDSA-SHA384"
    case .ecdsaWithSHA512: "ECDSA-SHA512"
    case .dsaWithSHA1: "DSA-SHA1"
    case .dsaWithSHA256: "DSA-SHA256"
    case .ed25519: "Ed25519"
    case .rsassaPSS: pssName ?? "0"
    // The object identifier in the arc of OIW denotes the same algorithm.
    case let other: other.description == "1.3.14.3.2.29" ? "SHA1-RSA" : "0"
    }
  }

  /// The manifest's name of an RSA-PSS algorithm by its hash function, if mask and salt have the
  /// usual values.
  private var pssName: String? {
    let identifier = certificate.signatureAlgorithm
    let algorithm = try? SignatureAlgorithm(identifier, in: certificate.der.span)
    guard case .rsaPSS(let hash, _)? = algorithm else { return nil }
    return switch hash {
    case .sha256: "SHA256-RSAPSS"
    case .sha384: "SHA384-RSAPSS"
    case .sha512: "SHA512-RSAPSS"
    }
  }

  private var lists: KeyValuePairs<String, [String]> {
    [
      "extensions": content.extensions.map { $0.oid.description + ($0.isCritical ? "!" : "") },
      "dns": names.compactMap { if case .dns(let name) = $0 { name.string } else { nil } },
      "email": names.compactMap { if case .email(let name) = $0 { name.string } else { nil } },
      "ip": names.compactMap { name in
        switch name {
        case .ipv4(let address): address.description
        case .ipv6(let address): address.description
        default: nil
        }
      },
    ]
  }

  private var numbers: KeyValuePairs<String, Int> {
    [
      "key_usage": Int(truncatingIfNeeded: keyUsage & 0x1ff),
      "path_len": constraints?.pathLength ?? 0,
    ]
  }

  private var names: [X509.GeneralName] {
    for case .subjectAlternativeName(let value) in content.extensions.map(\.value) {
      return value.names
    }
    return []
  }

  private var keyUsage: UInt64 {
    for case .keyUsage(let value) in content.extensions.map(\.value) { return value.uses.rawValue }
    return 0
  }

  private var constraints: X509.BasicConstraints? {
    for case .basicConstraints(let value) in content.extensions.map(\.value) { return value }
    return nil
  }

  private func digest(_ range: Range<Int>) -> String {
    Hex.encode(SHA256.digest(of: Array(certificate.der[range])))
  }

  private func time(_ time: ASN1.Time) -> String {
    ASN1.CivilTime(secondsSinceEpoch: time.secondsSinceEpoch)?.description ?? "no time"
  }
}
