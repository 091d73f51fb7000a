/// A socket that accepts connections.
public final class Listener: Sendable {
  /// The event loop that wakes the tasks of the listener.
  public let loop: EventLoop
  /// The address of the listener.
  ///
  /// The address contains the port that the operating system has chosen if no port was given.
  public let address: SocketAddress

  private let descriptor: Descriptor
  private let readiness: Readiness
  private let token: UInt64
  private let options: SocketOptions
  private let pace = Pace()

  /// The time that a listener waits for a free file descriptor before it tries again.
  private static let pause = Duration.milliseconds(20)

  /// Listens on an address with options that apply to each accepted connection.
  public init(
    at address: SocketAddress, backlog: Int = 1024, options: SocketOptions = .init(),
    on loop: EventLoop
  ) throws(NetError) {
    let bytes = try address.bytes()
    descriptor = try Descriptor(opened: Kernel.Sockets.open(family: address.family), by: "socket")
    let isIPv6 = if case .ipv6 = address { true } else { false }
    let result = descriptor.use { socket in
      var result: Int64 = 0
      if address.isTCP { result = Kernel.Sockets.set(.reuseAddress, of: socket, to: 1) }
      if result == 0, isIPv6 { result = Kernel.Sockets.set(.ipv6Only, of: socket, to: 1) }
      if result == 0 { result = Kernel.Sockets.bind(socket, to: bytes) }
      return result == 0
        ? Kernel.Sockets.listen(socket, backlog: Int32(clamping: backlog)) : result
    }
    guard result == 0 else { throw NetError("listen", address, result: result) }
    let attachment = try Attachment(of: descriptor, to: loop)
    self.loop = loop
    readiness = attachment.readiness
    token = attachment.token
    self.options = options
    self.address = SocketAddress(of: descriptor, isPeer: false) ?? address
  }

  deinit { close() }

  /// Closes the listener. Waiting calls throw `closed`.
  public func close() {
    guard !descriptor.isClosed else { return }
    loop.remove(descriptor, token: token)
    descriptor.close()
    readiness.close()
  }

  /// Waits for the next connection and returns its socket.
  ///
  /// If no file descriptor is free, connections wait in the kernel's queue until the deadline
  /// passes.
  public func accept(until deadline: Deadline = .never) async throws(NetError) -> Socket {
    while true {
      if pace.step() { try await Pace.giveWay(.accept, address, until: deadline, loop.time) }
      let result = descriptor.use(Kernel.Sockets.accept)
      switch result {
      case 0...: return try socket(of: Descriptor(Int32(truncatingIfNeeded: result)))
      case Kernel.Failure.tryAgain: try await awaitConnection(until: deadline)
      case Kernel.Failure.tooManyFiles, Kernel.Failure.tooManyFilesInSystem,
        Kernel.Failure.noMemory, Kernel.Failure.noBuffers:
        // The poller reports each connection only once, so the listener must try again itself.
        guard loop.time.now < deadline else { throw NetError("accept4", address, result: result) }
        try await loop.sleep(until: min(deadline, loop.time.deadline(after: Self.pause)))
      case Kernel.Failure.connectionAborted, Kernel.Failure.protocolError,
        Kernel.Failure.noSuchOption, Kernel.Failure.networkDown,
        Kernel.Failure.networkUnreachable, Kernel.Failure.hostDown,
        Kernel.Failure.hostUnreachable:
        // The connection failed while it was queued, and the next connection may be intact.
        continue
      default: throw NetError("accept4", address, result: result)
      }
    }
  }

  private func socket(of descriptor: Descriptor) throws(NetError) -> Socket {
    // The peer of a Unix socket may have no address, and a closed socket no longer has a peer
    // address.
    let peer = SocketAddress(of: descriptor, isPeer: true) ?? .unix(path: "")
    try options.apply(to: descriptor, for: address)
    return Socket(descriptor, try Attachment(of: descriptor, to: loop), peer: peer)
  }

  private func awaitConnection(until deadline: Deadline) async throws(NetError) {
    let pause = await readiness.input.pause(for: .input, until: deadline)
    guard case .rung(let rings) = pause.wakeup, !rings.contains(.closed) else {
      throw NetError(pause.wakeup, .accept, address)
    }
    if pause.hasSuspended { pace.rest() }
  }
}
