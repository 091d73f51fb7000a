import ApusNet
import ApusTLS

/// The file to which the secrets of connections are added, where the environment names one.
enum KeyLogFile {
  static let details = [
    "SSLKEYLOGFILE names a file to which the keys of the connection are added."
  ]

  /// Who writes the lines; nil where nobody asks for them, and an error where they cannot be kept.
  static func logger(_ environment: (String) -> String?) throws(SystemError) -> TLS.KeyLogger? {
    guard let path = environment("SSLKEYLOGFILE"), !path.utf8.isEmpty else { return nil }
    // Told now, and not in the midst of a handshake.
    try Files.append([], to: path)
    return { line in try? Files.append(Array("\(line)\n".utf8), to: path) }
  }
}
