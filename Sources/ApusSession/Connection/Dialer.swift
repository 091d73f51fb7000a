internal import ApusHTTP
internal import ApusNet

/// Makes connections: from a host to its addresses, from those to one that answers.
///
/// The egress rules judge the host before anybody is asked for it, and each address before it is
/// dialled. Between the two there is no second look-up.
struct Dialer: Sendable {
  let loop: EventLoop
  private let names: Names
  private let rules: DialRules
  /// The socket through which every server is reached, if there is one.
  private let path: SocketAddress?

  /// A dialer by a session's configuration, with a loop of its own if that is asked for.
  init(_ configuration: HTTPSession.Configuration) throws(HTTPSessionError.Reason) {
    let makeNames: (EventLoop) -> Names
    do throws(HTTPSession.InvalidSetting) {
      makeNames = try configuration.names.makeNames()
      rules = try configuration.sockets.rules(configuration.egress.makeGuard())
      path = try configuration.sockets.unixAddress()
    } catch {
      throw .setting(error)
    }
    // The thread starts last: nothing can go wrong any more that would leave it behind.
    do throws(NetError) {
      loop = try configuration.loop == .shared ? .shared() : EventLoop()
    } catch {
      throw HTTPSessionError.Reason(error, in: .connect)
    }
    names = makeNames(loop)
  }

  /// Connects to what a key names.
  func dial(_ key: PoolKey, _ bounds: Bounds) async throws(HTTPSessionError.Reason) -> Socket {
    let origin = key.origin
    do throws(EgressGuard.Refusal) {
      try rules.egress.check(origin.host)
    } catch {
      throw .egress(HTTPSessionError.EgressRefusal(error, of: origin.host))
    }
    let addresses = path == nil ? try await resolve(origin, bounds) : []
    do throws(NetError) {
      let deadline = bounds.deadline(.connect)
      if let path {
        return try await Socket.connect(to: path, by: rules, until: deadline, on: loop)
      }
      return try await Socket.connect(
        to: addresses, port: origin.port, by: rules, until: deadline, on: loop)
    } catch {
      // The addresses may have changed since they were learnt.
      if case .name(let name) = origin.host, error != .cancelled { names.forget(name) }
      throw reason(error, origin.host, bounds)
    }
  }

  private func resolve(
    _ origin: HTTP.Origin, _ bounds: Bounds
  ) async throws(HTTPSessionError.Reason) -> [HostAddress] {
    do throws(NetError) {
      let zone = try origin.zone.map { zone throws(NetError) in
        try SystemResolver.interface(zone)
      }
      return try await names.addresses(
        of: origin.host, zone: zone ?? 0, until: bounds.deadline(.resolve))
    } catch {
      throw bounds.reason(error, in: .resolve)
    }
  }

  /// Why there is no connection; a refusal of the rules stands out if there was nothing else.
  private func reason(
    _ error: NetError, _ host: CanonicalHost, _ bounds: Bounds
  ) -> HTTPSessionError.Reason {
    let errors =
      if case .noneAnswered(let failures) = error { failures.map(\.error) } else { [error] }
    let refusals = errors.compactMap { error -> EgressGuard.Refusal? in
      if case .egress(let refusal) = error { refusal } else { nil }
    }
    guard let first = refusals.first, refusals.count == errors.count else {
      return bounds.reason(error, in: .connect)
    }
    return .egress(HTTPSessionError.EgressRefusal(first, of: host))
  }
}
