import ApusBytes
import ApusNet

/// The bytes that go to the runner and come from it.
struct ShimWire {
  let socket: Socket
  let deadline: Deadline

  /// Waits for bytes; there are none once the runner sends no more.
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

  /// Says that nothing more is sent, and listens until the runner has closed.
  ///
  /// Bytes left unread would make the kernel reset the connection and drop an alert.
  func end() async {
    try? socket.finishSending()
    var rest = ByteQueue()
    while let count = try? await socket.receive(into: &rest, until: deadline), count > 0 {
      rest.removeAll()
    }
    socket.close()
  }
}
