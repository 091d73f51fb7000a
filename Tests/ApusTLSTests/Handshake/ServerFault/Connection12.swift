import ApusBytes
import ApusNet
import ApusX509

@testable import ApusTLS

/// A scripted TLS 1.2 server on a socket, message by message.
final class Connection12 {
  /// The client has closed the connection.
  struct Left: Error {}

  let socket: Socket
  let server: Server12
  private var reader: RecordReader
  private var writer = RecordWriter()

  private init(_ socket: Socket, _ server: Server12, _ reader: consuming RecordReader) {
    self.socket = socket
    self.server = server
    self.reader = reader
  }

  /// Waits for a client's hello.
  static func greeted(on socket: Socket, by identity: TLS.Identity) async throws -> Connection12 {
    var reader = RecordReader { _ in 1 << 17 }
    while true {
      let event = try reader.next()
      if case .handshake(let hello) = event {
        let server = try Server12(
          hello: hello, showing: identity.chain, scheme: .ecdsaSECP256R1SHA256
        ) { request in
          guard case .held(let key) = identity.key else { throw TLSError.notConnected }
          return try key.signature(
            for: request.message.span, by: request.scheme, using: SystemRandom())
        }
        return Connection12(socket, server, reader)
      }
      let bytes = try await received(on: socket)
      reader.inbox.append(bytes.span)
    }
  }

  private static func received(on socket: Socket) async throws -> [UInt8] {
    var queue = ByteQueue()
    guard try await socket.receive(into: &queue, until: .after(.seconds(600))) > 0 else {
      throw Left()
    }
    return queue.takeAll()
  }

  /// Returns the next event of the client's records.
  private func event() async throws -> RecordReader.Event {
    while true {
      let event = try reader.next()
      guard event == .incomplete else { return event }
      let bytes = try await Self.received(on: socket)
      reader.inbox.append(bytes.span)
    }
  }
}

extension Connection12 {
  /// Sends all messages before a step, in order; nil is the end.
  func say(upTo end: Server12.Step?) async throws {
    for step in Server12.Step.allCases where step.rawValue < end?.rawValue ?? .max {
      if server.says(step) { try await say(step) }
    }
  }

  /// Sends a step, and reads the client's flight if it follows.
  func say(_ step: Server12.Step) async throws {
    if step == .changeCipherSpec {
      try await sendRaw([20, 3, 3, 0, 1, 1])
      writer.setProtection(try server.protection(of: .server))
    } else {
      try await send(.handshake, try server.message(step))
    }
    // In a resumed session the server's flight is first and ends with its Finished.
    if step == (server.resumed == nil ? .serverHelloDone : .finished) { try await readFlight() }
  }

  private func readFlight() async throws {
    reader.changeCipherSpecRule = .told
    while true {
      switch try await event() {
      case .handshake(let message): try server.take(try ReceivedMessage(message))
      case .changeCipherSpec:
        try reader.setProtection(try server.protection(of: .client))
        _ = try await event()
        reader.allowsApplicationData = true
        return server.addClientFinished()
      default: throw TLSError.notConnected
      }
    }
  }

  /// Sends a record, encrypted if the server's key is in use.
  func send(_ type: ContentType, _ content: [UInt8]) async throws {
    var records: [UInt8] = []
    try writer.write(type, content.span, to: &records)
    try await sendRaw(records)
  }

  /// Sends a damaged encrypted record.
  func sendDamaged(_ content: [UInt8]) async throws {
    var records: [UInt8] = []
    try writer.write(.applicationData, content.span, to: &records)
    records[records.count - 1] ^= 1
    try await sendRaw(records)
  }

  /// Sends bytes unchanged.
  func sendRaw(_ bytes: [UInt8]) async throws {
    try await socket.send(bytes.span, until: .after(.seconds(600)))
  }

  /// Reads a request, which has no body.
  func readRequest() async throws {
    while true {
      let count = reader.inbox.applicationCount
      let isWhole = reader.inbox.withApplicationData { bytes in
        count >= 4 && (0..<4).allSatisfy { bytes[count - 4 + $0] == ($0 % 2 == 0 ? 13 : 10) }
      }
      if isWhole { return reader.inbox.consumeApplicationData(count) }
      _ = try await event()
    }
  }

  /// Waits for an alert, and returns its number; nil if the client closes without one.
  func alert() async -> UInt8? {
    while let event = try? await event() {
      if case .alert(_, let description) = event { return description }
    }
    return nil
  }
}
