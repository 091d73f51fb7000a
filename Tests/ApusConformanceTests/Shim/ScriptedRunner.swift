import ApusBytes
import ApusCrypto
import ApusNames
import ApusNet
import ApusTLS
import Testing

@testable import ApusConformance

/// The runner's side of the shim's connections, with a scripted server.
struct ScriptedRunner {
  /// The configuration of the server of one connection, and its message.
  struct Scene: Sendable {
    /// The end of a connection after all is received.
    enum Ending { case closeNotify, cut, byTheShim }

    var configure: @Sendable (inout TLS.ServerConfiguration) -> Void = { _ in }
    var message = Array("question".utf8)
    /// The number of bytes that the shim sends before the answer.
    var prefixCount = 0
    /// A Boolean value that indicates whether the shim replies at all.
    var isAnswered = true
    var ending = Ending.closeNotify
  }

  /// The facts of one connection.
  struct Record: Sendable {
    var shimID: [UInt8] = []
    /// The bytes that were received before the handshake was complete.
    var handshake: [UInt8] = []
    var facts: TLS.ServerFacts?
    var received: [UInt8] = []
    /// The lengths of the records after the handshake.
    var recordLengths: [Int] = []
    var signing: TLS.SigningRequest?
    var isClosedByShim = false
    var error: TLSError?

    /// Returns the message that the shim must send back.
    func echo(after count: Int = 0) -> [UInt8] { received.dropFirst(count).map { ~$0 } }
  }

  let credential: ShimCredential
  var client: ShimCredential?
  /// A Boolean value that indicates whether it listens on the loopback of IPv6.
  var isIPv6 = false
  /// True if it numbers its processes, as runners have done since 2023.
  var isNumbering = true

  /// Plays scenes for the shim with flags, and returns its status and the facts.
  func play(
    _ scenes: [Scene] = [Scene()], _ flags: String...
  ) async throws -> (outcome: TLSShim.Outcome, records: [Record]) {
    try await play(scenes, flags: flags)
  }

  func play(
    _ scenes: [Scene], flags: [String]
  ) async throws -> (outcome: TLSShim.Outcome, records: [Record]) {
    let address: SocketAddress =
      isIPv6 ? .ipv6(IPv6Address(value: 1), port: 0) : .ipv4(IPv4Address(127, 0, 0, 1), port: 0)
    let listener = try Listener(at: address, on: try EventLoop.shared())
    async let records = serve(scenes, listener)
    let always = ["-port", "\(listener.address.port ?? 0)", "-trust-cert", credential.rootPath]
    let number = isNumbering ? ["-shim-id", "4660"] : []
    let outcome = await TLSShim.outcome(of: always + number + flags)
    listener.close()
    return (outcome, try await records)
  }

  /// A shim that ends before it has connected as often as there are scenes leaves fewer records.
  private func serve(_ scenes: [Scene], _ listener: Listener) async throws -> [Record] {
    var records: [Record] = []
    for scene in scenes {
      guard let socket = try? await listener.accept() else { break }
      let side = RunnerSide(scene, self, socket)
      await side.run()
      records.append(side.record)
    }
    return records
  }
}
