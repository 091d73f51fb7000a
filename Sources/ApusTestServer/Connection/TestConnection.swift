internal import ApusBytes
public import ApusHTTP
internal import ApusNet
public import ApusTLS

/// A connection of the test server, whose bytes a test can control completely.
public final class TestConnection {
  /// The closure that serves a connection of the test server.
  public typealias Work = nonisolated(nonsending) @Sendable (TestConnection) async throws -> Void

  /// The number of the connection on the server, counted from 1.
  public let number: Int

  /// The properties of the TLS handshake. The value is `nil` without TLS.
  public let tls: TLS.ServerFacts?

  let transport: any ServerTransport
  private let requestCame: () -> Void
  private var reader = HTTP.RequestReader()
  private var input = ByteQueue()
  private(set) var persists = true

  init(
    _ transport: any ServerTransport, tls: TLS.ServerFacts?, number: Int,
    requestCame: @escaping () -> Void
  ) {
    self.transport = transport
    self.tls = tls
    self.number = number
    self.requestCame = requestCame
  }

  /// The time limit for the server's waits.
  private var deadline: Deadline { transport.channel.deadline }

  /// Reads the head of the next request.
  /// The value is `nil` if the client has closed the connection.
  public func readHead() async throws -> (head: HTTP.RequestHead, framing: HTTP.BodyFraming)? {
    while true {
      switch try step() {
      case .incomplete:
        guard try await receive() > 0 else { return nil }
      case .head(let head, let framing, let persists):
        self.persists = persists
        requestCame()
        return (head, framing)
      case .body, .end:
        continue
      }
    }
  }

  /// Reads the next chunk of a request's content. The value is `nil` at the end of the content.
  public func readPiece() async throws -> [UInt8]? {
    while true {
      var piece: [UInt8] = []
      switch try step(&piece) {
      case .incomplete:
        guard try await receive() > 0 else { throw TestServerError.clientLeft }
      case .body:
        return piece
      case .end(let trailers):
        self.trailers = trailers
        return nil
      case .head:
        throw TestServerError.clientLeft
      }
    }
  }

  /// The trailer fields of the last request content.
  public private(set) var trailers: HTTP.Fields = [:]

  /// Reads the whole content of a request.
  public func readBody() async throws -> [UInt8] {
    var body: [UInt8] = []
    while let piece = try await readPiece() { body += piece }
    return body
  }

  /// Reads bytes that are not part of a request. The value is `nil` at the end of the connection.
  public func readBytes() async throws -> [UInt8]? {
    if input.isEmpty, try await receive() == 0 { return nil }
    return input.takeAll()
  }

  /// Sends bytes to the client unchanged.
  ///
  /// - Parameter bytes: The bytes, which are encrypted if the connection uses TLS.
  public func write(_ bytes: [UInt8]) async throws {
    try await transport.send(bytes, until: deadline)
  }

  /// Sends a text to the client unchanged.
  ///
  /// - Parameter text: The text, in UTF-8.
  public func write(_ text: String) async throws { try await write(Array(text.utf8)) }

  /// Sends bytes in pieces of equal size, with a pause between two pieces.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of all pieces.
  ///   - byteCount: The number of bytes in a piece.
  ///   - pause: The time between two pieces, by the clock of the network.
  public func write(_ bytes: [UInt8], byteCount: Int, every pause: Duration) async throws {
    var at = 0
    while at < bytes.count {
      if at > 0 { try await sleep(pause) }
      let end = min(at + max(1, byteCount), bytes.count)
      try await write(Array(bytes[at..<end]))
      at = end
    }
  }

  /// Sends bytes as one chunk of a chunked response.
  ///
  /// - Parameter bytes: The content of the chunk. An empty chunk is not sent.
  public func writeChunk(_ bytes: [UInt8]) async throws {
    guard !bytes.isEmpty else { return }
    try await write("\(String(bytes.count, radix: 16))\r\n")
    try await write(bytes + [0x0d, 0x0a])
  }

  /// Waits for a duration by the clock of the network.
  ///
  /// - Parameter duration: The duration, by the clock of the network.
  public func sleep(_ duration: Duration) async throws {
    try await transport.channel.sleep(duration)
  }

  /// Ends the sending direction of the connection correctly. The server can still receive bytes.
  public func finish() async throws { try await transport.finish() }

  /// Ends the sending direction of the connection abruptly, in TLS without a close_notify alert.
  public func cut() throws { try transport.cut() }

  /// Resets the connection, which discards unsent bytes.
  public func reset() { transport.channel.reset() }

  /// Waits until the client closes the connection.
  /// The server reads only the bytes that are necessary to detect the close.
  public func hang() async throws {
    while true {
      try await transport.channel.awaitNews()
      if try await transport.hasEnded() { return }
    }
  }

  /// Reads and discards all bytes until the client closes the connection.
  public func drain() async throws {
    while try await readBytes() != nil {}
  }

  private func step() throws -> HTTP.RequestEvent {
    var piece: [UInt8] = []
    return try step(&piece)
  }

  private func step(_ piece: inout [UInt8]) throws -> HTTP.RequestEvent {
    let (consumed, event) = try input.withBytes { try reader.read($0) }
    if case .body(let range) = event {
      input.withBytes { piece.append($0.extracting(range)) }
    }
    input.consume(consumed)
    return event
  }

  private func receive() async throws -> Int {
    try await transport.receive(into: &input, until: deadline)
  }
}

/// The reason why the test server closed a connection.
public enum TestServerError: Error, Equatable, Sendable {
  /// The client closed the connection during a request.
  case clientLeft
  /// An intended fault ended the connection.
  case fault
  /// The operation requires a connection with TLS.
  case withoutTLS
}

extension TestConnection {
  /// Updates the server's TLS traffic key, and requests an update of the client's key if
  /// `requestingPeer` is `true`.
  ///
  /// - Parameter requestingPeer: A Boolean value that indicates whether the client must also change
  ///   its key; the default is false.
  public func updateKey(requestingPeer: Bool = false) async throws {
    try await secure.updateKey(requestingPeer: requestingPeer)
  }

  /// Ends the connection with a TLS alert. After the alert, the server neither sends nor receives
  /// bytes.
  ///
  /// - Parameter alert: The TLS alert, which is sent to the client.
  public func refuse(_ alert: TLS.AlertDescription) async throws {
    try await secure.refuse(alert)
  }

  /// Sends unencrypted bytes between two TLS records.
  ///
  /// - Parameter bytes: The bytes, which are not encrypted.
  public func writeUnsealed(_ bytes: [UInt8]) async throws {
    try await secure.channel.send(bytes, until: deadline)
  }

  private var secure: SecureServerTransport {
    get throws(TestServerError) {
      guard let secure = transport as? SecureServerTransport else { throw .withoutTLS }
      return secure
    }
  }
}
