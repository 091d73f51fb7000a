internal import ApusConnections
public import ApusHTTP
internal import ApusNet
public import ApusSerialization

extension HTTPSession {
  /// What requests and values are made with.
  struct Serializers {
    var request: any RequestSerializer
    var response: (any ResponseSerializer)?

    init(_ configuration: Configuration) {
      request = configuration.requestSerializer
      response = configuration.responseSerializer
    }
  }

  /// What the requests of verbs are made with; at first that of the configuration.
  ///
  /// It may be replaced at any time. A request that has been begun keeps what it was begun with.
  public var requestSerializer: any RequestSerializer {
    get { serializers.withLock { $0.request } }
    set {
      var serializer = newValue
      serializer.http.adopt(configuration.sessionStyle)
      serializers.withLock { $0.request = serializer }
    }
  }

  /// What verbs that name a type make values with; at first that of the configuration.
  ///
  /// It may be replaced at any time. A request that has been begun keeps what it was begun with,
  /// so that no answer is read by what was meant for another. Nil stands for JSON, as the
  /// configuration says.
  public var responseSerializer: (any ResponseSerializer)? {
    get { serializers.withLock { $0.response } }
    set { serializers.withLock { $0.response = newValue } }
  }

  /// Creates a session with another's base, configuration, and serializers of this moment.
  ///
  /// It shares no connection with the other one, and each is shut down by itself. Of a stub it is
  /// a stub, and one of a network within the process stays on that.
  public convenience init(
    copying other: HTTPSession, _ configure: (inout Configuration) throws -> Void = { _ in }
  ) throws {
    var configuration = other.configuration
    configuration.requestSerializer = other.requestSerializer
    configuration.responseSerializer = other.responseSerializer
    try configuration.change(configure)
    switch other.engine {
    case .network(let pool):
      // What another makes in place of connections is made for this one too.
      let isReal = pool.dialer.connector == nil
      try self.init(
        at: other.base, configuration, other.environment,
        connector: pool.dialer.connector, loops: isReal ? nil : pool.dialer.loops)
    case .stub(let answer): self.init(other.base, other.fault, configuration, answer: answer)
    }
  }

  /// Makes a request of parameters, in the format of the session's request serializer.
  ///
  ///     let request = try api.request("REPORT", "users", ["page": 2])
  ///     let page = try await api.send(request, as: [User].self)
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
  /// The serializer without the fields that are not for the server which a target leads to.
  func bound(by session: HTTPSession, _ target: HTTP.Target) -> HTTPRequestSerializer {
    guard !headers.isEmpty, !session.defaults.owns(target: target.text) else { return self }
    var serializer = self
    serializer.headers = headers.withoutBoundFields
    return serializer
  }
}

extension HTTPSession {
  /// A request into which a serializer has put parameters.
  func serialized(
    _ request: HTTP.Request, _ parameters: RequestParameters, _ serializer: HTTPRequestSerializer
  ) throws(HTTPSessionError) -> HTTP.Request {
    do {
      return try serializer.serialize(request, parameters)
    } catch {
      throw self.error(making: request, failedWith: error)
    }
  }

  /// The error of a request that could not be made; what a function of the caller's threw stands
  /// beneath it.
  func error(making request: HTTP.Request, failedWith error: any Error) -> HTTPSessionError {
    let cause = error as? RequestSerializationError ?? .other("\(error)")
    return HTTPSessionError(.requestContent(cause), request: whole(request), underlying: error)
  }
}
