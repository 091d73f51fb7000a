import ApusHTTP
import Testing

/// The rules for any bytes, in any pieces.
struct CutTests {
  @Test(arguments: Samples.responses)
  func `a response gives the same result for received pieces of every size`(
    _ sample: Samples.Response
  ) {
    let whole = Transcript.responses(
      sample.bytes, to: sample.methods, upgrades: sample.upgrades, ending: .clean)
    #expect(whole.error == nil && whole.messages.map(\.isWhole) == [true])
    for size in 1...sample.bytes.count {
      let cut = Transcript.responses(
        sample.bytes, to: sample.methods, upgrades: sample.upgrades, ending: .clean, pieces: size)
      #expect(cut == whole, "pieces of \(size)")
    }
  }

  @Test(arguments: Samples.requests)
  func `a request gives the same result for received pieces of every size`(
    _ sample: Samples.Request
  ) {
    let whole = Transcript.requests(sample.bytes, ends: true)
    #expect(whole.error == nil && whole.messages.map(\.isWhole) == [true])
    for size in 1...sample.bytes.count {
      #expect(Transcript.requests(sample.bytes, ends: true, pieces: size) == whole, "\(size)")
    }
  }

  @Test(arguments: Samples.responses, [1, Int.max])
  func `a truncated response is incomplete and is an error when the connection ends`(
    _ sample: Samples.Response, pieces: Int
  ) {
    for count in 0..<sample.bytes.count {
      let bytes = Array(sample.bytes[..<count])
      let open = Transcript.responses(
        bytes, to: sample.methods, upgrades: sample.upgrades, pieces: pieces)
      #expect(open.error == nil && !open.isClosed, "\(count) bytes")
      #expect(open.messages.count == (count < sample.head ? 0 : 1), "\(count) bytes")
      #expect(open.messages.allSatisfy { !$0.isWhole }, "\(count) bytes")
      let ended = Transcript.responses(
        bytes, to: sample.methods, upgrades: sample.upgrades, ending: .truncated, pieces: pieces)
      #expect(ended.error == .truncated(count < sample.head ? .head : .body, at: count))
    }
  }

  @Test(arguments: Samples.requests, [1, Int.max])
  func `a truncated request is incomplete and is an error when the connection ends`(
    _ sample: Samples.Request, pieces: Int
  ) {
    for count in 0..<sample.bytes.count {
      let bytes = Array(sample.bytes[..<count])
      let open = Transcript.requests(bytes, pieces: pieces)
      #expect(open.error == nil && !open.isClosed, "\(count) bytes")
      #expect(open.messages.count == (count < sample.head ? 0 : 1), "\(count) bytes")
      #expect(open.messages.allSatisfy { !$0.isWhole }, "\(count) bytes")
      let ended = Transcript.requests(bytes, ends: true, pieces: pieces)
      let isBetween = count == 0 || sample.text.hasPrefix("\r\n") && count == 2
      #expect(
        ended.error
          == (isBetween ? nil : .truncated(count < sample.head ? .head : .body, at: count)))
    }
  }

  /// Bytes with a meaning somewhere in the grammar, and some without.
  static let bytes: [UInt8] = [
    0x00, 0x09, 0x0a, 0x0d, 0x20, 0x2c, 0x30, 0x3a, 0x3b, 0x66, 0x7f, 0x80,
  ]

  @Test(arguments: Samples.responses)
  func `one changed byte in a response gives the same result in pieces and at once`(
    _ sample: Samples.Response
  ) {
    for index in sample.bytes.indices {
      for byte in Self.bytes {
        var bytes = sample.bytes
        bytes[index] = byte
        let whole = Transcript.responses(
          bytes, to: sample.methods, upgrades: sample.upgrades, ending: .clean)
        let cut = Transcript.responses(
          bytes, to: sample.methods, upgrades: sample.upgrades, ending: .clean, pieces: 1)
        #expect(cut == whole, "\(byte) at \(index)")
        #expect(whole.consumed <= bytes.count)
      }
    }
  }

  @Test(arguments: Samples.requests)
  func `one changed byte in a request gives the same result in pieces and at once`(
    _ sample: Samples.Request
  ) {
    for index in sample.bytes.indices {
      for byte in Self.bytes {
        var bytes = sample.bytes
        bytes[index] = byte
        let whole = Transcript.requests(bytes, ends: true)
        let cut = Transcript.requests(bytes, ends: true, pieces: 1)
        #expect(cut == whole, "\(byte) at \(index)")
        #expect(whole.consumed <= bytes.count)
      }
    }
  }

  @Test(arguments: [
    "A: \u{1}xx", "A: b\nxx", "A: b\n\r\n", "A: b\rxx", "A b: c\r\n\r\n", "A b: c\u{1}", "A\u{1}b",
    ": c\r\n\r\n", " A: b\r\n\r\n", "A: b\r\n c\u{1}", "A: b\r\n \r\n\u{1}", "A\r\n\r\n", "A\n:b",
    "A\r:b", "\n\r\n", "\rx", "\u{1}", "A: b\r\n\n", "A: b\r\n\rx", "A: b\r\n:",
    "A: b\r\n c d: e\n",
    "A\r\n b: c\r\n\r\n", "A b\r\n c",
    "A: b\r\n c\r\nD e\r\n f", "A: b\r\n c\r\n d\r\nE\r\n f",
  ])
  func `a parse error in a head has the same offset for received pieces of any size`(_ text: String)
  {
    var limits = HTTP.Limits()
    for limit in [1, 2, 3, 4, 5, 6, 8, 100] {
      limits.fieldLine = limit
      for section in [limit, 3, 5, 7, 9, 100] {
        limits.headSection = section
        let head = Array("HTTP/1.1 200\r\n\(text)".utf8)
        let whole = Transcript.responses(head, limits: limits)
        #expect(whole.error != nil || limit > 2)
        for size in [1, 2, 3, 14, 15, 16, 17] {
          let cut = Transcript.responses(head, limits: limits, pieces: size)
          #expect(cut == whole, "limits \(limit) and \(section), pieces of \(size)")
        }
      }
    }
  }

  @Test(.timeLimit(.minutes(3)))
  func `parsing long field lines byte by byte takes linear time`() {
    let value = String(repeating: "v", count: 16_000)
    let head = "HTTP/1.1 200 OK\r\nA: \(value)\r\nB: \(value)\r\nContent-Length: 0\r\n\r\n"
    let read = Transcript.responses(head, pieces: 1)
    #expect(read.messages.first?.head.fields["b"]?.text == value)
    #expect(read.messages.first?.isWhole == true)
  }
}
