import ApusBytes
import ApusCrypto
import ApusX509

/// A leaf, an authority and a root, made for one test, with every key.
final class RevocationPath {
  let root: Authority
  let middle: X509.Certificate
  let middleKey: SigningKey
  let leaf: X509.Certificate
  let leafKey: SigningKey

  static let moment = UnixTime(secondsSinceEpoch: Authority.now)

  init() throws {
    let root = try Authority()
    let middleKey = try Authority.key()
    let leafKey = try Authority.key()
    middle = try root.issue(.authority(pathLength: 0), to: "middle", for: middleKey)
    leaf = try Self.issue(.server, "leaf", for: leafKey, by: middle, middleKey)
    self.root = root
    self.middleKey = middleKey
    self.leafKey = leafKey
  }

  static func issue(
    _ role: X509.CertificateBuilder.Role, _ name: String, for key: borrowing SigningKey,
    by issuer: X509.Certificate, _ issuerKey: borrowing SigningKey
  ) throws -> X509.Certificate {
    let builder = X509.CertificateBuilder(
      role, subject: X509.Name([.commonName: name]), validity: try Authority.validity())
    return try builder.certificate(
      for: X509.PublicKey(key.publicKey), issuer: issuer, key: issuerKey, using: SystemRandom())
  }

  /// The reason the path is not trusted, if it is not.
  func rejection(
    _ revocation: X509.Revocation, adding others: [X509.Certificate] = [],
    response: [UInt8]? = nil, signatures: Int = 100
  ) -> X509.TrustFailure? {
    var verifier = X509.Verifier(anchors: X509.Anchors([root.certificate]))
    verifier.revocation = revocation
    verifier.budgets.signatures = signatures
    return Self.rejection(leaf, [middle] + others, response: response, by: verifier)
  }

  static func rejection(
    _ leaf: X509.Certificate, _ bag: [X509.Certificate], response: [UInt8]? = nil,
    by verifier: X509.Verifier
  ) -> X509.TrustFailure? {
    do throws(X509.TrustFailure) {
      _ = try verifier.verify(
        leaf, intermediates: bag, stapledResponse: response, for: .unnamedServer, at: moment)
      return nil
    } catch {
      return error
    }
  }
}
