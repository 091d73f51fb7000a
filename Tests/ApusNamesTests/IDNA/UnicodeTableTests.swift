import Testing

@testable import ApusNames

@Suite struct UnicodeTableTests {
  let table = UnicodeTable.current

  @Test func `the unpacked Unicode table has the checksum of the generating script`() {
    var sum: UInt64 = 0xcbf2_9ce4_8422_2325
    func add(_ number: UInt32) { sum = (sum ^ UInt64(number)) &* 0x100_0000_01b3 }
    var targets: [UInt32] = []
    for scalar in UInt32(0)..<0x4_0000 {
      let properties = table.properties(of: scalar)
      add(properties.rawValue)
      if properties.status == .mapped {
        table.appendMapping(of: scalar, to: &targets)
        targets.forEach(add)
        targets.removeAll(keepingCapacity: true)
      }
      if let pair = table.decomposition(of: scalar) {
        add(pair.first)
        add(pair.second)
      }
    }
    #expect(sum == UnicodeTable.checksum)
  }

  @Test func `the Unicode table has the same marks and combining classes as Swift`() {
    var checked = 0
    for number in UInt32(0xa0)..<0x2_0000 {
      guard let scalar = Unicode.Scalar(number), scalar.properties.age != nil,
        case let properties = table.properties(of: number), properties.status == .valid
      else { continue }
      let isMark =
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
      #expect(properties.isMark == isMark)
      #expect(properties.combiningClass == scalar.properties.canonicalCombiningClass.rawValue)
      checked += 1
    }
    #expect(checked > 50_000)
  }

  static let mappings: [(scalar: UInt32, target: [UInt32])] = [
    (0x41, [0x61]), (0xc0, [0xe0]), (0x1e9e, [0xdf]), (0x3002, [0x2e]), (0xff41, [0x61]),
    (0x212a, [0x6b]), (0x1d5a0, [0x61]), (0x2f800, [0x4e3d]), (0x33a6, [0x6b, 0x6d, 0x33]),
  ]

  @Test(arguments: mappings)
  func `a scalar that UTS 46 maps is replaced by one or more scalars`(
    scalar: UInt32, target: [UInt32]
  ) {
    var output: [UInt32] = [1]
    table.appendMapping(of: scalar, to: &output)
    #expect(table.properties(of: scalar).status == .mapped)
    #expect(output == [1] + target)
  }

  @Test(arguments: [0x20, 0x25, 0x2f, 0x80, 0x2100, 0x202e, 0xd800, 0xfffd, 0xffff, 0x10_ffff])
  func `a scalar that no host name may contain has the status disallowed`(scalar: UInt32) {
    #expect(table.properties(of: scalar).status == .disallowed)
  }

  @Test(arguments: [0x11_0000, UInt32.max])
  func `a number above U+10FFFF has the status disallowed and no mapping`(number: UInt32) {
    var output: [UInt32] = []
    table.appendMapping(of: number, to: &output)
    #expect(table.properties(of: number) == .disallowed)
    #expect(output.isEmpty)
  }

  @Test(arguments: ["", "AA==", "////", "AQAB", "!"])
  func `a damaged text of the Unicode table unpacks to a table without valid scalars`(text: String)
  {
    let table = UnicodeTable(text)
    #expect(table.properties(of: 0x61).status != .valid)
    #expect(table.composite(0x61, 0x300) == nil)
  }

  @Test(arguments: [1, 100, 1_000, 8_613, 12_000, 22_000])
  func `a truncated text of the Unicode table unpacks without a crash`(count: Int) {
    let text = String(UnicodeTable.text.prefix(count / 3 * 4))
    let table = UnicodeTable(text)
    var output: [UInt32] = []
    for scalar in UInt32(0)..<0x300 { table.appendMapping(of: scalar, to: &output) }
    #expect(output.count <= 0x300 * 18)
  }
}
