import ApusBytes
import Testing

/// RFC 4648 section 4 and section 5.
@Suite struct Base64Tests {
  static let alphabets = [Base64.Alphabet.standard, .url]

  /// RFC 4648 section 10.
  static let vectors = [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
  ]

  /// The characters by their values.
  private func digits(_ alphabet: Base64.Alphabet) -> [UInt8] {
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    return Array((letters + (alphabet == .standard ? "+/" : "-_")).utf8)
  }

  /// The text by the definition: the bits in a row, six by six.
  private func text(of bytes: [UInt8], _ alphabet: Base64.Alphabet) -> String {
    let bits = bytes.flatMap { byte in (0..<8).map { byte >> UInt8(7 - $0) & 1 } }
    var text: [UInt8] = []
    for start in stride(from: 0, to: bits.count, by: 6) {
      var value = 0
      for at in start..<start + 6 { value = value * 2 + (at < bits.count ? Int(bits[at]) : 0) }
      text.append(digits(alphabet)[value])
    }
    while alphabet == .standard, text.count % 4 != 0 { text.append(0x3d) }
    return String(decoding: text, as: UTF8.self)
  }

  @Test(arguments: vectors)
  func `base64 encodes bytes to text and decodes the text to the same bytes`(
    plain: String, text: String
  ) throws {
    let bytes = Array(plain.utf8)
    #expect(Base64.encode(bytes) == text)
    #expect(Base64.encode(bytes.span) == text)
    #expect(try Base64.decode(text) == bytes)
    #expect(try Base64.decode(Array(text.utf8).span) == bytes)
    let bare = String(decoding: text.utf8.filter { $0 != 0x3d }, as: UTF8.self)
    #expect(Base64.encode(bytes, .url) == bare)
    #expect(try Base64.decode(bare, .url) == bytes)
  }

