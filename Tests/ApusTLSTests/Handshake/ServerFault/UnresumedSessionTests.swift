import ApusHTTP
import ApusNet
import ApusSession
import ApusTestServer
import TestSupport
import Testing

@testable import ApusTLS

/// TLS 1.2 sessions that a server resumes wrongly: the connection is lost, the session is removed,
/// and the request succeeds.
///
/// RFC 5246 section 7.2.2, RFC 5077 section 3.2, RFC 7627 section 5.3.
@Suite(.ownThread) struct UnresumedSessionTests {
  /// The fault of a server when its session is first offered.
  enum Fault: String, CaseIterable, Sendable {
    /// It rejects the client's first message.
    case alert
    /// Its own ticket makes the client's first message longer than it accepts, and it closes the
    /// connection.
    case tooLongTicket
    /// It resumes the session, and continues with another suite than the session's.
    case otherSuite
    /// It resumes the session without the extended master secret.
    case noExtendedMasterSecret

    /// The number of bytes of the server's tickets.
    var ticketByteCount: Int { self == .tooLongTicket ? 12_000 : 200 }

    /// Performs the fault, and returns whether the server continues; otherwise it has rejected the
    /// connection.
    func spoil(_ connection: Connection12) async throws -> Bool {
      switch self {
      case .alert:
        try await connection.send(.alert, [2, TLS.AlertDescription.handshakeFailure.rawValue])
        return false
      case .tooLongTicket:
        #expect(connection.server.helloBytes.count > 12_000)
        return false
      case .otherSuite:
        connection.server.alterHello = {
          $0.cipherSuite = TLS.CipherSuite.ecdheECDSAWithAES256GCM.rawValue
        }
      case .noExtendedMasterSecret: connection.server.isExtended = false
      }
      return true
    }
  }

  /// The server's record of its connections.
  private struct Memory: Sendable {
    /// For each connection, whether its client has offered a session.
    var offers: [Bool] = []
    /// The secret of the last session.
    var secret: SessionSecret?
  }

  private static let head = Array(
    "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok".utf8)

  /// Serves one request on a connection; the first with an offered session has the fault.
  private static func serve(
    _ connection: Connection12, _ memory: borrowing Lock<Memory>, ticketByteCount: Int,
    _ fault: Fault?
  ) async throws {
    let server = connection.server
    let offered = try server.hello.extensions.value(SessionTicket.self)?.ticket.isEmpty == false
    let (known, isFirst) = memory.withLock { memory in
      memory.offers.append(offered)
      return (memory.secret, memory.offers.filter { $0 }.count == 1)
    }
    server.promisesTicket = true
    server.ticket = [UInt8](repeating: 7, count: ticketByteCount)
    if offered {
      server.resumed = known
      if isFirst, let fault, try await !fault.spoil(connection) { return }
    }
    try await connection.say(upTo: nil)
    let secret = try server.sessionSecret()
    memory.withLock { $0.secret = secret }
    try await connection.readRequest()
    try await connection.send(.applicationData, head)
    try await connection.send(.alert, [1, TLS.AlertDescription.closeNotify.rawValue])
  }

  /// Sends three requests, each on a separate connection, and returns the connections with an
  /// offered session, and the established ones with a resumed session.
  private func threeRequests(
    ticketByteCount: Int, _ fault: Fault?
  ) async throws -> (offers: [Bool], resumed: [Bool]) {
    let memory = Kept()
    let server = try Listener12(TestAuthority()) {
      try await Self.serve($0, memory.state, ticketByteCount: ticketByteCount, fault)
    }
    let session = try HTTPSession(server.url) {
      $0.timeouts.tls = .seconds(60)
      $0.tls.roots = .only([server.root])
    }
    var resumed: [Bool] = []
    for _ in 1...3 {
      let response = try await session.send(.get(""))
      #expect(response.text == "ok")
      resumed.append(try #require(response.tls).facts.isResumed)
    }
    await session.shutdown()
    await server.drain()
    return (memory.state.withLock { $0.offers }, resumed)
  }

  /// A lock that closures can capture.
  private final class Kept: Sendable { let state = Lock(Memory()) }

  @Test(arguments: Fault.allCases)
  func `if the server does not resume, the request succeeds and the session is removed`(
    fault: Fault
  ) async throws {
    let seen = try await threeRequests(ticketByteCount: fault.ticketByteCount, fault)
    // The second connection is the one with the fault.
    #expect(seen.offers == [false, true, false, true], "\(fault)")
    #expect(seen.resumed == [false, false, true], "\(fault)")
  }

  @Test func `a correct server resumes the session for each further request`() async throws {
    let seen = try await threeRequests(ticketByteCount: 200, nil)
    #expect(seen.offers == [false, true, true])
    #expect(seen.resumed == [false, true, true])
  }

  @Test func `a session ticket above the size limit is never offered`() async throws {
    let count = TLS.Session.ticketByteLimit
    for (size, offers) in [(count, [false, true, true]), (count + 1, [false, false, false])] {
      let seen = try await threeRequests(ticketByteCount: size, nil)
      #expect(seen.offers == offers, "\(size)")
      #expect(seen.resumed == offers, "\(size)")
    }
  }
}
