internal import ApusAuthentication
internal import ApusHTTP
internal import ApusNet

// The following functions read the proxy's responses before a tunnel is established. No byte of a
// proxy response is passed to the protocol inside the tunnel.
extension Transport {
  /// Requests a tunnel to an origin from a proxy. After success, the transport is connected to the
  /// origin.
  ///
  /// The function closes the transport if the proxy rejects the tunnel.
  func openTunnel(
    to origin: HTTP.Origin, through proxy: Connections.Proxy, _ attempts: ProxyAttempts?,
    _ limits: HTTP.Limits, _ deadlines: Deadlines
  ) async throws(ConnectionError) {
    let tunnel = Tunnel(transport: self, origin: origin, deadlines: deadlines)
    do throws(Tunnel.Failure) {
      switch proxy.kind {
      case .socks5: try await tunnel.askSOCKS(proxy.credential)
      case .http, .https: try await tunnel.askHTTP(attempts, limits)
      }
      guard try tunnel.isSilent() else { throw .cause(.bytesBehindAnswer) }
    } catch {
      channel.close()
      switch error {
      case .cause(let cause): throw .proxy(proxy.fault(cause))
      case .reason(let reason): throw reason.asking(proxy)
      }
    }
  }
}

/// The state of a tunnel request to a proxy.
private struct Tunnel {
  let transport: Transport
  let origin: HTTP.Origin
  let deadlines: Deadlines
  private let deadline: Deadline

  /// The reason that a tunnel request failed: a rejection by the proxy, or a failed connection.
  enum Failure: Error {
    case cause(Connections.ProxyFault.Cause)
    case reason(ConnectionError)
  }

  /// The maximum size of a proxy's error response that is read before the connection is reused.
  private static let refusalByteCount = 65_536

  init(transport: Transport, origin: HTTP.Origin, deadlines: Deadlines) {
    self.transport = transport
    self.origin = origin
    self.deadlines = deadlines
    deadline = deadlines.deadline(.connect)
  }

  /// Requests a tunnel from a SOCKS5 proxy.
  func askSOCKS(_ credential: Authentication.Credential?) async throws(Failure) {
    var dialogue = try Self.attempt { () throws(Connections.SOCKSFault) in
      try SOCKS5(to: origin, credential)
    }
    try await send(dialogue.greeting)
    while true {
      try open()
      let step = try Self.attempt { () throws(Connections.SOCKSFault) in
        var nothing: [UInt8] = []
        return try transport.read(into: &nothing) {
          (bytes) throws(Connections.SOCKSFault) in
          let (consumed, step) = try dialogue.read(bytes)
          return (consumed, nil, step)
        }
      }
      switch step {
      case .needsInput: try await receive()
      case .send(let bytes): try await send(bytes)
      case .show(let secret): try await send(secret)
      case .connected: return
      }
    }
  }

  private static func attempt<Result>(
    _ body: () throws(Connections.SOCKSFault) -> Result
  ) throws(Failure) -> Result {
    do throws(Connections.SOCKSFault) { return try body() } catch {
      throw .cause(.socks(error))
    }
  }

  /// Requests a tunnel from an HTTP proxy, and responds to the challenges of the proxy.
  ///
  /// RFC 9110 section 9.3.6.
  func askHTTP(_ attempts: ProxyAttempts?, _ limits: HTTP.Limits) async throws(Failure) {
    let facts = Authentication.RequestFacts(.connect, origin.authorityForm)
    while true {
      try await send(try head(attempts?.field(for: facts)))
      var reader = HTTP.ResponseReader(limits: limits)
      reader.expectResponse(to: .connect)
      let (answer, framing, persists) = try await readHead(&reader)
      guard answer.status.code == 407 else {
        do throws(AuthenticationError) { try attempts?.finish(answer, to: facts) } catch {
          throw .cause(.authentication(error))
        }
        guard framing == .tunnel else { throw .cause(.status(answer.status.code)) }
        return
      }
      do throws(AuthenticationError) {
        guard let attempts else { throw .noCredential }
        try attempts.take(answer, to: facts)
      } catch {
        throw .cause(.authentication(error))
      }
      guard persists, framing != .untilClose, try await finishBody(&reader) else {
        attempts?.askForConnection()
        throw .reason(.noResponse)
      }
    }
  }