  @Test(arguments: alphabets)
  func `base64 decoding restores byte sequences of every length`(alphabet: Base64.Alphabet) throws {
    for count in 0...70 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 151 &+ count) }
      let text = Base64.encode(bytes, alphabet)
      #expect(text == self.text(of: bytes, alphabet))
      #expect(try Base64.decodedCount(Array(text.utf8).span, alphabet) == count)
      #expect(try Base64.decode(text, alphabet) == bytes)
    }
  }

  @Test func `the base64 alphabets differ in the characters for 62 and 63`() throws {
    let bytes: [UInt8] = [0xfb, 0xff, 0xbf]
    #expect(Base64.encode(bytes) == "+/+/")
    #expect(Base64.encode(bytes, .url) == "-_-_")
    #expect(throws: DecodeError.invalidCharacter(at: 0, byte: 0x2d)) {
      try Base64.decode("-_-_")
    }
    #expect(throws: DecodeError.invalidCharacter(at: 0, byte: 0x2b)) {
      try Base64.decode("+/+/", .url)
    }
  }

  @Test(arguments: alphabets)
  func `the base64 decoder accepts 64 bytes as digits and rejects all other bytes`(
    alphabet: Base64.Alphabet
  )
    throws
  {
    for place in 0..<4 {
      var values: [UInt8] = []
      for byte in UInt8.min...UInt8.max {
        var text = Array("AAAABBBB".utf8)
        text[place] = byte
        do throws(DecodeError) {
          let bytes = try Base64.decode(text.span, alphabet)
          let group = bytes[..<3].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
          values.append(UInt8(group >> UInt32(18 - 6 * place) & 63))
          #expect(digits(alphabet)[Int(values.last ?? 0)] == byte)
        } catch {
          #expect(error == .invalidCharacter(at: place, byte: byte))
        }
      }
      #expect(values.sorted() == Array(0..<64))
    }
  }

  @Test func `a truncated base64 text with padding is rejected`() throws {
    let text = Array("Zm9vYmFyZm8=".utf8)
    for count in 0...text.count {
      let part = Array(text[..<count])
      guard count % 4 == 0 else {
        #expect(throws: DecodeError.malformedEnding(at: count)) { try Base64.decode(part.span) }
        continue
      }
      #expect(try Base64.decode(part.span) == Array("foobarfo".utf8.prefix(count / 4 * 3)))
    }
  }

  @Test func `a truncated base64 text without padding is rejected if bits remain`() throws {
    let text = Array(Base64.encode([0xff, 0xff, 0xff, 0xff, 0xff, 0xff], .url).utf8)
    for count in 0...text.count {
      let part = Array(text[..<count])
      switch count % 4 {
      case 0:
        #expect(
          try Base64.decode(part.span, .url) == [UInt8](repeating: 0xff, count: count / 4 * 3))
      case 1:
        #expect(throws: DecodeError.malformedEnding(at: count)) {
          try Base64.decode(part.span, .url)
        }
      default:
        #expect(throws: DecodeError.malformedEnding(at: count - 1)) {
          try Base64.decode(part.span, .url)
        }
      }
    }
  }

  @Test(arguments: alphabets)
  func `the unused bits of a base64 text must be zero`(alphabet: Base64.Alphabet) throws {
    for (start, step, padding) in [("A", 16, "=="), ("AA", 4, "=")] {
      for (value, digit) in digits(alphabet).enumerated() {
        var text = Array(("AAAA" + start).utf8) + [digit]
        if alphabet == .standard { text += Array(padding.utf8) }
        if value % step == 0 {
          let last = try Base64.decode(text.span, alphabet).last
          #expect(last == UInt8(value / step))
        } else {
          #expect(throws: DecodeError.malformedEnding(at: 4 + start.utf8.count)) {
            try Base64.decode(text.span, alphabet)
          }
        }
      }
    }
  }

  @Test(
    arguments: [
      ("=", .malformedEnding(at: 1)), ("==", .malformedEnding(at: 2)),
      ("Zg", .malformedEnding(at: 2)), ("Zg=", .malformedEnding(at: 3)),
      ("Zm8", .malformedEnding(at: 3)), ("Zm9v=", .malformedEnding(at: 5)),
      ("Zg===", .malformedEnding(at: 5)), ("====", .invalidCharacter(at: 0, byte: 0x3d)),
      ("Z===", .invalidCharacter(at: 1, byte: 0x3d)),
      ("Z=g=", .invalidCharacter(at: 1, byte: 0x3d)),
      ("=Zg=", .invalidCharacter(at: 0, byte: 0x3d)),
      ("Zm9v====", .invalidCharacter(at: 4, byte: 0x3d)),
      ("Zg==Zg==", .invalidCharacter(at: 2, byte: 0x3d)),
      ("Zm=v", .invalidCharacter(at: 2, byte: 0x3d)),
    ] as [(String, DecodeError)])
  func `base64 padding is allowed only at the end and completes the last group`(
    text: String, error: DecodeError
  ) {
    #expect(throws: error) { try Base64.decode(text) }
  }

  @Test(arguments: ["Zg==", "Zm8=", "Zg=", "="])
  func `base64 text in the URL alphabet has no padding`(text: String) throws {
    #expect(throws: DecodeError.self) { try Base64.decode(text, .url) }
  }

  @Test(
    arguments: [
      ("Zm9\nYmFy", 3, 0x0a), ("Zm9v\r\nYm", 4, 0x0d), (" m9v", 0, 0x20), ("Zm9vYm\tF", 6, 0x09),
      ("Zm9vYmF\0", 7, 0x00), ("Zmé0", 2, 0xc3), ("Zm9vYm9vYm9vYm9vY.9v", 17, 0x2e),
    ] as [(String, Int, UInt8)])
  func `the base64 error contains the first invalid byte and its offset`(
    text: String, offset: Int, byte: UInt8
  ) {
    let part = Array(text.utf8.prefix(text.utf8.count / 4 * 4))
    #expect(throws: DecodeError.invalidCharacter(at: offset, byte: byte)) {
      try Base64.decode(part.span)
    }
  }

  @Test(arguments: alphabets)
  func `every byte sequence has exactly one valid base64 text`(alphabet: Base64.Alphabet) throws {
    for count in 4...6 {
      let whole = Array(Base64.encode((0..<count).map { UInt8($0 * 40) }, alphabet).utf8)
      var readCount = 0
      for place in whole.indices {
        for byte in UInt8.min...UInt8.max {
          var text = whole
          text[place] = byte
          guard let bytes = try? Base64.decode(text.span, alphabet) else { continue }
          readCount += 1
          if Array(Base64.encode(bytes, alphabet).utf8) != text {
            Issue.record("\(text) is a second text of \(bytes)")
          }
        }
      }
      #expect(readCount >= 64 * 4)
    }
  }

  @Test func `the base64 decoder fills memory of exactly the decoded size`() async throws {
    var bytes: [UInt8] = [0, 0, 0]
    var span = bytes.mutableSpan
    try Base64.decode(Array("Zm9v".utf8).span, into: &span)
    #expect(bytes == Array("foo".utf8))
    let secret = try SecretBytes(count: 3) { (bytes) throws(DecodeError) in
      try Base64.decode(Array("Zm9v".utf8).span, into: &bytes)
    }
    #expect(secret.withBytes { $0.copy() } == Array("foo".utf8))
    await #expect(processExitsWith: .failure) {
      var bytes: [UInt8] = [0, 0]
      var span = bytes.mutableSpan
      try Base64.decode(Array("Zm9v".utf8).span, into: &span)
    }
    await #expect(processExitsWith: .failure) {
      var bytes: [UInt8] = [0, 0, 0, 0]
      var span = bytes.mutableSpan
      try Base64.decode(Array("Zm9v".utf8).span, into: &span)
    }
  }
}
