import ApusBytes
import ApusCrypto
import ApusNet
import ApusX509

/// The private key for a certificate request or certificate. The key is read from a file or is new.
struct KeyChoice {
  static let options =
    [
      Option(
        "key", takes: "FILE", "the private key file: PEM, PKCS #12 or a Java key store"),
      Option(
        "new-key", takes: "FILE", "makes a new private key, and writes the key to this new file"),
      Option(
        "key-type", takes: "p256|p384|p521|ed25519",
        "the algorithm of the new private key; p256 by default"),
      Option(
        "new-password-file", takes: "FILE",
        "the file with the password that encrypts the new private key; optional"),
    ] + KeyOptions.options

  static let details = [
    "The file of a new private key must not exist, and only its owner can read it (0600). The",
    "password of the new key can also be in APUS_NEW_PASSWORD.",
  ]

  private let keyPath: FilePath?
  /// The path of the file for a new private key.
  private let newPath: FilePath?
  private let type: NewKeyType
  private let newPasswordFile: FilePath?
  private let options: KeyOptions

  init(_ arguments: Arguments) throws(UsageError) {
    keyPath = try arguments.path("key")
    newPath = try arguments.path("new-key")
    type = try arguments.choice("key-type", default: .p256)
    newPasswordFile = try arguments.path("new-password-file")
    options = try KeyOptions(arguments)
    guard keyPath == nil || newPath == nil else { throw .contradiction("key", "new-key") }
    guard keyPath != nil || newPath != nil else {
      throw .missingOption("new-key", placeholder: "FILE")
    }
    for option in ["key-type", "new-password-file"] where arguments.has(option) {
      guard newPath != nil else { throw .missingOption("new-key", placeholder: "FILE") }
    }
  }

  /// Returns the private key, and the file of a new private key.
  func key(_ console: Console) throws -> MadeKey {
    guard let newPath else {
      guard let keyPath, let reading = options.reading(console) else { throw MakingProblem.noKey }
      let key = try PrivateKeySource.read(keyPath, console, reading)
      return MadeKey(key, nil)
    }
    let password = try Password.read(
      file: newPasswordFile, console.environment, variable: "APUS_NEW_PASSWORD")
    let key = try type.make()
    let pem = try key.pem(lockedBy: password)
    return MadeKey(key, NewFiles.File(path: newPath, bytes: pem, isSecret: true))
  }
}

/// A private key and, for a new key, the file to write.
struct MadeKey: ~Copyable {
  let key: SigningKey
  /// The file for a new private key, or `nil` if the key was read from a file.
  let file: NewFiles.File?

  init(_ key: consuming SigningKey, _ file: NewFiles.File?) {
    self.key = key
    self.file = file
  }
}
