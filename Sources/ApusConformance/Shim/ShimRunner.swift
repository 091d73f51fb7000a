import ApusNet

/// The test runner that started this process, with its addresses and the process number.
struct ShimRunner {
  /// The time limit of a connection to the runner, which is longer than each time limit of the
  /// runner.
  private static let patience = Duration.seconds(60)

  private let addresses: [SocketAddress]
  private let number: Int?

  /// Reads the address of the test runner from the flags.
  ///
  /// A runner that numbers its processes selects IPv6 with the flag `-ipv6`. Older runners have
  /// neither numbers nor this flag, and listen on ::1 if the machine has that address.
  init(_ flags: ShimFlags) throws(ShimFailure) {
    guard let port = try flags.number(.port).flatMap(UInt16.init(exactly:)) else {
      throw .malformed(.port, flags.text(.port) ?? "is missing")
    }
    let (ipv4, ipv6) = (
      SocketAddress.ipv4(IPv4Address(127, 0, 0, 1), port: port),
      SocketAddress.ipv6(IPv6Address(value: 1), port: port)
    )
    number = try flags.number(.shimID)
    addresses = flags.contains(.ipv6) ? [ipv6] : number == nil ? [ipv6, ipv4] : [ipv4]
  }

  /// Connects to the test runner. If the process has a number, the shim sends the number first.
  func connect() async throws(ShimFailure) -> ShimWire {
    let deadline = Deadline.after(Self.patience)
    do throws(NetError) {
      let socket = try await dial(until: deadline)
      if let number {
        let name = (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
        try await socket.send(name.span, until: deadline)
      }
      return ShimWire(socket: socket, deadline: deadline)
    } catch {
      throw ShimFailure(error)
    }
  }

  private func dial(until deadline: Deadline) async throws(NetError) -> Socket {
    let loop = try EventLoop.shared()
    for address in addresses.dropLast() {
      do throws(NetError) {
        return try await Socket.connect(to: address, until: deadline, on: loop)
      } catch { continue }
    }
    return try await Socket.connect(to: addresses[addresses.count - 1], until: deadline, on: loop)
  }
}
