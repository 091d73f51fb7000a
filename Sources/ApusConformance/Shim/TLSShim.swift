import ApusBytes
import ApusNames
import ApusNet
import ApusTLS

/// The program `tls-shim`, which is the shim for BoringSSL's TLS test runner. Each test has its own
/// process, which runs the client or, with the flag `-server`, the test server for TLS 1.3.
///
/// The runner misbehaves deliberately and checks the reaction of the shim: its bytes, its exit
/// status and its standard error. The file ssl/test/PORTING.md of BoringSSL defines the protocol
/// between the runner and the shim.
enum TLSShim {
  /// The exit status and the output of a shim process.
  struct Outcome: Equatable {
    /// The exit status of the shim process.
    var status: Int32 = 0
    /// The text that the shim process prints to standard output.
    var output = ""
    /// The text that the shim process prints to standard error.
    var complaint = ""
  }

  /// Runs a shim test with the given command-line arguments.
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
      // A TLS 1.2 server need not send a new session ticket for a resumed session.
      session = try await connection.run() ?? session
    }
  }

  /// Serves as many connections of the runner's client as the flags require.
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

/// The clock of the TLS client, which advances only if the runner requires that.
///
/// The runner calculates the age of a ticket in milliseconds and accepts only the requested age.
struct ShimClock: Sendable {
  private let seconds = WallClock.secondsSinceEpoch
  /// The lead of the shim's clock in seconds.
  var lead: Int64 = 0

  /// The current time of the shim's clock.
  var now: UnixTime {
    UnixTime(millisecondsSinceEpoch: (seconds + lead) * 1000)
  }
}
