internal import ApusASN1
internal import ApusBytes

/// OpenSSL's names of algorithms and extensions, and OpenSSL's formats of bytes and times.
enum OpenSSLNames {
  /// Returns OpenSSL's name of a key algorithm or a signature algorithm.
  static func algorithm(_ oid: OID) -> String {
    let special = [
      "1.2.840.10045.2.1": "id-ecPublicKey", "1.2.840.113549.1.1.10": "rsassaPss",
      "1.3.101.110": "X25519", "1.3.101.111": "X448", "1.3.101.112": "ED25519",
      "1.3.101.113": "ED448", "1.2.840.10040.4.1": "dsaEncryption",
      "1.2.840.10040.4.3": "dsaWithSHA1", "2.16.840.1.101.3.4.3.1": "dsa_with_SHA224",
      "2.16.840.1.101.3.4.3.2": "dsa_with_SHA256", "1.3.14.3.2.29": "sha1WithRSA",
    ]
    return special[oid.description] ?? oid.shown
  }

  /// Returns OpenSSL's name of a hash function.
  static func hash(_ oid: OID) -> String {
    switch oid.shown {
    case "sha1": "SHA1"
    case "sha224": "SHA2-224"
    case "sha256": "SHA2-256"
    case "sha384": "SHA2-384"
    case "sha512": "SHA2-512"
    case let name: name
    }
  }

  /// OpenSSL's names and sizes of elliptic curves, by the object identifier of the curve.
  static let curves: [String: (name: String, nistName: String?, bitCount: Int)] = [
    "1.2.840.10045.3.1.1": ("prime192v1", "P-192", 192),
    "1.3.132.0.33": ("secp224r1", "P-224", 224),
    "1.2.840.10045.3.1.7": ("prime256v1", "P-256", 256),
    "1.3.132.0.10": ("secp256k1", nil, 256),
    "1.3.132.0.34": ("secp384r1", "P-384", 384),
    "1.3.132.0.35": ("secp521r1", "P-521", 521),
    "1.3.36.3.3.2.8.1.1.7": ("brainpoolP256r1", nil, 256),
    "1.3.36.3.3.2.8.1.1.11": ("brainpoolP384r1", nil, 384),
    "1.3.36.3.3.2.8.1.1.13": ("brainpoolP512r1", nil, 512),
  ]

  /// Returns OpenSSL's name of a key purpose.
  static func purpose(_ oid: OID) -> String {
    let names = [
      "1.3.6.1.5.5.7.3.1": "TLS Web Server Authentication",
      "1.3.6.1.5.5.7.3.2": "TLS Web Client Authentication",
      "1.3.6.1.5.5.7.3.3": "Code Signing", "1.3.6.1.5.5.7.3.4": "E-mail Protection",
      "1.3.6.1.5.5.7.3.5": "IPSec End System", "1.3.6.1.5.5.7.3.6": "IPSec Tunnel",
      "1.3.6.1.5.5.7.3.7": "IPSec User", "1.3.6.1.5.5.7.3.8": "Time Stamping",
      "1.3.6.1.5.5.7.3.9": "OCSP Signing", "1.3.6.1.5.5.7.3.17": "ipsec Internet Key Exchange",
      "1.3.6.1.5.5.7.3.21": "SSH Client", "1.3.6.1.5.5.7.3.22": "SSH Server",
      "1.3.6.1.5.2.3.4": "PKINIT Client Auth", "1.3.6.1.5.2.3.5": "Signing KDC Response",
      "1.3.6.1.4.1.311.2.1.21": "Microsoft Individual Code Signing",
      "1.3.6.1.4.1.311.2.1.22": "Microsoft Commercial Code Signing",
      "1.3.6.1.4.1.311.10.3.3": "Microsoft Server Gated Crypto",
      "1.3.6.1.4.1.311.10.3.4": "Microsoft Encrypted File System",
      "1.3.6.1.4.1.311.20.2.2": "Microsoft Smartcard Login",
      "1.3.6.1.4.1.11129.2.4.4": "CT Precertificate Signer",
      "2.16.840.1.113730.4.1": "Netscape Server Gated Crypto",
      "2.5.29.37.0": "Any Extended Key Usage",
    ]
    return names[oid.description] ?? oid.description
  }

  /// OpenSSL's names of the key uses, in the order of their bits.
  static let uses = [
    "Digital Signature", "Non Repudiation", "Key Encipherment", "Data Encipherment",
    "Key Agreement", "Certificate Sign", "CRL Sign", "Encipher Only", "Decipher Only",
  ]

