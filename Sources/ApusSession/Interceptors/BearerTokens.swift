public import ApusAuthentication
public import ApusHTTP
internal import ApusNet

extension HTTPSession.Interceptor {
  /// Sends a bearer token with the requests to one server, and fetches a new one when it must.
  ///
  ///     $0.interceptors.append(
  ///       try .bearer(for: "https://api.example.com") { try await login() })
  ///
  /// The first request fetches the token, and so does one whose token the server refuses with 401:
  /// that request is then sent once more, if its body can be. Requests that need a token meanwhile
  /// wait for the same fetch. It may use the session itself: what it sends goes without a token.
  ///
  /// A server with `http` would have the token read on the way, and is an error unless `inClear`
  /// says that it may. A request that has an `Authorization` field of its own is left alone.
  ///
  /// RFC 6750.
  public static func bearer(
    for server: String, inClear: Bool = false,
    fetch: @escaping @Sendable () async throws -> Authentication.Secret
  ) throws -> HTTPSession.Interceptor {
    let origin = try HTTP.URL(server).origin
    guard origin.scheme.isSecure || inClear else {
      throw AuthenticationError.secretInClear(.bearer)
    }
    let tokens = BearerTokens(fetch)
    return HTTPSession.Interceptor { request, next in
      guard request.url.origin == origin, !request.headers.contains(.authorization),
        !tokens.isFetchingHere
      else { return try await next(request) }
      var request = request
      let services = try request.services
      var token = try await tokens.token(services)
      request.headers[.authorization] = try token.field
      let answer = try await next(request)
      guard answer.status.code == 401, request.body.replay == .always else { return answer }
      answer.drop()
      token = try await tokens.token(services, after: token)
      request.headers[.authorization] = try token.field
      return try await next(request)
    }
  }

  /// Changes the requests to one server right before they are sent, as a signature must.
  ///
  /// The closure sees all fields but `Host` and the fields that frame the content. It runs after all
  /// interceptors and after the session's cache, so that it sees the conditions that the cache adds,
  /// and does not run for a response from the cache. Requests to other servers are left alone. In
  /// `callInterceptors` the closure runs once for a call, and the cache takes no part in the call.
  ///
  /// A signature does not identify the user for the cache. Responses to signed requests are neither
  /// stored nor given from the cache unless `identity` names the key that signs.
  ///
  /// - Parameters:
  ///   - server: A URL of the server.
  ///   - identity: The name of the key or the user that signs, such as the key's ID. All requests
  ///     that are signed under one name may get each other's stored responses. The default is nil.
  ///   - sign: The code that changes the request.
  /// - Returns: The interceptor.
  /// - Throws: `HTTP.InvalidURL` if the server's URL is invalid.
  public static func signing(
    for server: String, as identity: String? = nil,
    _ sign:
      nonisolated(nonsending) @escaping @Sendable (
        inout HTTPSession.InterceptedRequest
      ) async throws -> Void
  ) throws(HTTP.InvalidURL) -> HTTPSession.Interceptor {
    let origin = try HTTP.URL(server).origin
    return HTTPSession.Interceptor { request, next in
      guard request.url.origin == origin else { return try await next(request) }
      var request = request
      request.add(RequestSigner(identity: identity, sign: sign))
      return try await next(request)
    }
  }
}

/// The token of one server, which one task at a time fetches for all who wait.
private final class BearerTokens: Sendable {
  /// A token, and which one it is.
  struct Token: Sendable {
    let secret: Authentication.Secret
    let number: Int

    var field: HTTP.FieldValue {
      get throws(AuthenticationError) {
        try Authentication.Credential.token(secret).plainAnswer(.bearer)
      }
    }
  }

  /// A fetch under way, and who waits for it.
  private final class Fetch: Sendable {
    let state = Lock<(result: Result<Token, any Error>?, waiting: [Doorbell])>((nil, []))

    func end(_ result: Result<Token, any Error>) {
      let bells = state.withLock { state in
        state.result = result
        return state.waiting
      }
      for bell in bells { bell.ring() }
    }
  }

  private struct State {
    var token: Token?
    var fetch: Fetch?
    var last = 0
  }

  private let state = Lock(State())
  private let fetch: @Sendable () async throws -> Authentication.Secret

  /// The tokens that this task, or one that it was begun by, is fetching.
  @TaskLocal private static var fetching: [ObjectIdentifier] = []

  init(_ fetch: @escaping @Sendable () async throws -> Authentication.Secret) {
    self.fetch = fetch
  }

  /// Whether this task is part of the fetch, so that waiting for it would never end.
  var isFetchingHere: Bool { Self.fetching.contains(ObjectIdentifier(self)) }

  /// The token, or a newer one than that which was refused.
  nonisolated(nonsending) func token(
    _ services: CallServices, after refused: Token? = nil
  ) async throws -> Token {
    let (known, current) = state.withLock { state -> (Token?, Fetch?) in
      if let token = state.token, token.number != refused?.number { return (token, nil) }
      state.token = nil
      if let fetch = state.fetch { return (nil, fetch) }
      let fetch = Fetch()
      state.fetch = fetch
      return (nil, nil)
    }
    if let known { return known }
    let fetch: Fetch
    if let current { fetch = current } else { fetch = try begin(services) }
    return try await wait(for: fetch, services)
  }

  /// Begins the fetch that the state has, in a task of the session's.
  private func begin(_ services: CallServices) throws -> Fetch {
    guard let fetch = state.withLock(\.fetch) else { throw CancellationError() }
    let here = Self.fetching + [ObjectIdentifier(self)]
    let cancel = services.nursery.begin(on: services.loop.executorOfOthers) { [self] in
      let result: Result<Token, any Error>
      do {
        let secret = try await Self.$fetching.withValue(here) { try await self.fetch() }
        result = .success(Token(secret: secret, number: state.withLock { $0.last + 1 }))
      } catch {
        result = .failure(error)
      }
      end(fetch, result)
    }
    if cancel == nil { end(fetch, .failure(HTTPSessionError(.shutDown))) }
    return fetch
  }

  private func end(_ fetch: Fetch, _ result: Result<Token, any Error>) {
    state.withLock { state in
      state.fetch = nil
      guard case .success(let token) = result else { return }
      (state.token, state.last) = (token, token.number)
    }
    fetch.end(result)
  }

  private nonisolated(nonsending) func wait(
    for fetch: Fetch, _ services: CallServices
  ) async throws -> Token {
    let bell = Doorbell(on: services.loop)
    let result = fetch.state.withLock { state in
      if state.result == nil { state.waiting.append(bell) }
      return state.result
    }
    if let result { return try result.get() }
    defer { fetch.state.withLock { $0.waiting.removeAll { $0 === bell } } }
    switch await bell.wait(until: services.deadline) {
    case .rung:
      guard let result = fetch.state.withLock(\.result) else { throw CancellationError() }
      return try result.get()
    case .timedOut: throw HTTPSessionError(.timedOut(.request))
    case .cancelled: throw CancellationError()
    case .shutDown: throw HTTPSessionError(.shutDown)
    }
  }
}
