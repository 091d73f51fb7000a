public import ApusHTTP

extension HTTPSession {
  /// A double: the same type, whose answers a closure gives, without a socket.
  ///
  ///     let fake = HTTPSession.stub("https://api.example.com/") { request in
  ///       HTTP.Response(200, body: Array(request.path.utf8))
  ///     }
  ///
  /// The closure is given the request with its whole URL as target.
  public static func stub(
    _ base: String? = nil, _ configuration: Configuration = Configuration(),
    _ answer: @escaping @Sendable (HTTP.Request) async throws -> HTTP.Response
  ) -> HTTPSession {
    do throws(HTTPSessionError) {
      return HTTPSession(try parse(base), nil, configuration, answer: answer)
    } catch {
      return HTTPSession(nil, error.reason, configuration, answer: answer)
    }
  }
}
