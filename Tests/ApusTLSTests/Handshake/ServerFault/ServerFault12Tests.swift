import ApusHTTP
import ApusNet
import ApusSession
import ApusTestServer
import ApusX509
import TestSupport
import Testing

@testable import ApusTLS

/// Faults of a TLS 1.2 server over a socket, and the results of a session. RFC 5246.
@Suite(.ownThread) struct ServerFault12Tests {
  /// The result of a request, and the alerts that the server received.
  private struct Outcome {
    var response: HTTP.Response?
    var error: HTTPSessionError?
    var alerts: [UInt8] = []

    var fault: HTTPSessionError.TLSFault? {
      guard case .tls(let fault)? = error?.reason else { return nil }
      return fault
    }
  }

  private static let head = Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".utf8)

  /// Sends a request to a server with a closure for each connection.
  private func outcome(
    by authority: TestAuthority? = nil, identity: TLS.Identity? = nil,
    _ work: @escaping Listener12.Work
  ) async throws -> Outcome {
    let authority = try authority ?? TestAuthority()
    let server = try Listener12(authority, work)
    let session = try HTTPSession(server.url) {
      $0.tls.roots = .only([server.root])
      $0.timeouts.tls = .seconds(600)
      $0.timeouts.firstByte = .seconds(600)
      $0.timeouts.idle = .seconds(600)
      if let identity { $0.tls.identity = .fixed(identity) }
    }
    var outcome = Outcome()
    do {
      outcome.response = try await session.send(.get(""))
    } catch let error as HTTPSessionError {
      outcome.error = error
    }
    await session.shutdown()
    await server.drain()
    #expect(session.gauges.open == 0)
    outcome.alerts = server.alerts
    return outcome
  }

  private func number(_ alert: TLS.AlertDescription) -> UInt8 { alert.rawValue }

  @Test func `a server without a fault completes the TLS 1.2 handshake`() async throws {
    let outcome = try await outcome { connection in
      try await connection.say(upTo: nil)
      try await connection.readRequest()
      try await connection.send(.applicationData, Self.head)
    }
    let facts = try #require(outcome.response?.tls?.facts)
    #expect(outcome.response?.text == "ok")
    #expect(facts.version == .tls12 && facts.suite == .ecdheECDSAWithAES128GCM)
    #expect(facts.group == .x25519 && !facts.isResumed && facts.stapledResponse == nil)
    #expect(outcome.alerts == [number(.closeNotify)])
  }

  @Test func `each fault of a TLS 1.2 server throws an error and sends an alert`()
    async throws
  {
    let rows: [(TLSError, TLS.AlertDescription, Listener12.Work)] = [
      (
        .wrongFinished, .decryptError,
        {
          $0.server.alterFinished = { $0 = Finished([UInt8](repeating: 1, count: 12)) }
          try await $0.say(upTo: nil)
        }
      ),
      (
        .wrongSignature, .decryptError,
        {
          $0.server.alterExchange = { $0.signature[$0.signature.count - 1] ^= 1 }
          try await $0.say(upTo: .serverHelloDone)
        }
      ),
      (
        .unexpectedRecord(type: 20), .unexpectedMessage,
        {
          try await $0.say(upTo: .serverHelloDone)
          try await $0.sendRaw([20, 3, 3, 0, 1, 1])
        }
      ),
      (
        .unexpectedRecord(type: 21), .unexpectedMessage,
        {
          try await $0.say(upTo: .certificate)
          try await $0.sendRaw([22, 3, 3, 0, 2, 11, 0])
          try await $0.send(.alert, [1, 90])
        }
      ),
      (
        .unexpectedMessage(20, expected: [12]), .unexpectedMessage,
        {
          try await $0.say(upTo: .serverKeyExchange)
          try await $0.send(.handshake, [20, 0, 0, 0])
        }
      ),
      (
        .forgedRecord, .badRecordMAC,
        {
          try await $0.say(upTo: .changeCipherSpec)
          try await $0.sendRaw([20, 3, 3, 0, 1, 1] + [22, 3, 3, 0, 40] + Array(0..<40))
        }
      ),
    ]
    for (error, alert, work) in rows {
      let outcome = try await outcome(work)
      #expect(outcome.fault?.error == error, "\(String(describing: outcome.error))")
      #expect(outcome.fault?.isHandshake == true && error.alert == alert)
      #expect(outcome.alerts == [number(alert)], "\(error)")
    }
  }

