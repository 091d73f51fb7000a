import ApusAuthentication
import ApusHTTP
import ApusNet
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// Requests through proxies of SOCKS5: RFC 1928 and RFC 1929.
@Suite(.ownThread) struct SOCKS5Tests {
  @Test(arguments: [false, true])
  func `a SOCKS proxy resolves the host name, and its connections are reused`(isSecure: Bool)
    async throws
  {
    try await SessionFixture.behind(
      .socks(), as: .socks5, tls: isSecure ? try .local() : nil
    ) { fixture, proxy in
      for _ in 0..<2 {
        let content = try await fixture.session.send(.get("bytes/10")).body
        #expect(content == TestRoutes.bytes(10))
      }
      let port = fixture.server.port
      #expect(proxy.heads == [isSecure ? "localhost:\(port)" : "[127, 0, 0, 1]:\(port)"])
      if !isSecure {
        try await fixture.session.send(.get("http://nowhere.test:\(port)/bytes/1"))
        #expect(proxy.heads.last == "nowhere.test:\(port)" && proxy.connectionCount == 2)
      }
    }
  }

  @Test func `a user and a password are sent to a SOCKS proxy that requires them`() async throws {
    let kind = TestProxy.Kind.socks(user: "svc", password: "open sesame")
    try await SessionFixture.behind(kind, as: .socks5, .ofProxy) { fixture, proxy in
      try await fixture.session.send(.get("bytes/10"))
      #expect(proxy.heads.map { $0.hasPrefix("svc:open sesame@") } == [true])
    }
    try await SessionFixture.behind(kind, as: .socks5) { fixture, _ in
      #expect(await fixture.proxyFault(of: .get("")) == .socks(.noAcceptableMethod))
    }
    let wrong = Authentication.Credential.password(Authentication.Secret("x"), user: "svc")
    try await SessionFixture.behind(kind, as: .socks5, wrong) { fixture, _ in
      #expect(await fixture.proxyFault(of: .get("")) == .socks(.credentialRefused))
    }
    let long = Authentication.Credential.password(
      Authentication.Secret(String(repeating: "x", count: 256)), user: "svc")
    try await SessionFixture.behind(kind, as: .socks5, long) { fixture, proxy in
      #expect(await fixture.proxyFault(of: .get("")) == .socks(.unfitCredential))
      #expect(proxy.heads.isEmpty)
    }
  }

  @Test func `the error for a malformed SOCKS response names the malformed part`() async throws {
    let cases: [([UInt8], HTTPSessionError.ProxyFault.Cause)] = [
      ([5, 5], .socks(.refused(5))), ([5, 99], .socks(.refused(99))),
      ([4, 0, 0, 1, 0], .socks(.otherVersion(4))),
      ([5, 0, 1, 1, 0, 0, 0, 0, 0, 0], .socks(.malformed)),
      ([5, 0, 0, 2, 0, 0, 0, 0, 0, 0], .socks(.malformed)),
      (TestProxy.connected + [0x48], .bytesBehindAnswer),
    ]
    for (reply, cause) in cases {
      try await SessionFixture.behind(.socks(reply: reply), as: .socks5) { fixture, _ in
        #expect(await fixture.proxyFault(of: .get("")) == cause, "\(reply)")
      }
    }
  }

  @Test func `a SOCKS response that arrives byte by byte is parsed like a whole one`()
    throws
  {
    let origin = try HTTP.URL("http://a.test").origin
    let replies: [[UInt8]] = [
      TestProxy.connected, [5, 0, 0, 3, 2, 0x61, 0x62, 0, 80],
      [5, 0, 0, 4] + [UInt8](repeating: 0, count: 18),
    ]
    for reply in replies {
      var dialogue = try SOCKS5(to: origin, nil)
      #expect(dialogue.greeting == [5, 1, 0])
      guard case (0, .needsInput) = try dialogue.read([5].span),
        case (2, .send(let request)) = try dialogue.read([5, 0].span)
      else { throw NetError.closed }
      #expect(request == [5, 1, 0, 3, 6] + Array("a.test".utf8) + [0, 80])
      for count in 0..<reply.count {
        guard case (0, .needsInput) = try dialogue.read(Array(reply[..<count]).span) else {
          throw NetError.closed
        }
      }
      guard case (reply.count, .connected) = try dialogue.read((reply + [1]).span) else {
        throw NetError.closed
      }
    }
  }

  @Test func `a SOCKS password reply with another version than 1 is rejected`() throws {
    let verdicts: [([UInt8], HTTPSessionError.SOCKSFault)] = [
      ([0, 0], .malformed), ([5, 0], .malformed), ([5, 1], .malformed),
      ([1, 1], .credentialRefused), ([1, 0xff], .credentialRefused),
    ]
    for (verdict, fault) in verdicts {
      var dialogue = try SOCKS5(to: try HTTP.URL("http://a.test").origin, .ofProxy)
      guard case (2, .show) = try dialogue.read([5, 2].span) else {
        Issue.record("no password was sent")
        return
      }
      #expect(throws: fault) { try dialogue.read(verdict.span) }
    }
  }

  @Test func `arbitrary bytes of a SOCKS proxy cause no runtime trap`() throws {
    let origin = try HTTP.URL("http://[::1]:443").origin
    for first in UInt8.min...UInt8.max {
      for second: UInt8 in [0, 1, 2, 3, 0xff] {
        var dialogue = try SOCKS5(to: origin, .ofProxy)
        let bytes = [first, second]
        guard (try? dialogue.read(bytes.span)) != nil else {
          #expect(throws: HTTPSessionError.SOCKSFault.self) { try dialogue.read([5, 0].span) }
          continue
        }
        #expect(first == 5 && (second == 0 || second == 2))
      }
    }
  }
}
