import ApusBytes
import ApusNet
import ApusTLS

/// A TLS client for tests with servers of other projects; `run` in this folder starts them.
///
///     ApusInterop PORT WAY ROOTS [option value ...]
///     ApusInterop digest PORT [TARGET ...]
///
/// With the word `cookies` it is our side of a comparison of cookie jars instead.
///
/// It prints the result of each connection as a line. The status is 0 only if all connections
/// succeeded with the expected facts.
@main
enum Interop {
  enum Failure: Error {
    case usage(String)
    /// A connection had an unexpected result.
    case unexpected(String)
  }

  static func main() async throws {
    let words = Array(CommandLine.arguments.dropFirst())
    if words.first == "cookies" { return try CookieComparison.run(Array(words.dropFirst())) }
    let loop = try EventLoop.shared()
    if words.first == "digest" {
      try await DigestErrand(Array(words.dropFirst()), on: loop).run()
      return await loop.shutdown()
    }
    let task = try Errand(words)
    var session: TLS.Session?
    for visit in 0..<task.visits {
      var client = try Visit(task, session: session, isLast: visit == task.visits - 1, on: loop)
      do {
        session = try await client.run()
      } catch let error where (task.way == .cut || task.way == .served) && error.isCut {
        print("cut off: \(error)")
      }
      try client.facts.map { try task.check($0, isFirst: visit == 0) }
    }
    await loop.shutdown()
  }
}

extension Error {
  /// A Boolean value that indicates whether the failure is the end of the connection, instead of
  /// wrong bytes.
  fileprivate var isCut: Bool {
    if let error = self as? TLSError { return error == .truncated }
    if case .reset = self as? NetError { return true }
    return false
  }
}
