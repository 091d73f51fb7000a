import ApusHTTP

/// The pieces of work for the HTTP codec. Each piece returns a sum, so the optimizer cannot remove
/// any work.
enum CodecWork {
  /// Reads the same response head repeatedly on one connection, each time to the end of the
  /// message.
  static func readHeads(_ head: [UInt8], rounds: Int, limits: HTTP.Limits = HTTP.Limits()) -> Int {
    var reader = HTTP.ResponseReader(limits: limits)
    var sum = 0
    do throws(HTTP.ParseError) {
      for _ in 0..<rounds {
        reader.expectResponse(to: .head)
        let (consumed, event) = try reader.read(head.span)
        if case .head = event, let response = reader.takeHead() {
          sum &+= consumed &+ response.fields.count &+ response.status.code
        }
        _ = try reader.read([UInt8]().span)
      }
    } catch {
      return -1
    }
    return sum
  }

  /// Reads a message in pieces of a given size, and copies its body into `room`.
  static func readMessage(
    _ bytes: [UInt8], pieceSize: Int, limits: HTTP.Limits, into room: inout [UInt8]
  ) -> Int {
    var reader = HTTP.ResponseReader(limits: limits)
    reader.expectResponse(to: .get)
    var at = 0
    var end = 0
    room.removeAll(keepingCapacity: true)
    do throws(HTTP.ParseError) {
      while end < bytes.count {
        end = min(bytes.count, end + pieceSize)
        while true {
          let piece = bytes.span.extracting(at..<end)
          let (consumed, event) = try reader.read(piece)
          at += consumed
          if case .body(let range) = event { room.append(piece.extracting(range)) }
          if case .end = event { return room.count }
          if case .incomplete = event, consumed == 0 { break }
        }
      }
    } catch {
      return -1
    }
    return -1
  }
}
