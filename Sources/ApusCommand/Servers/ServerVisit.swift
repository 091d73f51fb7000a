import ApusBytes
import ApusConnections
import ApusHTTP
import ApusNames
import ApusNet
import ApusSession
import ApusTLS
import ApusX509

/// The result of a TLS handshake with a server, which need not be trusted.
///
/// The tool sends only the handshake over the connection, so an untrusted server learns nothing
/// else than the client certificate of the command line. The tool completes the handshake even with
/// an untrusted server. Only a complete handshake proves that the server has the private key of its
/// certificate.
struct ServerVisit: Sendable {
  /// The reason that the TLS handshake with a server could not take place.
  enum Failure: Error {
    case net(NetError)
    case tls(TLSError)
    case startTLS(StartTLS, StartTLSFault)
    /// The proxy opened no tunnel to the server.
    case proxy(ConnectionError)
    /// The client could not sign the handshake with its private key.
    case identity(TLS.IdentityError)
  }

  let server: ServerAddress
  /// The server name that the client sends in the TLS handshake.
  let name: CanonicalHost
  /// The IP address and port of the connected server or proxy.
  let peer: SocketAddress
  /// The settings of the connection.
  let route: Route
  let presented: TLS.PresentedCertificates
  /// The properties of the completed handshake, or the error that ended the handshake.
  let outcome: Result<TLS.HandshakeFacts, TLSError>

  /// The connection settings for a server, and the settings of the TLS handshake.
  struct Route: Sendable {
    /// The time limit for the name lookup, the connection and the handshake together.
    var time = Duration.seconds(10)
    /// The STARTTLS protocol of the connection, or `nil` if TLS begins with the first byte.
    var startTLS: StartTLS?
    /// The closure that receives the TLS secrets for a key log file.
    var keyLog: TLS.KeyLogger?
    /// The proxy of the connection, or `nil` for a direct connection.
    var proxy: HTTPSession.Proxy?
    /// The certificate that the client sends if the server requests one.
    var identity: TLS.Identity?
    /// The TLS configuration that the client offers in the handshake.
    var configuration = Self.browsers

    /// The TLS configuration that browsers use. Some servers send a different certificate to
    /// clients other than browsers.
    private static var browsers: TLS.ClientConfiguration {
      var configuration = TLS.ClientConfiguration()
      configuration.applicationProtocols = [Array("h2".utf8), Array("http/1.1".utf8)]
      return configuration
    }
  }

  /// Connects to a server, performs the TLS handshake and closes the connection.
  static func to(
    _ server: ServerAddress, as name: CanonicalHost, by route: Route
  ) async throws(Failure) -> ServerVisit {
    let deadline = Deadline.after(route.time)
    let socket = try await connect(to: server, by: route, until: deadline)
    defer { socket.close() }
    if let application = route.startTLS {
      try await start(application, server, socket, until: deadline)
    }
    var handshake = try Handshake(socket, deadline, name, route)
    do throws(Failure) {
      let facts = try await handshake.run()
      guard let presented = handshake.presented else { throw .tls(.noCertificate) }
      return ServerVisit(
        server: server, name: name, peer: socket.peer, route: route, presented: presented,
        outcome: .success(facts))
    } catch {
      guard case .tls(let fault) = error, let presented = handshake.presented else { throw error }
      return ServerVisit(
        server: server, name: name, peer: socket.peer, route: route, presented: presented,
        outcome: .failure(fault))
    }
  }
}

extension ServerVisit {
  /// Exchanges plain-text messages with the server until TLS starts.
  private static func start(
    _ application: StartTLS, _ server: ServerAddress, _ socket: Socket, until deadline: Deadline
  ) async throws(Failure) {
    var dialogue = StartTLSDialogue(application, host: "\(server.host)")
    try await send(dialogue.opening, over: socket, until: deadline)
    while true {
      let input = try await receive(over: socket, until: deadline)
      let action: StartTLSDialogue.Action
      do throws(StartTLSFault) {
        guard !input.isEmpty else { throw .closed }
        action = try dialogue.receive(input)
      } catch {
        throw .startTLS(application, error)
      }
      switch action {
      case .wait: continue
      case .send(let bytes): try await send(bytes, over: socket, until: deadline)
      case .upgrade(let bytes):
        return try await send(bytes, over: socket, until: deadline)
      }
    }
  }

  /// Receives bytes from the server. The result is empty if the server has closed the connection.
  private static func receive(
    over socket: Socket, until deadline: Deadline
  ) async throws(Failure) -> [UInt8] {
    var input = ByteQueue()
    do throws(NetError) {
      _ = try await socket.receive(into: &input, until: deadline)
    } catch {
      throw .net(error)
    }
    return input.takeAll()
  }

  private static func send(
    _ bytes: [UInt8], over socket: Socket, until deadline: Deadline
  ) async throws(Failure) {
    guard !bytes.isEmpty else { return }
    do throws(NetError) {
      try await socket.send(bytes.span, until: deadline)
    } catch {
      throw .net(error)
    }
  }

  /// A TLS handshake over a socket, which stores the messages of the server.
  private struct Handshake: ~Copyable {
    let socket: Socket
    let deadline: Deadline
    let name: CanonicalHost
    private var client: TLS.Client
    private(set) var presented: TLS.PresentedCertificates?

    init(
      _ socket: Socket, _ deadline: Deadline, _ name: CanonicalHost, _ route: Route
    ) throws(Failure) {
      (self.socket, self.deadline, self.name) = (socket, deadline, name)
      var configuration = route.configuration
      configuration.keyLog = route.keyLog
      configuration.identities = route.identity.map { [$0] } ?? []
      do throws(TLSError) {
        client = try TLS.Client(configuration, host: name, at: Self.now, using: SystemRandom())
      } catch {
        throw .tls(error)
      }
    }

    private static var now: UnixTime {
      UnixTime(millisecondsSinceEpoch: WallClock.millisecondsSinceEpoch)
    }

    mutating func run() async throws(Failure) -> TLS.HandshakeFacts {
      do throws(Failure) {
        let facts = try await shakeHands()
        client.close()
        try? await flush()
        return facts
      } catch {
        // The alert for the server is among the bytes to flush.
        try? await flush()
        throw error
      }
    }

    private mutating func shakeHands() async throws(Failure) -> TLS.HandshakeFacts {
      while true {
        switch try next() {
        case .needsInput: try await receive()
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

    private mutating func next() throws(Failure) -> TLS.ClientEvent {
      do throws(TLSError) { return try client.next(at: Self.now) } catch { throw .tls(error) }
    }

    /// Continues the handshake with any certificate. The certificate is verified after the
    /// handshake, and the server receives no data before the verification.
    private mutating func trust(_ presented: TLS.PresentedCertificates) throws(Failure) {
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
    private mutating func sign(_ request: TLS.SigningRequest) throws(Failure) {
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

    private mutating func receive() async throws(Failure) {
      try await flush()
      let input = try await ServerVisit.receive(over: socket, until: deadline)
      guard input.isEmpty else { return client.receive(input.span) }
      do throws(TLSError) { try client.receiveEnd() } catch { throw .tls(error) }
    }

    private mutating func flush() async throws(Failure) {
      try await ServerVisit.send(client.takeOutgoing(), over: socket, until: deadline)
    }
  }
}