  @Test(arguments: Server12.Step.allCases.filter { $0 != .newSessionTicket })
  func `a stream that ends during the handshake throws truncated`(step: Server12.Step)
    async throws
  {
    let outcome = try await outcome { connection in
      connection.server.promisesStatus = true
      connection.server.asks = true
      try await connection.say(upTo: step)
    }
    #expect(outcome.fault?.error == .truncated && outcome.fault?.isHandshake == true)
    #expect(outcome.alerts.isEmpty)
    // After the client has sent or declined a certificate, this can be the reason.
    let isAnswered = step.rawValue > Server12.Step.serverHelloDone.rawValue
    #expect((outcome.fault?.clientAuthentication == .declined) == isAnswered)
    #expect(outcome.fault?.hint?.contains("set tls.identity") == isAnswered)
  }

  @Test func `a client declines a renegotiation and then receives the response`() async throws {
    for count in [1, TLS.HandshakeLimit.warnings.count, TLS.HandshakeLimit.warnings.count + 1] {
      let outcome = try await outcome { connection in
        try await connection.say(upTo: nil)
        try await connection.readRequest()
        for _ in 0..<count { try await connection.send(.handshake, [0, 0, 0, 0]) }
        try await connection.send(.applicationData, Self.head)
      }
      #expect(outcome.alerts.first == number(.noRenegotiation))
      if count <= TLS.HandshakeLimit.warnings.count {
        #expect(outcome.response?.text == "ok")
      } else {
        #expect(outcome.fault?.error == .tooMany(.warnings))
      }
    }
  }

  @Test func `after a damaged record, the error includes the earlier response data`() async throws {
    let outcome = try await outcome { connection in
      try await connection.say(upTo: nil)
      try await connection.readRequest()
      try await connection.send(
        .applicationData, Array("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nok".utf8))
      try await connection.sendDamaged(Array("ok".utf8))
    }
    #expect(outcome.fault?.error == .forgedRecord && outcome.fault?.isHandshake == false)
    #expect(outcome.error?.response?.head.status == .ok)
    #expect(outcome.alerts == [number(.badRecordMAC)])
  }

  @Test func `a body without a length ends only with a close_notify`()
    async throws
  {
    for isWhole in [true, false] {
      let outcome = try await outcome { connection in
        try await connection.say(upTo: nil)
        try await connection.readRequest()
        try await connection.send(
          .applicationData, Array("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nhalf".utf8))
        if isWhole { try await connection.send(.alert, [1, 0]) }
      }
      if isWhole {
        #expect(outcome.response?.text == "half")
      } else {
        #expect(outcome.response == nil && outcome.error?.code == .connectionLost)
        #expect(outcome.error?.response?.text == "half")
      }
    }
  }

  /// The reaction of a server that rejects its client instead of its Finished.
  private enum Refusal: Sendable {
    case alert(TLS.AlertDescription)
    case close, reset
  }

  /// RFC 5246 section 7.4.6: a server can continue without a certificate, or reject with an alert.
  @Test func `the error of a rejected client contains the server's CertificateRequest`()
    async throws
  {
    let authority = try TestAuthority()
    let worker = try authority.client("worker", key: .p384)
    let unfit = try authority.client("worker", key: .ed25519)
    for refusal in [
      Refusal.alert(.handshakeFailure), .alert(.badCertificate), .alert(.certificateRequired),
      .close, .reset,
    ] {
      for (identity, words, authentication) in [
        (nil, "but the client has no certificate", .declined),
        (
          unfit,
          "accepts no signature by the key of CN=worker, so the client did not send that",
          .declined
        ),
        (worker, "and received the certificate of CN=worker", .signed(.ecdsaSECP384R1SHA384)),
      ] as [(TLS.Identity?, String, TLS.ClientAuthentication)] {
        let outcome = try await outcome(by: authority, identity: identity) { connection in
          connection.server.asks = true
          try await connection.say(upTo: .newSessionTicket)
          switch refusal {
          case .alert(let description):
            try await connection.send(.alert, [2, description.rawValue])
          case .close: break
          case .reset: connection.socket.reset()
          }
        }
        let fault = try #require(outcome.fault, "\(String(describing: outcome.error))")
        if case .alert(let description) = refusal {
          #expect(fault.error == .alerted(description.rawValue))
        } else {
          #expect(fault.error == .truncated)
        }
        #expect(fault.isHandshake && fault.clientAuthentication == authentication)
        #expect(fault.clientCertificate == identity?.leaf)
        #expect(fault.hint?.contains("the server requested a client certificate") == true)
        #expect(fault.hint?.contains(words) == true && fault.hint?.contains("tls.identity") == true)
      }
    }
  }
}
