package import ApusBytes
internal import ApusConnections
public import ApusHTTP
package import ApusNet

extension HTTPSession {
  /// Creates a session with a stub closure that returns the responses, without a socket.
  ///
  ///     let fake = HTTPSession.stub("https://api.example.com/") { request in
  ///       try .json(User(id: 1, name: "Ada at \(request.path)"))
  ///     }
  ///
  /// The closure receives the request with its whole URL as target, and with its content in written
  /// form. Timeouts and content limits apply to a stub in the same way as to the network. An
  /// `HTTPSessionError` that the closure throws is the error of the call.
  ///
  /// - Parameters:
  ///   - base: The base URL that relative targets are resolved against; the default is nil.
  ///   - configuration: The settings of the session.
  ///   - answer: The closure that returns the response to a request. An error that the closure
  ///     throws is the error of the call.
  public static func stub(
    _ base: String? = nil, configuration: Configuration = Configuration(),
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
  /// Creates a session with in-process connections instead of sockets, with an event loop and the
  /// loop's clock, and with a source of random bytes.
  package convenience init(
    _ base: String?, _ configuration: Configuration, on loop: EventLoop,
    random: any RandomSource = SystemRandom(),
    connecting:
      @escaping @Sendable (HTTP.Origin, EventLoop, Deadline) async throws(NetError) ->
      MemoryChannel
  ) throws {
    let url = try base.map { base throws(HTTPSessionError) in try ServiceAddress(base).url }
    try self.init(
      at: url, configuration, Environment(time: loop.time, random: random), connector: connecting,
      loops: SessionLoops(LoopGroup(of: loop)))
  }
}
