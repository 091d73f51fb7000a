import ApusBytes
import ApusNames
import ApusNet
import ApusTLS

/// `tls-shim`: TLS as BoringSSL's test runner drives it, one process a test: the client, or with
/// `-server` the server for tests, of TLS 1.3 alone.
///
/// The runner's side misbehaves on purpose, and judges what the other makes of it: what it sends,
/// how the process ends, and what stands on standard error. The protocol between the two is that of
/// BoringSSL's ssl/test/PORTING.md.
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
    let runner = try ShimRunner(initial)
    guard initial.contains(.server) == resume.contains(.server) else {
      throw .unimplemented("a server that was a client")
    }
    if initial.contains(.server) {
      return try await serve(command, runner)
    }
    let settings = try ShimSettings(initial)
    let count = try initial.number(.resumeCount) ?? 0
    let later = count > 0 ? try ShimSettings(resume) : settings
    var clock = ShimClock()
    var session = try await ShimConnection(
      settings, resuming: nil, isResumption: false, over: runner.connect(), by: clock
    ).run()
    for round in 0..<count {
      clock.lead = Int64(round + 1) * Int64(try resume.number(.resumptionDelay) ?? 0)
      let connection = try await ShimConnection(
        later, resuming: session, isResumption: true, over: runner.connect(), by: clock)
      // TLS 1.2 may say nothing new of a session that it has resumed.
      session = try await connection.run() ?? session
    }
  }

  /// Speaks as a server, to as many connections as are asked for.
  private static func serve(
    _ command: ShimCommand, _ runner: ShimRunner
  ) async throws(ShimFailure) {
    let sealer: TLS.TicketSealer
    do throws(TLSError) { sealer = try TLS.TicketSealer(using: SystemRandom()) } catch {
      throw ShimFailure(error)
    }
    let settings = try ShimServerSettings(command.initial, sealer)
    let count = try command.initial.number(.resumeCount) ?? 0
    let later = count > 0 ? try ShimServerSettings(command.resume, sealer) : settings
    var clock = ShimClock()
    try await ShimServer(settings, isResumption: false, over: runner.connect(), by: clock).run()
    for round in 0..<count {
      clock.lead = Int64(round + 1) * Int64(try command.resume.number(.resumptionDelay) ?? 0)
      try await ShimServer(later, isResumption: true, over: runner.connect(), by: clock).run()
    }
  }
}

/// The time as the client is told it, which stands still except for where the runner moves it.
///
/// The runner counts the age of a ticket in milliseconds, and takes no millisecond more than it
/// has asked for.
struct ShimClock: Sendable {
  private let seconds = WallClock.secondsSinceEpoch
  /// How many seconds the clock is put forward.
  var lead: Int64 = 0

  /// The moment that is now.
  var now: UnixTime {
    UnixTime(millisecondsSinceEpoch: (seconds + lead) * 1000)
  }
}
