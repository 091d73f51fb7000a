import ApusASN1
import ApusBytes
import ApusCrypto
import ApusX509

/// The algorithm of a new private key.
enum NewKeyType: String, CaseIterable {
  case p256, p384, p521, ed25519

  /// Makes a private key from the random numbers of the operating system.
  func make() throws(CryptoError) -> SigningKey {
    let random = SystemRandom()
    switch self {
    case .p256:
      let key = try P256.PrivateKey.generate(using: random)
      return .p256(key)
    case .p384:
      let key = try P384.PrivateKey.generate(using: random)
      return .p384(key)
    case .p521:
      let key = try P521.PrivateKey.generate(using: random)
      return .p521(key)
    case .ed25519:
      let key = try Ed25519.PrivateKey.generate(using: random)
      return .ed25519(key)
    }
  }
}

extension SigningKey {
  /// Returns the private key as PKCS #8 in PEM. The key is encrypted if a password is given.
  borrowing func pem(lockedBy password: Password) throws(CryptoError) -> [UInt8] {
    guard password.isGiven else {
      let info = pkcs8
      return info.withBytes { Array(PEM.encode($0, as: .privateKey).utf8) }
    }
    let der = try password.withBytes { (bytes) throws(CryptoError) in
      try encryptedPKCS8(password: bytes, using: SystemRandom())
    }
    return Array(PEM.encode(der, as: .encryptedPrivateKey).utf8)
  }
}
