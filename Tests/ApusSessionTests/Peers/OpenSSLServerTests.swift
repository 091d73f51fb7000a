import ApusCrypto
import ApusHTTP
import ApusNet
import ApusTLS
import ApusTestServer
import ApusX509
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// A session at a server of TLS that others wrote.
@Suite(
  .ownThread, .serialized, .enabled(if: Program.openssl.isExpected, "there is no openssl"))
struct OpenSSLServerTests {
  private let authority: TestAuthority

  init() throws { authority = try TestAuthority() }

  /// A server of both kinds of keys and both versions.
  private func server(isRSA: Bool, _ options: String) async throws -> OpenSSLServer {
    let text = try Self.key(isRSA: isRSA)
    let identity = try authority.server(TestAuthority.loopback, key: SigningKey(pem: text.span))
    return try await OpenSSLServer(
      chain: identity.chain.map(\.pem).joined(), key: String(decoding: text, as: UTF8.self),
      root: authority.rootPEM, options)
  }

  private static func key(isRSA: Bool) throws -> [UInt8] {
    guard !isRSA else { return try Files.contents(of: Self.fixtures + "keys/rsa.pem") }
    let key = SigningKey.p256(try .generate(using: SystemRandom()))
    let pem = key.pkcs8.withBytes { PEM.encode($0.copy(), as: .privateKey) }
    return Array(pem.utf8)
  }

  private static let fixtures =
    #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined() + "/Fixtures/"

  @Test(arguments: [false, true], ["-tls1_2", "-tls1_3"])
  func `OpenSSL serves pages over TLS 1.2 and 1.3 and resumes the second session`(
    isRSA: Bool, version: String
  ) async throws {
    let server = try await server(isRSA: isRSA, version)
    let told = Lock<[TLS.HandshakeFacts]>([])
    let root = authority.root
    let session = try HTTPSession(server.url) {
      $0.timeouts.tls = .seconds(60)
      $0.tls.roots = .only([root])
      $0.tls.onHandshake = { connection in told.withLock { $0.append(connection.facts) } }
    }
    for _ in 1...3 {
      let response = try await session.send(.get(""))
      #expect(response.text.contains("Cipher"))
    }
    let facts = told.withLock(\.self)
    #expect(facts.map(\.isResumed) == [false, true, true])
    #expect(facts.allSatisfy { $0.version == (version == "-tls1_2" ? .tls12 : .tls13) })
    await session.shutdown()
    #expect(await session.gauge(\.open, reaches: 0) == 0)
  }

  @Test(arguments: ["-tls1_2", "-tls1_3"])
  func `a client sends its certificate if an OpenSSL server requires one`(version: String)
    async throws
  {
    let server = try await server(isRSA: false, version + " -Verify 2 -verify_return_error")
    let root = authority.root
    let known = try authority.client("worker")
    let stranger = try TestAuthority("stranger").client("stranger")
    for (identity, hint) in [
      (known, nil), (nil, "requested a client certificate, but the client has no certificate"),
      (stranger, "by an authority that did not issue the sent certificate of CN=stranger"),
    ] {
      let session = try HTTPSession(server.url) {
        $0.timeouts.tls = .seconds(60)
        $0.tls.roots = .only([root])
        if let identity { $0.tls.identity = .fixed(identity) }
      }
      do {
        try await session.send(.get(""))
        #expect(hint == nil)
      } catch let error as HTTPSessionError {
        if case .tls(let fault) = error.reason, let hint {
          #expect(fault.hint?.contains(hint) == true, "\(fault)")
        } else {
          // In TLS 1.3 a reset may overtake the alert before it.
          #expect(hint != nil && version == "-tls1_3" && identity != nil, "\(error)")
          #expect(error.code == .connectionLost, "\(error)")
        }
      }
      await session.shutdown()
    }
  }

  @Test func `each TLS 1.3 cipher suite can be negotiated with an OpenSSL server`() async throws {
    for suite in [
      "TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256",
    ] {
      let server = try await server(isRSA: false, "-tls1_3 -ciphersuites \(suite)")
      let root = authority.root
      let session = try HTTPSession(server.url) {
        $0.timeouts.tls = .seconds(60)
        $0.tls.roots = .only([root])
      }
      let response = try await session.send(.get(""))
      #expect(response.text.contains(suite))
      await session.shutdown()
    }
  }
}
