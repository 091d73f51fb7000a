public import ApusAuthentication
public import ApusHTTP
internal import ApusNet

extension HTTPSession.Interceptor {
  /// Sends a bearer token with the requests to one server, and fetches a new token if necessary.
  ///
  ///     $0.interceptors.append(
  ///       try .bearer(for: "https://api.example.com") { try await login() })
  ///
  /// The first request fetches the token. If the server rejects the token with status 401, the
  /// interceptor fetches a new token and sends the request again if its body can be sent again.
  /// Other requests that need the token wait for the same fetch, each within its own timeout. The
  /// fetch closure may use the same session, because the interceptor adds no token to requests of
  /// the closure.
  ///
  /// Several sessions may use the same interceptor and share its token. A fetch continues until the
  /// last session that has waited for the token is shut down.
  ///
  /// The function throws an error for an `http` URL unless `inClear` is true, because the token
  /// could be read on the network. The interceptor does not change a request that has its own
  /// `Authorization` field.
  ///
  /// RFC 6750.
  ///
  /// - Parameters:
  ///   - server: A URL of the server. Only its scheme, host and port matter.
  ///   - inClear: A Boolean value that indicates whether the server may have `http`; the default is
  ///     false, because the token would be sent in the clear.
  ///   - fetch: The closure that returns a new token; it runs once for all requests that wait for
  ///     the token.
  public static func bearer(
    for server: String, inClear: Bool = false,
    fetch: @escaping @Sendable () async throws -> Authentication.Secret
  ) throws -> HTTPSession.Interceptor {
    try bearer(for: server, inClear: inClear) {
      HTTPSession.AccessToken(try await fetch(), expiresIn: nil)
    }
  }

  /// Sends a bearer token with the requests to one server, and fetches a new token before its
  /// expiry.
  ///
  ///     try .bearer(for: "https://api.example.com") {
  ///       let grant = try await login()
  ///       return HTTPSession.AccessToken(grant.token, expiresIn: .seconds(grant.seconds))
  ///     }
  ///
  /// The interceptor fetches the next token in the last tenth of the token's lifetime, but not
  /// earlier than 30 seconds before the expiry. A request during the last tenth of the lifetime
  /// starts the fetch. The lifetime of a token begins at the start of its fetch. In all other
  /// respects, the interceptor behaves like an interceptor whose closure returns only the secret.
  ///
  /// - Parameters:
  ///   - server: A URL whose scheme, host and port identify the server.
  ///   - inClear: A Boolean value that indicates whether the server may have `http`; the default is
  ///     false.
  ///   - fetch: The closure that returns a new token with its lifetime.
  /// - Returns: The interceptor that adds the token to requests.
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

  /// Changes the requests to one server immediately before they are sent, for example to sign them.
  ///
  /// The closure receives all header fields except `Host` and the fields that frame the content.
  /// The closure runs after all interceptors and after the session's cache, so it also receives the
  /// conditional fields that the cache adds. The closure does not run for a response from the
  /// cache, or for requests to other servers. If the interceptor is in `callInterceptors`, the
  /// closure runs once for each call, and the call does not use the cache.
  ///
  /// A signature does not identify the user for the cache. The cache neither stores nor serves
  /// responses to signed requests unless `identity` names the signing key.
  ///
  /// - Parameters:
  ///   - server: A URL whose scheme, host and port identify the server.
  ///   - identity: The name of the signing key or user, such as the key's ID. All requests that are
  ///     signed under one name may receive each other's stored responses. The default is nil.
  ///   - sign: The closure that changes the request.
  /// - Returns: The interceptor that signs requests.
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

/// The bearer token of one server. One task at a time fetches the token for all waiting requests.
private final class BearerTokens: Sendable {
  /// A bearer token with its serial number.
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

  /// The identities of the `BearerTokens` instances whose tokens this task or its parent task is
  /// fetching.
  @TaskLocal private static var fetching: [ObjectIdentifier] = []

  init(_ fetch: @escaping @Sendable () async throws -> HTTPSession.AccessToken) {
    self.fetch = fetch
  }

  /// A Boolean value that indicates whether this task is part of the fetch of the token.
  ///
  /// A request in the fetching task must not wait for the token, because the fetch would wait for
  /// itself.
  var isFetchingHere: Bool { Self.fetching.contains(ObjectIdentifier(self)) }

  /// Returns the current token, or a newer token if the current token was rejected or has expired.
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
      // All sessions that waited for this token were shut down before this call began to wait.
      forget(fetch)
    }
  }

  /// Starts the fetch of a token in a separate task.
  private func begin(_ fetch: TokenFetch, _ services: CallServices) -> Task<Void, Never> {
    let here = Self.fetching + [ObjectIdentifier(self)]
    let start = services.loop.time.now
    return Task.detached(executorPreference: services.loop.executorOfOthers) { [self] in
      do {
        let token = try await Self.$fetching.withValue(here) { try await self.fetch() }
        end(fetch, .success(Fetched(secret: token.secret, end: token.end(from: start))))
      } catch let error as HTTPSessionError {
        // The status code of the login request must not appear as the status code of the caller's
        // request.
        end(fetch, .failure(HTTPSessionError(.interceptor, underlying: error)))
      } catch {
        end(fetch, .failure(error))
      }
    }
  }

  /// Stores the fetched token, unless the fetch was abandoned and a newer fetch has begun.
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
