import ApusBytes
import ApusCrypto
import ApusX509

/// Sets of certificates that are constructed to make the verification slow.
struct HostileBags {
  private static let moment = UnixTime(secondsSinceEpoch: 1_800_000_000)
  private let rootKey: Key
  private let root: X509.Certificate
  private let validity: X509.Validity

  private typealias Bag = (leaf: X509.Certificate, others: [X509.Certificate])

  private final class Key {
    let key: SigningKey

    init() throws {
      key = .p256(try P256.PrivateKey.generate(using: SystemRandom()))
    }
  }

  init() throws {
    validity = try X509.Validity(from: 1_700_000_000, through: 1_900_000_000)
    rootKey = try Key()
    let builder = X509.CertificateBuilder(
      .authority(pathLength: nil), subject: X509.Name([.commonName: "root"]), validity: validity)
    root = try builder.selfSigned(by: rootKey.key, using: SystemRandom())
  }

  /// Prints the time of each set and compares the time with that of the maximum number of signature
  /// checks.
  func run() throws -> Bool {
    let verifier = X509.Verifier(anchors: X509.Anchors([root]))
    var holds = true
    for (name, bag) in [
      ("500 look-alikes with one key each", try lookAlikes(500)),
      ("270 authorities that make 729,000 paths", try floors(90)),
    ] {
      var fault: X509.Fault?
      let measurement = Measurement(
        rounds: 5,
        ours: { fault = Self.fault(bag, verifier) },
        theirs: {
          for _ in 0..<verifier.budgets.signatures {
            _ = try? bag.leaf.isSigned(by: root.verificationKey())
          }
        })
      let milliseconds = Measurement.median(measurement.ours) / 1e6
      let end = fault.map { "\($0)" } ?? "believed"
      print("\(name): \(Bar.hundredths(milliseconds)) ms, \(end)")
      let bar = Bar(
        "time of \(name), to that of the signatures allowed", over: measurement.ratios, atMost: 2)
      holds = bar.report() && fault != nil && holds
    }
    return holds
  }

  /// Returns authorities that share one name and have different keys. None of these authorities has
  /// signed the leaf certificate.
  private func lookAlikes(_ count: Int) throws -> Bag {
    let name = "authority"
    let others = try (0..<count).map { _ in try authority(name, Key(), by: root, rootKey) }
    let stranger = try Key()
    let leaf = try leaf(by: authority(name, stranger, by: root, rootKey), stranger)
    return (leaf, others)
  }

  /// Returns three layers of authorities that share one key per layer, so each authority leads to
  /// each authority of the layer above. The root has issued the top layer such that no path is
  /// trusted.
  private func floors(_ width: Int) throws -> Bag {
    let keys = try (0..<3).map { _ in try Key() }
    let top = try authority("floor 2", keys[2], by: root, rootKey)
    let middle = try authority("floor 1", keys[1], by: top, keys[2])
    let bottom = try authority("floor 0", keys[0], by: middle, keys[1])
    var others: [X509.Certificate] = []
    for _ in 0..<width {
      others.append(try authority("floor 2", keys[2], by: root, rootKey, pathLength: 0))
      others.append(try authority("floor 1", keys[1], by: top, keys[2]))
      others.append(try authority("floor 0", keys[0], by: middle, keys[1]))
    }
    return (try leaf(by: bottom, keys[0]), others)
  }

  private func authority(
    _ name: String, _ key: Key, by issuer: X509.Certificate, _ issuerKey: Key,
    pathLength: X509.BasicConstraints.PathLength? = nil
  ) throws -> X509.Certificate {
    try certificate(.authority(pathLength: pathLength), name, key, by: issuer, issuerKey)
  }

  private func leaf(
    by issuer: X509.Certificate, _ issuerKey: Key
  ) throws -> X509.Certificate {
    try certificate(.server, "leaf", Key(), by: issuer, issuerKey)
  }

  private func certificate(
    _ role: X509.CertificateBuilder.Role, _ name: String, _ key: Key,
    by issuer: X509.Certificate, _ issuerKey: Key
  ) throws -> X509.Certificate {
    let builder = X509.CertificateBuilder(
      role, subject: X509.Name([.commonName: name]), validity: validity)
    return try builder.certificate(
      for: X509.PublicKey(key.key.publicKey), issuer: issuer, key: issuerKey.key,
      using: SystemRandom())
  }

  private static func fault(_ bag: Bag, _ verifier: X509.Verifier) -> X509.Fault? {
    do throws(X509.TrustFailure) {
      _ = try verifier.verify(
        bag.leaf, intermediates: bag.others, for: .unnamedServer, at: moment)
      return nil
    } catch {
      return error.fault
    }
  }
}
