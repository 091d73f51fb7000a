internal import ApusBytes
package import ApusHTTP
package import ApusNet

extension Connections.Proxy {
  /// Connects to a server through this proxy, and returns the socket of the tunnel.
  ///
  /// Every byte that the socket receives after the call comes from the server. The tunnel is not
  /// part of a connection pool, so the caller closes the socket.
  ///
  /// - Parameters:
  ///   - origin: The server, whose host name the proxy looks up.
  ///   - time: The time limit for the connection to the proxy and for the tunnel together.
  ///   - loop: The event loop of the socket.
  /// - Throws: An error of the proxy, or an invalid setting for an HTTPS proxy, whose tunnels need
  ///   TLS within TLS.
  package func openTunnel(
    to origin: HTTP.Origin, within time: Duration, on loop: EventLoop
  ) async throws(ConnectionError) -> Socket {
    guard kind != .https else {
      throw .setting(
        Connections.InvalidSetting("proxies", "\(self)", expected: "an http or socks5 proxy"))
    }
    guard origin.zone == nil else { throw .proxy(fault(.zone)) }
    var timeouts = Connections.Timeouts()
    (timeouts.resolve, timeouts.connect, timeouts.idle) = (time, time, time)
    timeouts.total = time
    let deadlines = Deadlines(timeouts, loop.time)
    let attempts = ProxyAttempts(self, ProxyCredentials(SystemRandom()))
    while true {
      let socket = try await connect(deadlines, on: loop)
      do throws(ConnectionError) {
        try await Transport(.socket(socket)).openTunnel(
          to: origin, through: self, attempts, HTTP.Limits(), deadlines)
        return socket
      } catch {
        // The proxy may have closed the connection after its authentication challenge.
        guard attempts.takeNeedForConnection() else { throw error }
      }
    }
  }

  private func connect(
    _ deadlines: Deadlines, on loop: EventLoop
  ) async throws(ConnectionError) -> Socket {
    do throws(NetError) {
      let zone = try origin.zone.map { zone throws(NetError) in
        try SystemResolver.interface(zone)
      }
      let addresses = try await Names(on: loop).addresses(
        of: origin.host, zone: zone ?? 0, until: deadlines.deadline(.resolve))
      return try await Socket.connect(
        to: addresses, port: origin.port, by: DialRules(), until: deadlines.deadline(.connect),
        on: loop)
    } catch {
      throw deadlines.error(error, in: .connect).connecting(to: self)
    }
  }
}
