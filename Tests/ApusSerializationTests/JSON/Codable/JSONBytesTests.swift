import ApusBytes
import Testing

@testable import ApusSerialization

/// RFC 4648 section 4.
struct JSONBytesTests {
  @Test func `bytes are written as base64, URL-safe base64 or an array of numbers`() throws {
    var coder = JSONCoder()
    let value: [JSON.Bytes] = [[], [0xfb, 0xff, 0], [1]]
    for (strategy, text) in [
      (.base64, #"["","+/8A","AQ=="]"#), (.base64URL, #"["","-_8A","AQ"]"#),
      (.numbers, "[[],[251,255,0],[1]]"),
      (
        .custom(
          reading: { try Hex.decode(String(from: $0)) },
          writing: { try Hex.encode($0).encode(to: $1) }
        ), #"["","fbff00","01"]"#
      ),
    ] as [(JSONCoder.Bytes, String)] {
      coder.bytes = strategy
      let bytes = try coder.encode(value)
      // A slash needs no escape.
      #expect(String(decoding: bytes, as: UTF8.self) == text)
      #expect(try coder.decode([JSON.Bytes].self, from: bytes) == value)
    }
  }

  @Test func `invalid base64 is rejected with the position of the JSON string`() {
    let error = #expect(throws: JSON.DecodingError.self) {
      try JSONCoder().decode([JSON.Bytes].self, from: #"["AQ=="  , "A"]"#)
    }
    #expect(error?.path == ["1"] && error?.position?.offset == 11)
  }
}
