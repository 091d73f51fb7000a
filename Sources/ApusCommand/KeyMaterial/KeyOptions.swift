import ApusNet

/// The options for reading encrypted keys and key stores.
struct KeyOptions {
  static let options = [
    Password.option,
    Option("legacy", "also reads keys and key stores that are encrypted with Triple DES or RC2"),
  ]

  private let passwordFile: FilePath?
  private let allowsLegacyEncryption: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    passwordFile = try arguments.path("password-file")
    allowsLegacyEncryption = arguments.has("legacy")
  }

  /// Reads the password and prints an error if the password cannot be read.
  ///
  /// - Returns: The options for reading files, or `nil` if the password cannot be read.
  func reading(
    _ console: Console, _ reading: CertificateInput.Reading = CertificateInput.Reading()
  ) -> CertificateInput.Reading? {
    var reading = reading
    reading.allowsLegacyEncryption = allowsLegacyEncryption
    do throws(SystemError) {
      reading.password = try Password.read(file: passwordFile, console.environment)
    } catch {
      console.complain("\(error)")
      return nil
    }
    return reading
  }
}
