import ApusBytes
import Testing

/// Each scan is held against a loop that looks at one byte after the other.
@Suite struct ByteScanTests {
  enum Scan: CaseIterable {
    case firstControl, firstNonWord, firstNotPlain, firstUnquotable

    func callAsFunction(_ bytes: Span<UInt8>, from start: Int, to end: Int) -> Int {
      switch self {
      case .firstControl: ByteScan.firstControl(in: bytes, from: start, to: end)
      case .firstNonWord: ByteScan.firstNonWord(in: bytes, from: start, to: end)
      case .firstNotPlain: ByteScan.firstNotPlain(in: bytes, from: start, to: end)
      case .firstUnquotable: ByteScan.firstUnquotable(in: bytes, from: start, to: end)
      }
    }

    func stops(at byte: UInt8) -> Bool {
      switch self {
      case .firstControl: byte < 0x20 && byte != 0x09 || byte == 0x7f
      case .firstNonWord:
        !(0x41...0x5a).contains(byte) && !(0x61...0x7a).contains(byte) && byte != 0x2d
      case .firstNotPlain: byte < 0x20 || byte == 0x22 || byte == 0x5c || byte >= 0x80
      case .firstUnquotable: byte < 0x20 || byte == 0x22 || byte == 0x5c
      }
    }

    /// The result of a plain loop.
    func plainly(_ bytes: [UInt8], from start: Int, to end: Int) -> Int {
      var at = start
      while at < end, !stops(at: bytes[at]) { at += 1 }
      return at
    }

    func agrees(_ bytes: [UInt8], from start: Int, to end: Int) -> Bool {
      self(bytes.span, from: start, to: end) == plainly(bytes, from: start, to: end)
    }
  }

  /// The bytes at which a comparison of a scan changes its result, and their neighbours.
  private static let edges: [UInt8] = [
    0x00, 0x08, 0x09, 0x0a, 0x0d, 0x1f, 0x20, 0x21, 0x2c, 0x2d, 0x2e, 0x40, 0x41, 0x5a, 0x5b, 0x60,
    0x61, 0x7a, 0x7b, 0x7e, 0x7f, 0x80, 0x89, 0xad, 0xc1, 0xe1, 0xfe, 0xff,
  ]

  @Test(arguments: Scan.allCases)
  func `a byte scan classifies each byte value at every position and length`(scan: Scan) {
    let bytesThatStop = (UInt8.min...UInt8.max).map { scan.stops(at: $0) }
    for count in 0...70 {
      var bytes = [UInt8](repeating: 0x61, count: count)
      #expect(scan(bytes.span, from: 0, to: count) == count)
      for position in bytes.indices {
        for byte in UInt8.min...UInt8.max {
          bytes[position] = byte
          let expected = bytesThatStop[Int(byte)] ? position : count
          guard scan(bytes.span, from: 0, to: count) != expected else { continue }
          Issue.record("\(byte) at \(position) of \(count)")
        }
        bytes[position] = 0x61
      }
    }
  }

  /// After a tab or a byte above ASCII, another comparison searches for a control.
  @Test(arguments: [0x09, 0x80, 0xff] as [UInt8])
  func `a byte scan finds a control byte after a byte that resembles a control byte`(first: UInt8) {
    var bytes = [first] + [UInt8](repeating: 0x61, count: 69)
    for position in 1..<70 {
      for byte in UInt8.min...UInt8.max {
        bytes[position] = byte
        let expected = Scan.firstControl.stops(at: byte) ? position : 70
        guard ByteScan.firstControl(in: bytes.span, from: 0, to: 70) != expected else { continue }
        Issue.record("\(byte) at \(position)")
      }
      bytes[position] = 0x61
    }
  }

  @Test(arguments: Scan.allCases)
  func `a byte scan does not examine bytes outside its range`(scan: Scan) {
    for start in 0..<20 {
      for end in start..<60 {
        var bytes = [UInt8](repeating: 0, count: 70)
        for index in start..<end { bytes[index] = 0x61 }
        #expect(scan(bytes.span, from: start, to: end) == end)
      }
    }
  }

  /// The first of two switches the scan to the slower comparison, which must find the second.
  @Test(arguments: Scan.allCases, [0x09, 0x20, 0x80, 0xff, 0x0d] as [UInt8])
  func `a byte scan stops at the first of two matching bytes`(scan: Scan, first: UInt8) {
    for count in [40, 49] {
      for place in 0..<count {
        for other in place..<count {
          var bytes = [UInt8](repeating: 0x61, count: count)
          bytes[other] = 0x0d
          bytes[place] = first
          guard !scan.agrees(bytes, from: 0, to: count) else { continue }
          Issue.record("\(first) at \(place) and 13 at \(other) of \(count)")
        }
      }
    }
  }

  @Test(arguments: Scan.allCases)
  func `a byte scan of random bytes returns the result of a simple loop`(scan: Scan) {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      let bytes = (0..<70).map { _ in
        Bool.random(using: &random)
          ? Self.edges.randomElement(using: &random) ?? 0 : UInt8.random(in: 0x61...0x7a)
      }
      let start = Int.random(in: 0...70, using: &random)
      let end = Int.random(in: start...70, using: &random)
      #expect(scan.agrees(bytes, from: start, to: end), "\(bytes) from \(start) to \(end)")
    }
  }

  @Test func `a byte scan traps if its range is outside the bytes`() async {
    await #expect(processExitsWith: .failure) {
      let bytes = [UInt8](repeating: 0x61, count: 40)
      _ = ByteScan.firstControl(in: bytes.span, from: 0, to: 48)
    }
    await #expect(processExitsWith: .failure) {
      let bytes = [UInt8](repeating: 0x61, count: 40)
      _ = ByteScan.firstControl(in: bytes.span, from: -1, to: 40)
    }
    await #expect(processExitsWith: .failure) {
      let bytes = [UInt8](repeating: 0x61, count: 40)
      _ = ByteScan.firstNonWord(in: bytes.span, from: 0, to: 48)
    }
    await #expect(processExitsWith: .failure) {
      let bytes = [UInt8](repeating: 0x61, count: 40)
      _ = ByteScan.firstNonWord(in: bytes.span, from: -1, to: 40)
    }
  }

  @Test func `reading four bytes as an integer agrees with the integer of the literal`() {
    let bytes = Array("xHTTP/1.1".utf8)
    #expect(ByteScan.quartet(in: bytes.span, at: 1) == ByteScan.quartet("H", "T", "T", "P"))
    #expect(ByteScan.quartet(in: bytes.span, at: 5) == ByteScan.quartet("/", "1", ".", "1"))
    #expect(ByteScan.quartet(in: bytes.span, at: 0) != ByteScan.quartet("H", "T", "T", "P"))
    #expect(ByteScan.quartet(in: [1, 2, 3, 4].span, at: 0) == 0x0403_0201)
    #expect(ByteScan.quartet(in: [0xff, 0x80, 0, 0x7f].span, at: 0) == 0x7f00_80ff)
  }

  @Test func `reading four bytes at an offset outside the bytes traps`() async {
    await #expect(processExitsWith: .failure) {
      _ = ByteScan.quartet(in: [1, 2, 3, 4].span, at: 1)
    }
    await #expect(processExitsWith: .failure) {
      _ = ByteScan.quartet(in: [1, 2, 3, 4].span, at: -1)
    }
  }
}
