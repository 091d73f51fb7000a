internal import ApusConnections
public import ApusHTTP
internal import ApusNet
internal import ApusTLS

extension HTTPSession {
  /// Creates a session for one service, or a session without a base URL for whole URLs.
  ///
  ///     let api = try HTTPSession("https://api.example.com/v1/") {
  ///       $0.timeouts.connect = .seconds(3)
  ///     }
  ///
  /// The session adds a slash to a base URL that does not end in a slash: `https://h/a` with `foo`
  /// is `https://h/a/foo`. A base URL has no query. The base URL
  /// `http+unix://%2Frun%2Fdocker.sock/v1.47/` names a Unix socket.
  ///
  /// - Parameters:
  ///   - base: The base URL that relative targets are resolved against; the default is nil.
  ///   - configure: The closure that changes the default configuration.
  /// - Throws: `HTTPSessionError` if the base URL or a setting is invalid. An error of `configure`
  ///   is the `underlying` error.
  public convenience init(
    _ base: String? = nil, _ configure: (inout Configuration) throws -> Void = { _ in }
  ) throws {
    try self.init(base, configuration: Configuration().changed(by: configure))
  }

  /// Creates a session for the service at a URL.
  ///
  /// - Parameters:
  ///   - base: The base URL that relative targets are resolved against.
  ///   - configure: The closure that changes the default configuration.
  /// - Throws: `HTTPSessionError` if a setting is invalid. An error of `configure` is the
  ///   `underlying` error.
  public convenience init(
    _ base: HTTP.URL, _ configure: (inout Configuration) throws -> Void = { _ in }
  ) throws {
    try self.init(base, configuration: Configuration().changed(by: configure))
  }

  /// Creates a session with a configuration for one service, or without a base URL for whole URLs.
  ///
  /// - Parameters:
  ///   - base: The base URL that relative targets are resolved against; the default is nil.
  ///   - configuration: The settings of the session.
  /// - Throws: `HTTPSessionError` if the base URL or a setting is invalid.
  public convenience init(_ base: String? = nil, configuration: Configuration) throws {
    var configuration = configuration
    let url = try base.map { base throws(HTTPSessionError) in
      try configuration.take(ServiceAddress(base))
    }
    try self.init(at: url, configuration)
  }

  /// Creates a session with a configuration for the service at a URL.
  ///
  /// - Parameters:
  ///   - base: The base URL that relative targets are resolved against.
  ///   - configuration: The settings of the session.
  /// - Throws: `HTTPSessionError` if a setting is invalid.
  public convenience init(_ base: HTTP.URL, configuration: Configuration) throws {
    try self.init(at: ServiceAddress(base).url, configuration)
  }

  /// Creates a session with a base URL as text, and with an environment that contains the clock.
  convenience init(
    _ base: String?, _ configuration: Configuration, _ environment: Environment,
    monitor: (any CallMonitor)? = nil, connector: Dialer.Connector? = nil,
    loops: SessionLoops? = nil
  ) throws {
    var configuration = configuration
    let url = try base.map { base throws(HTTPSessionError) in
      try configuration.take(ServiceAddress(base))
    }
    try self.init(
      at: url, configuration, environment, monitor: monitor, connector: connector, loops: loops)
  }
}

extension HTTPSession.Configuration {
  /// Changes the configuration with the caller's closure.
  mutating func change(
    _ configure: (inout HTTPSession.Configuration) throws -> Void
  ) throws(HTTPSessionError) {
    do { try configure(&self) } catch { throw HTTPSessionError(configuring: error) }
  }

  fileprivate func changed(
    by configure: (inout HTTPSession.Configuration) throws -> Void
  ) throws(HTTPSessionError) -> HTTPSession.Configuration {
    var configuration = self
    try configuration.change(configure)
    return configuration
  }
}

extension HTTPSessionError {
  /// Creates the error of a session whose configuration closure has thrown an error.
  fileprivate init(configuring error: any Error) {
    switch error {
    case let error as HTTPSessionError: self = error
    case let error as HTTPSession.InvalidSetting: self.init(.setting(error), underlying: error)
    case let error as HTTPSession.TrustSourceError:
      self.init(.trustSource(error), underlying: error)
    case let error as TLS.PolicyError: self.init(.policy(error), underlying: error)
    case let error as HTTP.InvalidURL: self.init(.url(error), underlying: error)
    default: self.init(.hook, underlying: error)
    }
  }
}
