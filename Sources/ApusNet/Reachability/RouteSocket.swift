internal import ApusBytes
internal import ApusFiles
internal import ApusNames

/// A socket that queries the kernel for network interfaces, addresses and routes.
///
/// The kernel responds before the send call returns, so no wait is needed. One task at a time sends
/// requests.
final class RouteSocket: Sendable {
  private let descriptor: Descriptor
  private let sequence = Lock(UInt32(0))

  init() throws(NetError) {
    descriptor = try Descriptor(opened: Kernel.Routes.open(.asking), by: "socket", "netlink")
  }

  func close() { descriptor.close() }

  /// The buffer size in bytes for one datagram of a response. The kernel sends at most 32 KiB in
  /// one datagram.
  private static let pieceLimit = 65_536

  /// Returns the response to a netlink request, even if the response ends with an error code.
  func answer(to request: RouteRequest) throws(NetError) -> RouteAnswer {
    let number = sequence.withLock { sequence in
      sequence &+= 1
      return sequence
    }
    let sent = descriptor.use {
      Kernel.Sockets.send($0, request.message(sequence: number).span)
    }
    guard sent >= 0 else { throw NetError("send", "netlink", result: sent) }
    var answer = RouteAnswer(to: request, sequence: number)
    while answer.end == nil {
      var piece: [UInt8] = []
      var received: Int64 = 0
      piece.append(addingCapacity: Self.pieceLimit) { bytes in
        received = descriptor.use { Kernel.Routes.receive($0, into: &bytes) }
      }
      guard received >= 0 else { throw NetError("recv", "netlink", result: received) }
      do throws(DecodeError) { try answer.take(piece) } catch {
        throw NetError("recv", "netlink", result: Kernel.Failure.protocolError)
      }
    }
    return answer
  }

  /// Returns the complete list for a netlink request. The request is repeated until the list is
  /// consistent.
  private func list(_ request: RouteRequest) throws(NetError) -> RouteAnswer {
    for _ in 0..<Self.listAttempts {
      let answer = try answer(to: request)
      if let end = answer.end, end < 0 { throw NetError("recv", "netlink", result: end) }
      if !answer.isInconsistent { return answer }
    }
    throw NetError("recv", "netlink", result: Kernel.Failure.tryAgain)
  }

  private static let listAttempts = 64

  /// Returns the machine's own IP addresses from the kernel.
  func addresses() throws(NetError) -> [LocalAddress] { try list(.addresses).addresses }

  /// Queries the routes, interfaces and source addresses of packets to the given addresses.
  func facts(about targets: [HostAddress]) throws(NetError) -> NetworkFacts {
    var facts = NetworkFacts()
    for target in targets {
      let answer = try answer(to: .route(to: target))
      if let end = answer.end, end < 0, !Self.saysThereIsNone(end) {
        throw NetError("recv", "netlink", result: end)
      }
      for var route in answer.routes {
        route.target = target
        facts.routes.append(route)
      }
    }
    try learnLinks(of: &facts)
    return facts
  }

  /// Queries the default routes with their interfaces and source addresses.
  func factsAboutDefaultRoute() throws(NetError) -> NetworkFacts {
    var facts = NetworkFacts()
    facts.routes = NetworkRoute.defaults(among: try list(.routes).routes)
    if !facts.routes.isEmpty { facts.addresses = try addresses() }
    try learnLinks(of: &facts)
    return facts
  }

  private func learnLinks(of facts: inout NetworkFacts) throws(NetError) {
    for index in Set(facts.routes.flatMap(\.links)) {
      let answer = try answer(to: .link(index))
      if let end = answer.end, end < 0, end != Kernel.Failure.noSuchDevice {
        throw NetError("recv", "netlink", result: end)
      }
      guard var link = answer.links.first else { continue }
      link.deviceType = Self.deviceType(of: link.name)
      facts.links[index] = link
    }
  }

  /// Returns whether an error code means that no route to an address exists or the address family
  /// is not supported. The kernel returns `EINVAL` for packets that a route silently drops.
  private static func saysThereIsNone(_ failure: Int64) -> Bool {
    [
      Kernel.Failure.networkUnreachable, Kernel.Failure.hostUnreachable,
      Kernel.Failure.networkDown, Kernel.Failure.accessDenied, Kernel.Failure.invalidArgument,
      Kernel.Failure.noSuchDevice, Kernel.Failure.noSuchFamily, Kernel.Failure.notSupported,
    ].contains(failure)
  }

  /// Returns the kernel's device type of an interface. The result is empty if the interface has no
  /// device type.
  private static func deviceType(of name: [UInt8]) -> [UInt8] {
    guard !name.isEmpty, !name.contains(0x2f), name != [0x2e], name != [0x2e, 0x2e] else {
      return []
    }
    let path = Array("/sys/class/net/".utf8) + name + Array("/uevent".utf8)
    guard let text = try? Files.contents(of: FilePath(bytes: path), limit: 65_536) else {
      return []
    }
    let key = Array("DEVTYPE=".utf8)
    let line = text.split(separator: 0x0a).first { $0.starts(with: key) }
    return line.map { Array($0.dropFirst(key.count)) } ?? []
  }
}
