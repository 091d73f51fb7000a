internal import ApusNet

/// A monitor that writes a line of text for each call that has ended.
///
///     apus: 1: GET https://api.example.com/users?page=…: 200 in 6.7 ms, 24 bytes, 1 attempt
///
/// Each line contains the number of the call in its session.
struct DebugLog: HTTPSession.Monitor {
  /// The log of all sessions of the process if `APUS_DEBUG` is 1, and otherwise `nil`.
  ///
  /// The process reads the environment variable `APUS_DEBUG` once.
  static let ofProcess: DebugLog? = DebugLog(ProcessEnvironment.value(of: "APUS_DEBUG")) {
    try? Files.write($0, toDescriptor: 2)
  }

  private let write: @Sendable ([UInt8]) -> Void

  /// Creates the log that the environment variable enables, or returns `nil` if the variable
  /// enables no log.
  init?(_ variable: String?, _ write: @escaping @Sendable ([UInt8]) -> Void) {
    guard variable == "1" else { return nil }
    self.write = write
  }

  func note(_ event: HTTPSession.Event) {
    guard case .ended = event.kind else { return }
    write(Array("apus: \(event)\n".utf8))
  }
}
