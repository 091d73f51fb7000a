import ApusAuthentication
import ApusHTTP
import ApusSession
import Glibc
import Synchronization

/// The cost of a session's features for a GET request that uses none of them, measured in
/// instructions.
///
/// Valgrind counts the instructions of the client while it sends requests to nginx over one
/// persistent connection.
enum SessionBenchmarks {
  /// The set of session features that a measurement enables.
  enum Equipment: String, CaseIterable {
    /// The session has only its default settings.
    case bare
    /// The session has a cookie jar with a cookie of another host and a redirect hook. It also has
    /// a credential for another server and two interceptors that change nothing.
    case idle
    /// The session has the same features, and each GET request carries two cookies and a credential
    /// and is signed.
    case used
    /// The session has a retry policy and supports task handles. A GET request needs neither of
    /// them.
    case ready
    /// The session has the same features with a monitor and a timeline, and each GET request is a
    /// task with a handle.
    case watched
    /// The session has a proxy for servers other than the requested server.
    case proxied
    /// The session has only a cache, which may store none of the responses.
    case caching
    /// The session has a cache that contains each response.
    case stored

    /// The maximum cost in units of a GET request with default settings, or `nil` if the features
    /// have no limit.
    fileprivate var bar: Double? {
      switch self {
      case .bare, .used: nil
      case .idle, .ready: 1.10
      case .watched: 1.40
      case .proxied: 1.02
      case .caching: 1.05
      case .stored: 0.20
      }
    }

    /// The target of the requests. All sets of features except one request content that may not be
    /// stored.
    fileprivate var target: HTTP.Target { self == .stored ? "stored/small" : "unstored/small" }
  }

  /// Runs all measurements or the work of a counted process. Returns whether every bar was met.
  static func run(_ arguments: [String]) throws -> Bool {
    if arguments.count > 1 {
      try client(arguments)
      return true
    }
    let workplace = try Workplace()
    let outcome = Result { try Counts.ofThisProgram { try count($0, workplace) } ?? false }
    try workplace.close()
    return try outcome.get()
  }

  private static func count(_ counts: Counts, _ workplace: Workplace) throws -> Bool {
    var (bare, allHold) = (0, true)
    for equipment in Equipment.allCases {
      func loop(_ requests: Int) -> [String] {
        ["session-loop", "\(workplace.nginxPort)", equipment.rawValue, "\(requests)"]
      }
      let each =
        (try counts.instructions(loop(1_500)) - counts.instructions(loop(500))) / 1_000
      let allocations =
        Double(try counts.allocations(loop(1_500)) - counts.allocations(loop(500))) / 1_000
      print("GET of 1 KB, \(equipment): \(each) instructions, \(allocations) allocations")
      for (name, value) in [
        ("\(equipment), instructions", Double(each)), ("\(equipment), allocations", allocations),
      ] { allHold = try Baselines.check("session", name, value) && allHold }
      if equipment == .bare { bare = each }
      guard let bar = equipment.bar else { continue }
      let ratio = Double(each) / Double(bare)
      allHold =
        Bar("instructions of \(equipment), to a bare session's", at: ratio, atMost: bar).report()
        && allHold
    }
    return allHold
  }

  /// Sends a number of GET requests one after another.
  private static func client(_ arguments: [String]) throws {
    guard arguments.count == 4, let equipment = Equipment(rawValue: arguments[2]),
      let requests = Int(arguments[3])
    else { throw Peer.Failure.command("session-loop", status: EINVAL) }
    let port = arguments[1]
    let session = try HTTPSession("http://127.0.0.1:\(port)/") {
      switch equipment {
      case .bare: return
      case .caching, .stored:
        $0.cache = try .inMemory()
        return
      case .ready, .watched:
        $0.retry = .idempotent(attempts: 3)
        guard equipment == .watched else { return }
        $0.monitors = [EventCount()]
        $0.keepsTimelines = true
        return
      case .proxied:
        $0.proxies = .list([try .http("proxy.test:3128")], except: ["127.0.0.1"])
        return
      case .idle, .used: break
      }
      let host = equipment == .idle ? "other.test" : "127.0.0.1:\(port)"
      let cookies = HTTPSession.CookieStorage()
      for name in ["one", "two"] { try cookies.set(name, "value", for: "http://\(host)/") }
      $0.cookies = cookies
      try $0.authentication.credentials.set(
        .password(Authentication.Secret("password"), user: "user"), for: "http://\(host)")
      $0.authentication.allowsSecretsInClear = true
      $0.redirects.onRedirect = { $0.request }
      $0.callInterceptors.append { try await $1($0) }
      if equipment == .idle {
        $0.interceptors.append { try await $1($0) }
      } else {
        $0.interceptors.append(
          try .signing(for: "http://\(host)") { $0.headers["X-Signature"] = "signature" })
      }
    }
    try Completion.wait {
      try await withTaskExecutorPreference(session.executor) {
        let request = HTTP.Request.get(equipment.target)
        switch equipment {
        case .watched:
          for _ in 0..<requests { _ = try await session.start(.send(request)).value }
        case .ready:
          _ = try await session.start(.send(request)).value
          fallthrough
        case .bare, .idle, .used, .proxied, .caching, .stored:
          for _ in 0..<requests { try await session.send(request) }
        }
      }
    }
  }
}

/// A monitor that examines each event and stores a number.
private final class EventCount: HTTPSession.Monitor {
  private let count = Atomic(0)

  func note(_ event: HTTPSession.Event) { count.add(1, ordering: .relaxed) }
}
