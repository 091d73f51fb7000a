import Apus
import ApusNet
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// Redirects, cookies and challenges of httpbin over TLS, with nginx as its proxy.
///
/// Each step runs twice: without interceptors, and with those of the article.
@Suite(
  .ownThread, .enabled(if: HTTPBin.isExpected, "there is no gunicorn with httpbin"),
  .enabled(if: Nginx.isExpected, "there is no nginx"))
struct HTTPBinJourneysTests {
  private static let interceptorNames = ["X-Request-Id", "Traceparent", "X-Signature"]

  private typealias Configure = (inout HTTPSession.Configuration) throws -> Void

  @Test func `a session uses all features of an httpbin server behind an nginx proxy`() async throws
  {
    let server = try await HTTPBin()
    let proxy = try Nginx(before: server.url)
    let lines = Lock(0)
    for isIntercepted in [false, true] {
      func session(_ configure: Configure = { _ in }) throws -> HTTPSession {
        try HTTPSession(proxy.url) {
          $0.tls.roots = .only([proxy.authority.root])
          $0.timeouts.total = .seconds(600)
          $0.acceptedStatuses = .any
          if isIntercepted {
            $0.callInterceptors = [
              .timing { _ in lines.withLock { $0 += 1 } }, .identifying,
            ]
            $0.interceptors = [.tracing, try .signed(for: proxy.url, key: [1, 2, 3])]
          }
          try configure(&$0)
        }
      }
      try await seeInterceptors(try session(), isIntercepted)
      try await keepCookies(try session { $0.cookies = HTTPSession.CookieStorage() })
      try await followRedirects(try session(), proxy.url)
      for scheme in ["basic-auth", "hidden-basic-auth"] {
        try await answerBasic(try session(), scheme, proxy.url)
      }
      try await answerDigest(proxy.url) { try session($0) }
      try await fetchToken(
        try session { configuration in
          configuration.interceptors.append(
            try .bearer(for: proxy.url) { Authentication.Secret("t1") })
        })
      #expect((lines.withLock { $0 } > 0) == isIntercepted)
    }
  }

  /// Checks that httpbin receives the interceptors' additions, if they are enabled.
  private func seeInterceptors(_ session: HTTPSession, _ isIntercepted: Bool) async throws {
    let text = try await session.send(.get("headers?show_env=1")).text
    for name in Self.interceptorNames {
      #expect(text.contains("\"\(name)\"") == isIntercepted, "\(text)")
    }
    await session.shutdown()
  }

  private func keepCookies(_ session: HTTPSession) async throws {
    let set = try await session.send(.get("cookies/set?one=1&two=2"))
    #expect(set.redirects.count == 1 && set.redirects[0].destination.path == "/cookies")
    let both = try JSONCoder().decode([String: [String: String]].self, from: set.body)
    #expect(both == ["cookies": ["one": "1", "two": "2"]])
    let rest = try await session.send(.get("cookies/delete?one"))
    let one = try JSONCoder().decode([String: [String: String]].self, from: rest.body)
    #expect(one == ["cookies": ["two": "2"]])
    #expect(session.configuration.cookies?.cookies.map(\.name) == ["two"])
    await session.shutdown()
  }

  private func followRedirects(_ session: HTTPSession, _ base: String) async throws {
    for (path, count) in [
      ("redirect/3", 3), ("relative-redirect/3", 3), ("absolute-redirect/3", 3),
      ("redirect-to?url=\(base)get", 1), ("redirect-to?url=/get&status_code=308", 1),
    ] {
      let response = try await session.send(.get(.reference(path)))
      #expect(response.status == .ok && response.redirects.count == count, "\(path)")
      #expect(response.redirects.allSatisfy { $0.destination.description.hasPrefix(base) })
      #expect(response.redirects.last?.destination.path == "/get")
    }
    let content = HTTP.Body.bytes(Array("content".utf8))
    let kept = try await session.send(
      .post("redirect-to?url=/post&status_code=307", content))
    #expect(kept.status == .ok && kept.text.contains("\"data\": \"content\""), "\(kept.text)")
    let changed = try await session.send(.post("redirect-to?url=/get&status_code=303", content))
    #expect(changed.status == .ok && changed.redirects.first?.destination.path == "/get")
    let clear = "http" + base.dropFirst(5)
    let error = await #expect(throws: HTTPSessionError.self) {
      try await session.send(.get("redirect-to?url=\(clear)get"))
    }
    #expect(error?.reason == .redirect(.downgrade(to: try HTTP.URL(clear).origin)))
    let denied = try await session.send(.get("deny"))
    #expect(denied.status == .ok && denied.text.contains("YOU SHOULDN'T BE HERE"))
    await session.shutdown()
  }

  private func answerBasic(
    _ session: HTTPSession, _ scheme: String, _ base: String
  ) async throws {
    let path = "\(scheme)/ada/secret"
    let isHidden = scheme.hasPrefix("hidden")
    let refused = try await session.send(.get(.reference(path)))
    #expect(refused.status.code == (isHidden ? 404 : 401))
    try session.configuration.authentication.credentials.set(
      .password(Authentication.Secret("secret"), user: "ada"), for: base)
    var request = HTTP.Request.get(.reference(path))
    // The caller must authenticate to a server that hides its challenge.
    if isHidden { request.headers[.authorization] = .sensitive("Basic YWRhOnNlY3JldA==") }
    for _ in 0..<2 {
      let response = try await session.send(request)
      #expect(response.status == .ok && response.text.contains("\"authenticated\": true"))
    }
    await session.shutdown()
  }

  /// MD5 and SHA-256 by RFC 7616; httpbin's SHA-512 is not in it, and is rejected by name.
  private func answerDigest(
    _ base: String, _ session: (Configure) throws -> HTTPSession
  ) async throws {
    for algorithm in ["MD5", "SHA-256", "SHA-512"] {
      // With `/1` a nonce is stale after one response, and the next request must use a new one.
      for (quality, suffix) in [("auth", ""), ("auth-int", ""), ("auth", "/1"), ("auth-int", "/1")]
      {
        let session = try session {
          try $0.authentication.credentials.set(
            .password(Authentication.Secret("secret"), user: "ada"), for: base)
          $0.cookies = HTTPSession.CookieStorage()
          $0.acceptedStatuses = .success
        }
        let path = "digest-auth/\(quality)/ada/secret/\(algorithm)\(suffix)"
        if algorithm == "SHA-512" {
          let error = await #expect(throws: HTTPSessionError.self) {
            try await session.send(.get(.reference(path)))
          }
          #expect(error?.reason == .status(401))
          #expect(error?.underlying as? AuthenticationError == .unknownAlgorithm("SHA-512"))
        } else {
          for _ in 0..<3 {
            let response = try await session.send(.get(.reference(path)))
            #expect(response.text.contains("\"authenticated\": true"), "\(path)")
          }
        }
        await session.shutdown()
      }
    }
  }

  private func fetchToken(_ session: HTTPSession) async throws {
    for _ in 0..<2 {
      let response = try await session.send(.get("bearer"))
      #expect(response.status == .ok && response.text.contains("\"token\": \"t1\""))
    }
    await session.shutdown()
  }
}
