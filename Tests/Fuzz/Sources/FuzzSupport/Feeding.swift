import ApusHTTP

/// The results of a reader for some bytes in any division.
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

/// One step of a reader: the number of consumed bytes, the range of the body, and any other event
/// as text.
public typealias Step = (consumed: Int, body: Range<Int>?, event: String?)

/// Feeds bytes in pieces of a size, as a connection would, and checks the requirements of every
/// step.
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

/// Requires that two divisions of the same bytes have the same result.
///
/// If one of them fails, the other may have found more or less of the body before: pieces are
/// passed on as they arrive. Heads and errors must not differ.
public func requireAgreement(_ one: Reading, _ other: Reading) {
  require(one.failure == other.failure, "\(one) and \(other)")
  require(one.events == other.events, "\(one) and \(other)")
  require(one.failure != nil || one.leftover == other.leftover, "\(one) and \(other)")
}
