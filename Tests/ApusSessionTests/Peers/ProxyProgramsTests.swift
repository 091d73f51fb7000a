import ApusAuthentication
import ApusHTTP
import ApusNet
import ApusTestServer
import TestSupport
import Testing

@testable import ApusSession

/// Proxies that others wrote, between a session and servers of both schemes.
@Suite(.ownThread) struct ProxyProgramsTests {
  /// A session behind a proxy, before a server that notes what it is sent.
  private struct Way {
    let session: HTTPSession
    let server: TestServer
    private let seen: Seen
    let gate: Gate

    /// The fields of each request that the server was sent.
    private final class Seen: Sendable {
      let fields = Lock<[HTTP.Fields]>([])
    }

    var seenFields: [HTTP.Fields] { seen.fields.withLock(\.self) }

    init(
      through program: ProxyProgram, _ credential: Authentication.Credential?, isSecure: Bool
    ) async throws {
      let (seen, gate) = (Seen(), Gate())
      server = try await TestServer(tls: isSecure ? try .local() : nil) { request in
        seen.fields.withLock { $0.append(request.head.fields) }
        guard request.path.hasSuffix("cut") else { return await TestRoutes.answer(request) }
        return .stream(HTTP.ResponseHead(200)) { connection in
          try await connection.writeChunk([1])
          await gate.pass()
        }
      }
      let roots = [program.authority?.root, server.root].compactMap(\.self)
      let proxy = try program.proxy(credential)
      session = try HTTPSession(server.url) {
        $0.proxies = .list([proxy])
        if !roots.isEmpty { $0.tls.roots = .only(roots) }
        $0.timeouts.queue = .seconds(60)
        $0.timeouts.connect = .seconds(60)
        $0.timeouts.tls = .seconds(60)
      }
      (self.seen, self.gate) = (seen, gate)
    }

    func end() async {
      gate.open()
      await session.shutdown()
      await server.shutdown()
    }
  }

  private static func credential(of kind: ProxyProgram.Kind) -> Authentication.Credential? {
    guard kind.asks else { return nil }
    // Of the settings of tinyproxy a space is no part.
    guard kind == .tinyproxyWithBasic else { return .ofProxy }
    return .password(Authentication.Secret("open_sesame"), user: "svc")
  }

  @Test(arguments: ProxyProgram.expected)
  func `requests go through, and no server sees what is the proxy's`(kind: ProxyProgram.Kind)
    async throws
  {
    let program = try await ProxyProgram(kind)
    for isSecure in [false, true] {
      let way = try await Way(
        through: program, Self.credential(of: kind), isSecure: isSecure)
      for _ in 0..<2 {
        let response = try await way.session.send(.get("bytes/100000"))
        #expect(response.body == TestRoutes.bytes(100_000))
        #expect((response.tls == nil) == !isSecure)
      }
      let content = TestRoutes.bytes(50_000)
      let echo = try await way.session.send(.post("echo", .bytes(content)))
      #expect(echo.body == content)
      let seen = way.seenFields
      #expect(seen.count == 3)
      #expect(seen.allSatisfy { !$0.contains(.proxyAuthorization) })
      #expect(seen.allSatisfy { !$0.contains(.authorization) })
      await way.end()
    }
    withExtendedLifetime(program) {}
  }

  @Test(arguments: ProxyProgram.expected.filter(\.asks))
  func `a wrong credential is refused, and none is missed`(kind: ProxyProgram.Kind) async throws {
    let program = try await ProxyProgram(kind)
    let wrong = Authentication.Credential.password(Authentication.Secret("x"), user: "svc")
    for isSecure in [false, true] {
      for credential in [nil, wrong] {
        let way = try await Way(through: program, credential, isSecure: isSecure)
        do throws(HTTPSessionError) {
          try await way.session.send(.get("bytes/1"))
          Issue.record("the proxy took it")
        } catch {
          // What tinyproxy says of a credential that it does not know looks like the server's word.
          let isUnclear = kind == .tinyproxyWithBasic && credential != nil && !isSecure
          if isUnclear { #expect(error.reason == .status(401)) }
          guard !isUnclear, case .proxy(let fault) = error.reason else {
            await way.end()
            guard isUnclear else { throw error }
            continue
          }
          let expected: [HTTPSessionError.ProxyFault.Cause] =
            credential == nil
            ? [.authentication(.noCredential), .socks(.noAcceptableMethod)]
            : [.authentication(.credentialRefused), .socks(.credentialRefused), .status(401)]
          #expect(expected.contains(fault.cause))
        }
        #expect(way.seenFields.isEmpty)
        await way.end()
      }
    }
    withExtendedLifetime(program) {}
  }

  @Test(arguments: ProxyProgram.expected.filter { !$0.asks })
  func `a proxy that is killed in the middle is an error, and no end`(kind: ProxyProgram.Kind)
    async throws
  {
    for isSecure in [false, true] {
      let program = try await ProxyProgram(kind)
      let way = try await Way(
        through: program, Self.credential(of: kind), isSecure: isSecure)
      await #expect(throws: HTTPSessionError.self) {
        try await way.session.stream(.get("cut")) { _, body in
          for try await piece in body where !piece.isEmpty { program.kill() }
        }
      }
      await way.end()
    }
  }
}
