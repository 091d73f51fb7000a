internal import ApusConnections
public import ApusCookies
public import ApusHTTP
internal import ApusNames
package import ApusNet

extension HTTPSession {
  /// A storage of cookies for one session, or for several sessions that share the storage.
  ///
  ///     let cookies = HTTPSession.CookieStorage()
  ///     let api = try HTTPSession("https://api.example.com") { $0.cookies = cookies }
  ///
  /// A cookie storage is thread-safe.
  public final class CookieStorage: Sendable {
    private let state: Lock<State>
    private let time: TimeSource

    private struct State {
      var jar: CookieJar
      /// The host of the last lookup, if the jar contains no cookie for the host.
      ///
      /// Most requests have no cookie and go to the same host as the previous request, so this
      /// value saves a lookup.
      var barrenHost: CanonicalHost?

      mutating func change<Result, Failure: Error>(
        _ body: (inout CookieJar) throws(Failure) -> Result
      ) throws(Failure) -> Result {
        barrenHost = nil
        return try body(&jar)
      }
    }

    /// Creates a cookie storage from a cookie jar; the default is an empty jar.
    ///
    /// - Parameter jar: The initial cookies and the limits of the cookie storage.
    public convenience init(_ jar: CookieJar = CookieJar()) { self.init(jar, .system) }

    /// Creates a cookie storage whose cookies expire by the given time source.
    package init(_ jar: CookieJar, _ time: TimeSource) {
      state = Lock(State(jar: jar))
      self.time = time
    }

    /// Calls a closure with the cookie jar. No request uses the cookie jar during the call.
    ///
    /// - Parameter body: The closure, which has exclusive access to the cookie jar and must not
    ///   wait.
    public func withJar<Result: Sendable, Failure: Error>(
      _ body: (inout CookieJar) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      try state.withLock { (state) throws(Failure) in try state.change(body) }
    }

    /// The cookies that have not expired, in the order in which they were set.
    public var cookies: [HTTP.Cookie] { state.withLock { $0.jar.cookies(at: now) } }

    /// Lists the cookies that a request to a URL would contain.
    ///
    /// - Parameter url: The URL of the request.
    public func cookies(for url: HTTP.URL) -> [HTTP.Cookie] {
      state.withLock { $0.jar.cookies(for: url, at: now) }
    }

    /// Sets a cookie that is sent only to the host of a URL, and only over TLS if that is `https`.
    ///
    /// - Parameters:
    ///   - name: The name of the cookie, which must not contain `=` or `;`.
    ///   - value: The value of the cookie, which must not contain `;`.
    ///   - url: A URL of the host that receives the cookie.
    public func set(_ name: String, _ value: String, for url: String) throws {
      let url = try HTTP.URL(url)
      try insert(
        HTTP.Cookie(
          name: name, value: value, domain: url.host, isSecure: url.scheme.isSecure,
          created: now))
    }

    /// Inserts a cookie into the cookie storage.
    ///
    /// - Parameter cookie: The cookie, which replaces a stored cookie with the same name, domain
    ///   and path.
    public func insert(_ cookie: HTTP.Cookie) throws(CookieError) {
      try withJar { (jar) throws(CookieError) in try jar.insert(cookie, at: now) }
    }

    /// Removes all cookies from the storage.
    public func removeAll() { withJar { $0.removeAll() } }

    /// Returns the value of a request's `Cookie` field, or `nil` if no cookie matches the URL.
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

    /// Stores the cookies of a response.
    func receive(_ fields: HTTP.Fields, from url: HTTP.URL) {
      guard fields.contains(.setCookie) else { return }
      withJar { jar in _ = jar.receive(fields, from: url, at: now) }
    }

    private var now: HTTP.Date { HTTP.Date(secondsSinceEpoch: time.wallMilliseconds / 1_000) }
  }
}
