public import ApusHTTP
public import ApusSerialization

extension HTTPSession {
  /// The routes of a stub, each with a method, a path and a closure that returns the response.
  ///
  ///     let fake = HTTPSession.stub("https://api.example.com/") { routes in
  ///       routes.get("users/:id") { request in try .json(User(id: request["id"])) }
  ///       routes.delete("users/:id") { _ in HTTP.Response(204) }
  ///     }
  ///
  /// In the path of a stub route, a segment that begins with a colon matches any segment. An
  /// asterisk at the end of a route's path matches all following segments. The first stub route
  /// that matches the request returns the response. If no route matches, the stub returns a
  /// response with the status 404 and a list of the routes.
  public struct StubRoutes: Sendable {
    /// A closure that returns the response to a request of a stub route.
    public typealias Handler = @Sendable (StubRequest) async throws -> HTTP.Response

    /// A route of a stub, with a method, a path and a closure that returns the response.
    public struct Route: Sendable {
      let method: HTTP.Method
      let path: String
      let segments: [Substring]
      let handler: Handler
    }

    /// A result builder that collects the stub routes of a closure into an array.
    @resultBuilder
    public enum Builder {
      /// Returns an array that contains one stub route.
      ///
      /// - Parameter route: The stub route, which is an expression in the block.
      public static func buildExpression(_ route: Route) -> [Route] { [route] }

      /// Returns the concatenated stub routes of a block.
      ///
      /// - Parameter routes: The stub routes of each expression.
      public static func buildBlock(_ routes: [Route]...) -> [Route] { routes.flatMap(\.self) }

      /// Returns the concatenated stub routes of a loop.
      ///
      /// - Parameter routes: The stub routes of each iteration.
      public static func buildArray(_ routes: [[Route]]) -> [Route] { routes.flatMap(\.self) }

      /// Returns the stub routes of an `if` statement without `else`.
      ///
      /// - Parameter routes: The stub routes of the branch, or `nil` if the branch was not taken.
      public static func buildOptional(_ routes: [Route]?) -> [Route] { routes ?? [] }

      /// Returns the stub routes of the first branch of a condition.
      ///
      /// - Parameter routes: The stub routes of the branch that was taken.
      public static func buildEither(first routes: [Route]) -> [Route] { routes }

      /// Returns the stub routes of the second branch of a condition.
      ///
      /// - Parameter routes: The stub routes of the branch that was taken.
      public static func buildEither(second routes: [Route]) -> [Route] { routes }
    }

    private var routes: [Route] = []

    /// Creates a stub route for GET requests.
    ///
    /// - Parameters:
    ///   - path: The path of the stub route, such as `users/:id`.
    ///   - handler: The closure that returns the response to a request of the route.
    public func get(_ path: String, _ handler: @escaping Handler) -> Route {
      on(.get, path, handler)
    }

    /// Creates a stub route for HEAD requests.
    ///
    /// - Parameters:
    ///   - path: The path of the stub route, such as `users/:id`.
    ///   - handler: The closure that returns the response to a request of the route.
    public func head(_ path: String, _ handler: @escaping Handler) -> Route {
      on(.head, path, handler)
    }

    /// Creates a stub route for POST requests.
    ///
    /// - Parameters:
    ///   - path: The path of the stub route, such as `users/:id`.
    ///   - handler: The closure that returns the response to a request of the route.
    public func post(_ path: String, _ handler: @escaping Handler) -> Route {
      on(.post, path, handler)
    }

    /// Creates a stub route for PUT requests.
    ///
    /// - Parameters:
    ///   - path: The path of the stub route, such as `users/:id`.
    ///   - handler: The closure that returns the response to a request of the route.
    public func put(_ path: String, _ handler: @escaping Handler) -> Route {
      on(.put, path, handler)
    }

    /// Creates a stub route for PATCH requests.
    ///
    /// - Parameters:
    ///   - path: The path of the stub route, such as `users/:id`.
    ///   - handler: The closure that returns the response to a request of the route.
    public func patch(_ path: String, _ handler: @escaping Handler) -> Route {
      on(.patch, path, handler)
    }

    /// Creates a stub route for DELETE requests.
    ///
    /// - Parameters:
    ///   - path: The path of the stub route, such as `users/:id`.
    ///   - handler: The closure that returns the response to a request of the route.
    public func delete(_ path: String, _ handler: @escaping Handler) -> Route {
      on(.delete, path, handler)
    }

