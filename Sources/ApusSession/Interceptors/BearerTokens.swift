public import ApusAuthentication
public import ApusHTTP
internal import ApusNet

extension HTTPSession.Interceptor {
  /// Sends a bearer token with the requests to one server, and fetches a new one if necessary.
  ///
  ///     $0.interceptors.append(
  ///       try .bearer(for: "https://api.example.com") { try await login() })
  ///
  /// The first request fetches the token, and so does a request whose token the server rejects with
  /// 401: that request is then sent again, if its body can be. Requests that need a token meanwhile
  /// wait for the same fetch, each within its own timeout. The closure may use the session itself:
  /// the requests that it sends have no token.
  ///
  /// Several sessions may have the same interceptor and share its token. A fetch belongs to none of
  /// them: it continues until the last session that has waited for it is shut down.
  ///
  /// A server with `http` is an error unless `inClear` is true, because the token could be read on
  /// the network. A request with its own `Authorization` field is not changed.
  ///
  /// RFC 6750.
  ///
  /// - Parameters:
  ///   - server: A URL of the server, of which the scheme, host and port count.
  ///   - inClear: A Boolean value that indicates whether the server may have `http`; the default is
  ///     false, because the token would be sent in the clear.
  ///   - fetch: The code that returns a new token; it runs once for all requests that wait for it.
  public static func bearer(
    for server: String, inClear: Bool = false,
    fetch: @escaping @Sendable () async throws -> Authentication.Secret
  ) throws -> HTTPSession.Interceptor {
    try bearer(for: server, inClear: inClear) {
      HTTPSession.AccessToken(try await fetch(), expiresIn: nil)
    }
  }

  /// Sends a bearer token with the requests to one server, and fetches a new one before it expires.
  ///
  ///     try .bearer(for: "https://api.example.com") {
  ///       let grant = try await login()
  ///       return HTTPSession.AccessToken(grant.token, expiresIn: .seconds(grant.seconds))
  ///     }
  ///
  /// The first request after nine tenths of the lifetime, or after all but the last 30 seconds of
  /// it, fetches the next token. The lifetime begins with the fetch. Otherwise the interceptor is
  /// the same as one whose closure returns the secret alone.
  ///
  /// - Parameters:
  ///   - server: A URL of the server.
  ///   - inClear: A Boolean value that indicates whether the server may have `http`; the default is
  ///     false.
  ///   - fetch: The code that returns a new token.
  /// - Returns: The interceptor.
  /// - Throws: `HTTP.InvalidURL` if the server's URL is invalid, and `AuthenticationError` if the
  ///   token would be sent in the clear.
  public static func bearer(
    for server: String, inClear: Bool = false,
    fetch: @escaping @Sendable () async throws -> HTTPSession.AccessToken
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
  /// The closure sees all fields but `Host` and the fields that frame the content. It runs after
  /// all interceptors and after the session's cache, so that it sees the conditions that the cache
  /// adds, and does not run for a response from the cache. Requests to other servers are left
  /// alone. In `callInterceptors` the closure runs once for a call, and the cache takes no part in
  /// the call.
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

/// The token of one server, which one task at a time fetches for all waiting requests.
private final class BearerTokens: Sendable {
  /// A token, and which one it is.
  typealias Token = TokenFetch.Token

  private struct Fetched {
    let secret: Authentication.Secret
    let end: Deadline
  }

  private struct State {
    var token: Token?
    var fetch: TokenFetch?
    var last = 0
  }

  private let state = Lock(State())
  private let fetch: @Sendable () async throws -> HTTPSession.AccessToken

  /// The tokens that this task, or its parent, is fetching.
  @TaskLocal private static var fetching: [ObjectIdentifier] = []

  init(_ fetch: @escaping @Sendable () async throws -> HTTPSession.AccessToken) {
    self.fetch = fetch
  }

  /// A Boolean value that indicates whether this task is part of the fetch.
  ///
  /// Such a task would wait for itself.
  var isFetchingHere: Bool { Self.fetching.contains(ObjectIdentifier(self)) }

  /// Returns the token, or a newer one than the rejected token.
  nonisolated(nonsending) func token(
    _ services: CallServices, after refused: Token? = nil
  ) async throws -> Token {
    while true {
      let (known, waitedFor): (Token?, TokenFetch?) = state.withLock { state in
        if let token = state.token, token.number != refused?.number,
          services.loop.time.now < token.end
        {
          return (token, nil)
        }
        state.token = nil
        let fetch = state.fetch ?? TokenFetch()
        state.fetch = fetch
        return (nil, fetch)
      }
      if let known { return known }
      guard let fetch = waitedFor else { continue }
      if let token = try await fetch.token(services, begin: { self.begin(fetch, services) }) {
        return token
      }
      // No session was left to it when this call came.
      forget(fetch)
    }
  }

  /// Begins a fetch in a task of its own.
  private func begin(_ fetch: TokenFetch, _ services: CallServices) -> Task<Void, Never> {
    let here = Self.fetching + [ObjectIdentifier(self)]
    let start = services.loop.time.now
    return Task.detached(executorPreference: services.loop.executorOfOthers) { [self] in
      do {
        let token = try await Self.$fetching.withValue(here) { try await self.fetch() }
        end(fetch, .success(Fetched(secret: token.secret, end: token.end(from: start))))
      } catch let error as HTTPSessionError {
        // A status of the login must not be mistaken for one of the call.
        end(fetch, .failure(HTTPSessionError(.interceptor, underlying: error)))
      } catch {
        end(fetch, .failure(error))
      }
    }
  }

  /// Takes the result of a fetch, unless it was abandoned, because another has then begun.
  private func end(_ fetch: TokenFetch, _ result: Result<Fetched, any Error>) {
    let token: Result<Token, any Error> = state.withLock { state in
      let isLatest = state.fetch === fetch
      if isLatest { state.fetch = nil }
      return result.map { fetched in
        let token = Token(
          secret: fetched.secret, number: state.last + 1, end: fetched.end)
        if isLatest { (state.token, state.last) = (token, token.number) }
        return token
      }
    }
    fetch.end(token)
  }

  private func forget(_ fetch: TokenFetch) {
    state.withLock { if $0.fetch === fetch { $0.fetch = nil } }
  }
}
