import ApusHTTP

/// What a reader made of some bytes, however they were cut.
public struct Reading: Equatable {
  /// Events as text, the pieces of each body joined.
  public var events: [String] = []
  public var body: [UInt8] = []
  public var failure: String?
  public var leftover = 0

  mutating func note(_ event: String) {
    flush()
    events.append(event)
  }

  mutating func flush() {
    if !body.isEmpty { events.append("body " + Hex.encode(body)) }
    body.removeAll()
  }
}

/// One step of a reader: what it consumed, the body range it named, and any other event as text.
public typealias Step = (consumed: Int, body: Range<Int>?, event: String?)

/// Feeds bytes in pieces of a size, as a connection would, and holds what every step must hold.
public func feed(
  _ bytes: [UInt8], pieceSize: Int, _ step: (Span<UInt8>) throws -> Step?
) -> Reading {
  var reading = Reading()
  var at = 0
  var end = 0
  do {
    repeat {
      end = min(bytes.count, end + pieceSize)
      while let (consumed, body, event) = try step(bytes.span.extracting(at..<end)) {
        require(consumed >= 0 && at + consumed <= end, "consumed more than was given")
        if let body {
          require(body.upperBound <= end - at && !body.isEmpty, "a body range outside the bytes")
          reading.body += bytes[(at + body.lowerBound)..<(at + body.upperBound)]
        }
        if let event { reading.note(event) }
        at += consumed
        if consumed == 0, body == nil, event == nil { break }
      }
    } while end < bytes.count
  } catch {
    reading.failure = "\(error)"
  }
  reading.flush()
  reading.leftover = bytes.count - at
  return reading
}

/// Holds that two ways of cutting the same bytes came to the same end.
///
/// Where one fails, the other may have found less or more of the body before it did: a piece is
/// handed on as it comes. Heads and errors may not differ.
public func requireAgreement(_ one: Reading, _ other: Reading) {
  require(one.failure == other.failure, "\(one) and \(other)")
  require(one.events == other.events, "\(one) and \(other)")
  require(one.failure != nil || one.leftover == other.leftover, "\(one) and \(other)")
}
