import ApusBytes
import ApusNet

/// The bytes of the connection to the runner.
struct ShimWire {
  let socket: Socket
  let deadline: Deadline

  /// Waits for bytes; returns none after the runner has closed its sending direction.
  func receive() async throws(ShimFailure) -> [UInt8] {
    do throws(NetError) {
      var received = ByteQueue()
      _ = try await socket.receive(into: &received, until: deadline)
      return received.withBytes { $0.copy() }
    } catch {
      throw ShimFailure(error)
    }
  }

  /// Sends bytes, if there are any.
  func send(_ bytes: [UInt8]) async throws(ShimFailure) {
    guard !bytes.isEmpty else { return }
    do throws(NetError) { try await socket.send(bytes.span, until: deadline) } catch {
      throw ShimFailure(error)
    }
  }

  /// Closes the sending direction, and reads until the runner has closed.
  ///
  /// With unread bytes the kernel would reset the connection and drop an alert.
  func end() async {
    try? socket.finishSending()
    var rest = ByteQueue()
    while let count = try? await socket.receive(into: &rest, until: deadline), count > 0 {
      rest.removeAll()
    }
    socket.close()
  }
}
