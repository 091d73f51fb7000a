import ApusX509

/// An authority of a test: its certificate, and the key that issues others.
struct TestAuthority {
  let certificate: X509.Certificate
  let key: TestKey

  /// A root by a recipe.
  init(root recipe: Recipe, key: TestKey? = nil) throws {
    self.key = try key ?? TestKey()
    certificate = try Self.certificate(recipe, for: self.key, by: self.key, nil)
  }

  private init(_ certificate: X509.Certificate, _ key: TestKey) {
    self.certificate = certificate
    self.key = key
  }

  /// A certificate by this authority.
  func issue(_ recipe: Recipe, to key: TestKey? = nil) throws -> X509.Certificate {
    try Self.certificate(recipe, for: key ?? TestKey.idle.get(), by: self.key, certificate)
  }

  /// An authority below this one, or again one that has been made elsewhere.
  func authority(_ recipe: Recipe, key: TestKey? = nil) throws -> TestAuthority {
    let key = try key ?? TestKey()
    return TestAuthority(try issue(recipe, to: key), key)
  }

  private static func certificate(
    _ recipe: Recipe, for key: TestKey, by signer: TestKey, _ issuer: X509.Certificate?
  ) throws -> X509.Certificate {
    var extensions = [
      recipe.basicConstraints, recipe.keyUsage, recipe.extendedKeyUsage, recipe.alternativeName,
      recipe.policies, recipe.access,
    ].compactMap(\.self)
    if recipe.hasSubjectKeyIdentifier {
      extensions.append(X509.Extension(.subjectKeyIdentifier(try key.identifier)))
    }
    if let given = recipe.authorityKeyIdentifier {
      extensions.append(given)
    } else if issuer != nil, recipe.hasAuthorityKeyIdentifier {
      let identifier = X509.AuthorityKeyIdentifier(keyIdentifier: try signer.identifier.bytes)
      extensions.append(X509.Extension(.authorityKeyIdentifier(identifier)))
    }
    var content = X509.TBSCertificate(
      serialNumber: recipe.serialNumber, signatureAlgorithm: recipe.algorithm,
      issuer: recipe.issuer ?? issuer?.subject ?? recipe.subject, validity: recipe.validity,
      subject: recipe.subject, publicKey: try recipe.publicKey ?? key.publicKey,
      extensions: recipe.version == .v3 ? extensions + recipe.others : [])
    content.version = recipe.version
    content.subjectUniqueID = recipe.uniqueID
    return try content.certificate(signature: signer.signature(for: try content.der()))
  }
}
