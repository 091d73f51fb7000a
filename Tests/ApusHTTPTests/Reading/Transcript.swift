import ApusHTTP

/// The result of a reader: the messages, the end, and the number of consumed bytes, which has no
/// meaning after a failure.
struct Transcript<Head: Equatable & Sendable>: Equatable, Sendable {
  struct Message: Equatable, Sendable {
    var head: Head
    var framing: HTTP.BodyFraming
    var persists: Bool
    var body: [UInt8] = []
    /// The trailers of a message that is whole, or nil.
    var trailers: HTTP.Fields?

    var text: String { String(decoding: body, as: UTF8.self) }
    var isWhole: Bool { trailers != nil }
  }

  var informational: [Head] = []
  var messages: [Message] = []
  var error: HTTP.ParseError?
  var consumed = 0
  var isClosed = false

  /// Passes pieces of the bytes as the readers require, and drops consumed ones.
  fileprivate mutating func feed(
    _ bytes: [UInt8], pieces: Int,
    _ step: (inout Self, Span<UInt8>) throws(HTTP.ParseError) -> (consumed: Int, isWaiting: Bool),
    finish: (inout Self, _ unread: Int) throws(HTTP.ParseError) -> Void
  ) {
    var held: [UInt8] = []
    var next = 0
    do throws(HTTP.ParseError) {
      repeat {
        let end = next + min(pieces, bytes.count - next)
        held.append(contentsOf: bytes[next..<end])
        next = end
        var isWaiting = false
        while !isWaiting {
          let outcome = try step(&self, held.span)
          if outcome.consumed > 0 { held.removeFirst(outcome.consumed) }
          consumed += outcome.consumed
          isWaiting = outcome.isWaiting
        }
      } while next < bytes.count
      try finish(&self, held.count)
    } catch {
      self.error = error
      consumed = 0
    }
  }

  fileprivate mutating func add(_ part: Range<Int>, of bytes: Span<UInt8>) {
    for index in part { messages[messages.count - 1].body.append(bytes[index]) }
  }
}

extension Transcript where Head == HTTP.ResponseHead {
  /// Reads responses to requests of those methods; without an ending the connection stays open.
  static func responses(
    _ bytes: [UInt8], to methods: [HTTP.Method] = [.get], upgrades: Bool = false,
    limits: HTTP.Limits = HTTP.Limits(), ending: HTTP.Ending? = nil, pieces: Int = .max
  ) -> Transcript {
    var reader = HTTP.ResponseReader(limits: limits)
    for method in methods { reader.expectResponse(to: method, upgrades: upgrades) }
    var transcript = Transcript()
    transcript.feed(bytes, pieces: pieces) { transcript, held throws(HTTP.ParseError) in
      let step = try reader.read(held)
      return (step.consumed, transcript.note(step.event, held, of: &reader))
    } finish: { transcript, _ throws(HTTP.ParseError) in
      guard let ending else { return }
      _ = transcript.note(try reader.finish(ending), [UInt8]().span, of: &reader)
    }
    transcript.isClosed = reader.isClosed
    return transcript
  }

  static func responses(
    _ text: String, to methods: [HTTP.Method] = [.get], upgrades: Bool = false,
    limits: HTTP.Limits = HTTP.Limits(), ending: HTTP.Ending? = nil, pieces: Int = .max
  ) -> Transcript {
    responses(
      Array(text.utf8), to: methods, upgrades: upgrades, limits: limits, ending: ending,
      pieces: pieces)
  }

  private mutating func note(
    _ event: HTTP.ResponseEvent, _ bytes: Span<UInt8>, of reader: inout HTTP.ResponseReader
  ) -> Bool {
    switch event {
    case .incomplete: return true
    case .informational:
      if let head = reader.takeHead() { informational.append(head) }
    case .head(let framing, let persists):
      if let head = reader.takeHead() {
        messages.append(Message(head: head, framing: framing, persists: persists))
      }
    case .body(let part): add(part, of: bytes)
    case .end: messages[messages.count - 1].trailers = reader.takeTrailers() ?? [:]
    }
    return false
  }
}

extension Transcript where Head == HTTP.RequestHead {
  /// Reads requests, and then the connection's end if there is one.
  static func requests(
    _ bytes: [UInt8], limits: HTTP.Limits = HTTP.Limits(), ends: Bool = false, pieces: Int = .max
  ) -> Transcript {
    var reader = HTTP.RequestReader(limits: limits)
    var transcript = Transcript()
    transcript.feed(bytes, pieces: pieces) { transcript, held throws(HTTP.ParseError) in
      let step = try reader.read(held)
      return (step.consumed, transcript.note(step.event, held))
    } finish: { _, unread throws(HTTP.ParseError) in
      if ends { try reader.finish(unread: unread) }
    }
    transcript.isClosed = reader.isClosed
    return transcript
  }

  static func requests(
    _ text: String, limits: HTTP.Limits = HTTP.Limits(), ends: Bool = false, pieces: Int = .max
  ) -> Transcript {
    requests(Array(text.utf8), limits: limits, ends: ends, pieces: pieces)
  }

  private mutating func note(_ event: HTTP.RequestEvent, _ bytes: Span<UInt8>) -> Bool {
    switch event {
    case .incomplete: return true
    case .head(let head, let framing, let persists):
      messages.append(Message(head: head, framing: framing, persists: persists))
    case .body(let part): add(part, of: bytes)
    case .end(let trailers): messages[messages.count - 1].trailers = trailers
    }
    return false
  }
}