    /// Creates a stub route for any method.
    ///
    /// - Parameters:
    ///   - method: The method of the requests that match the route.
    ///   - path: The path of the route below the session's base URL.
    ///   - handler: The closure that returns the response to a request of the route.
    /// - Returns: The stub route.
    public func on(_ method: HTTP.Method, _ path: String, _ handler: @escaping Handler) -> Route {
      Route(method: method, path: path, segments: path.split(separator: "/"), handler: handler)
    }

    /// Collects the stub routes of a closure.
    init(@Builder _ routes: (StubRoutes) -> [Route]) { self.routes = routes(StubRoutes()) }

    private init() {}

    /// Returns the response of the first stub route that matches a request.
    func respond(to request: HTTP.Request, below base: HTTP.URL?) async throws -> HTTP.Response {
      let segments = Self.segments(of: request.path, below: base)
      for route in routes where route.method == request.method {
        guard let parameters = Self.match(segments, route.segments) else { continue }
        return try await route.handler(StubRequest(request: request, parameters: parameters))
      }
      let list = routes.map { "\($0.method) \($0.path)\n" }.joined()
      let text =
        "the stub has no route for \(request.method) \(request.path); the routes of the stub are:\n"
        + list
      return HTTP.Response(
        404, headers: [.contentType: "text/plain; charset=utf-8"], body: Array(text.utf8))
    }

    /// Returns the segments of a request path, relative to the path of the base URL.
    private static func segments(of path: String, below base: HTTP.URL?) -> [Substring] {
      let segments = path.split(separator: "/")
      var start = base?.path.split(separator: "/") ?? []
      if base?.path.utf8.last != 0x2f, !start.isEmpty { start.removeLast() }
      return segments.starts(with: start) ? Array(segments.dropFirst(start.count)) : segments
    }

    /// Returns the values of the named path segments, or `nil` if the path does not match the stub
    /// route.
    private static func match(
      _ segments: [Substring], _ pattern: [Substring]
    ) -> [String: String]? {
      var parameters: [String: String] = [:]
      for (index, expected) in pattern.enumerated() {
        if expected == "*", index == pattern.count - 1 { return parameters }
        guard index < segments.count else { return nil }
        if expected.utf8.first == 0x3a {
          let name = String(expected.dropFirst())
          parameters[name] = decoded(segments[index])
        } else if expected != segments[index] {
          return nil
        }
      }
      return segments.count == pattern.count ? parameters : nil
    }

    private static func decoded(_ segment: Substring) -> String {
      let bytes = try? HTTP.PercentEncoding.unreserved.decode(String(segment))
      return bytes.map { String(decoding: $0, as: UTF8.self) } ?? String(segment)
    }
  }

  /// A request to a stub, with the values of the named segments of its route.
  @dynamicMemberLookup
  public struct StubRequest: Sendable {
    /// The request to the stub, with its whole URL as target.
    public let request: HTTP.Request
    /// The decoded path segments of the request, by their names in the stub route.
    public let parameters: [String: String]

    /// Returns the path segment with a given name, or an empty string if the route has no such
    /// name.
    ///
    /// - Parameter name: The name after the colon in the path of the route.
    public subscript(name: String) -> String { parameters[name] ?? "" }

    /// Decodes the request content as a value of a type.
    ///
    /// - Parameters:
    ///   - type: The type of the value; the default is the type that the context requires.
    ///   - coder: The coder of the JSON. The default is a `JSONCoder` with its defaults.
    public func json<Value: Decodable>(
      as type: Value.Type = Value.self, using coder: any JSONCoding = JSONCoder()
    ) throws -> Value {
      try request.json(as: type, using: coder)
    }

    /// Returns a property of the stub's request, so that `$0.method` works on a `StubRequest`.
    ///
    /// - Parameter path: The key path of a property of `HTTP.Request`.
    public subscript<Value>(dynamicMember path: KeyPath<HTTP.Request, Value>) -> Value {
      request[keyPath: path]
    }
  }

  /// Creates a session with a stub whose routes return the responses, without a socket.
  ///
  /// - Parameters:
  ///   - base: The base URL of the session, which the paths of the routes are relative to.
  ///   - configuration: The settings of the session.
  ///   - routes: A closure that creates the stub routes with its parameter.
  /// - Returns: The session with the stub.
  public static func stub(
    _ base: String? = nil, configuration: Configuration = Configuration(),
    @StubRoutes.Builder routes: (StubRoutes) -> [StubRoutes.Route]
  ) -> HTTPSession {
    let all = StubRoutes(routes)
    let url = base.flatMap { try? HTTP.URL($0) }
    return stub(base, configuration: configuration) { request in
      try await all.respond(to: request, below: url)
    }
  }
}
