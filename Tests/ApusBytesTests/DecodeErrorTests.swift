import ApusBytes
import Testing

@Suite struct DecodeErrorTests {
  private static let described: [(DecodeError, Int, String)] = [
    (
      .truncated(at: 3, needed: 4, available: 2), 3,
      "byte 3: the data ends too early: 4 bytes are needed, but only 2 bytes are left"
    ),
    (.trailingBytes(at: 7, count: 12), 7, "byte 7: 12 unexpected bytes follow the end of the data"),
    (
      .lengthOutOfRange(at: 5, length: 33, allowed: 1...32), 5,
      "byte 5: the encoded length is 33, but must be from 1 to 32"
    ),
    (
      .invalidCharacter(at: 9, byte: 0x0a), 9,
      "byte 9: the byte 0x0a is not in the alphabet of the encoding"
    ),
    (.malformedEnding(at: 11), 11, "byte 11: the encoded text is truncated or has wrong padding"),
  ]

  @Test(arguments: described)
  func `a decoding error contains its offset and its reason`(
    error: DecodeError, offset: Int, text: String
  ) {
    #expect(error.offset == offset)
    #expect(error.description == text)
    #expect("\(error)" == text)
  }
}
