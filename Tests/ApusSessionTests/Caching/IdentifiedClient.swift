import ApusAuthentication
import ApusHTTP
import ApusNet
import Testing

@testable import ApusConnections
@testable import ApusSession

/// The ways in which requests identify a user, without a connection of their own.
enum ShownIdentity: String, CaseIterable, Sendable {
  /// The session's own credentials.
  case basic, digest
  /// The interceptor of the library, and interceptors of the program.
  case bearer, ownToken, ownKey, ownUnmarkedKey
  /// A signature that differs from request to request.
  case signature
  /// Fields of the request.
  case field, fieldKey, fieldUnmarkedKey
  case cookie

  /// A Boolean value that indicates whether requests are sent with `Authorization`.
  var isAuthorization: Bool {
    switch self {
    case .basic, .digest, .bearer, .ownToken, .signature, .field: true
    case .ownKey, .ownUnmarkedKey, .fieldKey, .fieldUnmarkedKey, .cookie: false
    }
  }
}

/// A session of one user at a time, with a cache that others may have too.
final class IdentifiedClient: Sendable {
  let session: HTTPSession
  private let kind: ShownIdentity
  private let user: User
  private let cookies = HTTPSession.CookieStorage()
  private let credentials = HTTPSession.Credentials()

  /// The user whose requests the session sends.
  private final class User: Sendable {
    private let current: Lock<String>

    init(_ name: String) { current = Lock(name) }

    var name: String {
      get { current.withLock(\.self) }
      set { current.withLock { $0 = newValue } }
    }
  }

  init(
    _ name: String, _ kind: ShownIdentity, of server: CacheServer,
    _ cache: HTTPSession.ResponseCache
  ) async throws {
    self.kind = kind
    let user = User(name)
    self.user = user
    let (cookies, credentials) = (cookies, credentials)
    var interceptors: [HTTPSession.Interceptor] = []
    switch kind {
    case .bearer:
      interceptors.append(
        try .bearer(for: "http://memory.test/", inClear: true) {
          Authentication.Secret("of-\(user.name)")
        })
    case .ownToken, .ownKey, .ownUnmarkedKey:
      interceptors.append { request, next in
        var request = request
        Self.show(user.name, kind, in: &request.headers)
        return try await next(request)
      }
    case .signature:
      let count = Lock(0)
      interceptors.append(
        try .signing(for: "http://memory.test/", as: name) { request in
          let number = count.withLock { count in
            count += 1
            return count
          }
          request.headers[.authorization] = .sensitive("AWS4-HMAC-SHA256 \(name) \(number)")
        })
    case .basic, .digest, .field, .fieldKey, .fieldUnmarkedKey, .cookie: break
    }
    session = try server.session(cache) {
      $0.interceptors = interceptors
      if kind == .cookie { $0.cookies = cookies }
      if kind == .basic || kind == .digest {
        $0.authentication.credentials = credentials
        $0.authentication.onChallenge = { _ in .performDefaultHandling }
        $0.authentication.allowsSecretsInClear = true
      }
    }
    try await become(name)
  }

  /// Lets the session's requests be another user's from now on.
  func become(_ name: String) async throws {
    user.name = name
    switch kind {
    case .basic, .digest:
      try credentials.set(
        .password(Authentication.Secret("of \(name)"), user: name), for: "http://memory.test/")
    case .cookie: try cookies.set("id", name, for: "http://memory.test/")
    case .bearer:
      // The server accepts only the token of this user, so that it is fetched again.
      _ = try await session.send(.get(.reference("token/\(name)")))
    case .ownToken, .ownKey, .ownUnmarkedKey, .signature, .field, .fieldKey, .fieldUnmarkedKey:
      break
    }
  }

  /// Sends the same request as all clients; returns the content, and whether it is from the cache.
  func ask() async throws -> (text: String, isHit: Bool) {
    var request = HTTP.Request.get("x")
    switch kind {
    case .field, .fieldKey, .fieldUnmarkedKey:
      Self.show(user.name, kind, in: &request.headers)
    default: break
    }
    let response = try await session.send(request)
    return (response.text, response.cacheStatus?.contains("; hit") == true)
  }

  private static func show(
    _ name: String, _ kind: ShownIdentity, in fields: inout HTTP.Fields
  ) {
    switch kind {
    case .ownKey, .fieldKey: fields["X-Tenant"] = .sensitive("of \(name)")
    case .ownUnmarkedKey, .fieldUnmarkedKey: fields["X-Api-Key"] = "of \(name)"
    default: fields[.authorization] = HTTP.FieldValue("Bearer of-\(name)")
    }
  }

  /// Returns a server that numbers its responses, and requires credentials of some sessions.
  static func server(_ kind: ShownIdentity, _ directives: String) throws -> CacheServer {
    try CacheServer { head, count in
      let shown = head.split(separator: "\r\n").first { $0.hasPrefix("Authorization: ") }
      if head.hasPrefix("GET /token/") {
        let name = head.split(separator: " ")[1].split(separator: "/").last ?? ""
        guard shown?.hasSuffix("Bearer of-\(name)") == true else {
          return CacheServer.Reply(
            status: "401 Who", fields: "WWW-Authenticate: Bearer realm=\"r\"\r\n")
        }
        return CacheServer.Reply(fields: "Cache-Control: no-store\r\n")
      }
      let challenge =
        switch kind {
        case .basic: "Basic realm=\"r\""
        case .digest: "Digest realm=\"r\", nonce=\"n\", qop=\"auth\""
        default: ""
        }
      if !challenge.isEmpty, shown == nil {
        return CacheServer.Reply(
          status: "401 Who", fields: "WWW-Authenticate: \(challenge)\r\n")
      }
      return CacheServer.Reply(fields: "Cache-Control: \(directives)\r\n", content: "\(count)")
    }
  }
}
