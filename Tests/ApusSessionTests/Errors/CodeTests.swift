import ApusHTTP
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// The codes of errors, and the properties that have the details.
@Suite(.ownThread) struct CodeTests {
  typealias Code = HTTPSessionError.Code

  @Test(arguments: Code.Kind.allCases)
  func `the name of an error code is its member's name in hyphenated words`(kind: Code.Kind) {
    var words = ""
    for character in "\(kind)" {
      let isCapital = character.isUppercase && !words.isEmpty && words.last != "-"
      words += (isCapital ? "-" : "") + character.lowercased()
    }
    #expect(words.replacing("u-r-l", with: "url") == kind.rawValue)
  }

  static let lone: [(Code, isTransient: Bool, number: Int)] = [
    (.timedOut, true, -1001), (.connectionLost, true, -1005), (.cannotConnect, true, -1004),
    (.queueFull, true, -1008), (.unknownHost, false, -1003), (.cancelled, false, -999),
    (.trust, false, -1202), (.status(404), false, -1011), (.status(503), true, -1011),
    (.invalidURL, false, -1000), (.tooManyRequests, false, -1007), (.digest, false, -1015),
  ]

  @Test(arguments: lone)
  func `an error that a stub throws with an error code has the same code`(
    code: Code, isTransient: Bool, number: Int
  ) async throws {
    let session = HTTPSession.stub("https://h/") { _ in throw HTTPSessionError(code) }
    let error = try #require(await session.failure(of: .get("a")))
    #expect(error.code == code && error.number == number && error.isTransient == isTransient)
    #expect(error.status == code.status && error.isTimeout == (code == .timedOut))
    #expect(error.isTrust == (code == .trust) && error.attempts == 1)
    #expect("\(error)".hasPrefix("GET https://h/a: "))
    var isMatched = false
    switch error.code {
    case .status(404), .timedOut, .connectionLost: isMatched = true
    default: break
    }
    #expect(isMatched == [.status(404), .timedOut, .connectionLost].contains(code))
  }

  @Test func `a retry policy treats the errors of stubs like network errors`() async {
    for (code, attempts) in [
      (Code.connectionLost, 3), (.cannotConnect, 3), (.timedOut, 3), (.trust, 1), (.egress, 1),
    ] {
      var configuration = HTTPSession.Configuration()
      configuration.retry = .idempotent(attempts: 3)
      configuration.retry.delay = .zero
      let session = HTTPSession.stub("https://h/", configuration: configuration) { _ in
        throw HTTPSessionError(code)
      }
      let error = await session.failure()
      #expect(error?.attempts == attempts && error?.code == code)
      #expect(error.map { "\($0)".hasSuffix(", 3 attempts") } == (attempts == 3))
    }
  }

  @Test func `the details of an error are available as its properties`() throws {
    #expect(HTTPSessionError(.notSwitched(200)).status == 200)
    #expect(HTTPSessionError(.bodyTooLong(limit: 7)).limit == 7)
    #expect(HTTPSessionError(.digest(.notStated)).digest == .notStated)
    #expect(HTTPSessionError(.redirect(.severalLocations)).redirect == .severalLocations)
    #expect(HTTPSessionError(.noContent).status == nil && HTTPSessionError(.noContent).limit == nil)
    let url = HTTPSessionError(.url(.missingScheme))
    #expect(url.underlying as? HTTP.InvalidURL == .missingScheme)
    let lost = HTTPSessionError(.network(Connections.NetworkFault(.closed)))
    #expect(lost.network?.kind == .reset && lost.code == .connectionLost)
    let fault = HTTPSessionError.ProxyFault(
      proxy: "http://p:1", cause: .connection(.timedOut(.connect)))
    let proxy = HTTPSessionError(.proxy(fault))
    #expect(proxy.proxy == fault && proxy.timeout?.phase == .connect && proxy.code == .proxy)
    #expect(HTTPSessionError(.trust).trust == nil && HTTPSessionError(.tls).tls == nil)
  }
}
