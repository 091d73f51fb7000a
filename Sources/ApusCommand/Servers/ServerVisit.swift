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
    var handshake = try VisitHandshake(socket, deadline, name, route)
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
  static func start(
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
  static func receive(
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

  static func send(
    _ bytes: [UInt8], over socket: Socket, until deadline: Deadline
  ) async throws(Failure) {
    guard !bytes.isEmpty else { return }
    do throws(NetError) {
      try await socket.send(bytes.span, until: deadline)
    } catch {
      throw .net(error)
    }
  }
}
