internal import ApusASN1
internal import ApusBytes
internal import ApusCrypto

extension X509.ObjectFacts {
  /// Reads the facts of a public key in the form of a SubjectPublicKeyInfo.
  init(publicKey der: Span<UInt8>) {
    self.init(.publicKey)
    do throws(X509Error) { addKey(try X509.PublicKey(der: der)) } catch {
      problem = .object(error)
    }
  }

  /// Reads the facts of an RSA public key in the PKCS #1 format, which has no algorithm identifier.
  init(rsaPublicKey der: Span<UInt8>) {
    self.init(.publicKey)
    do throws(CryptoError) {
      _ = try PKCS1.PublicKey(der.indices, in: der)
      addKey(X509.PublicKey(X509.Algorithm(.rsaEncryption, .null), bits: der.copy()))
    } catch {
      problem = .key(error)
    }
  }

  /// Adds the kind and the key pin of a public key to the facts of an object.
  mutating func addKey(_ key: X509.PublicKey) {
    publicKey = key
    let summary = X509.KeySummary(key)
    let problem = summary.problem.map { " (\($0))" } ?? ""
    add("key", "publicKey", summary.document, lines: ["\(summary)\(problem)"])
    add("pin", "pin", .text("\(X509.Pin(key))"))
  }
}

/// The facts of private keys: the kind and the public key, without secrets.
extension X509.ObjectFacts {
  /// Reads the facts of a private key in DER.
  init(
    privateKey der: Span<UInt8>, _ form: PrivateKeyForm, _ options: ReadingOptions,
    password: Span<UInt8>?
  ) {
    self.init(.privateKey)
    add("form", "form", .text(form.name))
    do throws(CryptoError) {
      if form == .encryptedPKCS8 {
        let locked = try EncryptedPrivateKeyInfo(der)
        let oid = locked.encryptionAlgorithm.oid
        add("encrypted with", "lockedBy", .text(oid.name ?? "\(oid)"))
      }
      addKey(try Self.publicKey(of: der, options, password: password))
    } catch {
      addAlgorithm(of: der, form)
      // The kind of an encrypted private key is readable without the password.
      problem = error == .passwordNeeded ? .passwordNeeded : .key(error)
    }
  }

  /// Creates the facts of a private key in an unsupported format.
  init(unreadPrivateKey label: PEM.Label, _ error: CryptoError) {
    self.init(.privateKey)
    add("form", "form", .text(ForeignText.escaped(label.rawValue.utf8)))
    problem = .key(error)
  }

  private static func publicKey(
    of der: Span<UInt8>, _ options: ReadingOptions, password: Span<UInt8>?
  ) throws(CryptoError) -> X509.PublicKey {
    let info: [UInt8]
    do throws(CryptoError) {
      info = try SigningKey(
        der: der, password: password, allowingSmallModulus: true,
        allowingLegacyEncryption: options.allowsLegacyEncryption
      ).publicKey.spki
    } catch .unsupportedAlgorithm(.x25519) {
      let key = try X25519.PrivateKey(der: der, password: password)
      return X509.PublicKey(X509.Algorithm(.x25519), bits: key.publicKey.rawRepresentation)
    }
    do throws(X509Error) { return try X509.PublicKey(der: info.span) } catch {
      throw .inconsistentKey
    }
  }

  /// Adds the algorithm of an unsupported private key, if the key is in the PKCS #8 format.
  private mutating func addAlgorithm(of der: Span<UInt8>, _ form: PrivateKeyForm) {
    guard form == .pkcs8, let info = try? PrivateKeyInfo(der) else { return }
    let oid = info.algorithm.oid
    add("algorithm", "algorithm", .text(oid.name ?? "\(oid)"))
  }
}

extension PrivateKeyForm {
  /// The name of the private key's format.
  fileprivate var name: String {
    switch self {
    case .pkcs8: "PKCS #8"
    case .encryptedPKCS8: "PKCS #8, encrypted"
    case .pkcs1: "PKCS #1"
    case .sec1: "SEC 1"
    }
  }
}
