import ApusASN1
import ApusBytes
import ApusCrypto
import ApusNet
import ApusX509

/// The command `apus cert convert`, which converts certificates and keys to another format.
struct ConvertCommand: Command {
  static let name = "convert"
  static let path = "cert convert"
  static let operands = "FILE…"
  static let summary = "converts certificates and private keys to another file format"
  static let details = [
    "The command reads PEM, DER, PKCS #7, PKCS #12, JKS and JCEKS. A PKCS #12 file is",
    "encrypted with AES and SHA-256. Without --key a PKCS #12 file contains only",
    "certificates, which Java then trusts. --to key writes the private key of --key as PEM. A",
    "private key is always encrypted with a password: the first line of --new-password-file,",
    "or APUS_NEW_PASSWORD. The output file must not exist, and only its owner can read it.",
  ]
  static let examples = [
    "apus cert convert bundle.p7b --to pem",
    "apus cert convert chain.pem --key key.pem --to pkcs12 --output server.p12",
  ]
  static let statuses: [ExitStatus] = [.unreadable, .incomplete]
  static let options =
    [
      Option("to", takes: "pem|der|pkcs7|pkcs12|key", "the format of the output file"),
      Option(
        "key", takes: "FILE", "the private key file: PEM, PKCS #12 or a Java key store"),
      Option("output", takes: "FILE", "the name of the output file; standard output by default"),
      Option(
        "new-password-file", takes: "FILE",
        "the file with the password that encrypts the output file"),
    ] + KeyOptions.options

  enum Form: String, CaseIterable {
    case pem, der, pkcs7, pkcs12, key
  }

  private let form: Form
  private let paths: [FilePath]
  private let keyPath: FilePath?
  private let output: FilePath?
  private let newPasswordFile: FilePath?
  private let keys: KeyOptions

  init(_ arguments: Arguments) throws(UsageError) {
    let expected = Form.allCases.map { $0.rawValue }.joined(separator: " or ")
    let form = try arguments.value("to", expected: expected) { Form(rawValue: $0) }
    guard let form else { throw .missingOption("to", placeholder: expected) }
    self.form = form
    paths = arguments.operands.map { $0.path }
    keyPath = try arguments.path("key")
    output = try arguments.path("output")
    newPasswordFile = try arguments.path("new-password-file")
    keys = try KeyOptions(arguments)
    guard form == .key || !paths.isEmpty else { throw .missingOperand(Self.operands) }
    guard form != .key || keyPath != nil else { throw .missingOption("key", placeholder: "FILE") }
  }

  func run(_ console: inout Console) async -> ExitStatus {
    guard let reading = keys.reading(console) else { return .unreadable }
    let input = CertificateInput(paths, console, reading)
    let status = input.report(to: &console)
    guard status == .success else { return status }
    do {
      try await write(try converted(input.certificates, console, reading), &console)
      return .success
    } catch {
      console.complain("\(error)")
      return .unreadable
    }
  }

  /// The reason that the command writes no output file.
  private enum Problem: Error, CustomStringConvertible {
    case noCertificate
    case severalCertificates(Int)
    case noPassword

    var description: String {
      switch self {
      case .noCertificate: "the input contains no certificate to convert"
      case .severalCertificates(let count):
        "a DER file contains only one certificate, but the input has \(count): type "
          + "--to pem or --to pkcs7"
      case .noPassword:
        "the output file with the private key needs a password: type "
          + "--new-password-file FILE, or set APUS_NEW_PASSWORD"
      }
    }
  }

  private func converted(
    _ certificates: [X509.Certificate], _ console: Console, _ reading: CertificateInput.Reading
  ) throws -> [UInt8] {
    guard form == .key || !certificates.isEmpty else { throw Problem.noCertificate }
    switch form {
    case .pem: return certificates.flatMap { Array($0.pem.utf8) }
    case .der:
      guard certificates.count == 1 else {
        throw Problem.severalCertificates(certificates.count)
      }
      return certificates[0].der
    case .pkcs7: return X509.PKCS7.message(certificates)
    case .pkcs12:
      let password = try newPassword(console)
      guard let keyPath else {
        return try password.withBytes { (password) throws(X509Error) in
          try X509.PKCS12.trustStore(certificates, password: password, using: SystemRandom())
        }
      }
      let key = try PrivateKeySource.read(keyPath, console, reading)
      let ordered = Self.ordered(certificates, beginningWith: key)
      return try password.withBytes { (password) throws(X509Error) in
        try X509.PKCS12.file(ordered, key: key, password: password, using: SystemRandom())
      }
    case .key:
      guard let keyPath else { throw Problem.noCertificate }
      let password = try newPassword(console)
      let key = try PrivateKeySource.read(keyPath, console, reading)
      let der = try password.withBytes { (password) throws(CryptoError) in
        try key.encryptedPKCS8(password: password, using: SystemRandom())
      }
      return Array(PEM.encode(der, as: .encryptedPrivateKey).utf8)
    }
  }

  /// Returns the certificates with the certificate of the private key first, as PKCS #12 requires.
  private static func ordered(
    _ certificates: [X509.Certificate], beginningWith key: borrowing SigningKey
  ) -> [X509.Certificate] {
    let publicKey = key.publicKey
    let place = certificates.firstIndex {
      (try? $0.verificationKey(allowingSmallModulus: true)) == publicKey
    }
    guard let place else { return certificates }
    var ordered = certificates
    ordered.insert(ordered.remove(at: place), at: 0)
    return ordered
  }

  private func newPassword(_ console: Console) throws -> Password {
    let password = try Password.read(
      file: newPasswordFile, console.environment, variable: "APUS_NEW_PASSWORD")
    guard password.isGiven else { throw Problem.noPassword }
    return password
  }

  private func write(_ bytes: [UInt8], _ console: inout Console) async throws {
    guard let output else { return try console.write(bytes) }
    let file = try await FileAccess(on: .shared()).createPartial(for: output, until: .never)
    try await file.write(bytes, until: .never)
    try await file.commit(until: .never)
  }
}
