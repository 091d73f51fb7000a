import ApusBytes
import ApusCaching
import ApusHTTP

/// The moment that number of seconds after the start of the tests.
func moment(_ seconds: Int64, steady: Int64? = nil, era: UInt64 = 1) -> Caching.Moment {
  Caching.Moment(
    HTTP.Date(secondsSinceEpoch: 1_793_491_200 + seconds),
    steady: steady.map { .init(era: era, seconds: $0) })
}

/// A cache in memory, with a server and a clock that the test controls.
struct Given {
  static let keying = Caching.Keying(secret: [UInt8](repeating: 9, count: 32).span)

  var cache: Caching.Cache
  var now: Int64 = 0

  init(
    _ rules: Caching.Rules = .init(), store: any Caching.Store = Caching.MemoryStore()
  ) {
    cache = Caching.Cache(store, keying: Self.keying, rules: rules)
  }

  /// The result of a request.
  enum Outcome: Equatable {
    /// The server's response was delivered; whether it is stored, or the reason.
    case delivered(stored: Bool, String?)
    /// The stored content was served, with its age; whether a fetch continues in the background.
    case served(String, age: String, revalidates: Bool)
    case refused
    case sentAgain
    case failed
  }

  static func request(
    _ method: HTTP.Method = .get, _ path: String = "/", _ fields: HTTP.Fields = [:]
  ) -> Caching.Request {
    let url = try? HTTP.URL("https://example.com" + path)
    guard let url else { preconditionFailure("a path of a test is none") }
    return Caching.Request(method, url, fields: fields)
  }

  static func answer(_ status: Int = 200, _ fields: HTTP.Fields = [:]) -> HTTP.ResponseHead {
    HTTP.ResponseHead(HTTP.Status(status), fields: fields)
  }

  /// The next step for a request, and the fields that would be sent.
  func step(_ request: Caching.Request) async -> Caching.Cache.Step {
    await cache.step(for: request, at: moment(now))
  }

  /// The fetch of a request, which must not be answered from the store.
  func fetch(_ request: Caching.Request) async -> Caching.Fetch? {
    switch await step(request) {
    case .send(let fetch): fetch
    case .serve(_, let revalidation): revalidation
    case .refuse: nil
    }
  }

  /// Sends a request, which is answered so, unless the store has an answer.
  func ask(
    _ request: Caching.Request = request(), _ answer: HTTP.ResponseHead? = nil,
    content: String = "content"
  ) async throws -> Outcome {
    switch await step(request) {
    case .refuse: return .refused
    case .serve(let response, let revalidation):
      return try await Self.outcome(of: response, revalidates: revalidation != nil)
    case .send(let fetch):
      guard let answer else {
        guard let response = await fetch.failed(at: moment(now)) else { return .failed }
        return try await Self.outcome(of: response)
      }
      return try await tell(fetch, answer, content: content)
    }
  }

  /// Reports the result of a fetch.
  func tell(
    _ fetch: Caching.Fetch, _ answer: HTTP.ResponseHead, content: String = "content",
    sent: HTTP.Fields? = nil
  ) async throws -> Outcome {
    let exchange = Caching.Exchange(requested: moment(now), received: moment(now))
    switch await fetch.received(answer, exchange, sent: sent) {
    case .sendAgain(let other):
      return other.fields.contains(.ifNoneMatch) ? .failed : .sentAgain
    case .serve(let response): return try await Self.outcome(of: response)
    case .deliver(_, let recording, let status):
      guard let recording else { return .delivered(stored: false, status.detail) }
      await recording.write(Array(content.utf8))
      return .delivered(stored: await recording.finish(), status.detail)
    }
  }

  private static func outcome(
    of response: Caching.Cache.Response, revalidates: Bool = false
  ) async throws -> Outcome {
    let content = try await text(of: response.content)
    let age = response.head.fields[.age]?.text ?? "none"
    return .served(content, age: age, revalidates: revalidates)
  }

  /// All of the content as text.
  static func text(of content: (any Caching.ContentReader)?) async throws -> String {
    var bytes: [UInt8] = []
    while let piece = try await content?.next() { bytes += piece }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Given.Outcome {
  static let stored = Given.Outcome.delivered(stored: true, nil)

  static func refusedToStore(_ why: Caching.Refusal) -> Given.Outcome {
    .delivered(stored: false, why.rawValue)
  }

  static func hit(_ age: Int, _ content: String = "content") -> Given.Outcome {
    .served(content, age: "\(age)", revalidates: false)
  }
}
