internal import ApusASN1
internal import ApusBytes
internal import ApusCrypto

/// An inspection in the format of `openssl x509 -text`, which existing scripts and users expect.
///
/// The labels, names and numbers are the same as in OpenSSL 3. Less common extensions are shown as
/// in `text`. Characters that control a terminal are escaped.
extension X509.Inspection {
  /// The certificate in the format of `openssl x509 -text -noout`.
  public var openSSLText: String {
    let version = certificate.version.rawValue
    let algorithm = OpenSSLNames.algorithm(certificate.signatureAlgorithm.oid)
    var lines = [
      "Certificate:", "    Data:",
      "        Version: \(version + 1) (0x\(version))",
    ]
    lines += serialLines
    lines += [
      "        Signature Algorithm: \(algorithm)",
      "        Issuer: \(certificate.issuer.openSSLText)",
      "        Validity",
      "            Not Before: \(OpenSSLNames.time(certificate.validity.notBefore))",
      "            Not After : \(OpenSSLNames.time(certificate.validity.notAfter))",
      "        Subject: \(certificate.subject.openSSLText)",
      "        Subject Public Key Info:",
    ]
    lines += keyLines
    if !fields.isEmpty { lines.append("        X509v3 extensions:") }
    for field in fields { lines += field.openSSLLines }
    lines += ["    Signature Algorithm: \(algorithm)", "    Signature Value:"]
    let signature = Array(certificate.der[certificate.signatureRange])
    lines += OpenSSLNames.columns(signature, width: 18, indent: 8)
    return lines.map { $0 + "\n" }.joined()
  }

  /// The lines of the serial number. A serial number of at most 63 bits is shown in decimal and
  /// hexadecimal digits, and a longer serial number byte by byte.
  private var serialLines: [String] {
    let serial = certificate.serialNumber
    let sign = serial.isNegative ? "-" : ""
    let magnitude = Array(serial.description.utf8.dropFirst(sign.utf8.count))
    let digits = String(decoding: magnitude, as: UTF8.self)
    if let number = UInt64(digits, radix: 16), number < 1 << 63, number != 1 || sign.isEmpty {
      let hex = String(number, radix: 16)
      return ["        Serial Number: \(sign)\(number) (\(sign)0x\(hex))"]
    }
    let label = serial.isNegative ? " (Negative)" : ""
    let bytes = (try? Hex.decode(digits)) ?? []
    return [
      "        Serial Number:",
      "            \(label)" + bytes.map { Hex.encode($0) }.joined(separator: ":"),
    ]
  }
}

/// The public key of a certificate, in OpenSSL's format for each kind of key.
extension X509.Inspection {
  private var keyLines: [String] {
    let info = certificate.publicKeyInfo
    let indent = String(repeating: " ", count: 16)
    let head =
      "            Public Key Algorithm: \(OpenSSLNames.algorithm(info.algorithm.oid))"
    let bits = Array(certificate.der[info.subjectPublicKey])
    if let modulus = key.modulus {
      return [head, "\(indent)Public-Key: (\(key.bitCount ?? 0) bit)", "\(indent)Modulus:"]
        + OpenSSLNames.columns(unsigned(modulus), width: 15, indent: 20)
        + ["\(indent)Exponent: \(exponentText)"] + restrictionLines
    }
    switch info.algorithm.oid {
    case .ecPublicKey:
      guard let curve = curve else { break }
      return [head, "\(indent)Public-Key: (\(curve.bitCount) bit)", "\(indent)pub:"]
        + OpenSSLNames.columns(bits, width: 15, indent: 20)
        + ["\(indent)ASN1 OID: \(curve.name)"]
        + (curve.nistName.map { ["\(indent)NIST CURVE: \($0)"] } ?? [])
    case .ed25519, .ed448, .x25519, .x448:
      let name = OpenSSLNames.algorithm(info.algorithm.oid)
      return [head, "\(indent)\(name) Public-Key:", "\(indent)pub:"]
        + OpenSSLNames.columns(bits, width: 15, indent: 20)
    case .dsa:
      if let lines = dsaLines { return [head] + lines }
    default: break
    }
    return [head, "\(indent)Unable to load Public Key"]
  }

  /// The lines of the restrictions of a PSS key: hash function, mask function and salt length.
  private var restrictionLines: [String] {
    let info = certificate.publicKeyInfo
    guard info.algorithm.oid == .rsassaPSS else { return [] }
    let indent = String(repeating: " ", count: 16)
    guard let parameters = try? RSASSAPSSParameters(of: info.algorithm, in: certificate.der.span)
    else { return ["\(indent)No PSS parameter restrictions"] }
    func hash(_ oid: OID) -> String {
      OpenSSLNames.hash(oid) + (oid == .sha1 ? " (default)" : "")
    }
    let salt = parameters.saltByteCount
    return [
      "\(indent)PSS parameter restrictions:",
      "\(indent)  Hash Algorithm: \(hash(parameters.hash))",
      "\(indent)  Mask Algorithm: MGF1 with \(hash(parameters.maskHash))",
      "\(indent)  Minimum Salt Length: \(salt)\(salt == 20 ? " (default)" : "")",
      "\(indent)  Trailer Field: 0x1 (default)",
    ]
  }

  private var exponentText: String {
    let bytes = key.exponent ?? []
    guard bytes.count <= 8 else { return "0x\(Hex.encode(bytes))" }
    let number = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return "\(number) (0x\(String(number, radix: 16)))"
  }

  private var curve: (name: String, nistName: String?, bitCount: Int)? {
    guard case .oid(let oid) = certificate.publicKey.algorithm.parameters else { return nil }
    return OpenSSLNames.curves[oid.description]
  }

  /// The lines of a DSA key: the public value and the three numbers of the group.
  ///
  ///     Dss-Parms ::= SEQUENCE { p INTEGER, q INTEGER, g INTEGER }
  ///
  /// RFC 3279 section 2.3.2.
  private var dsaLines: [String]? {
    let info = certificate.publicKeyInfo
    let der = certificate.der
    guard let parameters = info.algorithm.parameters, parameters.tag == .sequence else {
      return nil
    }
    var numbers: [[UInt8]] = []
    do throws(ASN1Error) {
      var key = DERReader(info.subjectPublicKey)
      numbers.append(Array(der[try key.readWideInteger(in: der.span).bytes]))
      var group = try parameters.reader()
      for _ in 0..<3 {
        numbers.append(Array(der[try group.readWideInteger(in: der.span).bytes]))
      }
    } catch {
      return nil
    }
    let prime = numbers[1].drop { $0 == 0 }
    let bitCount = prime.count * 8 - (prime.first?.leadingZeroBitCount ?? 0)
    let indent = String(repeating: " ", count: 16)
    var lines = ["\(indent)Public-Key: (\(bitCount) bit)"]
    for (label, number) in zip(["pub: ", "P:   ", "Q:   ", "G:   "], numbers) {
      lines.append(indent + label)
      lines += OpenSSLNames.columns(number, width: 15, indent: 20)
    }
    return lines
  }

  /// Returns the bytes of a positive number, with a leading zero byte if the highest bit is set, as
  /// in DER.
  private func unsigned(_ magnitude: [UInt8]) -> [UInt8] {
    magnitude.first.map { $0 >= 0x80 } == true ? [0] + magnitude : magnitude
  }
}
