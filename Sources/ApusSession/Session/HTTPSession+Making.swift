internal import ApusConnections
public import ApusHTTP
internal import ApusNet
internal import ApusTLS

extension HTTPSession {
  /// Creates a session for one service, or without a base for whole URLs.
  ///
  ///     let api = try HTTPSession("https://api.example.com/v1/") {
  ///       $0.timeouts.connect = .seconds(3)
  ///     }
  ///
  /// A base that does not end in a slash gets one: `https://h/a` with `foo` is `https://h/a/foo`.
  /// A base has no query. `http+unix://%2Frun%2Fdocker.sock/v1.47/` names a Unix socket.
  ///
  /// - Parameters:
  ///   - base: The URL that targets are resolved against; the default is nil.
  ///   - configure: The code that changes the default configuration.
  /// - Throws: `HTTPSessionError` if the base or a setting is invalid. An error of `configure` is
  ///   its `underlying` error.
  public convenience init(
    _ base: String? = nil, _ configure: (inout Configuration) throws -> Void = { _ in }
  ) throws {
    try self.init(base, configuration: Configuration().changed(by: configure))
  }

  /// Creates a session for the service at a URL.
  ///
  /// - Parameters:
  ///   - base: The URL that targets are resolved against.
  ///   - configure: The code that changes the default configuration.
  /// - Throws: `HTTPSessionError` if a setting is invalid. An error of `configure` is its
  ///   `underlying` error.
  public convenience init(
    _ base: HTTP.URL, _ configure: (inout Configuration) throws -> Void = { _ in }
  ) throws {
    try self.init(base, configuration: Configuration().changed(by: configure))
  }

  /// Creates a session for one service, or without a base for whole URLs, by a configuration.
  ///
  /// - Parameters:
  ///   - base: The URL that targets are resolved against; the default is nil.
  ///   - configuration: The settings of the session.
  /// - Throws: `HTTPSessionError` if the base or a setting is invalid.
  public convenience init(_ base: String? = nil, configuration: Configuration) throws {
    var configuration = configuration
    let url = try base.map { base throws(HTTPSessionError) in
      try configuration.take(ServiceAddress(base))
    }
    try self.init(at: url, configuration)
  }

  /// Creates a session for the service at a URL, by a configuration.
  ///
  /// - Parameters:
  ///   - base: The URL that targets are resolved against.
  ///   - configuration: The settings of the session.
  /// - Throws: `HTTPSessionError` if a setting is invalid.
  public convenience init(_ base: HTTP.URL, configuration: Configuration) throws {
    try self.init(at: ServiceAddress(base).url, configuration)
  }

  /// Creates a session at a text, in an environment of its own.
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
  /// Changes the configuration by the code of a caller.
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
  /// Creates the error of a session whose configuring closure has thrown.
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
