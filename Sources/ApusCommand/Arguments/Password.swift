import ApusBytes
import ApusNet
import CApusSystem

/// A password for a private key or a server. The tool reads a password once and wipes its bytes at
/// the end.
///
/// The password is the first line of a file or the value of an environment variable. Every user of
/// the machine can read the arguments of a process, so a password is never an argument.
final class Password: Sendable {
  static let option = Option(
    "password-file", takes: "FILE",
    "the file with the password of the private key (default: APUS_PASSWORD)")

  /// An empty password, which means that the user has given no password.
  static let none = Password(SecretBytes(zeros: 0))

  private let secret: SecretBytes

  private init(_ secret: consuming SecretBytes) { self.secret = secret }

  /// Reads the password from a file or from the environment. The password is empty if the user has
  /// set neither.
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

  /// Prompts for a password on the terminal of the process. The terminal does not show the typed
  /// characters.
  ///
  /// - Parameter question: The text in front of the cursor.
  /// - Returns: The typed password, or `nil` if the process has no terminal.
  static func ask(_ question: String) async throws -> Password? {
    // The user may type slowly, so the prompt has a thread of its own and delays no other call.
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

  /// A Boolean value that indicates whether the user has given a password.
  var isGiven: Bool { secret.count > 0 }

  /// Calls a closure with the bytes of the password, which are empty if the user has given no
  /// password.
  func withBytes<Result: ~Copyable, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try secret.withBytes(body)
  }

  /// Calls a closure with the bytes of the password, or with `nil` if the user has given no
  /// password.
  func withOptionalBytes<Result>(_ body: (Span<UInt8>?) -> Result) -> Result {
    isGiven ? secret.withBytes { body($0) } : body(nil)
  }
}
