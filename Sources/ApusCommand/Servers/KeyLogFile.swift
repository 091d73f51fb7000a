import ApusNet
import ApusTLS

/// The key log file for TLS secrets, if the environment names a file.
enum KeyLogFile {
  static let details = [
    "If the variable SSLKEYLOGFILE names a file, the command adds the keys of the TLS "
      + "connection to this file."
  ]

  /// Returns a closure that appends lines to the key log file, or `nil` if the environment names no
  /// file.
  static func logger(_ environment: (String) -> String?) throws(SystemError) -> TLS.KeyLogger? {
    guard let path = environment("SSLKEYLOGFILE"), !path.utf8.isEmpty else { return nil }
    // The tool checks before the handshake that it can write to the key log file.
    try Files.append([], to: path)
    return { line in try? Files.append(Array("\(line)\n".utf8), to: path) }
  }
}
