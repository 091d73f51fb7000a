internal import ApusCrypto

extension X509.ObjectFacts {
  /// Reads a public key: a SubjectPublicKeyInfo.
  init(publicKey der: Span<UInt8>) {
    self.init(.publicKey)
    do throws(X509Error) { addKey(try X509.PublicKey(der: der)) } catch {
      problem = .object(error)
    }
  }

  /// Reads an RSA public key without its algorithm: PKCS #1.
  init(rsaPublicKey der: Span<UInt8>) {
    self.init(.publicKey)
    do throws(CryptoError) {
      _ = try PKCS1.PublicKey(der.indices, in: der)
      addKey(X509.PublicKey(X509.Algorithm(.rsaEncryption, .null), bits: der.copy()))
    } catch {
      problem = .key(error)
    }
  }

  /// Adds the kind and the pin of the public key of the object.
  mutating func addKey(_ key: X509.PublicKey) {
    publicKey = key
    let summary = X509.KeySummary(key)
    let problem = summary.problem.map { " (\($0))" } ?? ""
    add("key", "publicKey", summary.document, lines: ["\(summary)\(problem)"])
    add("pin", "pin", .text("\(X509.Pin(key))"))
  }
}
