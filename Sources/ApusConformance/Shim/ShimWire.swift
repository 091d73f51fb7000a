import ApusBytes
import ApusNet

/// The transfer of bytes over the connection to the test runner.
struct ShimWire {
  let socket: Socket
  let deadline: Deadline

  /// Receives bytes from the runner. The result is empty after the runner has closed its sending
  /// direction.
  func receive() async throws(ShimFailure) -> [UInt8] {
    do throws(NetError) {
      var received = ByteQueue()
      _ = try await socket.receive(into: &received, until: deadline)
      return received.withBytes { $0.copy() }
    } catch {
      throw ShimFailure(error)
    }
  }

  /// Sends bytes to the runner if there are any.
  func send(_ bytes: [UInt8]) async throws(ShimFailure) {
    guard !bytes.isEmpty else { return }
    do throws(NetError) { try await socket.send(bytes.span, until: deadline) } catch {
      throw ShimFailure(error)
    }
  }

  /// Closes the sending direction, and reads until the runner has closed the connection.
  ///
  /// If bytes remained unread, the kernel would reset the connection and discard an alert.
  func end() async {
    try? socket.finishSending()
    var rest = ByteQueue()
    while let count = try? await socket.receive(into: &rest, until: deadline), count > 0 {
      rest.removeAll()
    }
    socket.close()
  }
}
