import ApusCrypto
import ApusX509

/// The result of parsing a certificate with all of its extensions and its public key.
enum CertificateReading {
  case read(CertificateFacts)
  /// The parser rejected the certificate for the given reason.
  case refused(String)

  init(_ der: [UInt8]) {
    do throws(X509Error) {
      let certificate = try X509.Certificate(der)
      let content = try X509.TBSCertificate(certificate)
      self = .read(
        CertificateFacts(certificate, content, key: try Self.keyName(of: certificate)))
    } catch {
      self = .refused("\(error)")
    }
  }

  /// Returns the type and size of the public key in the words of the manifest, or "0" for another
  /// type.
  private static func keyName(
    of certificate: X509.Certificate
  ) throws(X509Error) -> String {
    do throws(X509Error) {
      switch try certificate.key() {
      case .rsa(let key):
        return "rsa-\(bitCount(of: key.modulus, in: certificate.der))"
      case .rsaPSS: return "0"
      case .ec(let curve, _):
        // The public key is created to check that its curve point is valid. RSA keys have no such
        // check.
        _ = try certificate.verificationKey()
        return curve == .p256 ? "ec-P-256" : curve == .p384 ? "ec-P-384" : "ec-P-521"
      case .ed25519: return "ed25519"
      case .dsa: return "DSA"
      case .x25519, .x448, .ed448, .other: return "0"
      }
    } catch .key(.unsupportedCurve(let oid)) {
      return oid.name == "secp224r1" ? "ec-P-224" : "ec-\(oid)"
    }
  }

  private static func bitCount(of number: Range<Int>, in der: [UInt8]) -> Int {
    number.count * 8 - der[number.lowerBound].leadingZeroBitCount
  }
}
