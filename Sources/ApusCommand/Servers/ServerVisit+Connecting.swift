import ApusConnections
import ApusNames
import ApusNet

extension ServerVisit {
  /// Connects to a server, either directly or through the tunnel of a proxy.
  static func connect(
    to server: ServerAddress, by route: Route, until deadline: Deadline
  ) async throws(Failure) -> Socket {
    let loop: EventLoop
    do throws(NetError) { loop = try .shared() } catch { throw .net(error) }
    guard let proxy = route.proxy else {
      do throws(NetError) {
        return try await connect(to: server, until: deadline, on: loop)
      } catch {
        throw .net(error)
      }
    }
    do throws(ConnectionError) {
      return try await proxy.openTunnel(
        to: server.origin, within: deadline.remaining ?? route.time, on: loop)
    } catch {
      throw .proxy(error)
    }
  }

  private static func connect(
    to server: ServerAddress, until deadline: Deadline, on loop: EventLoop
  ) async throws(NetError) -> Socket {
    let zone = try server.origin.zone.map { zone throws(NetError) in
      try SystemResolver.interface(zone)
    }
    let addresses = try await Names(on: loop).addresses(
      of: server.host, zone: zone ?? 0, until: deadline)
    return try await Socket.connect(
      to: addresses, port: server.origin.port, by: DialRules(), until: deadline, on: loop)
  }
}
