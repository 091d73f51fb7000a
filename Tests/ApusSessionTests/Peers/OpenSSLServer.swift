import TestSupport

/// OpenSSL's test server, which responds to each GET with a page about the connection.
final class OpenSSLServer: Sendable {
  let url: String
  private let port: ReservedPort
  private let folder: TemporaryFolder

  /// Starts the server with a certificate and its key as PEM, and waits until it responds.
  init(chain: String, key: String, root: String, _ options: String = "") async throws {
    port = try ReservedPort()
    url = "https://localhost:\(port.number)/"
    folder = try TemporaryFolder()
    _ = try folder.write(Array(chain.utf8), to: "chain.pem")
    _ = try folder.write(Array(key.utf8), to: "key.pem")
    _ = try folder.write(Array(root.utf8), to: "root.pem")
    let status = folder.run(
      "openssl s_server -accept 127.0.0.1:\(port.number) -www -cert chain.pem "
        + "-cert_chain chain.pem -key key.pem -CAfile root.pem \(options) & echo $! >pid")
    guard status == 0 else { throw Failure(status: status) }
    try await port.awaitListener()
  }

  // Threads that block signals pass that on to their child processes: only this signal always
  // arrives. A remaining server would block readers of its end.
  deinit { _ = folder.run("kill -9 $(cat pid)") }

  /// The server did not start; the status of its program.
  struct Failure: Error { let status: Int64 }
}
