internal import ApusConnections
public import ApusHTTP
internal import ApusNet
public import ApusSerialization

extension HTTPSession {
  /// The current request serializer and response serializer of a session.
  struct Serializers {
    var request: any RequestSerializer
    var response: (any ResponseSerializer)?

    init(_ configuration: Configuration) {
      request = configuration.requestSerializer
      response = configuration.responseSerializer
    }
  }

  /// The serializer for the requests of verb functions; initially the serializer of the
  /// configuration.
  ///
  /// The serializer may be replaced at any time. A request that has begun keeps its serializer.
  public var requestSerializer: any RequestSerializer {
    get { serializers.withLock { $0.request } }
    set {
      var serializer = newValue
      serializer.http.adopt(configuration.sessionStyle)
      serializers.withLock { $0.request = serializer }
    }
  }

  /// The serializer for the values of verb functions; initially the serializer of the
  /// configuration.
  ///
  /// The serializer may be replaced at any time. A request that has begun keeps its serializer, so
  /// that the matching serializer reads each response. If the serializer is nil, the JSON settings
  /// of the configuration apply.
  public var responseSerializer: (any ResponseSerializer)? {
    get { serializers.withLock { $0.response } }
    set { serializers.withLock { $0.response = newValue } }
  }

  /// Creates a session with another session's base URL, configuration and current serializers.
  ///
  /// The two sessions share no connection, and each session is shut down separately. The copy of a
  /// session with a stub also uses the stub. The copy of a session in a test network uses the same
  /// network.
  ///
  /// - Parameters:
  ///   - other: The session to copy, which does not change.
  ///   - configure: The closure that changes the copied configuration.
  public convenience init(
    copying other: HTTPSession, _ configure: (inout Configuration) throws -> Void = { _ in }
  ) throws {
    var configuration = other.configuration
    configuration.requestSerializer = other.requestSerializer
    configuration.responseSerializer = other.responseSerializer
    try configuration.change(configure)
    switch other.engine {
    case .network(let pool):
      // The copy uses the same replacement of network connections as the original session.
      let isReal = pool.dialer.connector == nil
      try self.init(
        at: other.base, configuration, other.environment,
        connector: pool.dialer.connector, loops: isReal ? nil : pool.dialer.loops)
    case .stub(let answer): self.init(other.base, other.fault, configuration, answer: answer)
    }
  }

  /// Creates a request from parameters, in the format of the session's request serializer.
  ///
  ///     let request = try api.request("REPORT", "users", ["page": 2])
  ///     let page = try await api.send(request, as: [User].self)
  ///
  /// - Parameters:
  ///   - method: The method of the request, such as `GET`.
  ///   - target: The path below the session's base URL, or a whole URL.
  ///   - query: The parameters, which are written to the query or to the body as the method
  ///     requires.
  ///   - headers: The header fields of this request, in addition to the session's header fields.
  public func request(
    _ method: HTTP.Method, _ target: HTTP.Target, _ query: HTTP.Query? = nil,
    headers: HTTP.Fields = [:]
  ) throws -> HTTP.Request {
    let request = HTTP.Request(method, target)
    let parameters = try query.map { try self.parameters(of: $0, for: request) }
    var serializer = requestSerializer
    serializer.http = serializer.http.bound(by: self, request.target)
    do {
      return try serializer.request(method, request.target, parameters, headers: headers)
    } catch {
      throw self.error(making: request, failedWith: error)
    }
  }
}

extension HTTPRequestSerializer {
  /// Returns the serializer without the header fields that must not be sent to the server of a
  /// request target.
  func bound(by session: HTTPSession, _ target: HTTP.Target) -> HTTPRequestSerializer {
    guard !headers.isEmpty, !session.defaults.owns(target: target.text) else { return self }
    var serializer = self
    serializer.headers = headers.withoutBoundFields
    return serializer
  }
}

extension HTTPSession {
  /// Returns a copy of a request into which a serializer has written parameters.
  func serialized(
    _ request: HTTP.Request, _ parameters: RequestParameters, _ serializer: HTTPRequestSerializer
  ) throws(HTTPSessionError) -> HTTP.Request {
    do {
      return try serializer.serialize(request, parameters)
    } catch {
      throw self.error(making: request, failedWith: error)
    }
  }

  /// Returns the error of a request that could not be created.
  ///
  /// The `underlying` error is the error that the caller's function threw.
  func error(making request: HTTP.Request, failedWith error: any Error) -> HTTPSessionError {
    let cause = error as? RequestSerializationError ?? .other("\(error)")
    return HTTPSessionError(.requestContent(cause), request: whole(request), underlying: error)
  }
}
