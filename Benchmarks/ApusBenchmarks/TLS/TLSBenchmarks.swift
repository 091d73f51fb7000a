import ApusSession
import ApusTLS
import Glibc
import Synchronization

/// The comparison of a session over TLS 1.3 with plain C and OpenSSL, all with nginx servers.
///
/// Each program has a separate process. The servers run on the first core, and the clients run in
/// turn on the second core. Each client checks the certificate chain and the host name.
enum TLSBenchmarks {
  private static let rounds = 5
  private static let idleCount = 1_000

  /// Runs all measurements and returns whether every bar was met.
  static func run() throws -> Bool {
    let workplace = try TLSWorkplace()
    let outcome = Result {
      var allHold = true
      for contest in contests {
        allHold = try contest.run(rounds: rounds, at: workplace) && allHold
      }
      allHold = try idleConnections(at: workplace) && allHold
      return try instructions(at: workplace) && allHold
    }
    try workplace.close()
    return try outcome.get()
  }

  private static var contests: [TLSContest] {
    [
      TLSContest("full handshake, chain of P-256", .ecdsa, .fresh, 8, 60, atMost: 0.9),
      TLSContest("full handshake, chain of RSA", .rsa, .fresh, 8, 60, atMost: 1),
      TLSContest("resumed handshake", .ecdsa, .resumed, 8, 60, atMost: 0.9),
      TLSContest("full handshake with s_server", .server, .fresh, 1, 200),
      TLSContest(
        "GET of 1 KB, 64 connections", .ecdsa, .get, 64, 500, atMost: 1.15, beatsCurl: true),
      TLSContest("GET of 1 KB, 1 connection", .ecdsa, .get, 1, 8_000),
      TLSContest("download of 1 GB", .ecdsa, .download, 1, 1, atMost: 0.8),
      TLSContest("upload of 1 GB", .ecdsa, .upload, 1, 1, atMost: 0.8),
    ]
  }

  /// Performs the work of a client process, which prints numbers.
  static func client(_ arguments: [String]) throws {
    let base = "https://localhost:\(arguments.count > 1 ? arguments[1] : "")/"
    guard arguments.count >= 4 else { throw Peer.Failure.command("tls", status: EINVAL) }
    var settings = HTTPSession.TLSSettings()
    settings.roots = try .only(pemFile: arguments[2])
    settings.versions = [.tls13]
    if arguments[3] == "classical" { settings.groups = [.x25519] }
    guard arguments[0] != "tls-idle" else {
      let connections = try IdleConnections(idleCount, of: base, tls: settings)
      print(Int(try Completion.wait { try await connections.residentForEach() * 1024 }))
      return
    }
    guard arguments.count >= 8, let job = Job(arguments[4..<7]) else {
      throw Peer.Failure.command("tls", status: EINVAL)
    }
    if job.kind == .fresh { settings.resumption = .off }
    let resumed = Counter()
    settings.onHandshake = { if $0.facts.isResumed { resumed.increment() } }
    let client = try SessionClient(
      base, job, path: arguments[7], file: arguments.count > 8 ? arguments[8] : "",
      isOnLoop: arguments[0] == "tls-loop", tls: settings)
    let nanoseconds = try Completion.wait { try await client.run() }
    print(nanoseconds, try ProcessUse.peak(), resumed.value)
  }

  private final class Counter: Sendable {
    private let count = Atomic<Int>(0)

    func increment() { count.add(1, ordering: .relaxed) }

    var value: Int { count.load(ordering: .relaxed) }
  }

  private static func idleConnections(at workplace: TLSWorkplace) throws -> Bool {
    let words = [
      Party.ourselves, "tls-idle", "\(workplace.ecdsaPort)", workplace.roots, "hybrid",
    ]
    let resident = Double(try Party.numbers(words, count: 1)[0]) / 1024
    print("\(idleCount) idle connections: \(Bar.hundredths(resident)) KiB resident for each")
    return Bar("resident KiB of an idle connection", at: resident, atMost: 32).report()
  }

  /// Counts the instructions of an additional handshake including its request with valgrind.
  private static func instructions(at workplace: TLSWorkplace) throws -> Bool {
    try Counts.ofThisProgram { try instructions(at: workplace, by: $0) } ?? false
  }

  private static func instructions(
    at workplace: TLSWorkplace, by counts: Counts
  ) throws -> Bool {
    var allHold = true
    for (name, port) in [("P-256", workplace.ecdsaPort), ("RSA", workplace.rsaPort)] {
      for groups in ["hybrid", "classical"] {
        func count(_ handshakes: Int) throws -> Int {
          try counts.instructions([
            "tls-loop", "\(port)", workplace.roots, groups, "fresh", "1", "\(handshakes)", "small",
          ])
        }
        // A tenth of the connections belong to the warm-up.
        let each = Double(try count(60) - count(20)) / 44e6
        let title = "handshake with a chain of \(name), \(groups), million instructions"
        print("\(title): \(Bar.hundredths(each))")
        allHold = try Baselines.check("tls", title, each) && allHold
      }
    }
    return allHold
  }
}
