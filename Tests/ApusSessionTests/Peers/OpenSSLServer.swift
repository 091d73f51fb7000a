import ApusNames
import ApusNet
import ApusTestServer
import CApusTestSupport
import TestSupport

@testable import ApusSession

/// OpenSSL's test server at work, which answers each GET with a page about the connection.
final class OpenSSLServer: Sendable {
  let url: String
  private let folder: TemporaryFolder

  /// Starts the server with a certificate and its key as PEM, and waits until it answers.
  init(chain: String, key: String, root: String, _ options: String = "") async throws {
    let loop = try EventLoop.shared()
    let listener = try Listener(at: .ipv4(IPv4Address(127, 0, 0, 1), port: 0), on: loop)
    let port = listener.address.port ?? 0
    listener.close()
    url = "https://localhost:\(port)/"
    folder = try TemporaryFolder()
    _ = try folder.write(Array(chain.utf8), to: "chain.pem")
    _ = try folder.write(Array(key.utf8), to: "key.pem")
    _ = try folder.write(Array(root.utf8), to: "root.pem")
    let status = Self.run(
      "cd '\(folder.path)' && { openssl s_server -accept 127.0.0.1:\(port) -www -cert chain.pem "
        + "-cert_chain chain.pem -key key.pem -CAfile root.pem \(options) & echo $! >pid; }")
    guard status == 0 else { throw Failure(status: status) }
    let address = SocketAddress.ipv4(IPv4Address(127, 0, 0, 1), port: port)
    for _ in 0..<600 {
      if let socket = try? await Socket.connect(
        to: address, until: .after(.seconds(10)), on: loop)
      {
        socket.close()
        return
      }
      try await Task.sleep(for: .milliseconds(100))
    }
    throw Failure(status: -1)
  }

  // Threads that block signals hand that on to what they start: only this one always arrives. A
  // server that is left would hold what others wait for the end of.
  deinit { _ = Self.run("kill -9 \"$(cat '\(folder.path)/pid')\"") }

  private static func run(_ line: String) -> Int64 {
    // SAFETY: a C string for this call only.
    unsafe apus_test_run("{ \(line); } >/dev/null 2>&1 </dev/null")
  }

  /// The server did not start: what its program ended with.
  struct Failure: Error { let status: Int64 }
}
