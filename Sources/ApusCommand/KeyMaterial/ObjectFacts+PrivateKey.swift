import ApusASN1
import ApusBytes
import ApusCrypto
import ApusX509

/// Private keys: their kind and the public key that belongs to them, and nothing that is secret.
extension ObjectFacts {
  /// Reads a private key in DER.
  init(privateKey der: Span<UInt8>, _ form: PrivateKeyForm, _ password: Password) {
    self.init(.privateKey)
    add("form", "form", .text(form.words))
    do throws(CryptoError) {
      if form == .encryptedPKCS8 {
        let locked = try EncryptedPrivateKeyInfo(der)
        let oid = locked.encryptionAlgorithm.oid
        add("locked by", "lockedBy", .text(oid.name ?? "\(oid)"))
      }
      let key = try password.withBytes { (bytes) throws(CryptoError) in
        try Self.publicKey(of: der, password: password.isGiven ? bytes : nil)
      }
      addKey(key)
    } catch {
      addAlgorithm(of: der, form)
      // A key that is locked keeps no one from knowing what it is.
      if error == .passwordNeeded {
        add("note", "note", .text("--password-file FILE opens it"))
      } else {
        fail("\(error)")
      }
    }
  }

  /// Says of a private key in a form that is not read which one that is.
  init(unreadPrivateKey label: PEM.Label, _ reason: String) {
    self.init(.privateKey)
    add("form", "form", .text(ForeignText.escaped(label.rawValue.utf8)))
    fail(reason)
  }

  private static func publicKey(
    of der: Span<UInt8>, password: Span<UInt8>?
  ) throws(CryptoError) -> X509.PublicKey {
    let info: [UInt8]
    do throws(CryptoError) {
      info = try SigningKey(der: der, password: password, allowingSmallModulus: true)
        .publicKey.spki
    } catch .unsupportedAlgorithm(.x25519) {
      let key = try X25519.PrivateKey(der: der, password: password)
      return X509.PublicKey(X509.Algorithm(.x25519), bits: key.publicKey.rawRepresentation)
    }
    do throws(X509Error) { return try X509.PublicKey(der: info.span) } catch {
      throw .inconsistentKey
    }
  }

  /// Names the algorithm of a key that is not supported, where PKCS #8 says it.
  private mutating func addAlgorithm(of der: Span<UInt8>, _ form: PrivateKeyForm) {
    guard form == .pkcs8, let info = try? PrivateKeyInfo(der) else { return }
    let oid = info.algorithm.oid
    add("algorithm", "algorithm", .text(oid.name ?? "\(oid)"))
  }
}

extension PrivateKeyForm {
  /// The form as people call it.
  var words: String {
    switch self {
    case .pkcs8: "PKCS #8"
    case .encryptedPKCS8: "PKCS #8, locked"
    case .pkcs1: "PKCS #1"
    case .sec1: "SEC 1"
    }
  }
}
