internal import ApusConnections
public import ApusHTTP
package import ApusNet

extension HTTPSession {
  /// Creates a stub: a session whose responses a closure returns, without a socket.
  ///
  ///     let fake = HTTPSession.stub("https://api.example.com/") { request in
  ///       try .json(User(id: 1, name: "Ada at \(request.path)"))
  ///     }
  ///
  /// The closure gets the request with its whole URL as target, and its content in written form.
  /// Timeouts and content limits apply as on the network, and an `HTTPSessionError` that the
  /// closure throws is the call's error.
  ///
  /// - Parameters:
  ///   - base: The URL that targets are resolved against; the default is nil.
  ///   - configuration: The settings of the session.
  ///   - answer: The closure that returns the response to a request; an error that it throws is the
  ///     error of the call.
  public static func stub(
    _ base: String? = nil, _ configuration: Configuration = Configuration(),
    _ answer: @escaping @Sendable (HTTP.Request) async throws -> HTTP.Response
  ) -> HTTPSession {
    do throws(HTTPSessionError) {
      let url = try base.map { base throws(HTTPSessionError) in try ServiceAddress(base).url }
      return HTTPSession(url, nil, configuration, answer: answer)
    } catch {
      return HTTPSession(nil, error.reason, configuration, answer: answer)
    }
  }
}

extension HTTPSession {
  /// Creates a session whose connections are made within the process, on a loop and by its clock.
  package convenience init(
    _ base: String?, _ configuration: Configuration, on loop: EventLoop,
    connecting:
      @escaping @Sendable (HTTP.Origin, EventLoop, Deadline) async throws(NetError) ->
      MemoryChannel
  ) throws {
    let url = try base.map { base throws(HTTPSessionError) in try ServiceAddress(base).url }
    try self.init(
      at: url, configuration, Environment(time: loop.time), connector: connecting,
      loops: SessionLoops(LoopGroup(of: loop)))
  }
}
