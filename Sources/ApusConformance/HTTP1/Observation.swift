import ApusHTTP

/// The results of an HTTP/1.1 parser for the chunks of a test case.
struct Observation {
  var messages: [Message] = []
  /// The message whose head has been delivered but whose content is not complete.
  var open: Message?
  var error: HTTP.ParseError?
  /// The number of octets that the HTTP parser did not consume.
  var leftover = 0

  private enum Reader {
    case response(HTTP.ResponseReader)
    case request(HTTP.RequestReader)
  }

  init(_ parsing: ParsingCase, _ chunking: Chunking) {
    var reader = Observation.reader(for: parsing)
    var at = 0
    do throws(HTTP.ParseError) {
      for end in chunking.ends {
        while let consumed = try step(&reader, parsing.bytes.span.extracting(at..<end)) {
          at += consumed
        }
      }
      leftover = parsing.bytes.count - at
      try finish(&reader, parsing.ending)
    } catch {
      self.error = error
    }
  }

  private static func reader(for parsing: ParsingCase) -> Reader {
    if parsing.isRequest { return .request(HTTP.RequestReader(limits: parsing.limits)) }
    var reader = HTTP.ResponseReader(limits: parsing.limits)
    for method in parsing.requestMethods {
      reader.expectResponse(to: HTTP.Method(method), upgrades: parsing.requestUpgrade)
    }
    return .response(reader)
  }

  /// Performs one step of the HTTP parser and returns the number of consumed octets. The result is
  /// `nil` if the parser needs more octets.
  private mutating func step(
    _ reader: inout Reader, _ bytes: Span<UInt8>
  ) throws(HTTP.ParseError) -> Int? {
    switch reader {
    case .response(var inner):
      guard inner.pendingCount > 0, !inner.isClosed else { return nil }
      defer { reader = .response(inner) }
      let (consumed, event) = try inner.read(bytes)
      take(event, bytes, of: &inner)
      return event == .incomplete && consumed == 0 ? nil : consumed
    case .request(var inner):
      guard !inner.isClosed else { return nil }
      defer { reader = .request(inner) }
      let (consumed, event) = try inner.read(bytes)
      take(event, bytes)
      return event == .incomplete && consumed == 0 ? nil : consumed
    }
  }

  /// Passes the end of the connection to the HTTP parser, if the connection has ended.
  private mutating func finish(
    _ reader: inout Reader, _ ending: HTTP.Ending?
  ) throws(HTTP.ParseError) {
    switch reader {
    case .response(var inner):
      if let ending { take(try inner.finish(ending), [UInt8]().span, of: &inner) }
    case .request(var inner):
      // Empty lines between requests do not belong to a message.
      if inner.isBetweenMessages(unread: leftover) { leftover = 0 }
      if ending != nil { try inner.finish(unread: leftover) }
    }
  }

  private mutating func take(
    _ event: HTTP.ResponseEvent, _ bytes: Span<UInt8>, of reader: inout HTTP.ResponseReader
  ) {
    switch event {
    case .incomplete: break
    case .informational:
      if let head = reader.takeHead() { messages.append(Message(head, .none, persists: nil)) }
    case .head(let framing, let persists):
      open = reader.takeHead().map { Message($0, framing, persists: persists) }
    case .body(let range): open?.body.append(bytes.extracting(range))
    case .end: close(reader.takeTrailers() ?? HTTP.Fields())
    }
  }

  private mutating func take(_ event: HTTP.RequestEvent, _ bytes: Span<UInt8>) {
    switch event {
    case .incomplete: break
    case .head(let head, let framing, let persists):
      open = Message(head, framing, persists: persists)
    case .body(let range): open?.body.append(bytes.extracting(range))
    case .end(let trailers): close(trailers)
    }
  }

  private mutating func close(_ trailers: HTTP.Fields) {
    guard var message = open else { return }
    message.trailers = Message.pairs(trailers)
    messages.append(message)
    open = nil
  }
}
