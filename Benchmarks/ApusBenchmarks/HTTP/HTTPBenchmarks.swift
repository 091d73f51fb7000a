import ApusHTTP

/// The comparison of the HTTP codec with a plain C scanner and with `memcpy`, including its counts
/// and its growth.
enum HTTPBenchmarks {
  /// Runs all measurements and returns whether every bar was met.
  static func run() throws -> Bool {
    let peer = try Peer(source: "head_scanner.c")
    var allHold = true
    allHold = try heads(peer) && allHold
    allHold = try chunks(peer) && allHold
    allHold = try Counts.run() && allHold
    allHold = Growth.run() && allHold
    return allHold
  }

  /// Performs the repeated work of a process whose instructions are counted.
  static func loop(size: Int, rounds: Int) throws -> Int {
    let head = size == 0 ? Samples.head : Samples.head(fieldCount: size)
    return CodecWork.readHeads(head, rounds: rounds)
  }

  /// The limit allows for the checks of framing and the storage of fields, which the C scanner does
  /// not do.
  private static let headLimit = 4.5

  private static func heads(_ peer: Peer) throws -> Bool {
    let head = Samples.head
    let scan = unsafe try peer.scan()
    let rounds = 20_000
    var sum: UInt64 = 0
    // SAFETY: the array outlives the call, which reads its bytes only.
    let theirs = { unsafe sum &+= scan(head, head.count, rounds) }
    let read = Measurement(
      limit: headLimit,
      ours: { sum &+= UInt64(CodecWork.readHeads(head, rounds: rounds)) }, theirs: theirs)
    func nanoseconds(_ times: [Double]) -> Double { Measurement.median(times) / Double(rounds) }
    let ours = nanoseconds(read.ours)
    print(
      """
      response head of \(head.count) bytes with 15 fields (sum \(sum % 997)):
        read by the reader of sessions in \(one(ours)) ns, \
      \(Int(Double(head.count) * 1000 / ours)) MB/s
        plain C scanner, which keeps nothing, \(one(nanoseconds(read.theirs))) ns
      """)
    Results.add(
      "response head of 687 bytes", client: "Apus", unit: "ns",
      read.ours.map { $0 / Double(rounds) })
    Results.add(
      "response head of 687 bytes", client: "plain C", unit: "ns",
      read.theirs.map { $0 / Double(rounds) })
    return Bar(
      "time of a response head", over: read.ratios, peer: "plain C", atMost: headLimit
    ).report()
  }

  private static func chunks(_ peer: Peer) throws -> Bool {
    let size = 16_384
    let message =
      Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)
      + Samples.chunked(count: 256, byteCount: size)
    let copy = unsafe try peer.copy()
    var room = [UInt8](repeating: 0, count: message.count)
    var decoded: [UInt8] = []
    decoded.reserveCapacity(message.count)
    var sum = 0
    let measurement = Measurement(
      limit: 2,
      ours: {
        sum &+= CodecWork.readMessage(
          message, pieceSize: message.count, limits: HTTP.Limits(), into: &decoded)
      },
      // SAFETY: both arrays outlive the call, and the room is as large as the message.
      theirs: { unsafe sum &+= Int(copy(message, message.count, &room, 1)) })
    let ours = Double(message.count) / Measurement.median(measurement.ours)
    let theirs = Double(message.count) / Measurement.median(measurement.theirs)
    print(
      """
      chunked body, 256 chunks of 16 KiB, decoded into a buffer (sum \(sum % 997)):
        ours \(one(ours)) GB/s; memcpy of the same bytes \(one(theirs)) GB/s
      """)
    return Bar(
      "speed of chunked decoding", over: measurement.ratios.map { 1 / $0 }, peer: "memcpy",
      atLeast: 0.5
    ).report()
  }

  /// Returns a number with one decimal.
  static func one(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
