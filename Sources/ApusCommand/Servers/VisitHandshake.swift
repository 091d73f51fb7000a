import ApusBytes
import ApusNames
import ApusNet
import ApusTLS
import ApusX509

/// A TLS handshake over a socket, which stores the messages of the server.
struct VisitHandshake: ~Copyable {
  let socket: Socket
  let deadline: Deadline
  let name: CanonicalHost
  private var client: TLS.Client
  private(set) var presented: TLS.PresentedCertificates?
  /// The session that the server offers to resume, after a wait for its ticket.
  private(set) var session: TLS.Session?

  init(
    _ socket: Socket, _ deadline: Deadline, _ name: CanonicalHost, _ route: ServerVisit.Route,
    resuming session: TLS.Session? = nil, scope: TLS.SessionScope? = nil
  ) throws(ServerVisit.Failure) {
    (self.socket, self.deadline, self.name) = (socket, deadline, name)
    var configuration = route.configuration
    configuration.keyLog = route.keyLog
    configuration.identities = route.identity.map { [$0] } ?? []
    do throws(TLSError) {
      client = try TLS.Client(
        configuration, host: name, session: session, scope: scope, at: Self.now,
        using: SystemRandom())
    } catch {
      throw .tls(error)
    }
  }

  private static var now: UnixTime {
    UnixTime(millisecondsSinceEpoch: WallClock.millisecondsSinceEpoch)
  }

  /// Performs the handshake, and closes the TLS connection.
  ///
  /// - Parameter wait: The maximum time to wait for a session ticket after the handshake, or `nil`
  ///   if the session is not needed.
  mutating func run(
    awaitingTicket wait: Duration? = nil
  ) async throws(ServerVisit.Failure) -> TLS.HandshakeFacts {
    do throws(ServerVisit.Failure) {
      let facts = try await shakeHands()
      if let wait { await receiveSession(until: min(deadline, .after(wait))) }
      client.close()
      try? await flush()
      return facts
    } catch {
      // The alert for the server is among the bytes to flush.
      try? await flush()
      throw error
    }
  }

  private mutating func shakeHands() async throws(ServerVisit.Failure) -> TLS.HandshakeFacts {
    while true {
      switch try next() {
      case .needsInput: try await receive(until: deadline)
      case .certificates(let presented):
        self.presented = presented
        try trust(presented)
      case .signing(let request): try sign(request)
      case .connected(let facts): return facts
      // No application data precedes the end of the handshake.
      case .applicationData, .session, .closed: throw .tls(.notConnected)
      }
    }
  }

  private mutating func next() throws(ServerVisit.Failure) -> TLS.ClientEvent {
    do throws(TLSError) { return try client.next(at: Self.now) } catch { throw .tls(error) }
  }

  /// Continues the handshake with any certificate. The certificate is verified after the
  /// handshake, and the server receives no data before the verification.
  private mutating func trust(_ presented: TLS.PresentedCertificates) throws(ServerVisit.Failure) {
    var policy = TLS.Policy()
    policy.danger = .overruled
    policy.evaluator = TLS.Evaluator("inspection") { _ in .accept }
    let chain: TLS.TrustedChain
    do throws(TLS.TrustFailure) {
      chain = try policy.evaluate(
        [presented.leaf] + presented.intermediates, for: name, at: Self.now.wholeSecond,
        trusting: X509.Anchors([X509.Anchor]()))
    } catch {
      client.refuse(error.alert)
      throw .tls(.untrusted(error.alert))
    }
    do throws(TLSError) { try client.trust(chain) } catch { throw .tls(error) }
  }

  /// Signs the handshake with the client's private key.
  private mutating func sign(_ request: TLS.SigningRequest) throws(ServerVisit.Failure) {
    guard case .held(let key)? = request.identity?.key else { throw .tls(.notConnected) }
    let signature: [UInt8]
    do throws(TLS.IdentityError) {
      signature = try key.signature(
        for: request.message.span, by: request.scheme, using: SystemRandom())
    } catch {
      client.refuse(.internalError)
      throw .identity(error)
    }
    do throws(TLSError) { try client.sign(signature) } catch { throw .tls(error) }
  }

  /// Waits for the ticket of a session. A server that closes the connection, or sends application
  /// data before a ticket, offers no session.
  private mutating func receiveSession(until end: Deadline) async {
    do throws(ServerVisit.Failure) {
      while session == nil {
        switch try next() {
        case .needsInput: try await receive(until: end)
        case .session(let offered): session = offered
        case .certificates, .signing, .connected, .applicationData, .closed: return
        }
      }
    } catch { return }
  }

  private mutating func receive(until end: Deadline) async throws(ServerVisit.Failure) {
    try await flush()
    let input = try await ServerVisit.receive(over: socket, until: end)
    guard input.isEmpty else { return client.receive(input.span) }
    do throws(TLSError) { try client.receiveEnd() } catch { throw .tls(error) }
  }

  private mutating func flush() async throws(ServerVisit.Failure) {
    try await ServerVisit.send(client.takeOutgoing(), over: socket, until: deadline)
  }
}
