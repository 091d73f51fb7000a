import Testing

@testable import ApusNames

/// UAX 15. The standard library, whose strings are equal if they are canonically equivalent, checks
/// that the text is still the same.
@Suite struct NFCTests {
  let table = UnicodeTable.current

  func normalized(_ scalars: [UInt32]) -> [UInt32] { NFC.normalized(scalars, by: table) }

  func text(_ scalars: [UInt32]) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars.compactMap { Unicode.Scalar($0) })
    return String(text)
  }

  static let vectors: [(source: [UInt32], result: [UInt32])] = [
    ([0x61, 0x300], [0xe0]), ([0xe0], [0xe0]), ([0x61, 0x323, 0x302], [0x1ead]),
    ([0x61, 0x302, 0x323], [0x1ead]), ([0x1e0b, 0x323], [0x1e0d, 0x307]),
    ([0x64, 0x307, 0x323], [0x1e0d, 0x307]), ([0x61, 0x305, 0x300], [0x61, 0x305, 0x300]),
    ([0x300, 0x61], [0x300, 0x61]), ([0x9c7, 0x9be], [0x9cb]), ([0x3d, 0x338], [0x2260]),
    ([0x1100, 0x1161], [0xac00]), ([0x1100, 0x1161, 0x11a8], [0xac01]),
    ([0xac00, 0x11a8], [0xac01]),
    ([0xac01, 0x11a8], [0xac01, 0x11a8]), ([0xac00, 0x11a7], [0xac00, 0x11a7]),
    ([0x1112, 0x1175, 0x11c2], [0xd7a3]), ([0x1161, 0x1100], [0x1161, 0x1100]),
    ([0x65, 0x327, 0x301, 0x62], [0x229, 0x301, 0x62]), ([0x61, 0x5b0, 0x300], [0xe0, 0x5b0]),
    ([], []),
  ]

  @Test(arguments: vectors)
  func `NFC sorts combining marks and composes them with their base letter`(
    source: [UInt32], result: [UInt32]
  ) {
    #expect(normalized(source) == result)
    #expect(text(source) == text(result))
  }

  @Test func `NFC composes every decomposed pair of scalars to the original scalar`() {
    var checked = 0
    for composite in UInt32(0xa0)..<0x2_0000 {
      guard let pair = table.decomposition(of: composite) else { continue }
      #expect(normalized([pair.first, pair.second]) == [composite])
      #expect(normalized([composite]) == [composite])
      if Unicode.Scalar(composite)?.properties.age != nil {
        #expect(text([pair.first, pair.second]) == text([composite]))
      }
      checked += 1
    }
    #expect(checked == 543)
  }

  @Test func `NFC composes the letters of every Hangul syllable to the syllable`() {
    for syllable in stride(from: UInt32(0xac00), through: 0xd7a3, by: 7) {
      let letters = Hangul.decomposition(of: syllable) ?? []
      #expect(letters.count == 2 || letters.count == 3)
      #expect(normalized(letters) == [syllable])
      #expect(text(letters) == text([syllable]))
    }
    #expect(Hangul.decomposition(of: 0xabff) == nil)
    #expect(Hangul.decomposition(of: 0xd7a4) == nil)
  }

  @Test func `NFC has the same result for any order of marks with different classes`() {
    let marks: [UInt32] = [0x300, 0x302, 0x31b, 0x323, 0x327, 0x338, 0x5b0, 0x3099, 0x94d]
    for first in marks {
      for second in marks {
        let classes = [first, second].map { table.properties(of: $0).combiningClass }
        for letter: UInt32 in [0x61, 0x6f, 0x1ea1, 0x1e1c, 0x304b, 0x915, 0xac00] {
          let result = normalized([letter, first, second])
          #expect(text(result) == text([letter, first, second]))
          #expect(normalized(result) == result)
          if classes[0] != classes[1] { #expect(result == normalized([letter, second, first])) }
        }
      }
    }
  }
}
