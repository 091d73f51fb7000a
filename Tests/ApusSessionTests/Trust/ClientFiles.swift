import ApusASN1
import ApusBytes
import ApusCrypto
import ApusTestServer
import ApusX509

/// A client's certificates and its key, as files have them.
struct ClientFiles {
  let chain: [UInt8]
  let key: [UInt8]

  /// A client of an authority, with a key made for it.
  init(_ name: String = "worker", of authority: TestAuthority) throws {
    let key = SigningKey.ed25519(try Ed25519.PrivateKey.generate(using: SystemRandom()))
    self.key = key.pkcs8.withBytes { Array(PEM.encode($0.copy(), as: .privateKey).utf8) }
    chain = Array(try authority.client(name, key: key).chain.map(\.pem).joined().utf8)
  }
}
