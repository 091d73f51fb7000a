import ApusBytes
import ApusNames
import ApusNet
import ApusTLS

/// `tls-shim`: the shim for BoringSSL's TLS test runner, with one process for each test: the
/// client, or with `-server` the test server, with TLS 1.3 only.
///
/// The runner's side misbehaves deliberately, and checks the other side's reaction: its bytes, its
/// exit status, and its standard error. BoringSSL's ssl/test/PORTING.md defines the protocol
/// between both.
enum TLSShim {
  /// The result of a process of the shim.
  struct Outcome: Equatable {
    /// The exit status.
    var status: Int32 = 0
    /// The text for standard output.
    var output = ""
    /// The text for standard error.
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
      // TLS 1.2 need not send a new ticket for a resumed session.
      session = try await connection.run() ?? session
    }
  }

  /// Serves as many connections as the flags require.
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

/// The time for the client, which only advances if the runner advances it.
///
/// The runner counts the age of a ticket in milliseconds, and accepts no other value than the
/// requested one.
struct ShimClock: Sendable {
  private let seconds = WallClock.secondsSinceEpoch
  /// The lead of the clock in seconds.
  var lead: Int64 = 0

  /// The moment that is now.
  var now: UnixTime {
    UnixTime(millisecondsSinceEpoch: (seconds + lead) * 1000)
  }
}
