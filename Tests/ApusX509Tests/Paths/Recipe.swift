import ApusASN1
import ApusX509

/// What a certificate of a test is to say: everything is right for the web until it is changed.
struct Recipe {
  var version = X509.Version.v3
  var serialNumber = X509.SerialNumber([1])
  var subject: X509.Name
  /// The issuer's name, where it is not written as the issuer writes it.
  var issuer: X509.Name?
  var validity: X509.Validity
  var algorithm = X509.Algorithm(.ecdsaWithSHA256)
  /// A key that is not the one of whoever gets the certificate.
  var publicKey: X509.PublicKey?
  var basicConstraints: X509.Extension?
  var keyUsage: X509.Extension?
  var extendedKeyUsage: X509.Extension?
  var alternativeName: X509.Extension?
  var hasSubjectKeyIdentifier = true
  var authorityKeyIdentifier: X509.Extension?
  var hasAuthorityKeyIdentifier = true
  var others: [X509.Extension] = []

  /// When every certificate is valid, unless its recipe says otherwise.
  static let moment = X509.Moment(secondsSinceEpoch: 1_800_000_000)

  private init(_ subject: String) throws {
    self.subject = X509.Name([.commonName: subject])
    validity = try X509.Validity(from: 1_700_000_000, through: 1_900_000_000)
  }

  static func authority(_ name: String, pathLength: X509.BasicConstraints.PathLength? = nil)
    throws -> Recipe
  {
    var recipe = try Recipe(name)
    recipe.basicConstraints = X509.Extension(
      .basicConstraints(.authority(pathLength: pathLength)), isCritical: true)
    recipe.keyUsage = X509.Extension(
      .keyUsage(try X509.KeyUsage([.certificateSigning, .crlSigning])), isCritical: true)
    return recipe
  }

  static func leaf(_ names: String...) throws -> Recipe {
    var recipe = try Recipe(names.first ?? "leaf")
    recipe.keyUsage = X509.Extension(
      .keyUsage(try X509.KeyUsage([.digitalSignature])), isCritical: true)
    recipe.extendedKeyUsage = try .purposes(.serverAuthentication)
    recipe.alternativeName = try .hosts(names)
    return recipe
  }

  func changed(_ change: (inout Recipe) throws -> Void) rethrows -> Recipe {
    var recipe = self
    try change(&recipe)
    return recipe
  }
}

extension X509.Extension {
  static func purposes(_ purposes: OID...) throws -> X509.Extension {
    X509.Extension(.extendedKeyUsage(try X509.ExtendedKeyUsage(purposes)))
  }

  static func hosts(_ names: [String]) throws -> X509.Extension {
    let names = try names.map { X509.GeneralName.dns(try X509.IA5Text($0)) }
    return X509.Extension(.subjectAlternativeName(try X509.SubjectAlternativeName(names)))
  }
}
