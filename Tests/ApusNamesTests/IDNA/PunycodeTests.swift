import Testing

@testable import ApusNames

/// RFC 3492.
@Suite struct PunycodeTests {
  /// Texts of several scripts, each with its code; the first eight are from section 7.1.
  static let samples = [
    ("ليهمابتكلموشعربي؟", "egbpdaj6bu4bxfgehfvwxn"),
    ("他们为什么不说中文", "ihqwcrb4cv8a8dqg056pqjye"),
    ("他們爲什麽不說中文", "ihqwctvzc91f659drss3x8bo0yb"),
    ("למההםפשוטלאמדבריםעברית", "4dbcagdahymbxekheh6e0a7fei0b"),
    ("なぜみんな日本語を話してくれないのか", "n8jok5ay5dzabd5bym9f0cm5685rrjetr6pdxa"),
    ("почемужеонинеговорятпорусски", "b1abfaaepdrnnbgefbadotcwatmq2g4l"),
    ("3年b組金八先生", "3b-ww4c5e180e575a65lsy2b"),
    ("mitsuye-makoto-", "mitsuye-makoto--"),
    ("bücher", "bcher-kva"), ("ß", "zca"), ("😀", "e28h"), ("\u{10ffff}", "dn32g"), ("", ""),
    ("a", "a-"), ("-", "--"), ("ü-", "--dha"),
  ]

  @Test(arguments: samples)
  func `Punycode encodes Unicode text to ASCII and decodes it to the same text`(
    text: String, code: String
  ) {
    let scalars = text.unicodeScalars.map(\.value)
    #expect(Punycode.encode(scalars) == Array(code.utf8))
    #expect(Punycode.decode(Array(code.utf8)) == scalars)
  }

  @Test(arguments: [
    "9", "99", "-", "-a!", "a-b9", "b\u{80}", "bcher-kv", "bcher-k_a",
  ])
  func `Punycode with an invalid digit or a truncated number is rejected`(code: String) {
    #expect(Punycode.decode(Array(code.utf8)) == nil)
  }

  @Test func `a Punycode delta that exceeds the largest Unicode scalar is rejected`() {
    #expect(Punycode.decode(Array("dn32g".utf8)) == [0x10_ffff])
    #expect(Punycode.decode(Array("en32g".utf8)) == nil)
    #expect(Punycode.decode([UInt8](repeating: 0x39, count: Punycode.limit)) == nil)
  }

  @Test func `Punycode text of 59 bytes is accepted, and text of 60 bytes is rejected`() {
    #expect(Punycode.limit == 59)
    let fits = [UInt32](repeating: 0x61, count: 55) + [0xe9]
    #expect(Punycode.encode(fits)?.count == 59)
    #expect(Punycode.encode([0x61] + fits)?.count == 60)
    #expect(Punycode.encode([UInt32](repeating: 0xe9, count: 59)) != nil)
    #expect(Punycode.encode([UInt32](repeating: 0xe9, count: 60)) == nil)
    let code = [UInt8](repeating: 0x61, count: 55) + Array("-9ca".utf8)
    #expect(Punycode.decode(code)?.count == 56)
    #expect(Punycode.decode([0x61] + code) == nil)
  }

  @Test func `damaged Punycode never crashes, and decoded text encodes to the same bytes`() {
    for (_, code) in Self.samples {
      let bytes = Array(code.utf8)
      for count in bytes.indices { expectRoundTrip(Array(bytes[..<count])) }
      for index in bytes.indices {
        for byte in UInt8.min...UInt8.max {
          var changed = bytes
          changed[index] = byte
          expectRoundTrip(changed)
        }
      }
    }
  }

  /// Of code in lower case whose basic part is ASCII, as it is where punycode is used.
  private func expectRoundTrip(_ code: [UInt8]) {
    let isPlain = code.allSatisfy { $0 < 0x80 && !(0x41...0x5a).contains($0) }
    guard let scalars = Punycode.decode(code), isPlain else { return }
    #expect(scalars.allSatisfy { $0 <= 0x10_ffff })
    #expect(Punycode.encode(scalars) == code)
  }
}
