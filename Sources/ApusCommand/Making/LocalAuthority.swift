import ApusASN1
import ApusBytes
import ApusCrypto
import ApusNames
import ApusNet
import ApusX509

/// A certificate authority in a folder for the servers of a development machine.
///
/// The authority's certificate permits only local names, and the tool never adds it to a trust
/// store.
struct LocalAuthority: ~Copyable {
  let certificate: X509.Certificate
  private let key: SigningKey
  /// The files of an authority that has just been made, or an empty array for an existing
  /// authority.
  let files: [NewFiles.File]

  private init(
    _ certificate: X509.Certificate, _ key: consuming SigningKey, _ files: [NewFiles.File]
  ) {
    self.certificate = certificate
    self.key = key
    self.files = files
  }

  /// Reads the certificate authority of a folder, or makes a new authority if the folder contains
  /// none.
  static func open(_ folder: FilePath, _ console: Console) throws -> LocalAuthority {
    let certificatePath = folder.appending("authority.pem")
    let keyPath = folder.appending("authority-key.pem")
    switch (Files.exists(certificatePath), Files.exists(keyPath)) {
    case (true, true):
      let bundle = X509.Bundle(try console.contents(of: certificatePath))
      let key = try PrivateKeySource.read(keyPath, console, CertificateInput.Reading())
      return LocalAuthority(try bundle.certificate(at: 0), key, [])
    case (false, false): return try make(certificatePath, keyPath, at: console.now)
    case (let hasCertificate, _):
      let missing = hasCertificate ? keyPath : certificatePath
      throw MakingProblem.halfAuthority(missing: Console.shown(missing))
    }
  }

  private static func make(
    _ certificatePath: FilePath, _ keyPath: FilePath, at moment: UnixTime
  ) throws -> LocalAuthority {
    let key = try NewKeyType.p256.make()
    // A random number distinguishes the names of several authorities on one machine.
    let number = Hex.encode(try SystemRandom().bytes(4))
    let purposes = try X509.ExtendedKeyUsage([.serverAuthentication, .clientAuthentication])
    let builder = X509.CertificateBuilder(
      .authority(pathLength: 0),
      subject: X509.Name([.commonName: "Local development authority \(number)"]),
      validity: try ValidityDays.validity(of: 3650, from: moment),
      extensions: [
        X509.Extension(.nameConstraints(try LocalNames.constraints()), isCritical: true),
        X509.Extension(.extendedKeyUsage(purposes)),
      ])
    let certificate = try builder.selfSigned(by: key, using: SystemRandom())
    let pem = try key.pem(lockedBy: .none)
    return LocalAuthority(
      certificate, key,
      [
        NewFiles.File(path: keyPath, bytes: pem, isSecret: true),
        NewFiles.File(path: certificatePath, bytes: Array(certificate.pem.utf8), isSecret: false),
      ])
  }

  /// Issues a certificate for a new private key, and returns the certificate and the key as files.
  ///
  /// The authority verifies the certificate before the function returns, so a name that is not
  /// local is rejected.
  borrowing func issue(
    _ content: SubjectOptions.Content, _ days: Int64, in folder: FilePath, at moment: UnixTime
  ) throws -> [NewFiles.File] {
    let leafKey = try NewKeyType.p256.make()
    let builder = X509.CertificateBuilder(
      .endEntity(purposes: []), subject: content.subject, alternativeNames: content.names,
      validity: try ValidityDays.validity(of: days, from: moment), extensions: content.extensions)
    let leaf = try builder.certificate(
      for: X509.PublicKey(leafKey.publicKey), issuer: certificate, key: key, using: SystemRandom())
    try check(leaf, content, at: moment)
    let name = Self.fileName(content.names)
    let pem = try leafKey.pem(lockedBy: .none)
    return [
      NewFiles.File(
        path: folder.appending(FilePath("\(name)-key.pem")), bytes: pem, isSecret: true),
      NewFiles.File(
        path: folder.appending(FilePath("\(name).pem")), bytes: Array(leaf.pem.utf8),
        isSecret: false),
    ]
  }

  private borrowing func check(
    _ leaf: X509.Certificate, _ content: SubjectOptions.Content, at moment: UnixTime
  ) throws {
    let isServer = content.extensions.contains { one in
      guard case .extendedKeyUsage(let value) = one.value else { return false }
      return value.purposes.contains(.serverAuthentication)
    }
    let verifier = X509.Verifier(
      anchors: X509.Anchors([certificate]), profile: isServer ? .default : .client)
    do throws(X509.TrustFailure) {
      _ = try verifier.verify(leaf, for: isServer ? .unnamedServer : .client, at: moment)
    } catch {
      throw MakingProblem.rejected("\(error)")
    }
  }

  /// Returns a file name from the first certificate name. Characters with a meaning in shells are
  /// replaced.
  private static func fileName(_ names: [X509.GeneralName]) -> String {
    let text =
      switch names.first {
      case .dns(let name), .email(let name), .uri(let name): name.string
      case .ipv4(let address): "\(address)"
      case .ipv6(let address): "\(address)"
      default: "server"
      }
    let bytes: [UInt8] = text.utf8.map { byte in
      let isLetter = 0x61...0x7a ~= byte || 0x41...0x5a ~= byte
      return isLetter || 0x30...0x39 ~= byte || byte == 0x2d || byte == 0x2e ? byte : 0x5f
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
