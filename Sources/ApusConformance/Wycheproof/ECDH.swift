import ApusBytes
import ApusCrypto

/// The Wycheproof tests of key agreement over the NIST curves.
///
/// The peer's public key is a point or is in DER or PEM. The own private key is a number or is in
/// PEM.
enum ECDHFamily: Family {
  static let schemas = [
    "ecdh_test_schema_v1.json", "ecdh_ecpoint_test_schema_v1.json", "ecdh_pem_test_schema_v1.json",
  ]

  static let rules: [Rule] = [
    .refuse("InvalidAsn", because: "a key in DER has one encoding"),
    .refuse("InvalidPem", because: "a key in DER has one encoding"),
    .refuse("UnnamedCurve", because: "explicit parameters can be another curve"),
    .accept("CompressedPoint", because: "a compressed point is the same point"),
  ]

  static func outcome(of vector: Vector) throws -> Outcome {
    let name = try vector.text("curve")
    switch PublishedNames.curve(name) {
    case .p256: return try outcome(of: vector, .p256, P256.PrivateKey.self)
    case .p384: return try outcome(of: vector, .p384, P384.PrivateKey.self)
    case .p521: return try outcome(of: vector, .p521, P521.PrivateKey.self)
    case nil: return .outside("curve \(name)")
    }
  }

  private static func outcome<Key: NISTPrivateKey & ~Copyable>(
    of vector: Vector, _ curve: NamedCurve, _: Key.Type
  ) throws -> Outcome {
    let (point, scalar) = (try point(vector, curve), try scalar(vector, curve))
    let peer = try Key.Peer(x963: point.span)
    let key = try Key(rawRepresentation: scalar.span)
    let secret = try key.sharedSecret(with: peer)
    return .comparing(("the secret", secret.published, try vector.bytes("shared")))
  }

  private static func point(_ vector: Vector, _ curve: NamedCurve) throws -> [UInt8] {
    switch try vector.text("encoding") {
    case "ecpoint": try vector.bytes("public")
    case "pem": try StoredKey.point(in: StoredKey.der(pem: vector.text("public")), of: curve)
    default: try StoredKey.point(in: vector.bytes("public"), of: curve)
    }
  }

  private static func scalar(_ vector: Vector, _ curve: NamedCurve) throws -> [UInt8] {
    switch try vector.text("encoding") {
    case "pem": try StoredKey.scalar(in: StoredKey.der(pem: vector.text("private")), of: curve)
    default: try vector.number("private", byteCount: curve.coordinateByteCount)
    }
  }
}

/// The common interface of the private keys for the three NIST curves.
protocol NISTPrivateKey: ~Copyable {
  associatedtype Peer: NISTPublicKey
  init(rawRepresentation: Span<UInt8>) throws(CryptoError)
  func sharedSecret(with peer: Peer) throws(CryptoError) -> SecretBytes
}

/// The common interface of the public keys for the three NIST curves.
protocol NISTPublicKey {
  init(x963: Span<UInt8>) throws(CryptoError)
  func isValid(
    signature: Span<UInt8>, _ encoding: ECDSA.Encoding, forDigest digest: Span<UInt8>
  ) -> Bool
}

extension P256.PrivateKey: NISTPrivateKey {}
extension P384.PrivateKey: NISTPrivateKey {}
extension P521.PrivateKey: NISTPrivateKey {}
extension P256.PublicKey: NISTPublicKey {}
extension P384.PublicKey: NISTPublicKey {}
extension P521.PublicKey: NISTPublicKey {}
