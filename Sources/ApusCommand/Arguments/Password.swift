import ApusBytes
import ApusNet
import CApusSystem

/// The password of a key or for a server, read once and wiped at the end.
///
/// It is the first line of a file, or an environment variable: an argument could be read by all
/// users of the machine.
final class Password: Sendable {
  static let option = Option(
    "password-file", takes: "FILE",
    "the file with the password of the private key (default: APUS_PASSWORD)")

  /// No password.
  static let none = Password(SecretBytes(zeros: 0))

  private let secret: SecretBytes

  private init(_ secret: consuming SecretBytes) { self.secret = secret }

  /// Reads the password of a file or of the environment; empty without either.
  static func read(
    file: FilePath?, _ environment: (String) -> String?, variable: String = "APUS_PASSWORD"
  ) throws(SystemError) -> Password {
    guard let file else {
      let value = Array((environment(variable) ?? "").utf8)
      return Password(SecretBytes(copying: value.span))
    }
    let line = try Files.secret(of: file, mayWait: true).withBytes { bytes in
      var end = 0
      while end < bytes.count, bytes[end] != 0x0a, bytes[end] != 0x0d { end += 1 }
      return SecretBytes(copying: bytes.extracting(0..<end))
    }
    return Password(line)
  }

  /// Prompts for a password on the terminal of the process, which does not show it.
  ///
  /// - Parameter question: The text in front of the cursor.
  /// - Returns: The password; nil if the process has no terminal.
  static func ask(_ question: String) async throws -> Password? {
    // The person may take their time, and no other call may have to wait for that.
    let pool = BlockingPool(threadLimit: 1)
    return try await pool.run(until: .never, on: .shared()) {
      Result { () throws(SystemError) in askNow(question) }
    }.get()
  }

  private static func askNow(_ question: String) -> Password? {
    var room = SecretBytes(zeros: 4096)
    let count = room.withMutableBytes { bytes in
      // SAFETY: C writes at most the count of the buffer, and returns the number of written bytes.
      unsafe bytes.withUnsafeMutableBufferPointer { buffer in
        unsafe apus_ask_secret(question, buffer.baseAddress, buffer.count)
      }
    }
    guard count >= 0 else { return nil }
    return Password(room.withBytes { SecretBytes(copying: $0.extracting(0..<Int(count))) })
  }

  /// A Boolean value that indicates whether there is a password.
  var isGiven: Bool { secret.count > 0 }

  /// Calls a closure with the password, which is empty if there is none.
  func withBytes<Result: ~Copyable, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try secret.withBytes(body)
  }

  /// Lends the password; nil if there is none.
  func withOptionalBytes<Result>(_ body: (Span<UInt8>?) -> Result) -> Result {
    isGiven ? secret.withBytes { body($0) } : body(nil)
  }
}
