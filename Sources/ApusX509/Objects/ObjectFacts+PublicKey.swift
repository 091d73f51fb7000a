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
