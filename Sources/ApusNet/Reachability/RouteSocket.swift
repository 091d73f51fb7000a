internal import ApusBytes
internal import ApusFiles
internal import ApusNames

/// Asks the kernel about links, addresses and routes.
///
/// The kernel has answered when the question has been sent: nothing is waited for. One task at a
/// time asks.
final class RouteSocket: Sendable {
  private let descriptor: Descriptor
  private let sequence = Lock(UInt32(0))

  init() throws(NetError) {
    descriptor = try Descriptor(opened: Kernel.Routes.open(.asking), by: "socket", "netlink")
  }

  func close() { descriptor.close() }

  /// How long a piece of an answer may be; the kernel makes none of more than 32 KiB.
  private static let pieceLimit = 65_536

  /// The answer to a request, whichever way it ends.
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

  /// The list of a request, asked for again until it is that of one moment.
  private func list(_ request: RouteRequest) throws(NetError) -> RouteAnswer {
    for _ in 0..<Self.listAttempts {
      let answer = try answer(to: request)
      if let end = answer.end, end < 0 { throw NetError("recv", "netlink", result: end) }
      if !answer.isInconsistent { return answer }
    }
    throw NetError("recv", "netlink", result: Kernel.Failure.tryAgain)
  }

  private static let listAttempts = 64

  /// The machine's own addresses.
  func addresses() throws(NetError) -> [LocalAddress] { try list(.addresses).addresses }

  /// What there is to know about the ways to addresses.
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

  /// What there is to know about the default routes.
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

  /// Whether a failure says that no way leads to an address, or that the machine does not know the
  /// family; `EINVAL` is what packets that are dropped without a word are answered with.
  private static func saysThereIsNone(_ failure: Int64) -> Bool {
    [
      Kernel.Failure.networkUnreachable, Kernel.Failure.hostUnreachable,
      Kernel.Failure.networkDown, Kernel.Failure.accessDenied, Kernel.Failure.invalidArgument,
      Kernel.Failure.noSuchDevice, Kernel.Failure.noSuchFamily, Kernel.Failure.notSupported,
    ].contains(failure)
  }

  /// What the kernel calls devices of an interface's kind; empty where it has no word for it.
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
