import Apus

/// The examples in the comments of the settings of a session; `TypeExamplesTests` compares them.
private enum SettingExamples {
  static func settings(_ password: String) throws {
    _ = try HTTPSession {
      // Example: Timeouts
      $0.timeouts.connect = .seconds(3)
      $0.timeouts.total = .seconds(20)
      // End.
      // Example: RetryPolicy
      $0.retry = .idempotent(attempts: 3, budget: 0.2)
      // End.
      // Example: RateLimit
      $0.rateLimit = HTTPSession.RateLimit(10, per: .seconds(1), burst: 20)
      // End.
      // Example: Proxies
      $0.proxies = .list([try .http("proxy.internal:3128")], except: ["10.0.0.0/8", ".svc"])
      // End.
      // Example: Policy
      $0.tls.policy.leastRSABitCount = 3_072
      $0.tls.policy.danger = [.wrongHost]
      // End.
      // Example: Credentials
      try $0.authentication.credentials.set(
        .password(Authentication.Secret(password), user: "ada"), for: "https://api.example.com")
      // End.
      // Example: Interceptor
      $0.interceptors.append { request, next in
        var request = request
        request.headers["X-Trace"] = "1"
        return try await next(request)
      }
      // End.
    }
  }

  static func monitor() throws {
    // Example: Monitor
    struct Log: HTTPSession.Monitor {
      func note(_ event: HTTPSession.Event) { print(event) }
    }
    let api = try HTTPSession("https://api.example.com/") { $0.monitors.append(Log()) }
    // End.
    _ = api
  }

  static func eventLog() throws {
    // Example: EventLog
    let events = HTTPSession.EventLog()
    let api = try HTTPSession("https://api.example.com/") { $0.monitors.append(events) }
    Task { for await event in events { print(event) } }
    // End.
    _ = api
  }

  static func cassette() throws {
    // Example: Cassette
    let cassette = try HTTPSession.Cassette(file: "Tests/Cassettes/users.json", .strict)
    let api = try HTTPSession("https://api.example.com/") {
      $0.interceptors.append(cassette.interceptor)
    }
    // End.
    _ = api
  }

  static func cache() throws {
    // Example: ResponseCache
    let api = try HTTPSession("https://api.example.com") { $0.cache = try .inMemory() }
    // End.
    _ = api
  }

  static func cookies() throws {
    // Example: CookieStorage
    let cookies = HTTPSession.CookieStorage()
    let api = try HTTPSession("https://api.example.com") { $0.cookies = cookies }
    // End.
    _ = api
  }

  static func strictTransport() throws {
    // Example: StrictTransport
    let strict = try HTTPSession.StrictTransport(file: "/var/lib/app/hosts")
    let api = try HTTPSession { $0.strictTransport = strict }
    // End.
    _ = api
  }
}
