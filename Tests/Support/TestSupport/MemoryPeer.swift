package import ApusNet

/// The server's end of a connection within the process.
package final class MemoryPeer: Sendable {
  package let channel: MemoryChannel

  package init(_ channel: MemoryChannel) { self.channel = channel }

  /// Reads a request's head as text; nil at the end.
  package func readHead() async throws -> String? {
    var head: [UInt8] = []
    while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
      let piece = try [UInt8](capacity: 1) { (bytes) throws(NetError) in
        _ = try channel.receiveNow(into: &bytes)
      }
      head += piece
      guard piece.isEmpty else { continue }
      // Bytes may have arrived since the check.
      switch channel.silence() {
      case .data: continue
      case .kept: try await channel.awaitInput(until: .never)
      case .ended, .failed: return nil
      }
    }
    return String(decoding: head, as: UTF8.self)
  }

  package func write(_ text: String) async throws {
    let bytes = Array(text.utf8)
    var sent = 0
    while sent < bytes.count {
      let count = try channel.sendNow(bytes.span, from: sent)
      sent += count
      if count == 0 { try await channel.wait(for: .output, .send, until: .never) }
    }
  }

  /// Sends the same response to each request.
  package func serve(_ answer: String) async throws {
    while try await readHead() != nil { try await write(answer) }
  }
}