  /// Returns OpenSSL's label of a certificate extension.
  static func label(_ encoded: X509.EncodedExtension) -> String {
    switch encoded.kind {
    case .subjectKeyIdentifier: "X509v3 Subject Key Identifier"
    case .keyUsage: "X509v3 Key Usage"
    case .privateKeyUsagePeriod: "X509v3 Private Key Usage Period"
    case .subjectAlternativeName: "X509v3 Subject Alternative Name"
    case .issuerAlternativeName: "X509v3 Issuer Alternative Name"
    case .basicConstraints: "X509v3 Basic Constraints"
    case .nameConstraints: "X509v3 Name Constraints"
    case .crlDistributionPoints: "X509v3 CRL Distribution Points"
    case .certificatePolicies: "X509v3 Certificate Policies"
    case .policyMappings: "X509v3 Policy Mappings"
    case .authorityKeyIdentifier: "X509v3 Authority Key Identifier"
    case .policyConstraints: "X509v3 Policy Constraints"
    case .extendedKeyUsage: "X509v3 Extended Key Usage"
    case .freshestCRL: "X509v3 Freshest CRL"
    case .inhibitAnyPolicy: "X509v3 Inhibit Any Policy"
    case .authorityInformationAccess: "Authority Information Access"
    case .subjectInformationAccess: "Subject Information Access"
    case .tlsFeature: "TLS Feature"
    case .signedCertificateTimestamps: "CT Precertificate SCTs"
    case .precertificatePoison: "CT Precertificate Poison"
    case .ocspNoCheck: "OCSP No Check"
    case nil: encoded.oid.description
    }
  }

  /// Returns OpenSSL's short name of an attribute type, or the number of an unknown attribute type.
  static func attribute(_ oid: OID) -> String {
    let names = [
      "2.5.4.3": "CN", "2.5.4.4": "SN", "2.5.4.5": "serialNumber", "2.5.4.6": "C",
      "2.5.4.7": "L", "2.5.4.8": "ST", "2.5.4.9": "street", "2.5.4.10": "O", "2.5.4.11": "OU",
      "2.5.4.12": "title", "2.5.4.13": "description", "2.5.4.15": "businessCategory",
      "2.5.4.17": "postalCode", "2.5.4.20": "telephoneNumber", "2.5.4.41": "name",
      "2.5.4.42": "GN", "2.5.4.43": "initials", "2.5.4.44": "generationQualifier",
      "2.5.4.45": "x500UniqueIdentifier", "2.5.4.46": "dnQualifier", "2.5.4.65": "pseudonym",
      "2.5.4.97": "organizationIdentifier", "0.9.2342.19200300.100.1.1": "UID",
      "0.9.2342.19200300.100.1.25": "DC", "1.2.840.113549.1.9.1": "emailAddress",
      "1.2.840.113549.1.9.2": "unstructuredName", "1.2.840.113549.1.9.8": "unstructuredAddress",
      "1.3.6.1.4.1.311.60.2.1.1": "jurisdictionL", "1.3.6.1.4.1.311.60.2.1.2": "jurisdictionST",
      "1.3.6.1.4.1.311.60.2.1.3": "jurisdictionC",
    ]
    return names[oid.description] ?? oid.description
  }

  /// Returns a time in the form `Nov  1 20:28:38 2026 GMT`.
  static func time(_ time: ASN1.Time) -> String {
    guard let civil = ASN1.CivilTime(secondsSinceEpoch: time.secondsSinceEpoch) else {
      return "Bad time value"
    }
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    func two(_ number: Int, _ filler: String) -> String {
      number < 10 ? "\(filler)\(number)" : "\(number)"
    }
    let clock = [civil.hour, civil.minute, civil.second].map { two($0, "0") }
    return "\(months[civil.month - 1]) \(two(civil.day, " ")) \(clock.joined(separator: ":")) "
      + "\(civil.year) GMT"
  }

  /// Returns bytes as lowercase hexadecimal digits with colons, with `width` bytes in each line.
  static func columns(_ bytes: [UInt8], width: Int, indent: Int) -> [String] {
    stride(from: 0, to: bytes.count, by: width).map { start in
      let end = min(start + width, bytes.count)
      let line = bytes[start..<end].map { Hex.encode($0) }.joined(separator: ":")
      return String(repeating: " ", count: indent) + line + (end < bytes.count ? ":" : "")
    }
  }

  /// Returns bytes as uppercase hexadecimal digits with colons.
  static func colons(_ bytes: [UInt8]) -> String {
    bytes.map { upperHex($0) }.joined(separator: ":")
  }

  /// Returns a byte as two uppercase hexadecimal digits.
  static func upperHex(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return digits.utf8.count == 1 ? "0" + digits : digits
  }
}
