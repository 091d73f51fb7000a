internal import ApusConnections
public import ApusCookies
public import ApusHTTP
internal import ApusNames
internal import ApusNet

extension HTTPSession {
  /// Cookies that one session keeps, or several that are given the same storage.
  ///
  ///     let cookies = HTTPSession.CookieStorage()
  ///     let api = try HTTPSession("https://api.example.com") { $0.cookies = cookies }
  ///
  /// All of it may be used from any thread.
  public final class CookieStorage: Sendable {
    private let state: Lock<State>
    private let time: TimeSource

    private struct State {
      var jar: CookieJar
      /// The host of the last lookup, if the jar has no cookie of it: most requests have no cookie,
      /// and go to the same host as the request before.
      var barrenHost: CanonicalHost?

      mutating func change<Result, Failure: Error>(
        _ body: (inout CookieJar) throws(Failure) -> Result
      ) throws(Failure) -> Result {
        barrenHost = nil
        return try body(&jar)
      }
    }

    /// Makes a storage of a jar, which is empty unless one is given.
    ///
    /// - Parameter jar: The first cookies and the limits of the storage.
    public convenience init(_ jar: CookieJar = CookieJar()) { self.init(jar, .system) }

    init(_ jar: CookieJar, _ time: TimeSource) {
      state = Lock(State(jar: jar))
      self.time = time
    }

    /// Calls a closure with the jar, which no request uses meanwhile.
    ///
    /// - Parameter body: The closure, which has exclusive access to the jar and must not wait.
    public func withJar<Result: Sendable, Failure: Error>(
      _ body: (inout CookieJar) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      try state.withLock { (state) throws(Failure) in try state.change(body) }
    }

    /// Lists the cookies that have not ended, those first that were set first.
    public var cookies: [HTTP.Cookie] { state.withLock { $0.jar.cookies(at: now) } }

    /// Lists the cookies that a request to a URL would carry.
    ///
    /// - Parameter url: The URL of the request.
    public func cookies(for url: HTTP.URL) -> [HTTP.Cookie] {
      state.withLock { $0.jar.cookies(for: url, at: now) }
    }

    /// Sets a cookie that is sent only to the host of a URL, and only over TLS if that is `https`.
    ///
    /// - Parameters:
    ///   - name: The name of the cookie, without `=` and `;`.
    ///   - value: The value of the cookie, without `;`.
    ///   - url: A URL of the host.
    public func set(_ name: String, _ value: String, for url: String) throws {
      let url = try HTTP.URL(url)
      try insert(
        HTTP.Cookie(
          name: name, value: value, domain: url.host, isSecure: url.scheme.isSecure,
          created: now))
    }

    /// Keeps a cookie.
    ///
    /// - Parameter cookie: The cookie; one with the same name, domain and path is replaced.
    public func insert(_ cookie: HTTP.Cookie) throws(CookieError) {
      try withJar { (jar) throws(CookieError) in try jar.insert(cookie, at: now) }
    }

    /// Removes all cookies.
    public func removeAll() { withJar { $0.removeAll() } }

    /// Returns the value of a request's `Cookie` field, if there is one.
    func field(for url: HTTP.URL) -> HTTP.FieldValue? {
      state.withLock { state in
        if state.barrenHost == url.host { return nil }
        guard state.jar.hasAny(of: url.host) else {
          state.barrenHost = url.host
          return nil
        }
        return state.jar.field(for: url, at: now)
      }
    }

    /// Keeps the cookies of a response.
    func receive(_ fields: HTTP.Fields, from url: HTTP.URL) {
      guard fields.contains(.setCookie) else { return }
      withJar { jar in _ = jar.receive(fields, from: url, at: now) }
    }

    private var now: HTTP.Date { HTTP.Date(secondsSinceEpoch: time.wallMilliseconds / 1_000) }
  }
}
