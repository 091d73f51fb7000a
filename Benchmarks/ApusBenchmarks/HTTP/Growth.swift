import ApusHTTP

/// The growth of the codec's time for input of double, fourfold and eightfold size.
enum Growth {
  static func run() -> Bool {
    var limits = HTTP.Limits()
    limits.fieldCount = 1 << 20
    limits.headSection = 1 << 26
    limits.trailerSection = 1 << 26
    limits.fieldLine = 1 << 26
    limits.startLine = 1 << 26
    limits.chunkExtensions = 1 << 26
    var allHold = true
    for (name, pieceSize, message) in shapes {
      allHold = report(name, pieceSize, limits, message) && allHold
    }
    return allHold
  }

  /// The input shapes: the growing part, the size of the pieces of input, and a function that
  /// creates a message of a given size.
  private static let shapes: [(String, Int, @Sendable (Int) -> [UInt8])] = [
    ("fields, whole", .max, { Samples.head(fieldCount: $0) }),
    ("fields, a byte at a time", 1, { Samples.head(fieldCount: $0) }),
    ("one long field, a byte at a time", 1, { longField("a", $0 * 32) }),
    ("one folded field, a byte at a time", 1, { longField("\r\n b", $0 * 8) }),
    (
      "chunks of one byte, whole", .max,
      { chunkedHead + Samples.chunked(count: $0 * 4, byteCount: 1) }
    ),
    (
      "chunks of one byte, a byte at a time", 1,
      {
        chunkedHead + Samples.chunked(count: $0 * 4, byteCount: 1)
      }
    ),
    (
      "body of one byte pieces", 1,
      {
        Array("HTTP/1.1 200 OK\r\nContent-Length: \($0 * 32)\r\n\r\n".utf8)
          + [UInt8](repeating: 0x78, count: $0 * 32)
      }
    ),
  ]

  private static let chunkedHead = Array(
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)

  private static func longField(_ piece: String, _ count: Int) -> [UInt8] {
    Array("HTTP/1.1 204 No\r\nX: a\(String(repeating: piece, count: count))\r\n\r\n".utf8)
  }

  private static func report(
    _ name: String, _ pieceSize: Int, _ limits: HTTP.Limits, _ make: (Int) -> [UInt8]
  ) -> Bool {
    var room: [UInt8] = []
    var isRead = true
    let times = [1_000, 2_000, 4_000, 8_000].map { size in
      let message = make(size)
      let turns = (0..<9).map { _ in
        Measurement.nanoseconds {
          let count = CodecWork.readMessage(
            message, pieceSize: min(pieceSize, message.count), limits: limits, into: &room)
          isRead = isRead && count >= 0
        }
      }
      return Measurement.median(turns) / 1000
    }
    guard isRead else {
      print("\(name): not read to the end")
      return false
    }
    print("\(name): " + times.map { "\(HTTPBenchmarks.one($0)) µs" }.joined(separator: ", "))
    return Bar(
      "time of eight times as much, to eight times the time", at: times[3] / times[0] / 8,
      atMost: 1.5
    )
    .report()
  }
}
