import ApusBytes
import ApusCrypto
import ApusNames
import ApusX509

/// The comparison of the verification of a certificate chain with its signature checks.
struct ChainContest {
  private let root: X509.Certificate
  private let authority: X509.Certificate
  private let leaf: X509.Certificate
  private let moment = UnixTime(secondsSinceEpoch: 1_800_000_000)

  /// Creates a chain of three certificates with P-256 keys for a single run. The chain conforms to
  /// the web profile.
  init() throws {
    let keys = try (0..<3).map { _ in try Key() }
    root = try keys[0].certificate("root", by: nil, signedBy: keys[0], isAuthority: true)
    authority = try keys[1].certificate("authority", by: root, signedBy: keys[0], isAuthority: true)
    leaf = try keys[2].certificate(
      "www.example.org", by: authority, signedBy: keys[1], isAuthority: false)
  }

  /// Compares the time of a verification with the time of parsing two keys and checking two
  /// signatures. Each turn consists of a number of both.
  func measure(_ profile: X509.Profile) throws -> Measurement {
    let verifier = X509.Verifier(anchors: X509.Anchors([root]), profile: profile)
    let purpose = X509.Purpose.server(try CanonicalHost("www.example.org"))
    let bag = [authority]
    var count = 0
    let turns = 200
    let measurement = Measurement(
      limit: 1.1,
      ours: {
        for _ in 0..<turns {
          let chain = try? verifier.verify(leaf, intermediates: bag, for: purpose, at: moment)
          count += chain?.certificates.count ?? -1_000
        }
      },
      theirs: {
        for _ in 0..<turns {
          count += (try? leaf.isSigned(by: authority.verificationKey())) == true ? 1 : -1_000
          count += (try? authority.isSigned(by: root.verificationKey())) == true ? 1 : -1_000
        }
      })
    guard count == 4 * turns * (measurement.ours.count + 1) else { throw Invalid() }
    return measurement
  }

  /// The error for a chain that is not trusted, which would make every figure invalid.
  struct Invalid: Error {}

  private final class Key {
    let pair: P256.PrivateKey

    init() throws {
      pair = try P256.PrivateKey.generate(using: SystemRandom())
    }

    func certificate(
      _ name: String, by issuer: X509.Certificate?, signedBy key: Key, isAuthority: Bool
    ) throws -> X509.Certificate {
      let own = try X509.PublicKey(VerificationKey.p256(pair.publicKey))
      let above = try X509.PublicKey(VerificationKey.p256(key.pair.publicKey))
      let named = X509.SubjectKeyIdentifier(of: above).bytes
      let uses: X509.KeyUsage.Uses = isAuthority ? [.certificateSigning] : [.digitalSignature]
      var extensions = [
        X509.Extension(.keyUsage(try X509.KeyUsage(uses)), isCritical: true),
        X509.Extension(.subjectKeyIdentifier(X509.SubjectKeyIdentifier(of: own))),
        X509.Extension(.authorityKeyIdentifier(X509.AuthorityKeyIdentifier(keyIdentifier: named))),
      ]
      if isAuthority {
        extensions.append(
          X509.Extension(.basicConstraints(.authority(pathLength: nil)), isCritical: true))
      } else {
        let names = [X509.GeneralName.dns(try X509.IA5Text(name))]
        extensions += [
          X509.Extension(.subjectAlternativeName(try X509.SubjectAlternativeName(names))),
          X509.Extension(.extendedKeyUsage(try X509.ExtendedKeyUsage([.serverAuthentication]))),
        ]
      }
      let subject = X509.Name([.organizationName: "Example", .commonName: name])
      let content = X509.TBSCertificate(
        serialNumber: X509.SerialNumber([1]), signatureAlgorithm: X509.Algorithm(.ecdsaWithSHA256),
        issuer: issuer?.subject ?? subject,
        validity: try X509.Validity(from: 1_700_000_000, through: 1_900_000_000), subject: subject,
        publicKey: own, extensions: extensions)
      let digest = SHA256.digest(of: try content.der())
      return try content.certificate(
        signature: key.pair.signature(forDigest: digest.span, using: SystemRandom()))
    }
  }
}
