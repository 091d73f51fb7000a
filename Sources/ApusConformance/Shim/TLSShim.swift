import ApusNames
import ApusNet

/// `tls-shim`: the client of TLS as BoringSSL's test runner drives it, one process a test.
///
/// The runner's server misbehaves on purpose, and judges what the client makes of it: what it
/// sends, how the process ends, and what stands on standard error. The protocol between the two is
/// that of BoringSSL's ssl/test/PORTING.md.
enum TLSShim {
  /// How a process of the shim ends.
  struct Outcome: Equatable {
    /// The exit status.
    var status: Int32 = 0
    /// What stands on standard output.
    var output = ""
    /// What stands on standard error.
    var complaint = ""
  }

  /// How long a connection may take: longer than the runner waits for anything.
  private static let patience = Duration.seconds(60)

  /// Runs one test.
  static func outcome(of arguments: [String]) async -> Outcome {
    if arguments.contains(ShimSwitch.isHandshakerSupported.rawValue) {
      return Outcome(output: "No")
    }
    do throws(ShimFailure) {
      try await run(try ShimCommand(arguments))
      return Outcome()
    } catch {
      return Outcome(status: error.status.rawValue, complaint: error.line)
    }
  }

  private static func run(_ command: ShimCommand) async throws(ShimFailure) {
    let (initial, resume) = (command.initial, command.resume)
    guard let port = try initial.number(.port).flatMap(UInt16.init(exactly:)) else {
      throw .malformed(.port, initial.text(.port) ?? "is missing")
    }
    let peer: SocketAddress =
      initial.contains(.ipv6)
      ? .ipv6(IPv6Address(value: 1), port: port)
      : .ipv4(IPv4Address(127, 0, 0, 1), port: port)
    let settings = try ShimSettings(initial)
    let count = try initial.number(.resumeCount) ?? 0
    let later = count > 0 ? try ShimSettings(resume) : settings
    let number = try initial.number(.shimID) ?? 0
    var clock = ShimClock()
    var session = try await converse(settings, nil, false, with: peer, number, clock)
    for round in 0..<count {
      clock.lead = Int64(round + 1) * Int64(try resume.number(.resumptionDelay) ?? 0)
      // TLS 1.2 may say nothing new of a session that it has resumed.
      session = try await converse(later, session, true, with: peer, number, clock) ?? session
    }
  }

  /// One connection, which says which process it is of before anything else.
  private static func converse(
    _ settings: ShimSettings, _ session: ShimSession?, _ isResumption: Bool,
    with peer: SocketAddress, _ number: Int, _ clock: ShimClock
  ) async throws(ShimFailure) -> ShimSession? {
    let deadline = Deadline.after(patience)
    let socket: Socket
    do throws(NetError) {
      socket = try await Socket.connect(to: peer, until: deadline, on: try EventLoop.shared())
      let name = (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
      try await socket.send(name.span, until: deadline)
    } catch {
      throw ShimFailure(error)
    }
    let connection = try ShimConnection(
      settings, resuming: session, isResumption: isResumption, over: socket, until: deadline,
      by: clock)
    return try await connection.run()
  }
}
