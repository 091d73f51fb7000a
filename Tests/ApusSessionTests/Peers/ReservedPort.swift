import ApusCrypto
import ApusNames
import ApusNet
import ApusTLS
import ApusTestServer
import ApusX509
import CApusTestSupport
import TestSupport

/// A port of this machine that is reserved for a foreign program.
///
/// A port that was just free may be used by another process when a program is ready.
final class ReservedPort: Sendable {
  let number: UInt16
  private let descriptor: Int32

  init() throws {
    var descriptor: Int32 = -1
    // SAFETY: C writes the number within this call only.
    let result = unsafe apus_test_reserve_port(&descriptor)
    guard result > 0 else { throw Failure(status: result) }
    (number, self.descriptor) = (UInt16(truncatingIfNeeded: result), descriptor)
  }

  deinit { apus_test_release_port(descriptor) }

  /// There is no port; the kernel's error.
  struct Failure: Error { let status: Int64 }

  /// Returns once a program listens there.
  func awaitListener() async throws {
    let address = SocketAddress.ipv4(IPv4Address(127, 0, 0, 1), port: number)
    let end = Deadline.after(.seconds(120))
    while true {
      do {
        try await Socket.connect(to: address, until: end, on: try EventLoop.shared()).close()
        return
      } catch {
        guard TimeSource.system.now < end else { throw error }
        await Pause.brief()
      }
    }
  }
}

extension TemporaryFolder {
  /// Runs a shell command in the folder, and returns its status; its output is discarded.
  func run(_ line: String) -> Int64 {
    // SAFETY: a C string for this call only.
    unsafe apus_test_run("cd '\(path)' && { \(line); } >/dev/null 2>&1 </dev/null")
  }

  /// Writes the identity of a server on this machine, issued by an authority: `chain.pem` and
  /// `key.pem`.
  func writeIdentity(of authority: TestAuthority) throws {
    let key = SigningKey.p256(try .generate(using: SystemRandom()))
    let pem = key.pkcs8.withBytes { PEM.encode($0.copy(), as: .privateKey) }
    let identity = try authority.server(
      TestAuthority.loopback, key: SigningKey(pem: Array(pem.utf8).span))
    _ = try write(Array(identity.chain.map(\.pem).joined().utf8), to: "chain.pem")
    _ = try write(Array(pem.utf8), to: "key.pem")
  }
}
