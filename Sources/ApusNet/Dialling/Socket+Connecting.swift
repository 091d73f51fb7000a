extension Socket {
  /// Connects to a socket address, optionally from a given local address.
  public static func connect(
    to peer: SocketAddress, from local: SocketAddress? = nil, options: SocketOptions = .init(),
    until deadline: Deadline, on loop: EventLoop
  ) async throws(NetError) -> Socket {
    let rules = DialRules(from: local, options: options)
    return try await connect(to: peer, by: rules, until: deadline, on: loop)
  }

  /// Connects to the first address that responds. The addresses are given in order of preference.
  public static func connect(
    to hosts: [HostAddress], port: UInt16, by rules: DialRules, until deadline: Deadline,
    on loop: EventLoop
  ) async throws(NetError) -> Socket {
    if hosts.count == 1, let host = hosts.first {
      let peer = host.socketAddress(port: port)
      return try await connect(to: peer, by: rules, until: deadline, on: loop)
    }
    var race = Race(hosts, port: port, by: rules, ringing: Doorbell(on: loop))
    return try await race.run(until: deadline)
  }

  /// Connects to a socket address under a local address, socket options and egress rules.
  public static func connect(
    to peer: SocketAddress, by rules: DialRules, until deadline: Deadline, on loop: EventLoop
  ) async throws(NetError) -> Socket {
    while true {
      do throws(NetError) {
        var (socket, stands) = try begin(to: peer, by: rules, on: loop)
        guard !stands else { return socket }
        while !stands {
          try await socket.wait(for: .output, .connect, until: deadline)
          stands = try socket.isConnected()
        }
        // The timer queue still contains the deadline of the connection attempt, which would wake
        // an idle event loop.
        socket.readiness.output.retire()
        return socket
      } catch {
        guard !peer.isTCP, error.isFullQueue else { throw error }
      }
      try await pauseForQueue(of: peer, until: deadline, on: loop)
    }
  }

  /// Starts a connection attempt, and returns whether the connection is already established.
  static func begin(
    to peer: SocketAddress, by rules: DialRules, on loop: EventLoop
  ) throws(NetError) -> (socket: Socket, stands: Bool) {
    try rules.check(peer)
    let address = try peer.bytes()
    let descriptor = try Descriptor(opened: Kernel.Sockets.open(family: peer.family), by: "socket")
    try rules.options.apply(to: descriptor, for: peer)
    if let local = rules.local {
      let bytes = try local.bytes()
      let result = descriptor.use { Kernel.Sockets.bind($0, to: bytes) }
      guard result == 0 else { throw NetError("bind", local, result: result) }
    }
    let result = descriptor.use { Kernel.Sockets.connect($0, to: address) }
    guard result == 0 || result == Kernel.Failure.inProgress else {
      throw NetError("connect", peer, result: result)
    }
    // An immediately rejected connection attempt is not registered with the event loop.
    let stands = try stands(descriptor, to: peer)
    // A server rarely sends bytes first, so the first receive operation waits without a system
    // call.
    let socket = Socket(
      descriptor, try Attachment(of: descriptor, to: loop), peer: peer, isDry: true)
    if stands { try socket.refuseItself() }
    return (socket, stands)
  }

  /// Returns whether the connection is established. Otherwise the waiting task wakes up when the
  /// state may have changed.
  func isConnected(orRings bell: Doorbell) throws(NetError) -> Bool {
    _ = readiness.output.unwatch()
    while try !isConnected() {
      let isWatched = readiness.output.watch(for: .output, until: .never) { _ in bell.ring() }
      if isWatched { return false }
      guard loop.isRunning else { throw .shutDown }
    }
    return true
  }

  /// Returns whether the connection is established. Throws the error of a failed connection.
  private func isConnected() throws(NetError) -> Bool {
    guard try Self.stands(descriptor, to: peer) else { return false }
    try refuseItself()
    return true
  }

  private static func stands(
    _ descriptor: Descriptor, to peer: SocketAddress
  ) throws(NetError) -> Bool {
    if descriptor.use(Kernel.Sockets.hasPeer) == 0 { return true }
    let result = descriptor.use(Kernel.Sockets.takeError)
    guard result == 0 else { throw NetError("connect", peer, result: result) }
    return false
  }

  /// Throws an error if the socket is connected to itself. The kernel can choose the destination
  /// port as the local port.
  private func refuseItself() throws(NetError) {
    guard !peer.isTCP || local != peer else { throw .refused(by: peer) }
  }

  /// Waits a short time because the accept queue of a listening Unix socket is full. The kernel
  /// does not report when the queue has room again.
  private static func pauseForQueue(
    of peer: SocketAddress, until deadline: Deadline, on loop: EventLoop
  ) async throws(NetError) {
    guard loop.time.now < deadline else { throw .timedOut(.connect, peer) }
    try await loop.sleep(until: min(deadline, loop.time.deadline(after: .milliseconds(5))))
  }
}

extension NetError {
  /// A Boolean value that indicates whether the error reports a full accept queue of a listening
  /// socket.
  fileprivate var isFullQueue: Bool {
    guard case .system(let error) = self else { return false }
    return -Int64(error.errno) == Kernel.Failure.tryAgain
  }
}

/// The local address, the socket options and the egress rules of a connection attempt.
public struct DialRules: Sendable {
  /// The local address of connections, or `nil` if the operating system chooses the address.
  ///
  /// The default is `nil`. With a local address, the client does not connect to addresses of the
  /// other address family.
  public var local: SocketAddress?
  /// The socket options of each connection.
  public var options: SocketOptions
  /// The egress guard, which checks each address before a connection attempt.
  public var egress: EgressGuard

  /// Creates rules for connection attempts, which by default allow any address.
  public init(
    from local: SocketAddress? = nil, options: SocketOptions = .init(), egress: EgressGuard = .none
  ) {
    self.local = local
    self.options = options
    self.egress = egress
  }

  /// Checks an address by the egress guard and the local address family. The connection attempt
  /// uses exactly the checked address.
  func check(_ peer: SocketAddress) throws(NetError) {
    do throws(EgressGuard.Refusal) { try egress.check(peer) } catch { throw .egress(error) }
    guard let local, local.family != peer.family else { return }
    throw .otherFamily(peer, from: local)
  }
}
