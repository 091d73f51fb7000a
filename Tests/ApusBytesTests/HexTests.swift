import ApusBytes
import Testing

/// RFC 4648 section 8.
@Suite struct HexTests {
  /// RFC 4648 section 10, in our case.
  @Test(arguments: [
    ("", ""), ("f", "66"), ("fo", "666f"), ("foo", "666f6f"), ("foob", "666f6f62"),
    ("fooba", "666f6f6261"), ("foobar", "666f6f626172"),
  ])
  func `hexadecimal decoding restores the encoded bytes`(text: String, digits: String) throws {
    let bytes = Array(text.utf8)
    #expect(Hex.encode(bytes) == digits)
    #expect(Hex.encode(bytes.span) == digits)
    #expect(try Hex.decode(digits) == bytes)
    #expect(try Hex.decode(Array(digits.utf8).span) == bytes)
  }

  @Test func `each byte value has two hexadecimal digits of its own`() throws {
    let digits = Array("0123456789abcdef".utf8)
    for byte in UInt8.min...UInt8.max {
      let text = String(decoding: [digits[Int(byte) / 16], digits[Int(byte) % 16]], as: UTF8.self)
      #expect(Hex.encode(byte) == text)
      #expect(Hex.encode([byte]) == text)
      #expect(try Hex.decode(text) == [byte])
    }
  }

  @Test func `hexadecimal digits are decoded in upper, lower and mixed case`() throws {
    #expect(try Hex.decode("DEADBEEF") == [0xde, 0xad, 0xbe, 0xef])
    #expect(try Hex.decode("dEaDBeeF") == [0xde, 0xad, 0xbe, 0xef])
  }

  @Test(arguments: 0..<4)
  func `an invalid hexadecimal digit is rejected with its offset`(place: Int) throws {
    let digits = Array("0123456789abcdefABCDEF".utf8)
    for byte in UInt8.min...UInt8.max {
      var text = Array("0000".utf8)
      text[place] = byte
      if digits.contains(byte) {
        #expect(try Hex.decode(text.span).count == 2)
      } else {
        #expect(throws: DecodeError.invalidCharacter(at: place, byte: byte)) {
          try Hex.decode(text.span)
        }
      }
    }
  }

  @Test func `a hexadecimal text with an odd number of digits is rejected`() throws {
    let (text, bytes): (String, [UInt8]) = ("00112233", [0x00, 0x11, 0x22, 0x33])
    for count in 0...text.utf8.count {
      let part = Array(text.utf8.prefix(count))
      if count % 2 == 0 {
        #expect(try Hex.decode(part.span) == Array(bytes.prefix(count / 2)))
      } else {
        #expect(throws: DecodeError.malformedEnding(at: count)) { try Hex.decode(part.span) }
      }
    }
  }

  @Test(arguments: ["0x00", "00 0", "0:11", "é", "٠٠", "--"])
  func `the hexadecimal decoder accepts only hexadecimal digits`(text: String) {
    #expect(throws: DecodeError.self) { try Hex.decode(text) }
  }
}
