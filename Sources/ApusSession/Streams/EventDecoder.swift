internal import ApusBytes
public import ApusHTTP

/// A decoder of `text/event-stream` content, which accepts the bytes of the stream incrementally.
///
///     stream  = [ bom ] *event
///     event   = *( comment / field ) end-of-line
///     comment = ":" *any-char end-of-line
///     field   = 1*name-char [ ":" [ space ] *any-char ] end-of-line
///
/// The format is specified in the HTML standard, "Server-sent events". The decoder ignores unknown
/// fields, and drops an incomplete event at the end of the stream. The limits for lines and for
/// event data are not part of the HTML standard.
struct EventDecoder {
  /// The maximum number of bytes of a line in an event stream.
  static let lineLimit = 1 << 20
  /// The maximum number of data bytes of one event.
  static let dataLimit = 8 << 20

  private var lines = LineSplitter(.any, limit: lineLimit)
  private var isAtStart = true
  private var data: [UInt8] = []
  private var event: [UInt8] = []
  private var idInMaking: [UInt8] = []
  /// The ID of the last complete event, which a reconnecting client sends as `Last-Event-ID`.
  private(set) var lastEventID = ""
  /// The reconnection delay that the server has sent, or `nil` if the server has sent no delay.
  private(set) var reconnectionTime: Duration?

  /// Creates a decoder of an event stream. If an event ID is given, the stream continues after this
  /// event.
  init(after lastEventID: String = "") {
    self.lastEventID = lastEventID
    idInMaking = Array(lastEventID.utf8)
  }

  /// Prepares the decoder for the stream of a new connection, which continues after the last
  /// complete event.
  mutating func beginAgain() {
    let reconnectionTime = reconnectionTime
    self = EventDecoder(after: lastEventID)
    self.reconnectionTime = reconnectionTime
  }

  /// Appends received bytes of the event stream.
  mutating func append(_ piece: Span<UInt8>) { lines.append(piece) }

  /// Returns the next complete event, or `nil` if no complete event was received yet.
  mutating func next() throws(HTTPSessionError.Reason) -> HTTP.ServerSentEvent? {
    while var line = try lines.next() {
      if isAtStart {
        isAtStart = false
        if line.starts(with: [0xef, 0xbb, 0xbf]) { line.removeFirst(3) }
      }
      if line.isEmpty {
        if let event = dispatch() { return event }
      } else {
        try take(line)
      }
    }
    return nil
  }

  private mutating func dispatch() -> HTTP.ServerSentEvent? {
    lastEventID = String(decoding: idInMaking, as: UTF8.self)
    defer {
      data.removeAll(keepingCapacity: true)
      event.removeAll(keepingCapacity: true)
    }
    guard !data.isEmpty else { return nil }
    return HTTP.ServerSentEvent(
      event: event.isEmpty ? "message" : String(decoding: event, as: UTF8.self),
      data: String(decoding: data.dropLast(), as: UTF8.self), id: lastEventID)
  }

  private mutating func take(_ line: [UInt8]) throws(HTTPSessionError.Reason) {
    let name = line.prefix { $0 != 0x3a }
    var value = line.dropFirst(name.count + 1)
    if value.first == 0x20 { value.removeFirst() }
    if name.elementsEqual("data".utf8) {
      guard data.count + value.count < Self.dataLimit else {
        throw .eventTooLong(limit: Self.dataLimit)
      }
      data += value
      data.append(0x0a)
    } else if name.elementsEqual("event".utf8) {
      event = Array(value)
    } else if name.elementsEqual("id".utf8) {
      if !value.contains(0) { idInMaking = Array(value) }
    } else if name.elementsEqual("retry".utf8) {
      // A valid reconnection delay consists only of digits. A delay that is too large is ignored.
      if let number = ASCII.decimal(Array(value).span).flatMap({ Int64(exactly: $0) }) {
        reconnectionTime = .milliseconds(number)
      }
    }
  }
}

extension HTTP {
  /// One event of a `text/event-stream`.
  public struct ServerSentEvent: Sendable, Hashable {
    /// The type of the event, or `message` if the server sent no type.
    public var event: String
    /// The data of the event, whose lines are separated by line feeds.
    public var data: String
    /// The latest event ID that the server has sent up to this event, or an empty string.
    public var id: String

    /// Creates a server-sent event from its type, its data and its ID.
    ///
    /// - Parameters:
    ///   - event: The type of the event. Events without a type have the type `message`.
    ///   - data: The data of the event, in which line feeds separate lines.
    ///   - id: The ID that a client sends when it connects again; empty for no ID.
    public init(event: String = "message", data: String, id: String = "") {
      self.event = event
      self.data = data
      self.id = id
    }
  }
}
