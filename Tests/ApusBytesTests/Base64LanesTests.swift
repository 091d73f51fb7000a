import ApusBytes
import Testing

/// Base64 reads eight characters at a time; no place in the eight may be unlike the others.
///
/// RFC 4648 section 4.
@Suite struct Base64LanesTests {
  @Test(arguments: [Base64.Alphabet.standard, .url])
  func `every base64 character has the same value at each of eight positions`(
    _ alphabet: Base64.Alphabet
  ) throws {
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    let digits = Array((letters + (alphabet == .standard ? "+/" : "-_")).utf8)
    for place in 0..<8 {
      for byte in UInt8.min...UInt8.max {
        var text = Array("AAAAAAAAAAAA".utf8)
        text[place] = byte
        guard let value = digits.firstIndex(of: byte) else {
          #expect(throws: DecodeError.invalidCharacter(at: place, byte: byte)) {
            try Base64.decode(text.span, alphabet)
          }
          continue
        }
        var bytes = [UInt8](repeating: 0, count: 9)
        let bit = 6 * place
        let window = UInt16(value) << UInt16(10 - bit % 8)
        bytes[bit / 8] = UInt8(window >> 8)
        bytes[bit / 8 + 1] = UInt8(window & 0xff)
        #expect(try Base64.decode(text.span, alphabet) == bytes)
      }
    }
  }
}
