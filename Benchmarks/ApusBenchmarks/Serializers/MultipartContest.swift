import ApusHTTP
import ApusSerialization
import Glibc

/// The benchmark of multipart forms in memory, which is compared with a memcpy of the same bytes.
///
/// Creating the parts and their body and reading the body into a buffer is a single piece of work,
/// like sending the body. The peer copies the same bytes into the same buffer.
enum MultipartContest {
  /// Runs all measurements and returns whether every bar was met.
  static func run() throws -> Bool {
    let peer = try Peer(source: "copy_pieces.c")
    var allHold = true
    for (name, count, byteCount) in [
      ("one part of 16 MB", 1, 16 << 20), ("256 parts of 64 KB", 256, 64 << 10),
      ("4096 parts of 4 KB", 4096, 4 << 10),
    ] {
      let contents = (0..<count).map { content($0, byteCount) }
      allHold = try contest(name, contents, isBarred: byteCount > 4 << 10, peer) && allHold
    }
    return try reading(peer) && allHold
  }

  /// The size of the buffer into which bodies are read.
  private static let roomCount = 64 << 10

  /// Returns content with every byte value, which contains more dashes and line ends than random
  /// content.
  private static func content(_ number: Int, _ byteCount: Int) -> [UInt8] {
    var state = UInt64(number) &+ 0x9e37_79b9_7f4a_7c15
    return (0..<byteCount).map { index in
      if index % 71 == 0 { return 0x2d }
      if index % 79 == 0 { return 0x0d }
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return UInt8(truncatingIfNeeded: state)
    }
  }

  private static func contest(
    _ name: String, _ contents: [[UInt8]], isBarred: Bool, _ peer: Peer
  ) throws -> Bool {
    let whole = try bytes(of: body(contents))
    var room = [UInt8](repeating: 0, count: roomCount)
    var peersRoom = room
    let copy = unsafe try peer.copyPieces()
    var (count, sum) = (0, UInt64(0))
    let measurement = Measurement(
      ours: { count += (try? body(contents)).map { read($0, into: &room) } ?? 0 },
      // SAFETY: both arrays outlive the call, and the room is as long as a piece.
      theirs: { unsafe sum &+= copy(whole, whole.count, &peersRoom, roomCount) })
    guard count == whole.count * (measurement.ours.count + 1) else {
      throw Peer.Failure.symbol("whole body")
    }
    func speed(_ times: [Double]) -> String {
      "\(Int(Double(whole.count) * 1000 / Measurement.median(times))) MB/s"
    }
    print(
      """
      a form of \(name) (sum \(sum % 997)):
        \(speed(measurement.ours)), memcpy \(speed(measurement.theirs))
      """)
    guard isBarred else {
      print("  no bar, speed to memcpy: \(Bar.hundredths(1 / measurement.ratio))")
      return true
    }
    return Bar(
      "speed of a form of \(name)", over: measurement.ratios.map { 1 / $0 }, peer: "memcpy",
      atLeast: 0.5
    ).report()
  }

  /// Returns a multipart body with a generated boundary.
  private static func body(
    _ contents: [[UInt8]], _ boundary: Multipart.Boundary? = nil
  ) throws -> HTTP.Body {
    let parts = contents.map { Multipart.Part.bytes("f", $0, fileName: "x", .octetStream) }
    let multipart =
      try boundary.map { Multipart(parts, boundary: $0) } ?? Multipart(parts)
    return try multipart.body()
  }

  /// Reads a body as a sender does, piece by piece into the same buffer.
  private static func read(_ body: HTTP.Body, into room: inout [UInt8]) -> Int {
    switch body.content {
    case .bytes(let bytes):
      for start in stride(from: 0, to: bytes.count, by: roomCount) {
        let count = min(roomCount, bytes.count - start)
        // SAFETY: the range is within the array, and the buffer has the length of a piece.
        unsafe bytes.withUnsafeBytes { source in
          guard let base = source.baseAddress else { return }
          unsafe memcpy(&room, base + start, count)
        }
      }
      return bytes.count
    case .joined(let bodies): return bodies.reduce(0) { $0 + read($1, into: &room) }
    case .file, .sequence, .unwritten: return 0
    }
  }

  private static func bytes(of body: HTTP.Body) -> [UInt8] {
    switch body.content {
    case .bytes(let bytes): bytes
    case .joined(let bodies): bodies.flatMap { bytes(of: $0) }
    case .file, .sequence, .unwritten: []
    }
  }

  /// Measures the parsing of a multipart body, without a bar, and its growth for pieces of one
  /// byte.
  private static func reading(_ peer: Peer) throws -> Bool {
    let boundary = try Multipart.Boundary.random()
    let text = bytes(of: try body([content(0, 16 << 20)], boundary))
    var found = 0
    let time = Measurement.nanoseconds { found = read(text.span, boundary, pieceSize: roomCount) }
    precondition(found == 16 << 20, "the content is not whole")
    print("  read back in pieces of 64 KB at \(Int(Double(text.count) * 1000 / time)) MB/s")
    let times = [1, 8].map { factor in
      let dashes = [UInt8](repeating: 0x2d, count: factor << 14)
      let text = bytes(of: (try? body([dashes], boundary)) ?? .empty)
      return (0..<5).map { _ in
        Measurement.nanoseconds { found = read(text.span, boundary, pieceSize: 1) }
      }.min() ?? 0
    }
    return Bar("time of 8 times as many dashes, byte by byte", at: times[1] / times[0], atMost: 14)
      .report()
  }

  /// Returns the number of content bytes that a multipart reader finds.
  private static func read(
    _ text: Span<UInt8>, _ boundary: Multipart.Boundary, pieceSize: Int
  ) -> Int {
    var reader = Multipart.Reader(boundary: boundary, isForm: true)
    var count = 0
    for start in stride(from: 0, to: text.count, by: pieceSize) {
      reader.append(text.extracting(start..<min(text.count, start + pieceSize)))
      while let event = try? reader.next() {
        if case .content(let more) = event { count += more.count }
        if event == .end { break }
      }
    }
    return count
  }
}