  /// Returns whether no byte follows the response of the proxy.
  ///
  /// TLS session tickets of the proxy are ignored.
  func isSilent() throws(Failure) -> Bool {
    do throws(NetError) { _ = try transport.receiveNow(atMost: 1) } catch {
      throw .reason(deadlines.error(error, in: .connect))
    }
    try open()
    return transport.inputCount == 0
  }

  /// Returns the head of a CONNECT request, which contains only fields for the proxy.
  private func head(_ credential: HTTP.Field?) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    do throws(HTTP.WriteError) {
      let destination = try HTTP.Destination(
        scheme: origin.scheme, host: "\(origin.host)", port: Int(origin.port))
      var fields = HTTP.Fields()
      if let credential { fields.append(credential.name, credential.value) }
      _ = try HTTP.RequestWriter(.connect).writeHead(
        .connect, destination, fields: fields, to: &bytes)
    } catch {
      throw .reason(.request(error))
    }
    return bytes
  }

  private func readHead(
    _ reader: inout HTTP.ResponseReader
  ) async throws(Failure) -> (HTTP.ResponseHead, HTTP.BodyFraming, persists: Bool) {
    while true {
      switch try read(&reader) {
      case .incomplete: try await receive()
      case .head(let framing, let persists):
        guard let head = reader.takeHead() else { continue }
        return (head, framing, persists)
      case .informational, .body, .end: continue
      }
    }
  }

  /// Reads the body of the proxy's error response. Returns `false` if the body is too long or
  /// incomplete.
  private func finishBody(_ reader: inout HTTP.ResponseReader) async throws(Failure) -> Bool {
    var count = 0
    while count <= Self.refusalByteCount {
      switch try read(&reader) {
      case .end: return true
      case .body(let range): count += range.count
      case .incomplete:
        // The proxy may have closed the connection, and the next request then uses a new
        // connection.
        do throws(Failure) { try await receive() } catch {
          guard case .reason(.noResponse) = error else { throw error }
          return false
        }
      case .head, .informational: return false
      }
    }
    return false
  }

  private func read(_ reader: inout HTTP.ResponseReader) throws(Failure) -> HTTP.ResponseEvent {
    try open()
    var nothing: [UInt8] = []
    do throws(HTTP.ParseError) {
      return try transport.read(into: &nothing) { (bytes) throws(HTTP.ParseError) in
        let (consumed, event) = try reader.read(bytes)
        return (consumed, nil, event)
      }
    } catch {
      throw .reason(.response(error))
    }
  }

  private func open() throws(Failure) {
    do throws(ConnectionError) { try transport.open() } catch { throw .reason(error) }
  }

  private func send(_ bytes: [UInt8]) async throws(Failure) {
    do throws(ConnectionError) { try await transport.send(bytes, deadlines) } catch {
      throw .reason(error)
    }
  }

  private func send(_ secret: Authentication.Secret) async throws(Failure) {
    do throws(ConnectionError) { try await transport.send(secret, deadlines) } catch {
      throw .reason(error)
    }
  }

  /// Receives bytes of the proxy. Throws an error if the connection ends before the response.
  private func receive() async throws(Failure) {
    var received: Int?
    do throws(NetError) {
      while received == nil {
        try await transport.channel.awaitInput(until: deadline)
        received = try transport.receiveNow(atMost: 4_096)
      }
    } catch {
      throw .reason(deadlines.error(error, in: .connect))
    }
    guard received != 0 else { throw .reason(.noResponse) }
  }
}

extension ConnectionError {
  /// Returns the error of a failed connection to a proxy.
  func connecting(to proxy: Connections.Proxy) -> ConnectionError {
    isOfThisSide ? self : .proxy(proxy.fault(.connection(self)))
  }

  /// Returns the error of a failed exchange with a proxy that was reached.
  fileprivate func asking(_ proxy: Connections.Proxy) -> ConnectionError {
    isOfThisSide ? self : .proxy(proxy.fault(.exchange(self)))
  }

  /// A Boolean value that indicates whether the connection failed on the client's side and not at
  /// the proxy.
  private var isOfThisSide: Bool {
    switch self {
    case .cancelled, .shutDown, .egress, .trustSource, .proxy: true
    case .network(let fault): fault.isOutOfDescriptors
    default: false
    }
  }
}
