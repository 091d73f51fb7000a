import ApusHTTP
import ApusNames
import ApusNet
import ApusTLS

/// The result of a handshake that offers the session ticket of an earlier connection.
enum TicketUse: String, Sendable {
  /// The server has resumed the session.
  case resumed
  /// The server has made a full handshake.
  case notResumed = "not-resumed"
  /// The server has sent no session ticket in the earlier connection.
  case noTicket = "no-ticket"

  /// The result in the words of the text output.
  var words: String {
    switch self {
    case .resumed: "resumed"
    case .notResumed: "not resumed"
    case .noTicket: "no ticket"
    }
  }
}

extension ServerVisit {
  /// The maximum time in which a server sends its session ticket after the handshake.
  private static let ticketTime: Duration = .seconds(2)

  /// Connects to a server twice, and offers the session ticket of the first connection in the
  /// second handshake.
  ///
  /// - Parameter pause: The pause between the two connections.
  static func ticketUse(
    of server: ServerAddress, as name: CanonicalHost, by route: Route, pause: Duration
  ) async throws(Failure) -> TicketUse {
    let first = try await handshake(with: server, as: name, by: route, resuming: nil)
    guard let session = first.session else { return .noTicket }
    do throws(NetError) {
      try await EventLoop.shared().sleep(until: .after(pause))
    } catch {
      throw .net(error)
    }
    let second = try await handshake(with: server, as: name, by: route, resuming: session)
    return second.facts.isResumed ? .resumed : .notResumed
  }

  /// Performs a handshake. A handshake that resumes no session waits for a session ticket.
  private static func handshake(
    with server: ServerAddress, as name: CanonicalHost, by route: Route,
    resuming session: TLS.Session?
  ) async throws(Failure) -> (facts: TLS.HandshakeFacts, session: TLS.Session?) {
    let deadline = Deadline.after(route.time)
    let socket = try await connect(to: server, by: route, until: deadline)
    defer { socket.close() }
    if let application = route.startTLS {
      try await start(application, server, socket, until: deadline)
    }
    let scope = TLS.SessionScope(host: "\(name)", port: server.origin.port, configuration: [])
    var handshake = try VisitHandshake(
      socket, deadline, name, route, resuming: session, scope: scope)
    let facts = try await handshake.run(awaitingTicket: session == nil ? ticketTime : nil)
    return (facts, handshake.session)
  }
}
