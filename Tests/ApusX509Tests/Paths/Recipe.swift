import ApusASN1
import ApusX509

/// The content of a test certificate: by default it is valid for the web.
struct Recipe {
  var version = X509.Version.v3
  var serialNumber = X509.SerialNumber([1])
  var subject: X509.Name
  /// The issuer's name, if its spelling differs from that of the issuer.
  var issuer: X509.Name?
  var validity: X509.Validity
  var algorithm = X509.Algorithm(.ecdsaWithSHA256)
  /// A key other than that of the certificate's owner.
  var publicKey: X509.PublicKey?
  var basicConstraints: X509.Extension?
  var keyUsage: X509.Extension?
  var extendedKeyUsage: X509.Extension?
  var alternativeName: X509.Extension?
  var policies: X509.Extension?
  var access: X509.Extension?
  var uniqueID: X509.TBSCertificate.UniqueID?
  var hasSubjectKeyIdentifier = true
  var authorityKeyIdentifier: X509.Extension?
  var hasAuthorityKeyIdentifier = true
  var others: [X509.Extension] = []

  /// The moment at which every certificate is valid, unless its recipe differs.
  static let moment = UnixTime(secondsSinceEpoch: 1_800_000_000)
  /// When leaves are valid, which is for no longer than they may be.
  static let leafSeconds: ClosedRange<Int64> = 1_795_000_000...1_805_000_000

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
    recipe.validity = try X509.Validity(
      from: leafSeconds.lowerBound, through: leafSeconds.upperBound)
    let policies = try X509.CertificatePolicies([X509.CertificatePolicies.Policy(.domainValidated)])
    recipe.policies = X509.Extension(.certificatePolicies(policies))
    recipe.access = try .access("http://ca.example.org/authority.crt")
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

  static func uses(_ uses: X509.KeyUsage.Uses) throws -> X509.Extension {
    X509.Extension(.keyUsage(try X509.KeyUsage(uses)), isCritical: true)
  }

  static func access(_ url: String) throws -> X509.Extension {
    let location = X509.GeneralName.uri(try X509.IA5Text(url))
    return X509.Extension(
      .authorityInformationAccess(
        try X509.AuthorityInformationAccess([X509.AccessDescription(.issuersAccess, location)])))
  }

  static func hosts(_ names: [String]) throws -> X509.Extension {
    let names = try names.map { X509.GeneralName.dns(try X509.IA5Text($0)) }
    return X509.Extension(.subjectAlternativeName(try X509.SubjectAlternativeName(names)))
  }
}
