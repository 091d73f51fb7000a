import ApusHTTP
import ApusSerialization

/// A test case about received octets with the expected result of a client or a server.
struct ParsingCase {
  enum Expectation: String { case ok, reject, incomplete }
  enum Phase: String { case head, body }

  let isRequest: Bool
  let requestMethods: [String]
  let requestUpgrade: Bool
  let bytes: [UInt8]
  /// The end of the connection after the octets, or `nil` if the connection stays open.
  let ending: HTTP.Ending?
  let chunkings: [String]
  let limits: HTTP.Limits
  let expectation: Expectation
  let phase: Phase?
  let messages: [Message]
  let messagesExact: Bool
  let partial: Message?
  let leftover: Int

  init(_ value: JSON.Value, id: String) throws(CorpusError) {
    isRequest = value["kind"]?.string == "request"
    requestMethods = (value["requestMethods"]?.array ?? []).compactMap(\.string)
    requestUpgrade = value["requestUpgrade"]?.bool ?? false
    guard let bytes = Octets.decode(value["bytes"]) else { throw .missing(key: "bytes", id: id) }
    guard let limits = ParsingCase.limits(value["limits"]) else {
      throw .missing(key: "limits", id: id)
    }
    guard let expectation = value["expect"]?.string.flatMap(Expectation.init) else {
      throw .missing(key: "expect", id: id)
    }
    self.bytes = bytes
    self.limits = limits
    self.expectation = expectation
    switch value["eof"]?.string {
    case "none": ending = nil
    case "clean": ending = .clean
    case "truncated": ending = .truncated
    default: throw .missing(key: "eof", id: id)
    }
    chunkings = (value["chunkings"]?.array ?? []).compactMap(\.string)
    phase = value["phase"]?.string.flatMap(Phase.init)
    let wanted = value["messages"]?.array ?? []
    messages = wanted.compactMap(Message.init)
    guard messages.count == wanted.count else { throw .missing(key: "messages", id: id) }
    messagesExact = value["messagesExact"]?.bool ?? true
    partial = value["partial"].flatMap(Message.init)
    leftover = value["leftover"]?.int ?? 0
  }

  private static func limits(_ value: JSON.Value?) -> HTTP.Limits? {
    var limits = HTTP.Limits()
    for (key, number) in value?.object ?? [:] {
      guard let limit = number.int else { return nil }
      switch key {
      case "maxStartLine": limits.startLine = limit
      case "maxFieldLine": limits.fieldLine = limit
      case "maxHeaderSection": limits.headSection = limit
      case "maxHeaderFields": limits.fieldCount = limit
      case "maxChunkLine": limits.chunkLine = limit
      case "maxChunkExtTotal": limits.chunkExtensions = limit
      case "maxTrailerSection": limits.trailerSection = limit
      case "maxInterim": limits.informationalCount = limit
      case "maxLeadingEmptyLines": limits.leadingEmptyLines = limit
      default: return nil
      }
    }
    return limits
  }

  /// Returns the difference between the parsed and the expected result for a division into chunks,
  /// or `nil` if they are equal.
  func difference(feeding chunking: Chunking) -> String? {
    let seen = Observation(self, chunking)
    if messagesExact, seen.messages != messages {
      return
        "messages \(seen.messages), expected \(messages); "
        + String(describing: seen.error)
    }
    switch expectation {
    case .ok:
      if let error = seen.error { return "refused: \(error)" }
      if let open = seen.open { return "incomplete: \(open)" }
      return seen.leftover == leftover
        ? nil : "\(seen.leftover) octets left over, expected \(leftover)"
    case .reject:
      guard seen.error != nil else { return "not rejected" }
      return headDifference(seen, mustBeDelivered: false)
    case .incomplete:
      if ending == nil, let error = seen.error { return "refused: \(error)" }
      if ending != nil, seen.error == nil {
        return "accepted as complete although it was truncated"
      }
      return headDifference(seen, mustBeDelivered: true)
    }
  }

  private func headDifference(_ seen: Observation, mustBeDelivered: Bool) -> String? {
    switch phase {
    case .head:
      return seen.open == nil ? nil : "a head was delivered: \(String(describing: seen.open))"
    case .body:
      guard let open = seen.open else {
        return mustBeDelivered ? "no head was delivered" : nil
      }
      return open.head == partial?.head
        ? nil : "head \(open.head), expected \(String(describing: partial?.head))"
    case nil:
      return nil
    }
  }
}
