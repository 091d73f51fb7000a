import ApusHTTP
import ApusNet

@testable import ApusConnections
@testable import ApusSession

/// A server in place of the network that returns a response from a closure and keeps the requests.
final class PairService: Sendable {
  typealias Answer = @Sendable (_ request: HTTP.Request, _ count: Int) throws -> HTTP.Response

  private let kept = Lock<[HTTP.Request]>([])
  private let answer: Answer

  /// Creates a server; the closure receives each request and the number of requests before it.
  init(_ answer: @escaping Answer) { self.answer = answer }

  /// The received requests, each with its whole URL as target.
  var requests: [HTTP.Request] { kept.withLock(\.self) }

  /// The URLs of the received requests.
  var urls: [String] { requests.map(\.target.text) }

  /// The values of one header field in each request.
  func values(_ name: HTTP.FieldName) -> [String?] { requests.map { $0.headers[name]?.text } }

  /// Creates a session whose requests reach this server.
  func session(
    _ base: String? = "https://a.test/",
    _ configure: (inout HTTPSession.Configuration) throws -> Void = { _ in }
  ) rethrows -> HTTPSession {
    var configuration = HTTPSession.Configuration()
    try configure(&configuration)
    return .stub(base, configuration: configuration) { [self] request in
      let count = kept.withLock { kept in
        kept.append(request)
        return kept.count - 1
      }
      return try answer(request, count)
    }
  }
}

extension HTTP.RetryPolicy {
  /// A policy of that many attempts without a wait between them.
  static func atOnce(_ attempts: Int) -> HTTP.RetryPolicy {
    var policy = HTTP.RetryPolicy.idempotent(attempts: attempts, budget: nil)
    policy.delay = .zero
    return policy
  }
}
